import { describeStray, isFilled, isRejectionColumn, shownCell, type Row } from '../presence';
import { isNamed, LEFT_OUT, nameReader, plainName, type NamedField } from './names';
import { SAMPLE_ROWS, type Column } from './evidence';
import { planOf, type ColumnPlan, type Grouped } from './plan';

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
	const columns = new Map<string, Column>();
	let sample: Row[] = [];
	let decided: ColumnPlan | undefined;

	const plan = (isAnew = false): ColumnPlan => {
		if (!decided || isAnew) {
			decided = planOf(fields, [...columns.values()].filter(isRead), named, sample, grouped);
			sample = [];
		}
		return decided;
	};
	const leftOut = [...named].flatMap(([name, to]) => (to === LEFT_OUT ? [plainName(name)] : []));
	const isRead = ({ key, claims }: Column) =>
		claims.some(isNamed) || !(isRejectionColumn(key) || leftOut.includes(plainName(key)));
	const add = (key: string): Column => {
		const claims = readName(key);
		const others = [...columns.values()].filter((other) =>
			other.claims.some(({ field }) => claims.some((claim) => claim.field === field)),
		);
		const column: Column = { key, claims, filled: 0, rivals: new Set(), others };
		columns.set(key, column);
		return column;
	};
	const cellOf = (row: Row, { keys, between }: ColumnPlan['entries'][number]) => {
		if (keys.length === 1) return shownCell(row[keys[0]]);
		const cells = keys.map((key) => shownCell(row[key]));
		const filled = cells.filter(isFilled);
		if (filled.length > 1 && between !== undefined) return filled.map(String).join(between);
		return filled.at(-1) ?? cells.find((cell) => cell !== undefined);
	};
	return {
		/** Takes note of the columns of a row, unless it holds no record. Every row is shown before the first one is matched. */
		observe(row: Row): boolean {
			if (describeStray(row) !== undefined) return false;
			if (sample.length < SAMPLE_ROWS) sample.push(row);
			for (const key in row) {
				const column = columns.get(key) ?? add(key);
				if (!isFilled(row[key])) continue;
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
			const cells = plan().entries.map((entry) => [entry.name, cellOf(row, entry)] as const);
			return Object.fromEntries(cells.filter(([, value]) => value !== undefined));
		},
		/** The values of a row in the order of the fields; undefined for empty cells. */
		matchFilled(row: Row): readonly unknown[] {
			const values = fields.map((): unknown => undefined);
			for (const entry of plan().entries) {
				const value = cellOf(row, entry);
				if (isFilled(value)) values[entry.place] = value;
			}
			return values;
		},
	};
}

const textOf = (value: unknown) =>
	typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
