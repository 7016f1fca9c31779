import { gatherShares, type Entry, type Gathered } from '../shared/run';
import { orderChecks } from './checkFields';
import { headerFields, lineFields } from './fields';
import { groupLines } from './groupLines';
import { columnMatcher } from './matchColumns';
import { orderOf, ordersOf } from './readOrders';

export const orderWords = { one: 'order', many: 'orders' };

export interface GatheredOrders extends Gathered {
	/** Columns that held something and that no field takes. */
	readonly leftOver: readonly string[];
}

/** The input items as a mode needs them. */
export interface Items<T> {
	readonly count: number;
	readonly at: (item: number) => T;
	/** The workflow's time zone. */
	readonly zone: string;
}

type Row = Readonly<Record<string, unknown>>;

/** One item per order line. */
export function gatherLines({ count, at, zone }: Items<Row>): GatheredOrders {
	const checks = orderChecks(zone);
	const columns = columnMatcher([...headerFields, ...lineFields]);
	const gathered = groupLines(count, (item) => {
		const values = columns.match(at(item));
		return { header: checks.header(values), line: checks.line(values) };
	});
	return { ...gathered, leftOver: [...columns.leftOver] };
}

/** One item per order, with its lines beside it. */
export function gatherWholeOrders(items: Items<{ header: Row; lines: unknown }>): GatheredOrders {
	const checks = orderChecks(items.zone);
	const columns = columnMatcher(headerFields);
	const lineColumns = columnMatcher(lineFields);
	const gathered = gatherShares(
		everyItem(items, ({ header, lines }, item) => [
			orderOf(item, columns.match(header), lines, checks, lineColumns.match),
		]),
		orderWords,
	);
	const leftOver = [
		// The lines stand in a column of the item, usually under this name.
		...[...columns.leftOver].filter((name) => name !== 'items'),
		...[...lineColumns.leftOver].map((name) => `items.${name}`),
	];
	return { ...gathered, leftOver };
}

/** Orders as the service takes them, any number from an item. */
export function gatherJson(items: Items<unknown>): GatheredOrders {
	const checks = orderChecks(items.zone, true);
	const entries = everyItem(items, (given, item) => ordersOf(item, given, checks));
	return { ...gatherShares(entries, orderWords), leftOver: [] };
}

function* everyItem<T>({ count, at }: Items<T>, read: (given: T, item: number) => Entry[]) {
	for (let item = 0; item < count; item += 1) yield* read(at(item), item);
}
