import type { IExecuteFunctions } from 'n8n-workflow';

import { noteFields, publishLines, type Lines } from '../../execution';
import type { Resource } from '../definition/resource';
import type { List } from './lists/list';
import { describeColumns } from '../../schema/columns/messages';
import type { ColumnPlan } from '../../schema/columns/plan';

/** Values of links that were not found. */
const MAX_LINKS_NAMED = 20;

/** Hints on an execution as a whole: collected item by item, published once. */
export class ExecutionHints {
	private readonly ignoredKeys = new Set<string>();

	private readonly notes = new Map<string, string>();

	/** What was done, and why not all of it, as sentences. */
	outcome: readonly string[] = [];

	/** Which columns of items and of their rows hold which fields. */
	tables: readonly ColumnPlan[] = [];

	/** Lists that came out. */
	private lists = 0;

	/** How much of the first list came out of which a part did, as a sentence. */
	private part?: string;

	/** Fields that were left empty, as what they should refer to was not found: how often, and what it was. */
	private readonly emptyLinks = new Map<
		string,
		{ items: Set<number>; readonly whats: Set<string> }
	>();

	/** Why lists may not be complete. */
	private readonly doubts = new Set<string>();

	constructor(private readonly resource: Resource) {}

	/** Keys of an item that no field of the record takes. */
	ignored(keys: readonly string[]) {
		for (const key of keys) this.ignoredKeys.add(key);
	}

	/** A field that was left empty, as what it should refer to was not found. */
	unlinked(item: number, label: string, what: string) {
		const known = this.emptyLinks.get(label) ?? { items: new Set(), whats: new Set() };
		known.items.add(item);
		this.emptyLinks.set(label, known);
		if (known.whats.size < MAX_LINKS_NAMED) known.whats.add(what);
	}

	/** What was decided for all items, as sentences; of those about one thing, the first. */
	readonly note = (sentences: readonly string[], about?: string): void => {
		for (const sentence of sentences) {
			const key = about ?? sentence;
			if (!this.notes.has(key)) this.notes.set(key, sentence);
		}
	};

	/** A list that came out. */
	listed({ count: shown, matching, doubt, late = 0 }: List) {
		this.lists += 1;
		if (doubt) this.doubts.add(doubt);
		const many = this.resource.plural.toLowerCase();
		if (matching === undefined) this.part ??= `${count(shown)} ${many} shown; there may be more.`;
		else if (matching > shown) this.part ??= `${count(shown)} of ${count(matching)} ${many} shown.`;
		const behind = `${count(late)} ${many} were found when the list was read again, and come behind the others in the file.`;
		if (late > 0) this.note([behind]);
	}

	/** The hints as sentences. */
	get lines(): Lines {
		const others =
			this.lists > 1 ? ` This is one of ${count(this.lists)} lists, one for each item.` : '';
		const { mapping: columns, doubts } = describeColumns([...this.ignoredKeys], ...this.tables);
		const outcome: Array<string | false> = [
			...this.outcome,
			this.part !== undefined && `${this.part} Turn on Return All to get all.${others}`,
			...this.doubts,
		];
		const leftEmpty = [...this.emptyLinks].map(
			([field, { items, whats }]) =>
				`${field} was left empty in ${items.size === 1 ? 'one item' : `${count(items.size)} items`}: ${[...whats].join('; ')}${whats.size === MAX_LINKS_NAMED ? '; …' : '.'}`,
		);
		const notes = [...doubts, ...this.notes.values(), ...leftEmpty];
		return { columns, outcome: outcome.filter((sentence) => sentence !== false), notes };
	}

	/** Shows them below the output. */
	publish(context: IExecuteFunctions) {
		publishLines(context, this.lines);
		if (this.ignoredKeys.size > 0) noteFields(context, this.resource.fields);
	}
}

const count = (number: number) => number.toLocaleString('en');
