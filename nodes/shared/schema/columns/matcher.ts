import { describeStray, isFilled, shownCell, type Row } from '../presence';
import { nameReader, type NamedField } from './names';
import { SAMPLE_ROWS, type Column } from './evidence';
import { planOf, quoted, type ColumnPlan, type Grouped } from './plan';

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
	const readName = nameReader(fields, named);
	const seen = new Map<string, Column>();
	const order: Column[] = [];
	/** The columns that could hold a field. */
	const byField = new Map<NamedField, Column[]>();
	let sample: Row[] = [];
	let decided: ColumnPlan | undefined;
	let entries: ReadonlyArray<{ place: number; keys: readonly string[]; between?: string }> = [];
	const values = fields.map((): unknown => undefined);

	const plan = (isAnew = false): ColumnPlan => {
		if (!decided || isAnew) {
			const { columns, joined } = (decided = planOf(fields, order, named, sample, grouped));
			entries = [...columns].map(([field, keys]) => ({
				place: fields.findIndex(({ name }) => name === field),
				keys,
				between: joined.get(field),
			}));
			values.fill(undefined);
			sample = [];
		}
		return decided;
	};
	const add = (key: string): Column => {
		const { claims, words } = readName(key);
		const column: Column = { key, claims, words, filled: 0, rivals: new Set(), others: [] };
		seen.set(key, column);
		order.push(column);
		for (const { field } of claims) {
			const others = byField.get(field) ?? [];
			for (const other of others) {
				other.others.push(column);
				column.others.push(other);
			}
			byField.set(field, [...others, column]);
		}
		return column;
	};
	const cellOf = (row: Row, { keys, between }: (typeof entries)[number], keepsEmpty: boolean) => {
		let found: unknown;
		for (const key of keys) {
			const value = shownCell(row[key]);
			if (isFilled(value)) {
				const isJoined = between !== undefined && isFilled(found);
				found = isJoined ? `${String(found)}${between}${String(value)}` : value;
			} else if (keepsEmpty && value !== undefined && !isFilled(found)) found = value;
		}
		return found;
	};
	return {
		/** Takes note of the columns of a row, unless it holds no record. Every row is shown before the first one is matched. */
		observe(row: Row): boolean {
			if (describeStray(row) !== undefined) return false;
			if (sample.length < SAMPLE_ROWS) sample.push(row);
			let at = 0;
			for (const key in row) {
				// Most rows have the same columns in the same order.
				const column = order[at]?.key === key ? order[at] : (seen.get(key) ?? add(key));
				at += 1;
				const isKnown = column.filled > 0 && column.others.length === 0;
				if (isKnown || !isFilled(row[key])) continue;
				column.filled += 1;
				for (const other of column.others) {
					const value = row[other.key];
					if (!isFilled(value) || textOf(value) === textOf(row[key])) continue;
					other.rivals.add(column);
					column.rivals.add(other);
				}
			}
			return true;
		},
		/** The choice by the rows that were observed before it was first asked for, or by all, which are shown again, where it is made anew. */
		plan,
		/** The values of a row by wire name, as they are; columns that the row lacks are left out. */
		match(row: Row): Record<string, unknown> {
			plan();
			const all = entries.map((entry) => [fields[entry.place].name, cellOf(row, entry, true)]);
			return Object.fromEntries(all.filter(([, value]) => value !== undefined));
		},
		/** The values of a row in the order of the fields, until the next row is matched; undefined for empty cells. */
		matchFilled(row: Row): readonly unknown[] {
			plan();
			for (const entry of entries) values[entry.place] = cellOf(row, entry, false);
			return values;
		},
	};
}

const textOf = (value: unknown) =>
	typeof value === 'object' ? JSON.stringify(value) : String(value).trim();

/** Which columns could be a field that no column is named like, for the end of a sentence. */
export const couldBe = (columns: readonly string[]): string => {
	const shown = columns.slice(0, MAX_COULD_BE);
	return shown.length > 0 ? `; ${quoted(shown, ' or ')} could be` : '';
};

const MAX_COULD_BE = 5;

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
	const { columns, filled, unknown, numbers } = plan;
	if (plan.isSideBySide)
		return {
			message: 'Two tables stand side by side, with an empty column between them',
			remedy: 'Put each into a sheet or file of its own. Nothing was sent.',
		};
	if (plan.ties.length > 0)
		return {
			message: `The columns ${plan.ties.join(', ')}, and they differ`,
			remedy:
				'Name the right one under Column Names in the options, or map the columns by hand. Nothing was sent.',
		};
	const [name = '', ...others] = columns.size === 0 ? unknown : [];
	if (others.length === 0 && /[;\t|][^;\t|]*[;\t|]/.test(name))
		return {
			message: `Columns not recognised: ${quoted([name])}`,
			remedy:
				'The columns were not separated: set Delimiter in the options of Extract from File to the sign between them.',
		};
	const isId = needed.every((field) => field.isId ?? field.isKey);
	// A key is required of each row; of anything else an empty column is none.
	const isThere = needed.some(({ name: field }) => (isId ? columns.has(field) : filled.has(field)));
	if (isThere || needed.length === 0 || columns.size + unknown.length === 0) return undefined;
	const names = needed.map(({ label, called = label }) => called).join(' or ');
	return {
		message: `No column is the ${names}${couldBe(isId ? numbers : unknown)}`,
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
		...plans.flatMap(({ notes }) => notes),
		...(missing.size > 0 ? [`Column Names: the input has no column ${quoted([...missing])}.`] : []),
	];
}
