import { describeStray, isFilled, isRejectionColumn, shownCell, type Row } from '../presence';
import { showSome } from '../limits';
import { isNamed, LEFT_OUT, nameReader, plainName, type NamedField } from './names';
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

/** Which columns could be a field that no column is named like, for the end of a sentence. */
export const couldBe = (columns: readonly string[]): string =>
	columns.length > 0 ? `; ${quoted(columns.slice(0, MAX_COULD_BE), ' or ')} could be` : '';

const MAX_COULD_BE = 5;

/**
 * Why nothing is read of a table as a whole: what is wrong with it, and what to do.
 *
 * @param needed the fields of which one has to be there, so that anything can be sent
 * @param instead what else can be done without them, for the end of a sentence
 */
export function tableProblem(
	plan: ColumnPlan,
	needed: readonly NamedField[] = [],
	instead = '',
): { readonly message: string; readonly remedy: string } | undefined {
	const { columns, filled, unknown, numbers, seen } = plan;
	if (plan.isSideBySide)
		return {
			message: 'Two tables stand side by side, with an empty column between them',
			remedy: 'Put each into a sheet or file of its own. Nothing was sent.',
		};
	if (plan.ties.length > 0)
		return {
			message: `The columns ${plan.ties.join(', ')}, and they differ`,
			remedy:
				'Name the right one under Column Names in Reading Values, or map the columns by hand. Nothing was sent.',
		};
	const [name = '', ...others] = columns.size === 0 ? unknown : [];
	if (others.length === 0 && /[;\t|][^;\t|]*[;\t|]/.test(name))
		return {
			message: `Columns not recognised: ${quoted([name])}`,
			remedy:
				'The columns were not separated: set Delimiter in the options of Extract from File to the sign between them.',
		};
	if (needed.some((field) => filled.has(field.name)) || needed.length === 0) return undefined;
	if (columns.size + unknown.length === 0) return undefined;
	const names = needed.map(({ label }) => label).join(' or ');
	const isId = needed.every(({ isId: isOwn, isKey }) => isOwn ?? isKey);
	const added = isId ? 'one with your own ID of each record' : 'a column with this name';
	return {
		message: `${noRowHas(names, seen)}${couldBe(isId ? numbers : [])}`,
		remedy: `If a column holds it, choose ${names} for it in Options → Reading Values → Column Names; otherwise add ${added}${instead}. Nothing was sent.`,
	};
}

/** What is wrong with rows of which none says what is needed, with what they have instead. */
export const noRowHas = (label: string, columns: readonly string[]): string =>
	`No row has the ${label}; ${columns.length > 0 ? `the columns are ${showSome(columns)}` : 'there are no columns'}`;

/** Columns that are not read, and fields without a column, that are named. */
const MAX_IGNORED = 300;
const MAX_MISSING = 6;

/**
 * What was decided about the columns of a table and of rows in it where it was not plain, as sentences: which columns go where
 * and which fields have none; what is doubtful, and the columns that the user named and that none of them has.
 *
 * @param ignored columns that are not read
 */
export function describeColumns(ignored: readonly string[], ...plans: readonly ColumnPlan[]) {
	const some = (all: readonly string[], max: number) =>
		`${all.slice(0, max).join(', ')}${all.length > max ? ` and ${all.length - max} more` : ''}`;
	const unread = [...ignored, ...plans.flatMap(({ passedOver }) => passedOver)];
	const parts = unread.length > 0 ? [`${some(unread, MAX_IGNORED)} → ignored`] : [];
	parts.push(...plans.flatMap(({ renamed }) => renamed));
	const missing = plans[0]?.missing ?? [];
	const unset =
		missing.length > 0 ? ` Not written, without a column: ${some(missing, MAX_MISSING)}.` : '';
	const seen = new Set(plans.flatMap((plan) => plan.seen).map(plainName));
	const named = new Set(plans.flatMap((plan) => plan.named));
	const lost = [...named].filter((name) => !seen.has(plainName(name)));
	return {
		mapping: parts.length > 0 ? [`${parts.join(', ')}.${unset}`] : [],
		doubts: [
			...plans.flatMap(({ notes }) => notes),
			...(lost.length > 0 ? [`Column Names: the input has no column ${quoted(lost)}.`] : []),
		],
	};
}
