/** A field that columns may hold. */
export interface NamedField {
	/** The wire name. */
	readonly name: string;
	/** The name in the editor. */
	readonly label: string;
	/** Other names that people and programs give it, the best first. */
	readonly aliases?: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** Several columns that could hold one field. */
export interface Conflict {
	readonly field: NamedField;
	/** The columns that are read. */
	readonly taken: readonly string[];
	/** It has the field's own name, or was named in the options; its choice is no guess. */
	readonly isCertain: boolean;
	/** The columns that are not read. */
	readonly ignored: readonly string[];
}

/** Which column holds which field. */
export interface ColumnPlan {
	/** Columns by the wire name of their field: several where no row has values in two of them. */
	readonly columns: ReadonlyMap<string, readonly string[]>;
	/** Columns that hold values, and no field takes them. */
	readonly unknown: readonly string[];
	readonly conflicts: readonly Conflict[];
}

/** Finds the columns of a table that hold fields: once for all rows. */
export interface ColumnMatcher {
	/** Takes note of the columns of a row. Every row is shown before the first one is matched. */
	observe(row: Row): void;
	/** The choice for all rows that were observed. */
	plan(): ColumnPlan;
	/** The values of a row by wire name, as they are; columns that the row lacks are left out. */
	match(row: Row): Record<string, unknown>;
	/**
	 * The same without empty cells.
	 *
	 * @param into what an earlier call returned, to be written over: fields without a value are undefined
	 */
	matchFilled(row: Row, into?: Record<string, unknown>): Record<string, unknown>;
}

/**
 * Matches columns by wire name, by the name in the editor, or by another usual name; upper case,
 * spaces, `_`, `-`, accents and other signs do not matter. Where several columns that hold values
 * could be one field, the one with the better name is taken, the same for all rows; columns of which
 * every row fills one at most, as rows from several sources have them, count as one.
 *
 * @param named columns by names of one's own: wire name of the field by column
 */
export function columnMatcher(
	fields: readonly NamedField[],
	named: ReadonlyMap<string, string> = new Map(),
): ColumnMatcher {
	const candidates = namesOf(fields, named);
	const seen = new Map<string, Column>();
	let decided: ColumnPlan | undefined;
	let entries: ReadonlyArray<{ field: string; columns: readonly string[] }> = [];

	const plan = () => {
		if (!decided) {
			decided = decide(fields, [...seen.values()]);
			entries = [...decided.columns].map(([field, columns]) => ({ field, columns }));
		}
		return decided;
	};
	const match = (row: Row) => {
		plan();
		const values: Record<string, unknown> = {};
		for (const { field, columns } of entries) {
			for (const column of columns) {
				const value = row[column];
				if (value !== undefined && (isFilled(value) || !isFilled(values[field]))) {
					values[field] = value;
				}
			}
		}
		return values;
	};
	const matchFilled = (row: Row, into: Record<string, unknown> = {}) => {
		plan();
		for (const { field, columns } of entries) {
			let found: unknown;
			for (const column of columns) {
				const value = row[column];
				if (isFilled(value)) found = value;
			}
			if (found !== undefined || field in into) into[field] = found;
		}
		return into;
	};
	return {
		observe(row) {
			for (const key in row) {
				let column = seen.get(key);
				if (!column) {
					const owners = candidatesOf(candidates, key).map(exactFirst(key));
					column = {
						key,
						candidates: owners,
						rivals: new Set(),
						isFilled: false,
						isContested: false,
					};
					seen.set(key, column);
					for (const { columns } of owners) noteColumn(columns, column);
				}
				if ((column.isFilled && !column.isContested) || !isFilled(row[key])) continue;
				column.isFilled = true;
				for (const { columns } of column.candidates) noteRivals(columns, row, column);
			}
		},
		plan,
		match,
		matchFilled,
	};
}

/** Finds the fields that a column could hold by its name alone, as wire names. */
export function fieldsByColumn(
	fields: readonly NamedField[],
	named: ReadonlyMap<string, string> = new Map(),
): (column: string) => readonly string[] {
	const candidates = namesOf(fields, named);
	return (column) => candidatesOf(candidates, column).map(({ field }) => field.name);
}

const candidatesOf = (candidates: ReadonlyMap<string, Candidate[]>, column: string) =>
	column in Object.prototype ? [] : (candidates.get(plainName(column)) ?? []);

interface Candidate {
	readonly field: NamedField;
	/** How good the name is: 0 and less for names of one's own and of the field, then its aliases. */
	readonly rank: number;
	/** The columns that could hold the field; all names of it share this. */
	readonly columns: Column[];
}

interface Column {
	readonly key: string;
	/** The fields that it could hold. */
	readonly candidates: readonly Candidate[];
	/** Columns for the same field that have a value in a row in which this one has, too. */
	readonly rivals: Set<Column>;
	isFilled: boolean;
	/** There are others for one of its fields; only then its further values matter. */
	isContested: boolean;
}

function noteColumn(columns: Column[], column: Column) {
	columns.push(column);
	if (columns.length > 1) for (const each of columns) each.isContested = true;
}

/** Remembers the columns for one field that have values in the same row as this one. */
function noteRivals(columns: readonly Column[], row: Row, column: Column) {
	for (const other of columns) {
		if (other === column || !isFilled(row[other.key])) continue;
		other.rivals.add(column);
		column.rivals.add(other);
	}
}

const NAMED_RANK = -1;
const EXACT_RANK = -0.5;
const LABEL_RANK = 0.5;
/** Beyond every rank of an alias. */
const SHARED_RANK = 1_000_000;

/** Of columns that differ in case or signs only, the one that is written as the wire name is counts. */
const exactFirst = (key: string) => (candidate: Candidate) =>
	key === candidate.field.name && candidate.rank === 0
		? { ...candidate, rank: EXACT_RANK }
		: candidate;

function namesOf(fields: readonly NamedField[], named: ReadonlyMap<string, string>) {
	const names = new Map<string, Candidate[]>();
	const add = (name: string, candidate: Candidate) => {
		const plain = plainName(name);
		const known = names.get(plain);
		if (!known) names.set(plain, [candidate]);
		else if (!known.some(({ field }) => field === candidate.field)) known.push(candidate);
	};
	for (const field of fields) {
		const columns: Column[] = [];
		for (const [column, wireName] of named) {
			if (wireName === field.name) add(column, { field, columns, rank: NAMED_RANK });
		}
		add(field.name, { field, columns, rank: 0 });
		add(field.label, { field, columns, rank: LABEL_RANK });
		field.aliases?.forEach((alias, index) => add(alias, { field, columns, rank: index + 1 }));
	}
	return names;
}

/**
 * Gives columns to fields, the best names first. Names that several fields have come last, for the
 * first of those that is left; so do columns without a value.
 */
function decide(fields: readonly NamedField[], seen: readonly Column[]): ColumnPlan {
	const orderOf = ({ column, field, rank }: Candidate & { column: Column }) =>
		column.candidates.length > 1 ? SHARED_RANK + fields.indexOf(field) : rank;
	const taken = new Map<NamedField, { columns: Column[]; rank: number }>();
	const assigned = new Set<Column>();
	for (const filled of [true, false]) {
		const pairs = seen
			.filter(({ isFilled: holdsValues }) => holdsValues === filled)
			.flatMap((column) => column.candidates.map((candidate) => ({ column, ...candidate })))
			.sort((one, other) => orderOf(one) - orderOf(other));
		const join = (mayJoin: (columns: readonly Column[], column: Column) => boolean) => {
			for (const { column, field, rank } of pairs) {
				const choice = taken.get(field);
				if (assigned.has(column) || (choice && !mayJoin(choice.columns, column))) continue;
				if (choice) choice.columns.push(column);
				else taken.set(field, { columns: [column], rank });
				assigned.add(column);
			}
		};
		join(() => false);
		join((columns, column) => columns.every((other) => !other.rivals.has(column)));
	}
	const left = seen.filter((column) => column.isFilled && !assigned.has(column));
	const conflicts = fields.flatMap((field): Conflict[] => {
		const choice = taken.get(field);
		const ignored = left.filter(({ candidates }) => candidates[0]?.field === field);
		if (!choice || ignored.length === 0) return [];
		return [
			{
				field,
				taken: choice.columns.map(({ key }) => key),
				isCertain: choice.rank <= LABEL_RANK,
				ignored: ignored.map(({ key }) => key),
			},
		];
	});
	return {
		columns: new Map(
			[...taken].map(([{ name }, { columns }]) => [name, columns.map(({ key }) => key)]),
		),
		unknown: left.filter(({ candidates }) => candidates.length === 0).map(({ key }) => key),
		conflicts,
	};
}

/** Letters and digits, `%` and `#`, in lower case and without accents. */
export const plainName = (name: string) =>
	name.normalize('NFKD').replace(NO_LETTERS, '').toLowerCase();

/** Marks too: the accents that the decomposition has split off. */
const NO_LETTERS = /[^\p{L}\p{N}%#]+/gu;

const SPACE = 0x20;

/** Whether a cell holds a value: not null, and no empty text. */
export const isFilled = (value: unknown) =>
	typeof value === 'string'
		? value.charCodeAt(0) > SPACE || value.trim() !== ''
		: value !== undefined && value !== null;

/** What was decided about columns where it was not plain, as sentences. */
export const describeConflicts = (conflicts: readonly Conflict[]): string[] =>
	conflicts.map(
		({ field, taken, ignored }) =>
			`${field.label} was taken from ${taken.map((key) => `"${key}"`).join(' and ')}; ignored: ${ignored.map((key) => `"${key}"`).join(', ')}.`,
	);
