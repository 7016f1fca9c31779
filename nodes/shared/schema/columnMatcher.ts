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
	/** It has the field's own name, or was named by the user; its choice is no guess. */
	readonly isCertain: boolean;
	/** The user named it. */
	readonly isNamed: boolean;
	/** The columns that are not read. */
	readonly ignored: readonly string[];
}

/** Which column holds which field. */
export interface ColumnPlan {
	/** Columns by the wire name of their field: several where no row has values in two of them. */
	readonly columns: ReadonlyMap<string, readonly string[]>;
	/** Wire names of the fields whose columns hold values. */
	readonly filled: ReadonlySet<string>;
	/** Columns that hold values, and no field takes them. */
	readonly unknown: readonly string[];
	readonly conflicts: readonly Conflict[];
	/** The columns that the user named for one of the fields, and whether there are such; empty before any row. */
	readonly named: ReadonlyMap<string, boolean>;
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
	 * As `match`, without empty cells.
	 *
	 * @param into what an earlier call returned, to be written over: fields without a value are undefined
	 */
	matchFilled(row: Row, into?: Record<string, unknown>): Record<string, unknown>;
}

/**
 * Matches columns by wire name, by the name in the editor, or by another usual name; upper case,
 * spaces, `_`, `-`, accents and other signs do not matter. A column that the user named holds that field
 * and no other, and nothing else holds the field. Where several columns with values could be one field, the
 * one with the better name is taken, the same for all rows; columns of which every row fills one at
 * most, as rows from several sources have them, count as one.
 *
 * @param named user-defined column names → wire name of the field
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
			decided = decide(fields, [...seen.values()], named);
			entries = [...decided.columns].map(([field, columns]) => ({ field, columns }));
		}
		return decided;
	};
	const valuesOf = (row: Row, keepsEmpty: boolean, into?: Record<string, unknown>) => {
		plan();
		const values = into ?? {};
		for (const { field, columns } of entries) {
			let found = keepsEmpty || isFilled(row[columns[0]]) ? row[columns[0]] : undefined;
			for (let at = 1; at < columns.length; at += 1) {
				const value = row[columns[at]];
				if (isFilled(value) || (keepsEmpty && value !== undefined && !isFilled(found))) {
					found = value;
				}
			}
			if (found !== undefined || into !== undefined) values[field] = found;
		}
		return values;
	};
	return {
		observe(row) {
			for (const key in row) {
				let column = seen.get(key);
				if (!column) {
					if (isRejectionColumn(key)) continue;
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
		match: (row) => valuesOf(row, true),
		matchFilled: (row, into) => valuesOf(row, false, into),
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

function candidatesOf(candidates: ReadonlyMap<string, Candidate[]>, column: string) {
	const found = column in Object.prototype ? [] : (candidates.get(plainName(column)) ?? []);
	const named = found.filter(isNamed);
	return named.length > 0 ? named : found;
}

interface Candidate {
	readonly field: NamedField;
	/** The name as it is written in the options or the definition. */
	readonly written: string;
	/** How good the name is: 0 and less for the user's own and that of the field, then its aliases. */
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
/** Of columns named by the user that differ in case or signs only, the one that is written so. */
const NAMED_EXACT_RANK = -2;
const EXACT_RANK = -0.5;
const LABEL_RANK = 0.5;
/** Beyond every rank of an alias. */
const SHARED_RANK = 1_000_000;

const isNamed = ({ rank }: Pick<Candidate, 'rank'>) => rank <= NAMED_RANK;

/** Of columns that differ in case or signs only, the one that is written as the name is counts. */
const exactFirst =
	(key: string) =>
	(candidate: Candidate): Candidate => {
		if (key !== candidate.written) return candidate;
		if (isNamed(candidate)) return { ...candidate, rank: NAMED_EXACT_RANK };
		return candidate.rank === 0 ? { ...candidate, rank: EXACT_RANK } : candidate;
	};

function namesOf(fields: readonly NamedField[], named: ReadonlyMap<string, string>) {
	const names = new Map<string, Candidate[]>();
	const add = (candidate: Candidate) => {
		const plain = plainName(candidate.written);
		const known = names.get(plain);
		if (!known) names.set(plain, [candidate]);
		else if (!known.some(({ field }) => field === candidate.field)) known.push(candidate);
	};
	for (const field of fields) {
		const columns: Column[] = [];
		for (const [column, wireName] of named) {
			if (wireName === field.name) add({ field, columns, written: column, rank: NAMED_RANK });
		}
		add({ field, columns, written: field.name, rank: 0 });
		add({ field, columns, written: field.label, rank: LABEL_RANK });
		field.aliases?.forEach((written, index) => add({ field, columns, written, rank: index + 1 }));
	}
	return names;
}

/**
 * Gives columns to fields: those that the user named, then the best names first. Names that several
 * fields have come last, for the first of those that is left; so do columns without a value.
 */
function decide(
	fields: readonly NamedField[],
	seen: readonly Column[],
	named: ReadonlyMap<string, string>,
): ColumnPlan {
	const orderOf = ({ column, ...candidate }: Candidate & { column: Column }) =>
		column.candidates.length > 1 && !isNamed(candidate)
			? SHARED_RANK + fields.indexOf(candidate.field)
			: candidate.rank;
	const namedFields = new Set(
		seen.flatMap(({ candidates }) => candidates.filter(isNamed).map(({ field }) => field)),
	);
	const mayTake = (candidate: Candidate) => isNamed(candidate) || !namedFields.has(candidate.field);
	const taken = new Map<NamedField, { columns: Column[]; rank: number }>();
	const assigned = new Set<Column>();
	for (const filled of [true, false]) {
		const pairs = seen
			.filter(({ isFilled: holdsValues }) => holdsValues === filled)
			.flatMap((column) =>
				column.candidates.filter(mayTake).map((candidate) => ({ column, ...candidate })),
			)
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
				isNamed: isNamed(choice),
				ignored: ignored.map(({ key }) => key),
			},
		];
	});
	return {
		columns: new Map(
			[...taken].map(([{ name }, { columns }]) => [name, columns.map(({ key }) => key)]),
		),
		filled: new Set(
			[...taken]
				.filter(([, { columns }]) => columns.some(({ isFilled: holdsValues }) => holdsValues))
				.map(([{ name }]) => name),
		),
		unknown: left.filter(({ candidates }) => candidates.length === 0).map(({ key }) => key),
		conflicts,
		named: foundNames(fields, seen, named),
	};
}

/** Which of the columns that the user named for these fields are there. */
function foundNames(
	fields: readonly NamedField[],
	seen: readonly Column[],
	named: ReadonlyMap<string, string>,
): ReadonlyMap<string, boolean> {
	const own = [...named].filter(([, wireName]) => fields.some(({ name }) => name === wireName));
	if (own.length === 0 || seen.length === 0) return new Map();
	const found = new Set(seen.map(({ key }) => plainName(key)));
	return new Map(own.map(([name]) => [name, found.has(plainName(name))]));
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

/**
 * What was decided about the columns of one or several tables where it was not plain, as sentences: those
 * that are not read, and those that the user named and that none of the tables has.
 */
export function describeColumns(...plans: readonly ColumnPlan[]): string[] {
	const named = plans.flatMap((plan) => [...plan.named]);
	const found = new Set(named.filter(([, isFound]) => isFound).map(([name]) => name));
	const missing = new Set(named.map(([name]) => name).filter((name) => !found.has(name)));
	return [
		...plans.flatMap(({ conflicts }) => conflicts.map(describeConflict)),
		...(missing.size > 0 ? [`Column Names: the input has no column ${quoted([...missing])}.`] : []),
	];
}

const describeConflict = ({ field, taken, ignored, isNamed: byUser }: Conflict) =>
	`${field.label} was taken from ${quoted(taken, ' and ')}${byUser ? ', as Column Names says' : ''}; ignored: ${quoted(ignored)}.`;

const quoted = (names: readonly string[], between = ', ') =>
	names.map((name) => `"${name}"`).join(between);

/** What is said of a rejected row in columns of its own; they are ignored when the corrected row comes in again. */
export const REJECTION_COLUMNS: readonly string[] = ['_row', '_error', '_remedy'];

export const isRejectionColumn = (column: string): boolean => REJECTION_COLUMNS.includes(column);

/** A row as it was given, with the number it had and why it was rejected. */
export const rejectedRow = <T extends object>(
	row: T,
	at: number,
	{ message, remedy }: { readonly message: string; readonly remedy: string },
) => ({ ...row, _row: at, _error: message, _remedy: remedy });

/** A row without what was said of it when it was rejected before. */
export const withoutRejection = <T extends object>(row: T): T =>
	REJECTION_COLUMNS.some((column) => column in row)
		? (Object.fromEntries(Object.entries(row).filter(([key]) => !isRejectionColumn(key))) as T)
		: row;
