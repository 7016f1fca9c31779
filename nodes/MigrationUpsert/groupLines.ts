import type { IDataObject } from 'n8n-workflow';

import {
	nameItems,
	type Gathered,
	type Outcome,
	type BulkRecord,
	type Steps,
} from '../shared/execution';
import { badInput, fail, type Failure } from '../shared/http';
import { show } from '../shared/schema/limits';
import { EXTERNAL_ID, headerFields } from './fields';
import type { Checked } from './readOrders';

/** One row of a spreadsheet: what it says of the order, and the order line in it. */
export interface Row {
	readonly header: Checked;
	readonly line: Checked;
	/** Set when the row could not be read; the header then holds the order ID, if that is known. */
	readonly failure?: Failure;
	/** It is a row of a sheet without an order: one of totals, an empty one, or the names of the columns again. */
	readonly isSkipped?: boolean;
}

/** The orders of rows, and the rows that hold none. */
export interface GroupedLines extends Gathered {
	/** Rows that say nothing of an order: empty ones, those of totals and of names. Nothing is reported of them. */
	readonly skipped: readonly number[];
}

interface Group {
	readonly header: IDataObject;
	readonly lines: IDataObject[];
	readonly items: number[];
	/** Rows after one of its own that hold something and no order ID: likely lines of it. */
	readonly withoutId: number[];
	readonly problems: string[];
	/** By header fields on which the rows do not agree, the first row of each value; absent where they agree on all. */
	differing?: Map<string, Map<unknown, number>>;
	/** The rows in which header fields stand first that its first row lacks. */
	later?: Map<string, number>;
}

const MAX_PROBLEMS_SHOWN = 5;
const MAX_VALUES_SHOWN = 5;
const FILL_DOWN =
	'With merged cells, turn on Fill Down Order Number in the options. Otherwise enter the order ID in every row.';

/**
 * Makes orders of order lines: rows with the same order external ID belong together wherever they
 * stand, and keep their order. Header fields come from the rows that have them and must agree. An
 * order with one bad row is not made at all, so that no order goes out with lines missing. A row
 * without an order ID may be a line of the order before it (merged cells hold the ID in their first
 * row only), so that this order is not made either, unless IDs are filled down; a row that holds
 * nothing says nothing.
 *
 * @param fillDown a row without an order ID is a line of the order before it
 * @param noun what rows are called in messages: `row` where the numbers are those of a file, which are as they are
 */
export function openOrders(fillDown = false, noun: 'item' | 'row' = 'item') {
	let groups = new Map<string, Group>();
	let invalid: Outcome[] = [];
	let skipped: number[] = [];
	let before: string | undefined;
	/** The order that rows without an order ID may be lines of; undefined below an ID that cannot be read. */
	let above: string | undefined;
	/** The last row that has an order: the same header again belongs to the same order, and says nothing new. */
	let last: { readonly header: Checked; readonly group: Group } | undefined;
	const named = (items: readonly number[]) => nameItems(items, noun, noun === 'row' ? 0 : 1);
	const at = (item: number) => named([item]);
	const addTo = (group: Group, item: number, { header, line, failure }: Row) => {
		group.items.push(item);
		const problems = [...(failure ? [failure.message] : []), ...header.problems, ...line.problems];
		for (const problem of problems) group.problems.push(`${at(item)}: ${problem}`);
		if (hasKeys(line.record)) group.lines.push(line.record);
	};
	return {
		/** Orders that have not been taken. */
		get count() {
			return groups.size;
		},
		/** Adds the next row. */
		add(item: number, row: Row): void {
			const { header, line, failure, isSkipped = false } = row;
			if (isSkipped) {
				skipped.push(item);
				return;
			}
			if (last?.header === header) {
				addTo(last.group, item, row);
				return;
			}
			const own = header.record[EXTERNAL_ID] as string | undefined;
			/** An ID that cannot be read names another order, though it is unknown which. */
			const hasOwn = own !== undefined || header.hasBadId === true;
			const mayFollow = !hasOwn && (failure !== undefined || holdsSomething(header, line));
			if (hasOwn) above = own;
			const externalId = own ?? (fillDown && !failure && mayFollow ? above : undefined);
			if (externalId === undefined) {
				const suspect = mayFollow ? above : undefined;
				const group = suspect === undefined ? undefined : groups.get(suspect);
				if (failure) group?.problems.push(`${at(item)} follows it and cannot be read`);
				else group?.withoutId.push(item);
				const why = failure
					? unreadableRow(at(item), failure, suspect)
					: rowWithoutOrder(at(item), header.problems, suspect);
				invalid.push({ items: [item], result: fail(why) });
				return;
			}
			before = externalId;
			let group = groups.get(externalId);
			if (group) mergeHeader(group, item, header.record);
			else {
				group = { header: header.record, lines: [], items: [], withoutId: [], problems: [] };
				groups.set(externalId, group);
			}
			last = own === undefined ? undefined : { header, group };
			addTo(group, item, row);
		},
		/** Takes the orders, and the rows that belong to none; `finished` leaves the last order, which may grow. */
		*take(which: 'all' | 'finished'): Steps<GroupedLines> {
			// Without any order, the rows are what is wrong.
			const empty = before === undefined ? skipped.splice(0) : [];
			for (const item of empty)
				invalid.push({ items: [item], result: fail(rowWithoutOrder(at(item), [])) });
			const taken = { records: [] as BulkRecord[], invalid, skipped };
			const open = groups;
			invalid = [];
			skipped = [];
			// Another Map, because what has been in one stays in memory as long as that one (docs/decisions.md, Files).
			groups = new Map();
			for (const [externalId, group] of open) {
				yield;
				if (which === 'finished' && externalId === before) {
					groups.set(externalId, group);
					continue;
				}
				const { items, lines, header, withoutId } = group;
				const problems = problemsOf(group, named);
				if (problems.length > 0) {
					const failure = badRows(externalId, problems, withoutId.length > 0);
					taken.invalid.push({ externalId, items, result: fail(failure) });
					continue;
				}
				// Rows without a line say something of the order only; then its lines stay as they are.
				if (lines.length > 0) header.items = lines;
				taken.records.push({ externalId, record: header, items });
			}
			return taken;
		},
	};
}

function problemsOf(
	{ withoutId, differing = new Map(), problems }: Group,
	named: (items: readonly number[]) => string,
) {
	const [have, follow] = withoutId.length === 1 ? ['has', 'follows'] : ['have', 'follow'];
	return [
		...(withoutId.length > 0 ? [`${named(withoutId)} ${follow} it and ${have} no order ID`] : []),
		...[...differing].map(([name, rows]) => {
			const shown = [...rows].slice(0, MAX_VALUES_SHOWN);
			const parts = shown.map(([value, item]) => `${show(value)} in ${named([item])}`);
			if (rows.size > shown.length) parts.push(`${rows.size - shown.length} more values`);
			return `${labelOf(name)} differs: ${parts.join(', ')}`;
		}),
		...problems,
	];
}

/** Takes the header fields of a further row. */
function mergeHeader(group: Group, item: number, more: IDataObject) {
	const { header, items } = group;
	for (const name of Object.keys(more)) {
		if (header[name] === undefined) {
			header[name] = more[name];
			(group.later ??= new Map()).set(name, item);
		} else if (header[name] !== more[name]) {
			const all = (group.differing ??= new Map());
			const first = group.later?.get(name) ?? items[0];
			const rows = all.get(name) ?? new Map([[header[name], first]]);
			if (!rows.has(more[name])) rows.set(more[name], item);
			all.set(name, rows);
		}
	}
}

const labelOf = (name: string) => headerFields.find((field) => field.name === name)?.label ?? name;

function badRows(externalId: string, problems: readonly string[], lacksIds: boolean) {
	const shown = problems.slice(0, MAX_PROBLEMS_SHOWN);
	const rest = problems.length - shown.length;
	const more = rest > 0 ? `; and ${rest} more` : '';
	return badInput(
		'fields',
		`Order ${externalId} cannot be built from its rows: ${shown.join('; ')}${more}`,
		`${lacksIds ? `${FILL_DOWN} ` : ''}Correct the rows, then run the node again. Nothing of this order was sent.`,
	);
}

/** @param suspect the order that the row may belong to, which is not sent because of it */
function rowWithoutOrder(name: string, problems: readonly string[], suspect?: string) {
	const others = problems.length > 0 ? ` (${problems.join('; ')})` : '';
	return badInput(
		'fields',
		`${capitalized(name)} has no order number${problems.length > 0 ? '' : ': Order External ID is empty'}${others}`,
		suspect === undefined
			? 'Enter the external ID of the order in this row, or map the column that holds it.'
			: `Enter the external ID of the order in this row. ${FILL_DOWN} ${notSentEither(suspect)}`,
	);
}

function unreadableRow(name: string, failure: Failure, suspect?: string) {
	const message = `${capitalized(name)} and its order cannot be read: ${failure.message}`;
	const remedy =
		suspect === undefined ? failure.remedy : `${failure.remedy} ${notSentEither(suspect)}`;
	return failure.with({ message, remedy });
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const notSentEither = (suspect: string) =>
	`The order ${suspect} before it was not sent either, because the row may be a line of it.`;

/** Whether something of a row was read, if only a problem. */
export const holdsSomething = (...parts: readonly Checked[]) =>
	parts.some(({ record, problems }) => problems.length > 0 || hasKeys(record));

const hasKeys = (object: object) => Object.keys(object).length > 0;
