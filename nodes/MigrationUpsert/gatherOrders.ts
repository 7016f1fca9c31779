import type { IExecuteFunctions } from 'n8n-workflow';

import {
	groupByExternalId,
	eachInSteps,
	nameItems,
	type Entry,
	type Gathered,
	type Steps,
	noteFields,
	publishLines,
	booleanOf,
	choiceOf,
	inOptions,
	numberOf,
	readDryRun,
	readShared,
	readValueOptions,
} from '../shared/execution';
import { unknownColumnsOption } from '../shared/description';
import { settleNow } from '../shared/http';
import { describeColumns } from '../shared/schema/columns/messages';
import { columnMatcher } from '../shared/schema/columns/matcher';

import { nameReader } from '../shared/schema/columns/names';
import type { Values } from '../shared/schema/values';
import { EXTERNAL_ID, headerFields, nestedLineFields, allFields } from './fields';
import { openOrders } from './groupLines';
import {
	lineReader,
	notesOf,
	tableRefusal,
	type Decisions,
	type LineOptions,
	type LineReader,
} from './lineReader';
import {
	givenOrders,
	headerOf,
	linesIn,
	orderReaders,
	readLines,
	readOrder,
	readOrderId,
	refused,
	type GivenOrder,
} from './readOrders';
import { chainedColumns } from '../shared/resource/actions/input/chained';
import { mappedReader } from '../shared/resource/actions/input/itemInput';
import type { Encoding } from '../shared/file/layout';
import { batchSizeOption } from '../shared/resource/description/options';
import {
	type InputMode,
	dryRunParameter,
	LINES_OF_ITEM,
	createMissingItemsOption,
	fillDownOption,
	linesElsewhereOption,
	inputModeParameter,
	startAtRowOption,
	encodingOption,
} from './parameters';

/** Settings that apply to all items of an upsert. */
export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** Reads the settings that apply to all items; nothing may be sent when it fails. */
export async function readSettings(context: IExecuteFunctions) {
	const settings = await readShared(context, {
		mode: choiceOf<InputMode>(inputModeParameter),
		...inOptions({
			batchSize: numberOf(batchSizeOption),
			createMissingItems: booleanOf(createMissingItemsOption),
			/** A row without an order number is a line of the order before it. */
			fillDown: booleanOf(fillDownOption),
			/** Orders without lines are meant so. */
			linesElsewhere: booleanOf(linesElsewhereOption),
			/** Orders of a file that stand above this row are left out. */
			startAtRow: numberOf(startAtRowOption),
			/** Of files. */
			encoding: choiceOf<Encoding | 'auto'>(encodingOption),
		}),
	});
	const dryRun = await readDryRun(context, dryRunParameter);
	/** How values and columns are read. */
	const values = await readValueOptions(context, allFields, unknownColumnsOption);
	return { ...settings, dryRun, values };
}

/** Reads all input items as orders, each mode in its way; sends nothing. */
export function readInput(
	context: IExecuteFunctions,
	{ mode, values, fillDown, linesElsewhere }: InputSettings,
): Steps<GatheredOrders> {
	const count = context.getInputData().length;
	const { read, columnNames } = values;
	const table = { count, read, columnNames };
	const parameter = (name: string) => (item: number) => context.getNodeParameter(name, item, '');
	switch (mode) {
		case 'line': {
			const rows = rowReader(context, columnNames);
			return gatherLines({
				...table,
				...rows,
				fillDown,
				linesElsewhere: linesElsewhere || rows.isByHand,
			});
		}
		case 'order': {
			const { at: header, idAt } = rowReader(context, columnNames);
			const given = parameter('items');
			const written = context.getNodeParameter('items', 0, '', { rawExpressions: true });
			// A parameter that was cleared says that orders have no lines; an expression without a value does not.
			const inItem = (item: number) =>
				written === LINES_OF_ITEM ? linesIn(context.getInputData()[item].json) : undefined;
			const lines = (item: number) => {
				const value = written === '' ? null : given(item);
				return value === undefined ? inItem(item) : value;
			};
			const at = (item: number) => ({ header: header(item), lines: lines(item) });
			return gatherWholeOrders({ ...table, at, idAt });
		}
		case 'json':
			return gatherJson({ ...table, at: parameter('orders') });
	}
}

/** What the reading of the input depends on. */
type InputSettings = Pick<Settings, 'values' | 'fillDown' | 'linesElsewhere'> & {
	readonly mode: Exclude<Settings['mode'], 'file'>;
};

/** The object that columns are mapped to. */
const MIGRATED = { name: 'order', identifiers: { envelope: 'order_id' }, fields: allFields };

/** What an item gives: its columns as they are, or the values mapped by hand. */
function rowReader(context: IExecuteFunctions, columnNames: ReadonlyMap<string, string>) {
	const items = context.getInputData();
	const columnsOf = chainedColumns(context, MIGRATED, columnNames, (columns) =>
		publishLines(context, { notes: [`${columns.join(', ')} of earlier nodes → ignored.`] }),
	);
	const columns = (item: number): Values => columnsOf(items[item].json);
	const mapped = mappedReader(context);
	const first = settleNow(() => mapped.read(0));
	const isByHand = !first.ok || first.value !== undefined;
	const idAt = (item: number): Values => ({
		[EXTERNAL_ID]: context.getNodeParameter(`fields.value.${EXTERNAL_ID}`, item, ''),
	});
	return {
		isByHand,
		at: (item: number): Values => mapped.take(item) ?? columns(item),
		idAt: isByHand ? idAt : columns,
	};
}

export const orderNouns = { singular: 'order', plural: 'orders' };

/** Orders, and what was decided for all of them. */
export interface GatheredOrders extends Gathered, Decisions {}

/** The input items as a mode needs them. */
export interface Items<T> extends LineOptions {
	readonly count: number;
	/** What an item gives; asked once. Throws what n8n throws when an expression cannot be resolved. */
	readonly at: (item: number) => T;
	/** The columns that name its order, for an item of which something else cannot be read. */
	readonly idAt?: (item: number) => Values;
	/** Rows without an order number belong to the order before them. */
	readonly fillDown?: boolean;
}

/** One item per order line. */
export function* gatherLines(items: Items<Values>): Steps<GatheredOrders> {
	const rows = yield* eachInSteps(Array(items.count).keys(), (item) =>
		settleNow(() => items.at(item)),
	);
	const observe = (lines: LineReader) =>
		eachInSteps(rows, (row, item) => row.ok && lines.observe(row.value, item));
	const first = rows.slice(0, FIRST_ROWS).flatMap((row) => (row.ok ? [row.value] : []));
	let lines = lineReader(first, items);
	yield* observe(lines);
	const again = lines.again();
	if (again) yield* observe((lines = again));
	const orders = openOrders(items.fillDown);
	yield* eachInSteps(rows, (row, item) => {
		if (row.ok) orders.add(item, lines.read(row.value, item));
		else orders.add(item, { ...lines.readId(orderCell(items, item)), failure: row.failure });
	});
	const { skipped, ...gathered } = yield* orders.take('all');
	const decided = lines.decisions();
	const notes = [...decided.notes, ...(skipped.length > 0 ? [describeSkipped(skipped)] : [])];
	return { ...gathered, ...decided, notes };
}

/** Rows by which columns are found at first. */
const FIRST_ROWS = 100;

/** One item per order, with its lines beside it. */
export const gatherWholeOrders = (items: Items<GivenOrder>): Steps<GatheredOrders> =>
	gatherObjects(items, (order) => [order], false);

/** Orders as the service or a shop has them, any number from an item. */
export const gatherJson = (items: Items<unknown>): Steps<GatheredOrders> =>
	gatherObjects(items, givenOrders, true);

/** Finds what orders say beside their lines, with that of the objects in them which a field takes. */
function headersOf({ columnNames }: LineOptions) {
	const readName = nameReader(headerFields, columnNames);
	const known = new Map<string, boolean>();
	const isKnown = (column: string) => {
		if (!known.has(column)) known.set(column, readName(column).length > 0);
		return known.get(column) === true;
	};
	return (order: Values) => headerOf(order, isKnown);
}

/**
 * Orders that are objects.
 *
 * @param ordersIn the orders that an item gives; for what is none, what is wrong
 * @param isOwn they have the keys of the service or those of a shop
 */
function* gatherObjects<T>(
	items: Items<T>,
	ordersIn: (given: T) => readonly GivenOrder[] | string,
	isOwn: boolean,
): Steps<GatheredOrders> {
	const readers = orderReaders(items.read);
	const header = columnMatcher(headerFields, items.columnNames);
	const line = columnMatcher(nestedLineFields, items.columnNames);
	const headerIn = headersOf(items);
	const given = yield* eachInSteps(Array(items.count).keys(), (item) => {
		const found = settleNow(() => ordersIn(items.at(item)));
		if (!found.ok) return { item, problem: found.failure.message, failure: found.failure };
		if (typeof found.value === 'string') return { item, problem: found.value };
		const orders = found.value.map((order) => ({ ...order, header: headerIn(order.header) }));
		return { item, orders };
	});
	const orders = given.flatMap(({ orders: some = [] }) => some);
	yield* eachInSteps(orders, (order) => {
		header.observe(order.header);
		for (const each of readLines(order.lines) ?? []) line.observe(each);
	});
	yield* eachInSteps(orders, (order) => {
		readers.header.observe(header.matchFilled(order.header));
		for (const each of readLines(order.lines) ?? []) readers.line.observe(line.matchFilled(each));
	});
	function* entries(): Generator<Entry> {
		for (const { item, orders: some = [], problem, failure } of given) {
			for (const order of some) yield readOrder(item, order, readers, { header, line }, isOwn);
			const id = failure && readOrderId(readers, orderCell(items, item));
			if (problem !== undefined) yield refused(item, id, [problem], failure);
		}
	}
	const gathered = yield* groupByExternalId(entries(), orderNouns);
	const plans = [header.plan(), line.plan()];
	const unmatched = [
		...plans[0].unknown.filter((name) => name !== 'items'),
		...plans[1].unknown.map((name) => `items › ${name}`),
	];
	const { mapping, doubts } = describeColumns(unmatched, ...plans);
	return {
		...gathered,
		unmatched,
		mapping,
		notes: [...doubts, ...notesOf(readers)],
		refusal: tableRefusal(plans[0]) ?? tableRefusal(plans[1]),
	};
}

const describeSkipped = (items: readonly number[]) =>
	`Skipped ${items.length === 1 ? 'a row that holds' : `${items.length} rows that hold`} no order: empty, with totals or the names of the columns (${nameItems(items)}).`;

/** What names the order of an item that cannot be read as a whole; undefined when that cannot be known either. */
function orderCell({ idAt = () => ({}) }: Items<unknown>, item: number): unknown {
	const row = settleNow(() => idAt(item));
	return row.ok ? row.value[EXTERNAL_ID] : undefined;
}

/** Shows how the input was read: what was decided for all rows. */
export function publishFindings(
	context: IExecuteFunctions,
	{ mapping, notes, unmatched }: Pick<GatheredOrders, 'mapping' | 'notes' | 'unmatched'>,
) {
	publishLines(context, { columns: mapping, notes });
	if (unmatched.length > 0)
		noteFields(context, [...headerFields, { name: 'items', rows: nestedLineFields }]);
}
