import type { IExecuteFunctions } from 'n8n-workflow';

import {
	groupByExternalId,
	nameItems,
	type Entry,
	type Gathered,
	type Steps,
	noteFields,
	publishHints,
	booleanOf,
	choiceOf,
	inOptions,
	itemReader,
	numberOf,
	readDryRun,
	readShared,
	readValueOptions,
	rememberItems,
	valueOf,
} from '../shared/execution';
import { settleNow } from '../shared/http';
import { columnMatcher, describeColumns } from '../shared/schema/columns/matcher';

import { nameReader } from '../shared/schema/columns/names';
import type { Values } from '../shared/schema/values';
import { EXTERNAL_ID, headerFields, nestedLineFields, allFields } from './fields';
import { inSteps, openOrders } from './groupLines';
import { lineReader, notesOf, tableRefusal, type Decisions, type LineOptions } from './lineReader';
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
import type { Encoding } from '../shared/file/layout';
import {
	type InputMode,
	batchSizeParameter,
	dryRunParameter,
	LINES_OF_ITEM,
	createMissingItemsParameter,
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
		batchSize: numberOf(batchSizeParameter),
		createMissingItems: booleanOf(createMissingItemsParameter),
		mode: choiceOf<InputMode>(inputModeParameter),
		...inOptions({
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
	const { isDry: dryRun, held } = await readDryRun(context, dryRunParameter);
	publishHints(context, ...held);
	/** How values and columns are read. */
	const values = await readValueOptions(context, allFields);
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
			const { read: at } = rememberItems((item) => ({ header: header(item), lines: lines(item) }));
			return gatherWholeOrders({ ...table, at, idAt });
		}
		case 'json':
			return gatherJson({ ...table, at: rememberItems(parameter('orders')).read });
	}
}

/** What the reading of the input depends on. */
type InputSettings = Pick<Settings, 'values' | 'fillDown' | 'linesElsewhere'> & {
	readonly mode: Exclude<Settings['mode'], 'file'>;
};

const FIELDS = { displayName: 'Fields', name: 'fields', default: {} };

/** The object that columns are mapped to. */
const MIGRATED = { name: 'order', identifiers: { envelope: 'order_id' }, fields: allFields };

/** What an item gives: its columns as they are, or the values mapped by hand. */
function rowReader(context: IExecuteFunctions, columnNames: ReadonlyMap<string, string>) {
	const items = context.getInputData();
	const columnsOf = chainedColumns(context, MIGRATED, columnNames, (columns) =>
		publishHints(context, `Columns of nodes of this package were ignored: ${columns.join(', ')}.`),
	);
	const columns = (item: number): Values => columnsOf(items[item].json);
	type Mapper = { mappingMode?: string; value?: Values | null };
	const written = context.getNodeParameter(
		'fields',
		0,
		{},
		{ rawExpressions: true },
	) as Mapper | null;
	if (written?.mappingMode !== 'defineBelow')
		return { at: columns, idAt: columns, isByHand: false };
	const read = itemReader(context, { mapper: valueOf<Mapper>(FIELDS) });
	return {
		isByHand: true,
		at: rememberItems((item): Values => read(item).mapper.value ?? {}).read,
		idAt: (item: number): Values => ({
			[EXTERNAL_ID]: context.getNodeParameter(`fields.value.${EXTERNAL_ID}`, item, ''),
		}),
	};
}

export const orderNouns = { singular: 'order', plural: 'orders' };

/** Orders, and what was decided for all of them. */
export interface GatheredOrders extends Gathered, Decisions {}

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
	const first: Values[] = [];
	yield* eachReadable({ ...items, count: Math.min(items.count, FIRST_ROWS) }, (row) => {
		first.push(row);
	});
	let lines = lineReader(first, items);
	yield* eachReadable(items, lines.observe);
	const again = lines.again();
	if (again) {
		lines = again;
		yield* eachReadable(items, lines.observe);
	}
	const orders = openOrders(items.fillDown);
	yield* inSteps(items.count, (item) => {
		const given = settleNow(() => items.at(item));
		if (given.ok) orders.add(item, lines.read(given.value, item));
		else orders.add(item, { ...lines.readId(orderCell(items, item)), failure: given.failure });
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

/** What orders say beside their lines, with that of the objects in them which a field takes. */
function headersOf({ columnNames }: LineOptions) {
	const fieldsOf = nameReader(headerFields, columnNames);
	const known = new Map<string, boolean>();
	const isKnown = (column: string) => {
		if (!known.has(column)) known.set(column, fieldsOf(column).claims.length > 0);
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
	const partsOf = (given: T) => {
		const orders = ordersIn(given);
		if (typeof orders === 'string') return orders;
		return orders.map((order) => ({ ...order, header: headerIn(order.header) }));
	};
	const eachOrder = (show: (order: Values, lines: readonly Values[]) => void) =>
		eachReadable(items, (given) => {
			const parts = partsOf(given);
			if (typeof parts === 'string') return;
			for (const part of parts) show(part.header, readLines(part.lines) ?? []);
		});
	yield* eachOrder((order, lines) => {
		header.observe(order);
		for (const each of lines) line.observe(each);
	});
	yield* eachOrder((order, lines) => {
		readers.header.observe(header.matchFilled(order));
		for (const each of lines) {
			readers.line.observe(line.matchFilled(each));
		}
	});
	function* entries(): Generator<Entry> {
		for (let item = 0; item < items.count; item += 1) {
			const given = settleNow(() => items.at(item));
			const parts = given.ok ? partsOf(given.value) : given.failure.message;
			if (typeof parts !== 'string') {
				for (const part of parts) yield readOrder(item, part, readers, { header, line }, isOwn);
			} else if (given.ok) yield refused(item, undefined, [parts]);
			else {
				const externalId = readOrderId(readers, orderCell(items, item));
				yield refused(item, externalId, [parts], given.failure);
			}
		}
	}
	const gathered = yield* groupByExternalId(entries(), orderNouns);
	const unmatched = [
		...header.plan().unknown.filter((name) => name !== 'items'),
		...line.plan().unknown.map((name) => `items › ${name}`),
	];
	const notes = [...describeColumns(header.plan(), line.plan()), ...notesOf(readers)];
	return {
		...gathered,
		unmatched,
		notes,
		refusal: tableRefusal(header.plan()) ?? tableRefusal(line.plan()),
	};
}

const describeSkipped = (items: readonly number[]) =>
	`Skipped ${items.length === 1 ? 'a row that holds' : `${items.length} rows that hold`} no order: empty, with totals or the names of the columns (${nameItems(items)}).`;

/** Shows what every item gives that can be read. */
function eachReadable<T>(items: Items<T>, show: (given: T, item: number) => void): Steps<void> {
	return inSteps(items.count, (item) => {
		const given = settleNow(() => items.at(item));
		if (given.ok) show(given.value, item);
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
	{ notes, unmatched }: Pick<GatheredOrders, 'notes' | 'unmatched'>,
) {
	publishHints(context, ...notes);
	if (unmatched.length === 0) return;
	const names = unmatched.map((name) => `"${name}"`).join(', ');
	publishHints(context, `Columns not recognised and ignored: ${names}.`);
	noteFields(context, [...headerFields, { name: 'items', rows: nestedLineFields }]);
}
