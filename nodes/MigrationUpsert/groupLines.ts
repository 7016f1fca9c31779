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
	problems: string[];
	/** Header fields that the rows do not agree on; absent where they agree on all. */
	differing?: Set<string>;
}

const MAX_PROBLEMS_SHOWN = 5;
const MAX_VALUES_SHOWN = 5;
const FILL_DOWN =
	'With merged cells, turn on Fill Down Order Number in the options. Otherwise enter the order ID in every row.';

/** What the grouping of rows depends on. */
export interface Grouping {
	/** Reads one row; called again for rows that do not agree. */
	readonly read: (item: number) => Row;
	/** A row without an order ID is a line of the order before it. */
	readonly fillDown?: boolean;
	/** What rows are called in messages: `item`, or `row` where the numbers are those of a file. */
	readonly noun?: 'item' | 'row';
}

/**
 * Makes orders of order lines: rows with the same order external ID belong together wherever they
 * stand, and keep their order. Header fields come from the rows that have them and must agree. An
 * order with one bad row is not made at all, so that no order goes out with lines missing. A row
 * without an order ID may be a line of the order before it (merged cells hold the ID in their first
 * row only), so that this order is not made either, unless IDs are filled down; a row that holds
 * nothing says nothing.
 */
export function openOrders({ read, fillDown = false, noun = 'item' }: Grouping) {
	let groups = new Map<string, Group>();
	let invalid: Outcome[] = [];
	let skipped: number[] = [];
	let before: string | undefined;
	/** The last row that has an order: the same header again belongs to the same order, and says nothing new. */
	let last: { readonly header: Checked; readonly group: Group } | undefined;
	const addTo = (group: Group, item: number, { header, line, failure }: Row) => {
		group.items.push(item);
		if (failure) group.problems.push(`${noun} ${item}: ${failure.message}`);
		for (const problem of header.problems) group.problems.push(`${noun} ${item}: ${problem}`);
		for (const problem of line.problems) group.problems.push(`${noun} ${item}: ${problem}`);
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
			const externalId = own ?? (fillDown && !failure && mayFollow ? before : undefined);
			if (externalId === undefined) {
				const suspect = mayFollow ? before : undefined;
				const group = suspect === undefined ? undefined : groups.get(suspect);
				if (failure) group?.problems.push(`${noun} ${item} follows it and cannot be read`);
				else group?.withoutId.push(item);
				const why = failure
					? unreadableRow(`${noun} ${item}`, failure, suspect)
					: rowWithoutOrder(`${noun} ${item}`, header.problems, suspect);
				invalid.push({ items: [item], result: fail(why) });
				return;
			}
			before = externalId;
			let group = groups.get(externalId);
			if (group) mergeHeader(group, header.record);
			else {
				const [lines, items] = [shortList(header.record), shortList(item)];
				group = { header: header.record, lines, items, withoutId: [], problems: [] };
				groups.set(externalId, group);
			}
			last = own === undefined ? undefined : { header, group };
			addTo(group, item, row);
		},
		/** Takes the orders, and the rows that belong to none; `finished` leaves the last order, which may grow. */
		*take(which: 'all' | 'finished'): Steps<GroupedLines> {
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
				const problems = isFine(group) ? [] : yield* problemsOf(group, read, noun);
				const { items, lines, header, withoutId } = group;
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

/** Items between two pauses; each takes some microseconds. */
const ITEMS_PER_STEP = 8;

/** Does the work of every item. */
export function* inSteps(count: number, work: (item: number) => void): Steps<void> {
	for (let item = 0; item < count; item += 1) {
		if (item % ITEMS_PER_STEP === 0) yield;
		work(item);
	}
}

/**
 * Groups all rows: see openOrders.
 *
 * @param count rows there are
 */
export function* groupLines(
	count: number,
	read: (item: number) => Row,
	fillDown = false,
): Steps<GroupedLines> {
	const orders = openOrders({ read, fillDown });
	yield* inSteps(count, (item) => orders.add(item, read(item)));
	if (orders.count > 0) return yield* orders.take('all');
	const grouped = yield* orders.take('all');
	// Without any order, the rows are what is wrong.
	const empty = grouped.skipped.map((item) => ({
		items: [item],
		result: fail(rowWithoutOrder(`item ${item}`, [])),
	}));
	return { ...grouped, invalid: [...grouped.invalid, ...empty], skipped: [] };
}

const isFine = ({ problems, differing, withoutId }: Group) =>
	problems.length === 0 && !differing && withoutId.length === 0;

function* problemsOf(
	group: Group,
	read: (item: number) => Row,
	noun: string,
): Steps<readonly string[]> {
	const problems = [...(yield* describeDifferences(group, read, noun)), ...group.problems];
	const { withoutId } = group;
	if (withoutId.length > 0) {
		const [have, follow] = withoutId.length === 1 ? ['has', 'follows'] : ['have', 'follow'];
		problems.unshift(`${nameItems(withoutId, noun)} ${follow} it and ${have} no order ID`);
	}
	return problems;
}

function mergeHeader(group: Group, more: IDataObject) {
	const { header } = group;
	for (const name of Object.keys(more)) {
		if (header[name] === undefined) header[name] = more[name];
		else if (header[name] !== more[name]) (group.differing ??= new Set()).add(name);
	}
}

/** Which rows say what, for every header field that the rows of an order do not agree on. */
function* describeDifferences(
	{ differing = new Set(), items }: Group,
	read: (item: number) => Row,
	noun: string,
): Steps<string[]> {
	const differences: string[] = [];
	for (const name of differing) {
		const said = new Map<unknown, number[]>();
		for (const item of items) {
			yield;
			const value = read(item).header.record[name];
			if (value === undefined) continue;
			const at = said.get(value);
			if (at) at.push(item);
			else said.set(value, [item]);
		}
		const parts = [...said].slice(0, MAX_VALUES_SHOWN);
		const named = parts.map(([value, at]) => `${show(value)} in ${nameItems(at, noun)}`);
		if (said.size > parts.length) named.push(`${said.size - parts.length} more values`);
		differences.push(`${labelOf(name)} differs: ${named.join(', ')}`);
	}
	return differences;
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

const holdsSomething = (...parts: readonly Checked[]) =>
	parts.some(({ record, problems }) => problems.length > 0 || hasKeys(record));

/** An empty list with room for four: most stay short, and the first push to another makes room for 17. */
function shortList<T>(filler: T): T[] {
	const list = [filler, filler, filler, filler];
	list.length = 1;
	list.pop();
	return list;
}

function hasKeys(object: object): boolean {
	for (const _ in object) return true;
	return false;
}
