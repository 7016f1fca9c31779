import type { IExecuteFunctions } from 'n8n-workflow';

import {
	groupByExternalId,
	nameItems,
	type Entry,
	type Gathered,
	type Steps,
	publishHints,
} from '../shared/execution';
import { settleNow, type Failure } from '../shared/http';
import { columnMatcher, describeColumns } from '../shared/schema/columnMatcher';
import type { Values } from '../shared/schema/recordCheck';
import { EXTERNAL_ID, headerFields, lineFields } from './fields';
import { groupLines, inSteps } from './groupLines';
import {
	lineReader,
	notesOf,
	watchConflict,
	withoutItems,
	type LineOptions,
	type LineReader,
} from './lineReader';
import {
	givenOrders,
	orderOf,
	orderReaders,
	ordersOf,
	readLines,
	readOrderId,
	refused,
	type OrderReaders,
} from './readOrders';

export const orderNouns = { singular: 'order', plural: 'orders' };

export interface GatheredOrders extends Gathered {
	/** Columns that held values but match no field. */
	readonly unmatched: readonly string[];
	/** What was decided for all rows, as sentences. */
	readonly notes: readonly string[];
	/** Why nothing can be sent, whatever the single orders hold. */
	readonly refusal?: Failure;
}

/** The input items as a mode needs them. */
export interface Items<T> extends LineOptions {
	readonly count: number;
	/** What an item gives, however often it is asked. Throws what n8n throws when an expression cannot be resolved. */
	readonly at: (item: number) => T;
	/** The columns that name its order, for an item of which something else cannot be read. */
	readonly idAt?: (item: number) => Values;
	/** Rows without an order number belong to the order before them. */
	readonly fillDown?: boolean;
}

/** One item per order line. */
export function* gatherLines(items: Items<Values>): Steps<GatheredOrders> {
	const lines = yield* observeLines(items);
	const gathered = yield* groupLines(
		items.count,
		(item) => {
			const given = settleNow(() => items.at(item));
			if (given.ok) return lines.read(given.value);
			const externalId = lines.orderId(orderCell(items, item));
			const record = externalId === undefined ? {} : { [EXTERNAL_ID]: externalId };
			const nothing = { record: {}, problems: [] };
			return { header: { record, problems: [] }, line: nothing, failure: given.failure };
		},
		items.fillDown,
	);
	const plan = lines.columns.plan();
	const { records, invalid, skipped } = gathered;
	const isRepeated = [...records, ...invalid].some((order) => order.items.length > 1);
	const noItems = withoutItems(plan, isRepeated);
	const notes = [...describeColumns(plan), ...noItems.notes, ...lines.notes()];
	if (skipped.length > 0) notes.push(describeSkipped(skipped));
	const refusal = lines.ambiguity() ?? noItems.refusal;
	return { ...gathered, unmatched: plan.unknown, notes, refusal };
}

/** Rows by which columns are found at first. */
const FIRST_ROWS = 100;

function* observeLines(items: Items<Values>): Steps<LineReader> {
	const first: Values[] = [];
	yield* eachReadable({ ...items, count: Math.min(items.count, FIRST_ROWS) }, (row) => {
		first.push(row);
	});
	const lines = lineReader(first, items);
	yield* eachReadable(items, lines.observe);
	if (lines.isSure()) return lines;
	const sure = lineReader(lines.columns, items);
	yield* eachReadable(items, sure.observe);
	return sure;
}

/** One item per order, with its lines beside it. */
export function* gatherWholeOrders(
	items: Items<{ header: Values; lines: unknown }>,
): Steps<GatheredOrders> {
	const readers = orderReaders(items.read);
	const columns = columnMatcher(headerFields, items.columnNames);
	const lineColumns = columnMatcher(lineFields, items.columnNames);
	yield* eachReadable(items, ({ header, lines }) => {
		columns.observe(header);
		for (const line of readLines(lines) ?? []) lineColumns.observe(line);
	});
	const agreement = watchConflict(columns);
	yield* eachReadable(items, ({ header, lines }) => {
		agreement.observe(header);
		readers.header.observe(columns.matchFilled(header));
		for (const line of readLines(lines) ?? []) readers.line.observe(lineColumns.matchFilled(line));
	});
	const gathered = yield* gatherEntries(items, readers, ({ header, lines }, item) => [
		orderOf(item, columns.matchFilled(header), lines, readers, lineColumns),
	]);
	// The lines stand in a column of the item, usually under this name.
	const unmatched = columns.plan().unknown.filter((name) => name !== 'items');
	const notes = [...describeColumns(columns.plan(), lineColumns.plan()), ...notesOf(readers)];
	return { ...gathered, unmatched, notes, refusal: agreement.failure() };
}

/** Orders as the service takes them, any number from an item. */
export function* gatherJson(items: Items<unknown>): Steps<GatheredOrders> {
	const readers = orderReaders(items.read, true);
	yield* eachReadable(items, (given) => {
		for (const order of givenOrders(given) ?? []) {
			readers.header.observe(order);
			for (const line of readLines(order.items) ?? []) readers.line.observe(line);
		}
	});
	const gathered = yield* gatherEntries(items, readers, (given, item) =>
		ordersOf(item, given, readers),
	);
	return { ...gathered, unmatched: [], notes: notesOf(readers) };
}

const describeSkipped = (items: readonly number[]) =>
	`Skipped ${items.length === 1 ? 'a row that holds' : `${items.length} rows that hold`} no order, empty or with totals (${nameItems(items)}).`;

/** Gathers orders that come whole, by what every item gives. */
function gatherEntries<T>(
	items: Items<T>,
	readers: OrderReaders,
	entriesOf: (given: T, item: number) => Entry[],
): Steps<Gathered> {
	function* entries() {
		for (let item = 0; item < items.count; item += 1) {
			const given = settleNow(() => items.at(item));
			if (given.ok) yield* entriesOf(given.value, item);
			else {
				const externalId = readOrderId(readers, orderCell(items, item));
				yield refused(item, externalId, [given.failure.message], given.failure);
			}
		}
	}
	return groupByExternalId(entries(), orderNouns);
}

/** Shows what every item gives that can be read. */
function eachReadable<T>(items: Items<T>, show: (given: T) => void): Steps<void> {
	return inSteps(items.count, (item) => {
		let given: T;
		try {
			given = items.at(item);
		} catch {
			return;
		}
		show(given);
	});
}

/** What names the order of an item that cannot be read as a whole; undefined when that cannot be known either. */
function orderCell({ idAt = () => ({}) }: Items<unknown>, item: number): unknown {
	const row = settleNow(() => idAt(item));
	return row.ok ? row.value[EXTERNAL_ID] : undefined;
}

/** Shows how the input was read: what was decided for all rows, and the columns that no field takes. */
export function publishFindings(
	context: IExecuteFunctions,
	{
		notes,
		unmatched,
	}: { readonly notes: readonly string[]; readonly unmatched: readonly string[] },
) {
	publishHints(context, ...notes);
	if (unmatched.length === 0) return;
	const names = unmatched.map((name) => `"${name}"`).join(', ');
	publishHints(context, `Columns not recognised and ignored: ${names}`);
}
