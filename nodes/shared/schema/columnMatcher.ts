import {
	candidatesOf,
	describeStray,
	exactFirst,
	isRejectionColumn,
	isNamed,
	namesOf,
	twoWords,
	type Column,
	type NamedField,
} from './columnCandidates';
import { decide, quoted, type ColumnPlan, type Conflict, type Grouped } from './columnPlan';
import { SAMPLE_ROWS, type Row } from './columnValues';
import { isFilled } from './presence';

/** Finds the columns of a table that hold fields: once for all rows. */
export type ColumnMatcher = ReturnType<typeof columnMatcher>;

/**
 * Matches columns by wire name, by the name in the editor, or by another usual name; upper case,
 * spaces, `_`, `-`, accents and other signs do not matter. A column that the user named holds that field
 * and no other, and nothing else holds the field. Where several columns with values could be one field, the
 * one with the better name is taken, the same for all rows, unless another one is clearly fuller; columns that no row
 * fills with different values, as rows from several sources have them, count as one.
 *
 * Names decide. Of values it asks how full, how distinct and how constant a column is, and what the type of a field forbids.
 *
 * @param named user-defined column names → wire name of the field; LEFT_OUT for columns that are not read
 * @param grouped where several rows are about one thing
 */
export function columnMatcher(
	fields: readonly NamedField[],
	named: ReadonlyMap<string, string> = new Map(),
	grouped?: Grouped,
) {
	const candidates = namesOf(fields, named);
	const seen = new Map<string, Column>();
	const order: Column[] = [];
	let sample: Row[] = [];
	let decided: ColumnPlan | undefined;
	let entries: ReadonlyArray<{ place: number; columns: readonly Column[]; between?: string }> = [];
	/** The row at hand, and its values in the order of the fields. */
	let shown: Row | undefined;
	const values = fields.map((): unknown => undefined);

	const plan = (isAnew = false): ColumnPlan => {
		if (!decided || isAnew) {
			const columns = order.map((column) => ({ ...column }));
			const { joined } = (decided = decide(fields, columns, named, sample, grouped));
			entries = [...decided.columns].map(([field, keys]) => ({
				place: fields.findIndex(({ name }) => name === field),
				columns: keys.map((key) => seen.get(key) as Column),
				between: joined.get(field),
			}));
			shown = undefined;
			values.fill(undefined);
			sample = [];
		}
		return decided;
	};
	const add = (key: string): Column | undefined => {
		const owners = candidatesOf(candidates, key).map(exactFirst(key));
		if (isRejectionColumn(key) && !owners.some(isNamed)) return undefined;
		const column: Column = {
			key,
			words: twoWords(candidates, key),
			candidates: owners,
			rivals: new Set(),
			filled: 0,
			isContested: false,
			value: undefined,
		};
		seen.set(key, column);
		order.push(column);
		for (const { columns } of owners) {
			columns.push(column);
			if (columns.length > 1) for (const each of columns) each.isContested = true;
		}
		return column;
	};
	/** Takes the values of a row into its columns. */
	const look = (row: Row) => {
		for (const { columns } of entries) for (const column of columns) column.value = undefined;
		let at = 0;
		for (const key in row) {
			// Most rows have the same columns in the same order.
			const column = order[at]?.key === key ? order[at] : (seen.get(key) ?? add(key));
			at += 1;
			if (!column) continue;
			column.value = shownCell(row[key]);
			if ((column.filled > 0 && !column.isContested) || !isFilled(column.value)) continue;
			column.filled += 1;
			const own = textOf(row[key]);
			for (const { columns } of column.candidates)
				for (const other of columns) {
					const value = row[other.key];
					if (other === column || !isFilled(value) || textOf(value) === own) continue;
					other.rivals.add(column.key);
					column.rivals.add(other.key);
				}
		}
		shown = row;
	};
	const valuesOf = (row: Row, keepsEmpty: boolean): readonly unknown[] => {
		plan();
		if (row !== shown) look(row);
		for (const { place, columns, between } of entries) {
			let found: unknown;
			for (const { value } of columns) {
				if (isFilled(value)) {
					const isJoined = between !== undefined && isFilled(found);
					found = isJoined ? `${String(found)}${between}${String(value)}` : value;
				} else if (keepsEmpty && value !== undefined && !isFilled(found)) found = value;
			}
			values[place] = found;
		}
		return values;
	};
	return {
		/** Takes note of the columns of a row, unless it holds no record. Every row is shown before the first one is matched. */
		observe(row: Row): boolean {
			if (describeStray(row) !== undefined) return false;
			if (sample.length < SAMPLE_ROWS) sample.push(row);
			look(row);
			return true;
		},
		/** The choice by the rows that were observed before it was first asked for, or by all, which are shown again, where it is made anew. */
		plan,
		/** The values of a row by wire name, as they are; columns that the row lacks are left out. */
		match(row: Row): Record<string, unknown> {
			const all = valuesOf(row, true);
			const given = entries.filter(({ place }) => all[place] !== undefined);
			return Object.fromEntries(given.map(({ place }) => [fields[place].name, all[place]]));
		},
		/** The values of a row in the order of the fields, until the next row is matched; undefined for empty cells. */
		matchFilled: (row: Row) => valuesOf(row, false),
	};
}

const textOf = (value: unknown) =>
	typeof value === 'object' ? JSON.stringify(value) : String(value).trim();

/** A cell as a spreadsheet shows it that was told to keep it as text: `="00123"`, and an apostrophe before a number or a formula. */
function shownCell(value: unknown): unknown {
	if (typeof value !== 'string' || !/^[='\s]/.test(value)) return value;
	return value.replace(/^\s*="([^"]*)"\s*$/, '$1').replace(/^\s*'(?=[\d=+@-])/, '');
}

/** Which columns could be a field that no column is named like, for the end of a sentence. */
export const couldBe = (columns: readonly string[]): string => {
	const shown = columns.slice(0, MAX_COULD_BE);
	return shown.length > 0 ? `; ${quoted(shown, ' or ')} could be` : '';
};

const MAX_COULD_BE = 5;

/** What to do where a single column has the names of several. */
const SEPARATE =
	'The columns were not separated: set Delimiter in the options of Extract from File to the sign between them.';

/** A field, as a person looks for it. */
export type Needed = Pick<NamedField, 'name' | 'label' | 'isId' | 'isKey'> & {
	readonly called?: string;
};

/**
 * Why nothing is read of a table as a whole: what is wrong with it, and what to do.
 *
 * @param needed the fields of which one has to be there, so that anything can be sent
 */
export function tableProblem(
	plan: ColumnPlan,
	needed: readonly Needed[] = [],
): { readonly message: string; readonly remedy: string } | undefined {
	if (plan.isSideBySide)
		return {
			message: 'Two tables stand side by side, with an empty column between them',
			remedy: 'Put each into a sheet or file of its own. Nothing was sent.',
		};
	const ties = plan.conflicts.filter(({ isTied }) => isTied);
	if (ties.length > 0)
		return {
			message: `The columns ${ties.map(describeTie).join(', ')}, and they differ`,
			remedy:
				'Name the right one under Column Names in the options, or map the columns by hand. Nothing was sent.',
		};
	const [name = '', ...others] = plan.columns.size === 0 ? plan.unknown : [];
	if (others.length === 0 && /[;\t|][^;\t|]*[;\t|]/.test(name))
		return { message: `Columns not recognised: ${quoted([name])}`, remedy: SEPARATE };
	const isId = needed.every((field) => field.isId ?? field.isKey);
	// A key is required of each row; of anything else an empty column is none.
	const found = isId ? plan.columns : plan.filled;
	const isThere = needed.length === 0 || needed.some(({ name: field }) => found.has(field));
	if (isThere || plan.columns.size + plan.unknown.length === 0) return;
	const names = needed.map(({ label, called = label }) => called).join(' or ');
	return {
		message: `No column is the ${names}${couldBe(isId ? plan.numbers : plan.unknown)}`,
		remedy: `Choose ${needed.map(({ label }) => label).join(' or ')} for the column that holds it, under Column Names in the options. Nothing was sent.`,
	};
}

/**
 * What was decided about the columns of one or several tables where it was not plain, as sentences: those
 * that are not read, and those that the user named and that none of the tables has.
 */
export function describeColumns(...plans: readonly ColumnPlan[]): string[] {
	const named = plans.flatMap((plan) => [...plan.named]);
	const found = new Set(named.filter(([, isFound]) => isFound).map(([name]) => name));
	const missing = new Set(named.map(([name]) => name).filter((name) => !found.has(name)));
	return [
		...plans.flatMap(({ doubts }) => doubts),
		...plans.flatMap(({ conflicts }) => conflicts.map(describeConflict)),
		...(missing.size > 0 ? [`Column Names: the input has no column ${quoted([...missing])}.`] : []),
	];
}

const describeTie = ({ field, taken, ignored }: Conflict) =>
	`${quoted([...taken, ...ignored], ' and ')} could both be the ${field.label}`;

const describeConflict = ({ field, taken, ignored, isNamed: byUser }: Conflict) =>
	`${field.label} was taken from ${quoted(taken, ' and ')}${byUser ? ', as Column Names says' : ''}; ignored: ${quoted(ignored)}.`;
