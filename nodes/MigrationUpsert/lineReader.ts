import { badInput, type Failure } from '../shared/http';
import { isFilled, type ColumnMatcher, type ColumnPlan } from '../shared/schema/columnMatcher';
import { describeReadings } from '../shared/schema/reading/fieldReader';
import type { ReadOptions } from '../shared/schema/reading/options';
import { show } from '../shared/schema/limits';
import { orderChecks, type Checked, type OrderChecks } from './checkFields';
import { EXTERNAL_ID, lineFields } from './fields';
import type { Row } from './groupLines';

type Values = Readonly<Record<string, unknown>>;

/** Reads rows that each hold an order line. All rows are shown to it before the first one is read. */
export interface LineReader {
	/** Which column holds what. */
	plan(): ColumnPlan;
	/** Takes the values of a row as evidence of how its columns are written; gives what stands where it names its order. */
	observe(row: Values): unknown;
	/** The external ID of an order as it is sent; undefined when it cannot be read. */
	orderId(cell: unknown): string | undefined;
	read(row: Values): Row;
	/** How the columns were read, as sentences. */
	notes(): string[];
}

/** @param columns that have observed all rows */
export function lineReader(columns: ColumnMatcher, options: ReadOptions): LineReader {
	const checks = orderChecks(options);
	/** The values of the row at hand, which is written over. */
	const values: Record<string, unknown> = {};
	return {
		plan: columns.plan,
		observe(row) {
			columns.matchFilled(row, values);
			checks.header.observe(values);
			checks.line.observe(values);
			return values[EXTERNAL_ID];
		},
		orderId: (cell) => readOrderId(checks, cell),
		read(row) {
			columns.matchFilled(row, values);
			const header = checks.header.check(values);
			const line = checks.line.check(values);
			return { header, line, isSkipped: isSkipped(row, header, line) };
		},
		notes: () => notesOf(checks),
	};
}

/** The ID of an order as it is sent; undefined when it cannot be read. */
export const readOrderId = ({ header }: OrderChecks, id: unknown) =>
	header.check({ [EXTERNAL_ID]: id }).record[EXTERNAL_ID] as string | undefined;

/** How the columns of orders and lines were read, as sentences. */
export const notesOf = ({ header, line }: OrderChecks) =>
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

/** The lines of orders, where no column names their items: why nothing is sent, or what to look at. */
export interface NoItems {
	readonly refusal?: Failure;
	readonly notes: readonly string[];
}

/**
 * Rows of which no column names an item are orders without lines. They are not sent where they were lines:
 * another column of a line holds values, or an order has several rows and they hold what no field takes.
 *
 * @param isRepeated whether an order has several rows
 */
export function withoutItems(
	{ columns, filled, unknown }: ColumnPlan,
	isRepeated: boolean,
): NoItems {
	if (ITEM_NAMES.some((name) => columns.has(name))) return { notes: [] };
	const isLine = lineFields.some(({ name }) => filled.has(name));
	if (!isLine && unknown.length === 0) return { notes: [] };
	if (!isLine && !isRepeated) return { notes: ['No column names an item: orders have no lines.'] };
	const candidates = unknown.slice(0, MAX_NAMED).map((name) => show(name));
	const refusal = badInput(
		'fields',
		`No column names the item of an order line${candidates.length > 0 ? `; not recognised: ${candidates.join(', ')}` : ''}`,
		'Map Item External ID or Item Name, or name the column for one of them under Column Names in the options. For orders without lines, remove the columns that are not recognised. Nothing was sent.',
	);
	return { refusal, notes: [] };
}

/** A line names its item by one of these. */
const ITEM_NAMES = ['item_external_id', 'item_name'];

const MAX_NAMED = 20;
