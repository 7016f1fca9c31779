import { badInput, type Failure } from '../shared/http';
import {
	columnMatcher,
	type ColumnMatcher,
	type ColumnPlan,
	type Conflict,
	tableProblem,
} from '../shared/schema/columnMatcher';
import { describeStray } from '../shared/schema/columnCandidates';
import { isFilled } from '../shared/schema/presence';
import { describeReadings, type ReadOptions } from '../shared/schema/recordCheck';
import type { Values } from '../shared/schema/values';

import { showSome } from '../shared/schema/limits';
import { allFields, EXTERNAL_ID, headerFields, lineFields, linesOfOrder } from './fields';
import type { Row } from './groupLines';
import { orderReaders, readOrderId, type Checked, type OrderReaders } from './readOrders';

/** Reads rows that each hold an order line. All rows are shown to it before the first one is read. */
export type LineReader = ReturnType<typeof lineReader>;

/** How rows are read. */
export interface LineOptions {
	readonly read: ReadOptions;
	/** User-defined column names → wire name of the field. */
	readonly columnNames?: ReadonlyMap<string, string>;
}

/**
 * Most tables fill their columns from the first rows on, so that all rows are observed once under the columns of the first
 * ones: both which columns there are, and how their values are written.
 *
 * @param expected the first rows, or the columns by all rows where these are known
 */
export function lineReader(
	expected: readonly Values[] | ColumnMatcher,
	{ read: options, columnNames }: LineOptions,
) {
	const isKnown = 'plan' in expected;
	const columns = isKnown ? expected : columnMatcher(allFields, columnNames, linesOfOrder);
	if (!isKnown) for (const row of expected) columns.observe(row);
	const used = choiceOf(columns.plan());
	const agreement = watchConflict(columns);
	const readers = orderReaders(options, headerFields.length);
	const isHeaderRepeated = watchHeader();
	let header: Checked | undefined;
	let hasStrays = false;
	return {
		/** The columns by the rows so far. */
		columns,
		/** Takes a row as evidence of its columns; gives what stands where it names its order. */
		observe(row: Values): unknown {
			const isStray = !columns.observe(row);
			hasStrays ||= isStray;
			if (isStray) return undefined;
			agreement.observe(row);
			const values = columns.matchFilled(row);
			if (!isHeaderRepeated(values)) readers.header.observe(values);
			readers.line.observe(values);
			return values[0];
		},
		/**
		 * Whether all rows lead to the columns under which they were observed. If not, all have to be observed again by a
		 * reader with `columns`.
		 */
		isSure: () => isKnown || choiceOf(columns.plan(true)) === used,
		/** Why nothing can be sent, whatever the single orders hold. */
		ambiguity: agreement.failure,
		/** The external ID of an order as it is sent; undefined when it cannot be read. */
		orderId: (cell: unknown) => readOrderId(readers, cell),
		read(row: Values): Row {
			if (hasStrays && describeStray(row) !== undefined) return STRAY;
			const values = columns.matchFilled(row);
			if (!isHeaderRepeated(values) || !header) header = readers.header.read(values);
			const line = readers.line.read(values);
			return { header, line, isSkipped: isSkipped(row, header, line) };
		},
		/** How the columns were read, as sentences. */
		notes: () => notesOf(readers),
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
const choiceOf = (plan: ColumnPlan) => JSON.stringify([[...plan.columns].sort(), unsureOf(plan)]);

/** The columns of which it is a guess which one names the order, or what else has an ID. */
const unsureOf = ({ conflicts }: ColumnPlan): readonly Conflict[] =>
	conflicts.filter(
		({ field, isCertain, isTied }) => isTied || (field.name === EXTERNAL_ID && !isCertain),
	);

/**
 * Watches whether two columns that could both be the ID of something say different things: the wrong one would make
 * other orders, or name other items, so none is taken.
 */
export function watchConflict(columns: ColumnMatcher) {
	let agreeing = unsureOf(columns.plan());
	const differing: Conflict[] = [];
	return {
		observe(row: Values) {
			if (agreeing.length === 0) return;
			for (const each of agreeing) if (!sayTheSame(row, each)) differing.push(each);
			agreeing = agreeing.filter((each) => !differing.includes(each));
		},
		failure: () => (differing.length > 0 ? ambiguous(differing) : undefined),
	};
}

/** Why nothing is sent when such columns differ. */
function ambiguous(conflicts: readonly Conflict[]): Failure {
	const each = conflicts.map(({ field, taken, ignored }) => {
		const names = [...taken, ...ignored].map((name) => `"${name}"`).join(' and ');
		return `${names} could both be the ${field.label}`;
	});
	return badInput(
		'fields',
		`The columns ${each.join(', ')}, and they differ`,
		'Name the right one under Column Names in the options, or map the columns by hand. Nothing was sent.',
	);
}

/** Whether such columns agree in a row. */
const sayTheSame = (row: Values, { taken, ignored }: Conflict) =>
	ignored.every((name) =>
		taken.some((other) => String(row[name] ?? '').trim() === String(row[other] ?? '').trim()),
	);

/** How the columns of orders and lines were read, as sentences. */
export const notesOf = ({ header, line }: OrderReaders) =>
	describeReadings([...header.readers, ...line.readers]);

/** What stands beside a sum, in the languages of the column names. */
const TOTALS =
	/^(?:(?:grand|sub) ?)?totals?:?$|^(?:gesamt|summe|gesamtsumme|zwischensumme|endsumme|somme|total général|sous-total|suma|total general|suma total):?$/i;

/** Whether a row of a sheet holds no order: all its cells are empty, or it names no item and one says that it is a sum. */
function isSkipped(row: Values, header: Checked, line: Checked): boolean {
	const { item_external_id: itemId, item_name: itemName } = line.record;
	if (itemId !== undefined || itemName !== undefined) return false;
	const cells = Object.values(row);
	if (cells.some((cell) => typeof cell === 'string' && TOTALS.test(cell.trim()))) return true;
	return header.record[EXTERNAL_ID] === undefined && !cells.some(isFilled);
}

/** Why nothing is sent of a table, said once for all rows: none of its columns names the order, or it is no table. */
export function tableRefusal(plan: ColumnPlan, found = ''): Failure | undefined {
	const problem = tableProblem(plan, ORDER_NUMBER);
	return problem && badInput('fields', `${problem.message}${found}`, problem.remedy);
}

/** As a person looks for it. */
const ORDER_NUMBER = {
	name: EXTERNAL_ID,
	label: 'Order External ID',
	called: 'order number (Order External ID)',
};

/**
 * Rows of which no column names an item are orders without lines. They are not sent where they were lines:
 * another column of a line holds values, or an order has several rows and they hold what no field takes.
 *
 * @param isRepeated whether an order has several rows
 * @returns why nothing is sent, or what to look at
 */
export function withoutItems(
	{ columns, filled, unknown, doubtful, lists }: ColumnPlan,
	isRepeated: boolean,
) {
	if (ITEM_NAMES.some((name) => columns.has(name))) return { notes: [] };
	if (lists.length > 0) {
		const refusal = badInput(
			'fields',
			`${showSome(lists)} holds the items of an order in one cell, and no other column names an item`,
			'Give each item a row of its own. If each cell names one item only, choose Item External ID for the column under Column Names in the options; for orders without lines, choose Leave Out. Nothing was sent.',
		);
		return { refusal, notes: [] };
	}
	const isLine =
		lineFields.some(({ name }) => filled.has(name)) ||
		ITEM_NAMES.some((name) => doubtful.has(name));
	if (!isLine && unknown.length === 0) return { notes: [] };
	if (!isLine && !isRepeated) return { notes: ['No column names an item: orders have no lines.'] };
	const refusal = badInput(
		'fields',
		`No column names the item of an order line${unknown.length > 0 ? `; not recognised: ${showSome(unknown, MAX_NAMED)}` : ''}`,
		'Map Item External ID or Item Name, or name the column for one of them under Column Names in the options. For orders without lines, remove the columns that are not recognised. Nothing was sent.',
	);
	return { refusal, notes: [] };
}

/** A line names its item by one of these. */
const ITEM_NAMES = ['item_external_id', 'item_name'];

const MAX_NAMED = 20;
