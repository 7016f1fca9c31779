import type { IExecuteFunctions } from 'n8n-workflow';

import type { Resource } from '../definition/resource';
import { ResponseDifferences } from './readResponse';

/** Keys named in a hint before it says how many more there are. */
const MAX_KEYS_NAMED = 10;

/** Hints on an execution as a whole: collected item by item, published once. */
export class ExecutionHints {
	private readonly ignoredKeys = new Set<string>();

	/** Where responses differ from what was observed of the service. */
	readonly differences = new ResponseDifferences();

	private readonly notes: string[] = [];

	private list = { shown: 0, matching: 0, read: 0 };

	private since = false;

	constructor(private readonly resource: Resource) {}

	/** Keys of an item that no field of the record takes. */
	ignored(keys: readonly string[]) {
		for (const key of keys) this.ignoredKeys.add(key);
	}

	/** What was decided for all items, as sentences. */
	note(sentences: readonly string[]) {
		this.notes.push(...sentences);
	}

	/** A list of which `shown` of `matching` records came out, after `read` were read. */
	listed(list: { shown: number; matching: number; read: number }, since: boolean) {
		this.list = {
			shown: this.list.shown + list.shown,
			matching: this.list.matching + list.matching,
			read: this.list.read + list.read,
		};
		this.since ||= since;
	}

	/** The hints as sentences. */
	get sentences(): string[] {
		const { plural } = this.resource;
		const many = plural.toLowerCase();
		const { shown, matching, read } = this.list;
		const keys = [...this.ignoredKeys];
		const more = keys.length > MAX_KEYS_NAMED ? ` and ${keys.length - MAX_KEYS_NAMED} more` : '';
		return [
			...this.notes,
			...(keys.length > 0
				? [`Ignored unknown fields: ${keys.slice(0, MAX_KEYS_NAMED).join(', ')}${more}.`]
				: []),
			...(matching > shown
				? [`${count(shown)} of ${count(matching)} ${many} shown. Turn on Return All to get all.`]
				: []),
			...(this.since && read > 0
				? [`${count(read)} ${many} were read to find the ones updated since the given time.`]
				: []),
			...this.differences.sentences,
		];
	}

	/** Shows them below the output. */
	publish(context: IExecuteFunctions) {
		const hints = this.sentences.map((message) => ({ message, location: 'outputPane' as const }));
		if (hints.length > 0) context.addExecutionHints(...hints);
	}
}

const count = (number: number) => number.toLocaleString('en');
