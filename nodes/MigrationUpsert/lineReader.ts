import { badInput, type Failure } from '../shared/http';
import { couldBe, describeColumns, tableProblem } from '../shared/schema/columns/messages';
import { columnMatcher, type ColumnMatcher } from '../shared/schema/columns/matcher';
import type { ColumnPlan } from '../shared/schema/columns/plan';
import { describeStray, isFilled, isTotals } from '../shared/schema/presence';
import { describeReadings, type ReadOptions } from '../shared/schema/recordCheck';
import type { Field } from '../shared/schema/types';
import type { Values } from '../shared/schema/values';

import { show, showSome } from '../shared/schema/limits';
import { allFields, EXTERNAL_ID, headerFields, lineFields, linesOfOrder } from './fields';
import { holdsSomething, type Row } from './groupLines';
import { linesElsewhereOption } from './parameters';
import { orderReaders, readOrderId, type Checked, type OrderReaders } from './readOrders';

/** Reads rows that each hold an order line. All rows are shown to it before the first one is read. */
export type LineReader = ReturnType<typeof lineReader>;

/** What was decided for all orders of a table. */
export interface Decisions {
	/** Columns that held values but match no field. */
	readonly unmatched: readonly string[];
	/** Which columns go where, as far as that is not plain. */
	readonly mapping: readonly string[];
	/** What else is not plain, as sentences. */
	readonly notes: readonly string[];
	/** Why nothing can be sent, whatever the single orders hold. */
	readonly refusal?: Failure;
}

/** How rows are read. */
export interface LineOptions {
	readonly read: ReadOptions;
	/** User-defined column names → wire name of the field. */
	readonly columnNames?: ReadonlyMap<string, string>;
	/** Orders without lines are meant so. */
	readonly linesElsewhere?: boolean;
}

/**
 * Most tables fill their columns from the first rows on, so that all rows are observed once under the columns of the first
 * ones: both which columns there are, and how their values are written.
 *
 * @param expected the first rows, or the columns by all rows where these are known
 */
export function lineReader(expected: readonly Values[] | ColumnMatcher, options: LineOptions) {
	const { read: readingOptions, columnNames, linesElsewhere } = options;
	const isKnown = 'plan' in expected;
	const columns = isKnown ? expected : columnMatcher(allFields, columnNames, linesOfOrder);
	if (!isKnown) for (const row of expected) columns.observe(row);
	const used = choiceOf(columns.plan());
	const readers = orderReaders(readingOptions, headerFields.length);
	const isHeaderRepeated = watchHeader();
	const below = watchBelow();
	let header: Checked | undefined;
	let hasStrays = false;
	return {
		/** Takes a row as evidence of its columns; gives what stands where it names its order. */
		observe(row: Values, at: number): unknown {
			const isStray = !columns.observe(row);
			hasStrays ||= isStray;
			if (isStray) return undefined;
			const values = columns.matchFilled(row);
			if (!isHeaderRepeated(values)) readers.header.observe(values);
			readers.line.observe(values);
			below.observe(row, at, values);
			return values[0];
		},
		/** Where all rows lead to other columns than those under which they were observed: the reader that is to observe all again. */
		again: () =>
			isKnown || choiceOf(columns.plan(true)) === used ? undefined : lineReader(columns, options),
		/** The external ID of an order as it is sent; undefined when it cannot be read. */
		orderId: (cell: unknown) => readOrderId(readers, cell),
		/** A row of which nothing else can be read. */
		readId(cell: unknown): Row {
			const externalId = readOrderId(readers, cell);
			const record = externalId === undefined ? {} : { [EXTERNAL_ID]: externalId };
			return { header: { record, problems: [] }, line: NOTHING };
		},
		read(row: Values, at: number): Row {
			if (hasStrays && describeStray(row) !== undefined) return STRAY;
			const values = columns.matchFilled(row);
			if (below.has(row, at, values)) return STRAY;
			if (!isHeaderRepeated(values) || !header) header = readers.header.read(values);
			const line = readers.line.read(values);
			const hasQuantities = !linesElsewhere && columns.plan().filled.has('quantity');
			const problems = problemsOf(line, hasQuantities);
			return { header, line: { ...line, problems }, isSkipped: isSkipped(row, header, line) };
		},
		/** What was decided for all rows. */
		decisions(): Decisions & { readonly columns: ColumnPlan['columns'] } {
			const plan = columns.plan();
			const lineless = withoutLines(plan, linesElsewhere);
			const { mapping, doubts } = describeColumns(plan.unknown, plan);
			return {
				columns: plan.columns,
				unmatched: plan.unknown,
				mapping,
				notes: [...doubts, ...lineless.notes, ...below.notes(), ...notesOf(readers)],
				refusal: tableRefusal(plan, headerFields.slice(0, 1)) ?? lineless.refusal,
			};
		},
	};
}

/** What people and programs write below a table: a text for an order number, alone, below the last row that has an item. */
function watchBelow() {
	let last = Infinity;
	let texts: unknown[] = [];
	const textIn = (row: Values, [orderNumber]: readonly unknown[]) =>
		Object.values(row).filter(isFilled).length === 1 ? orderNumber : undefined;
	return {
		observe(row: Values, at: number, values: readonly unknown[]) {
			if (ITEM_PLACES.some((place) => isFilled(values[place]))) {
				last = at;
				texts = [];
			} else if (texts.length < MAX_NAMED) texts.push(textIn(row, values));
		},
		has: (row: Values, at: number, values: readonly unknown[]) =>
			at > last && textIn(row, values) !== undefined,
		notes() {
			const shown = last === Infinity ? [] : texts.filter(isFilled).map(String);
			return shown.length === 0
				? []
				: [`Left out below the last row with an item: ${showSome(shown, MAX_NAMED)}.`];
		},
	};
}

const NOTHING: Checked = { record: {}, problems: [] };
/** A row that holds no record. */
const STRAY: Row = { header: NOTHING, line: NOTHING, isSkipped: true };

/** Whether the header stands there as in the row before: rows of one order mostly repeat it. */
function watchHeader() {
	let last: readonly unknown[] = headerFields.map(() => undefined);
	return (values: readonly unknown[]) => {
		const isSame = last.every((value, at) => value === values[at]);
		if (!isSame) last = values.slice(0, last.length);
		return isSame;
	};
}

/** What a plan decides of how rows are read, as a text. */
const choiceOf = ({ columns, ties }: ColumnPlan) => JSON.stringify([[...columns].sort(), ties]);

/** How the columns of orders and lines were read, as sentences. */
export const notesOf = ({ header, line }: OrderReaders) =>
	describeReadings([...header.readers, ...line.readers]);

/** Whether a row of a sheet holds no order: all its cells are empty, or it names no item and one says that it is a sum. */
function isSkipped(row: Values, header: Checked, line: Checked): boolean {
	const { item_external_id: itemId, item_name: itemName } = line.record;
	if (itemId !== undefined || itemName !== undefined) return false;
	const cells = Object.values(row);
	const id = header.record[EXTERNAL_ID];
	// Where an order is numbered and nothing is counted, a customer or a memo may be called so.
	const isHead = id !== undefined && !isTotals(id) && !holdsSomething(line);
	if (!isHead && cells.some(isTotals)) return true;
	return id === undefined && !cells.some(isFilled);
}

/**
 * A subtotal among the lines, as QuickBooks has items called so, is refused with its order, as it may be an item all the same;
 * and so is what is not counted where others are: QuickBooks has rows of shipping.
 */
function problemsOf({ record, problems }: Checked, hasQuantities: boolean): Checked['problems'] {
	const { item_external_id: itemId, item_name: name, quantity } = record;
	if (itemId === undefined && isTotals(name)) {
		const problem = `Item Name is ${show(name)}, as sums are called. Remove the row, or give it an Item External ID.`;
		return [...problems, problem];
	}
	// What cannot be read is a problem already.
	const isCounted = !hasQuantities || quantity !== undefined || problems.length > 0;
	if (isCounted || (itemId ?? name) === undefined) return problems;
	const problem = `Quantity is empty, and other rows have one. Remove the row if ${show(itemId ?? name)} is no item, as shipping is none; otherwise fill it in, or turn on ${linesElsewhereOption.displayName} in the options.`;
	return [...problems, problem];
}

/** Why nothing is sent of a table, said once for all rows: none of its columns names what has to be there, or it is no table. */
export function tableRefusal(plan: ColumnPlan, needed: readonly Field[] = []): Failure | undefined {
	const problem = tableProblem(plan, needed);
	return problem && badInput('fields', problem.message, problem.remedy);
}

/**
 * Rows of which no column with values names an item are orders without lines, and a line is hardly ever without a quantity.
 * They are sent only where somebody has said that it stands elsewhere, and no other column of a line holds values.
 *
 * @returns why nothing is sent, or what to look at first
 */
function withoutLines(
	{ columns, filled, unknown }: ColumnPlan,
	linesElsewhere = false,
): Pick<Decisions, 'notes' | 'refusal'> {
	const refuse = (message: string, remedy: string) => ({
		refusal: badInput('fields', message, `${remedy} Nothing was sent.`),
		notes: [],
	});
	const turnOn = `turn on ${linesElsewhereOption.displayName} in the options.`;
	if (columns.size === 0) return { notes: [] };
	if (ITEM_NAMES.some((name) => filled.has(name))) {
		const missing = unknown.length === 0 ? [] : AMOUNTS.filter(({ name }) => !filled.has(name));
		if (linesElsewhere || !missing.some(({ name }) => name === 'quantity'))
			return { notes: missing.map(({ label }) => withoutAmount(label, unknown)) };
		return refuse(
			`No column is the Quantity of an order line${couldBe(unknown)}`,
			`Choose Quantity for the column that holds it, under Column Names in Reading Values. For lines without a quantity, ${turnOn}`,
		);
	}
	const isLine = lineFields.some(({ name }) => filled.has(name));
	if (linesElsewhere && !isLine)
		return { notes: ['No column names an item: orders have no lines.'] };
	return refuse(
		`No column names the item of an order line${unknown.length > 0 ? `; not recognised: ${showSome(unknown, MAX_NAMED)}` : ''}`,
		`Map Item External ID or Item Name, or name the column for one of them under Column Names in Reading Values. If a cell holds several items, give each a row of its own. For orders without lines, ${turnOn}`,
	);
}

const withoutAmount = (label: string, unknown: readonly string[]) =>
	`No column is the ${label}, so lines go out without it. If ${showSome(unknown, MAX_NAMED)} holds it, choose ${label} for it under Column Names in Reading Values.`;

/** What a line is hardly ever without. */
const AMOUNTS = lineFields.filter(({ name }) => name === 'quantity' || name === 'unit_price');

/** A line names its item by one of these. */
const ITEM_NAMES = ['item_external_id', 'item_name'];

const MAX_NAMED = 20;

const placeOf = (name: string) => allFields.findIndex((field) => field.name === name);
const ITEM_PLACES = ITEM_NAMES.map(placeOf);
