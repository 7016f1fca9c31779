import type { IExecuteFunctions } from 'n8n-workflow';

import {
	groupByExternalId,
	nameItems,
	type Entry,
	type Gathered,
	type Steps,
	publishHints,
} from '../shared/execution';
import { badInput, settleNow, type Failure, type Result } from '../shared/http';
import {
	columnMatcher,
	describeColumns,
	type ColumnMatcher,
	type Conflict,
} from '../shared/schema/columnMatcher';
import type { ReadOptions } from '../shared/schema/reading/options';
import { orderChecks } from './checkFields';
import { allFields, EXTERNAL_ID, headerFields, lineFields } from './fields';
import { groupLines } from './groupLines';
import { lineReader, notesOf, readOrderId, withoutItems } from './lineReader';
import { givenOrders, orderOf, ordersOf, readLines, refused } from './readOrders';

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
export interface Items<T> {
	readonly count: number;
	/** What an item gives, however often it is asked. Throws what n8n throws when an expression cannot be resolved. */
	readonly at: (item: number) => T;
	/** The columns that name its order, for an item of which something else cannot be read. */
	readonly idAt?: (item: number) => Row;
	/** How values are read. */
	readonly read: ReadOptions;
	/** User-defined column names → wire name of the field. */
	readonly columnNames?: ReadonlyMap<string, string>;
	/** Rows without an order number belong to the order before them. */
	readonly fillDown?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** One item per order line. */
export function* gatherLines(items: Items<Row>): Steps<GatheredOrders> {
	const columns = columnMatcher(allFields, items.columnNames);
	yield* eachReadable(items, (row) => columns.observe(row));
	const ambiguity = yield* ambiguousOrders(columns, items, (row) => row);
	const lines = lineReader(columns, items.read);
	yield* eachReadable(items, (row) => lines.observe(row));
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
	const plan = columns.plan();
	const { records, invalid } = gathered;
	const isRepeated = [...records, ...invalid].some((order) => order.items.length > 1);
	const noItems = withoutItems(plan, isRepeated);
	return {
		...gathered,
		unmatched: plan.unknown,
		notes: [
			...describeColumns(plan),
			...noItems.notes,
			...lines.notes(),
			...(gathered.skipped.length > 0 ? [describeSkipped(gathered.skipped)] : []),
		],
		refusal: ambiguity ?? noItems.refusal,
	};
}

/** One item per order, with its lines beside it. */
export function* gatherWholeOrders(
	items: Items<{ header: Row; lines: unknown }>,
): Steps<GatheredOrders> {
	const checks = orderChecks(items.read);
	const columns = columnMatcher(headerFields, items.columnNames);
	const lineColumns = columnMatcher(lineFields, items.columnNames);
	yield* eachReadable(items, ({ header, lines }) => {
		columns.observe(header);
		for (const line of readLines(lines) ?? []) lineColumns.observe(line);
	});
	const refusal = yield* ambiguousOrders(columns, items, ({ header }) => header);
	yield* eachReadable(items, ({ header, lines }) => {
		checks.header.observe(columns.matchFilled(header));
		for (const line of readLines(lines) ?? []) checks.line.observe(lineColumns.matchFilled(line));
	});
	const gathered = yield* groupByExternalId(
		everyItem(items, (given, item) => {
			if (!given.ok) {
				const externalId = readOrderId(checks, orderCell(items, item));
				return [refused(item, externalId, [given.failure.message], given.failure)];
			}
			const { header, lines } = given.value;
			return [orderOf(item, columns.matchFilled(header), lines, checks, lineColumns)];
		}),
		orderNouns,
	);
	// The lines stand in a column of the item, usually under this name.
	const unmatched = columns.plan().unknown.filter((name) => name !== 'items');
	const notes = [...describeColumns(columns.plan(), lineColumns.plan()), ...notesOf(checks)];
	return { ...gathered, unmatched, notes, refusal };
}

/** Orders as the service takes them, any number from an item. */
export function* gatherJson(items: Items<unknown>): Steps<GatheredOrders> {
	const checks = orderChecks(items.read, true);
	yield* eachReadable(items, (given) => {
		for (const order of givenOrders(given) ?? []) {
			checks.header.observe(order);
			for (const line of readLines(order.items) ?? []) checks.line.observe(line);
		}
	});
	const entries = everyItem(items, (given, item) =>
		given.ok
			? ordersOf(item, given.value, checks)
			: [refused(item, undefined, [given.failure.message], given.failure)],
	);
	const gathered = yield* groupByExternalId(entries, orderNouns);
	return { ...gathered, unmatched: [], notes: notesOf(checks) };
}

const describeSkipped = (items: readonly number[]) =>
	`Skipped ${items.length === 1 ? 'a row that holds' : `${items.length} rows that hold`} no order, empty or with totals (${nameItems(items)}).`;

function* everyItem<T>(items: Items<T>, read: (given: Result<T>, item: number) => Entry[]) {
	for (let item = 0; item < items.count; item += 1)
		yield* read(
			settleNow(() => items.at(item)),
			item,
		);
}

/** Shows what every item gives that can be read. */
function* eachReadable<T>(items: Items<T>, show: (given: T) => void): Steps<void> {
	for (let item = 0; item < items.count; item += 1) {
		yield;
		let given: T;
		try {
			given = items.at(item);
		} catch {
			continue;
		}
		show(given);
	}
}

/** What names the order of an item that cannot be read as a whole; undefined when that cannot be known either. */
function orderCell({ idAt = () => ({}) }: Items<unknown>, item: number): unknown {
	const row = settleNow(() => idAt(item));
	return row.ok ? row.value[EXTERNAL_ID] : undefined;
}

/**
 * Two columns that could both name the order, and say different things: the wrong one would make
 * other orders, so none is taken.
 */
function* ambiguousOrders<T>(
	columns: ColumnMatcher,
	items: Items<T>,
	rowOf: (given: T) => Row,
): Steps<Failure | undefined> {
	const conflict = orderConflict(columns);
	if (!conflict) return undefined;
	let agree = true;
	yield* eachReadable(items, (given) => {
		agree &&= sayTheSame(rowOf(given), conflict);
	});
	return agree ? undefined : ambiguous(conflict);
}

/** The columns that could all name the order; none of them is certain to. */
export const orderConflict = (columns: Pick<ColumnMatcher, 'plan'>): Conflict | undefined =>
	columns.plan().conflicts.find(({ field, isCertain }) => field.name === EXTERNAL_ID && !isCertain);

/** Why nothing is sent when such columns differ. */
export function ambiguous(conflict: Conflict): Failure {
	const all = [...conflict.taken, ...conflict.ignored].map((name) => `"${name}"`).join(' and ');
	return badInput(
		'fields',
		`The columns ${all} could both be the Order External ID, and they differ`,
		'Name the right one under Column Names in the options, or map the columns by hand. Nothing was sent.',
	);
}

/** Whether the columns that could name the order of a row agree. */
export const sayTheSame = (row: Row, { taken, ignored }: Conflict) =>
	ignored.every((name) =>
		taken.some((other) => String(row[name] ?? '').trim() === String(row[other] ?? '').trim()),
	);

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
