import {
	groupByExternalId,
	tryRead,
	type Entry,
	type Gathered,
	type Steps,
} from '../shared/execution';
import { succeed, type Result } from '../shared/http';
import { orderChecks, type OrderChecks } from './checkFields';
import { EXTERNAL_ID, headerFields, lineFields } from './fields';
import { groupLines } from './groupLines';
import { columnMatcher, type ColumnMatcher } from './matchColumns';
import { orderOf, ordersOf, refused } from './readOrders';

export const orderNouns = { singular: 'order', plural: 'orders' };

export interface GatheredOrders extends Gathered {
	/** Columns that held values but match no field. */
	readonly unmatched: readonly string[];
}

/** The input items as a mode needs them. */
export interface Items<T> {
	readonly count: number;
	/** What an item gives. Throws what n8n throws when an expression cannot be resolved. */
	readonly at: (item: number) => T;
	/** The columns that name its order, for an item of which something else cannot be read. */
	readonly idAt?: (item: number) => Row;
	/** The workflow's time zone. */
	readonly zone: string;
}

type Row = Readonly<Record<string, unknown>>;

/** One item per order line. */
export function* gatherLines(items: Items<Row>): Steps<GatheredOrders> {
	const checks = orderChecks(items.zone);
	const columns = columnMatcher([...headerFields, ...lineFields]);
	const gathered = yield* groupLines(items.count, (item) => {
		const given = readItem(items, item);
		if (!given.ok) {
			const externalId = idOf(items, item, columns, checks);
			const record = externalId === undefined ? {} : { [EXTERNAL_ID]: externalId };
			const nothing = { record: {}, problems: [] };
			return { header: { record, problems: [] }, line: nothing, failure: given.failure };
		}
		const values = columns.match(given.value);
		return { header: checks.header(values), line: checks.line(values) };
	});
	return { ...gathered, unmatched: [...columns.unmatched] };
}

/** One item per order, with its lines beside it. */
export function* gatherWholeOrders(
	items: Items<{ header: Row; lines: unknown }>,
): Steps<GatheredOrders> {
	const checks = orderChecks(items.zone);
	const columns = columnMatcher(headerFields);
	const lineColumns = columnMatcher(lineFields);
	const gathered = yield* groupByExternalId(
		everyItem(items, (given, item) => {
			if (!given.ok) {
				const externalId = idOf(items, item, columns, checks);
				return [refused(item, externalId, [given.failure.message], given.failure)];
			}
			const { header, lines } = given.value;
			return [orderOf(item, columns.match(header), lines, checks, lineColumns)];
		}),
		orderNouns,
	);
	// The lines stand in a column of the item, usually under this name.
	return { ...gathered, unmatched: [...columns.unmatched].filter((name) => name !== 'items') };
}

/** Orders as the service takes them, any number from an item. */
export function* gatherJson(items: Items<unknown>): Steps<GatheredOrders> {
	const checks = orderChecks(items.zone, true);
	const entries = everyItem(items, (given, item) =>
		given.ok
			? ordersOf(item, given.value, checks)
			: [refused(item, undefined, [given.failure.message], given.failure)],
	);
	return { ...(yield* groupByExternalId(entries, orderNouns)), unmatched: [] };
}

function* everyItem<T>(items: Items<T>, read: (given: Result<T>, item: number) => Entry[]) {
	for (let item = 0; item < items.count; item += 1) yield* read(readItem(items, item), item);
}

const readItem = <T>({ at }: Items<T>, item: number): Result<T> => tryRead(() => succeed(at(item)));

/** The order of an item that cannot be read as a whole; undefined when that cannot be known either. */
function idOf(
	{ idAt = () => ({}) }: Items<unknown>,
	item: number,
	columns: ColumnMatcher,
	checks: OrderChecks,
): string | undefined {
	const row = tryRead(() => succeed(idAt(item)));
	if (!row.ok) return undefined;
	const { [EXTERNAL_ID]: id } = columns.match(row.value);
	return checks.header({ [EXTERNAL_ID]: id }).record[EXTERNAL_ID] as string | undefined;
}
