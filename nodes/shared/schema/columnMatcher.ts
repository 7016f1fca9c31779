import {
	candidatesOf,
	exactFirst,
	EXACT_RANK,
	isNamed,
	LABEL_RANK,
	LEFT_OUT,
	NAMED_EXACT_RANK,
	NAMED_RANK,
	namesOf,
	plainName,
	SHARED_RANK,
	twoWords,
	type Candidate,
	type Column,
	type NamedField,
} from './columnCandidates';
import {
	areNumbers,
	areSideBySide,
	describeDoubt,
	differsWithin,
	namedIn,
	describeStray,
	SAMPLE_ROWS,
	valuesOf,
	weigh,
} from './columnEvidence';

/** What a row says of the thing that several rows are about, as the lines of an order do. */
export interface Grouped {
	/** Wire name of the field that is the same in all its rows, and those that have to be. */
	readonly by: string;
	readonly shared: ReadonlySet<string>;
	/** Names of columns that hold all rows of it in one cell. */
	readonly lists: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** Several columns that could hold one field. */
export interface Conflict {
	readonly field: NamedField;
	/** The columns that are read. */
	readonly taken: readonly string[];
	/** It has the field's own name, or was named by the user; its choice is no guess. */
	readonly isCertain: boolean;
	/** Of IDs: a column that is not read is named as well as one that is, so that the choice is a mere guess. */
	readonly isTied: boolean;
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
	/** Columns whose values are not what their names say, as sentences. */
	readonly doubts: readonly string[];
	/** Wire names of the fields that could be taken from such columns only. */
	readonly doubtful: ReadonlySet<string>;
	/** Columns that no field takes, and that are named as those that hold several rows in one cell. */
	readonly lists: readonly string[];
	/** Columns that could be the number of something: those that are not read, and those of other IDs. */
	readonly numbers: readonly string[];
	/** What stands between the columns that make a field together, by its wire name. */
	readonly joined: ReadonlyMap<string, string>;
	/** It is two tables beside each other. */
	readonly isSideBySide: boolean;
	/** The columns that the user named for one of the fields, and whether there are such; empty before any row. */
	readonly named: ReadonlyMap<string, boolean>;
}

/** Finds the columns of a table that hold fields: once for all rows. */
export interface ColumnMatcher {
	/** Takes note of the columns of a row, unless it holds no record. Every row is shown before the first one is matched. */
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
 * The first rows are evidence: a column is not taken for what its values contradict, unless the user named it.
 *
 * @param named user-defined column names → wire name of the field; LEFT_OUT for columns that are not read
 * @param grouped where several rows are about one thing
 */
export function columnMatcher(
	fields: readonly NamedField[],
	named: ReadonlyMap<string, string> = new Map(),
	grouped?: Grouped,
): ColumnMatcher {
	const candidates = namesOf(fields, named);
	const seen = new Map<string, Column>();
	const sample: Row[] = [];
	let decided: ColumnPlan | undefined;
	let entries: ReadonlyArray<{ field: string; columns: readonly string[]; between?: string }> = [];

	const plan = () => {
		if (!decided) {
			decided = decide({ fields, seen: [...seen.values()], named, sample, grouped });
			const { joined } = decided;
			entries = [...decided.columns].map(([field, columns]) => ({
				field,
				columns,
				between: joined.get(field),
			}));
		}
		return decided;
	};
	const valuesOf = (row: Row, keepsEmpty: boolean, into?: Record<string, unknown>) => {
		plan();
		const values = into ?? {};
		for (const { field, columns, between } of entries) {
			let found = keepsEmpty || isFilled(row[columns[0]]) ? row[columns[0]] : undefined;
			for (let at = 1; at < columns.length; at += 1) {
				const value = row[columns[at]];
				if (between !== undefined && isFilled(found) && isFilled(value)) {
					found = `${String(found)}${between}${String(value)}`;
				} else if (isFilled(value) || (keepsEmpty && value !== undefined && !isFilled(found))) {
					found = value;
				}
			}
			if (found !== undefined || into !== undefined) values[field] = found;
		}
		return values;
	};
	return {
		observe(row) {
			if (describeStray(row) !== undefined) return;
			if (sample.length < SAMPLE_ROWS) sample.push(row);
			for (const key in row) {
				let column = seen.get(key);
				if (!column) {
					if (isRejectionColumn(key)) continue;
					const owners = candidatesOf(candidates, key).map(exactFirst(key));
					column = {
						key,
						words: twoWords(candidates, key),
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

/** What the columns are decided by. */
interface Table {
	readonly fields: readonly NamedField[];
	readonly seen: readonly Column[];
	readonly named: ReadonlyMap<string, string>;
	readonly sample: readonly Row[];
	readonly grouped?: Grouped;
}

/**
 * Gives columns to fields: those that the user named, then the best names first. Names that several
 * fields have come last, for the first of those that is left; so do columns without a value.
 */
function decide(table: Table): ColumnPlan {
	const { fields, seen, named, sample, grouped } = table;
	const doubted = weigh(seen, sample);
	const present = new Set(
		seen.flatMap(({ isFilled: holdsValues, candidates }) =>
			holdsValues ? candidates.map(({ field }) => field.name) : [],
		),
	);
	const orderOf = ({ column, ...candidate }: Candidate & { column: Column }) => {
		if (isNamed(candidate)) return candidate.rank;
		if (present.has(candidate.bestWith ?? '')) return EXACT_RANK - 0.1;
		return column.candidates.length > 1
			? SHARED_RANK + fields.indexOf(candidate.field)
			: candidate.rank;
	};
	const namedFields = namedIn(seen);
	const mayTake = (candidate: Candidate) => isNamed(candidate) || !namedFields.has(candidate.field);
	const taken = new Map<NamedField, Choice>();
	const assigned = new Set<Column>();
	for (const filled of [true, false]) {
		const pairs = seen
			.filter(({ isFilled: holdsValues }) => holdsValues === filled)
			.flatMap((column) =>
				column.candidates.filter(mayTake).map((candidate) => ({ column, ...candidate })),
			)
			.sort((one, other) => orderOf(one) - orderOf(other));
		const join = (mayJoin: (choice: Choice, pair: Candidate & { column: Column }) => boolean) => {
			for (const pair of pairs) {
				const { column, field, rank, part } = pair;
				const choice = taken.get(field);
				if (assigned.has(column) || (choice && !mayJoin(choice, pair))) continue;
				if (choice) choice.columns.push(column);
				else taken.set(field, { columns: [column], rank, parts: new Set() });
				if (part !== undefined) taken.get(field)?.parts.add(part);
				assigned.add(column);
			}
		};
		join(() => false);
		join(
			(choice, { column, field, rank, part }) =>
				(part !== undefined && choice.parts.size > 0 && !choice.parts.has(part)) ||
				(filled && rank === NAMED_EXACT_RANK && choice.rank === rank && isPlainText(field)) ||
				choice.columns.every((other) => !other.rivals.has(column)),
		);
	}
	const key = [...taken].find(([{ name }]) => name === grouped?.by)?.[1].columns[0];
	const doubts = doubted.map((doubt) => {
		const instead = taken.get(doubt.field)?.columns.map(({ key: name }) => name);
		return describeDoubt(doubt, instead);
	});
	for (const [field, { columns, rank }] of key ? [...taken] : []) {
		const differing = columns.find((column) => differsWithin(sample, key?.key ?? '', column.key));
		if (!differing || !grouped?.shared.has(field.name) || rank <= NAMED_RANK) continue;
		taken.delete(field);
		differing.isDoubtful = true;
		doubts.push(
			`"${differing.key}" differs between rows with the same "${key?.key}", so ${field.label} was not taken from it.`,
		);
	}
	const left = seen.filter((column) => column.isFilled && !assigned.has(column));
	const numbers = left
		.concat([...taken].filter(([field]) => field.isId).flatMap(([, { columns }]) => columns))
		.filter((column) => !column.isDoubtful && areNumbers(valuesOf(sample, column.key)));
	const lists = new Set(grouped?.lists.map(plainName));
	const isCount = (value: string) => /^\d{1,4}$/.test(value);
	const conflicts = fields.flatMap((field): Conflict[] => {
		const choice = taken.get(field);
		const ignored = left.filter(({ candidates }) => candidates[0]?.field === field);
		if (!choice || ignored.length === 0) return [];
		return [
			{
				field,
				taken: choice.columns.map(({ key: name }) => name),
				isCertain: choice.rank <= LABEL_RANK,
				isTied:
					choice.rank > LABEL_RANK &&
					(field.isId === true || field.refersTo !== undefined) &&
					choice.columns.some(({ words }) => words && ignored.some((one) => one.words === words)),
				isNamed: isNamed(choice),
				ignored: ignored.map(({ key: name }) => name),
			},
		];
	});
	return {
		columns: new Map(
			[...taken].map(([{ name }, { columns }]) => [name, columns.map(({ key: column }) => column)]),
		),
		filled: new Set(
			[...taken]
				.filter(([, { columns }]) => columns.some(({ isFilled: holdsValues }) => holdsValues))
				.map(([{ name }]) => name),
		),
		unknown: left
			.filter(
				({ key: name, candidates, isDoubtful }) =>
					candidates.length === 0 && !isDoubtful && !isLeftOut(name, named),
			)
			.map(({ key: name }) => name),
		conflicts,
		doubts,
		doubtful: new Set(doubted.map(({ field: { name } }) => name)),
		lists: left
			.filter(
				({ key: name }) =>
					lists.has(plainName(name)) &&
					!isLeftOut(name, named) &&
					!valuesOf(sample, name).every(isCount),
			)
			.map(({ key: name }) => name),
		numbers: numbers.map(({ key: name }) => name),
		isSideBySide: areSideBySide(seen, sample),
		joined: new Map(
			[...taken].flatMap(([{ name }, { columns, parts, rank }]): Array<[string, string]> => {
				if (parts.size > 0) return [[name, ', ']];
				const isRivalled = columns.some((one) => columns.some((other) => one.rivals.has(other)));
				return rank === NAMED_EXACT_RANK && isRivalled ? [[name, ' ']] : [];
			}),
		),
		named: foundNames(fields, seen, named),
	};
}

/** The columns that a field is read from. */
interface Choice {
	readonly columns: Column[];
	readonly rank: number;
	/** Which parts of the field they hold. */
	readonly parts: Set<number>;
}

/** Several columns that the user named make it together. */
const isPlainText = ({ type = 'text', isId, refersTo }: NamedField) =>
	type === 'text' && !isId && !refersTo;

const isLeftOut = (column: string, named: ReadonlyMap<string, string>) =>
	[...named].some(([name, field]) => field === LEFT_OUT && plainName(name) === plainName(column));

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

const SPACE = 0x20;

/** Whether a cell holds a value: not null, and no empty text. */
export const isFilled = (value: unknown) =>
	typeof value === 'string'
		? value.charCodeAt(0) > SPACE || value.trim() !== ''
		: value !== undefined && value !== null;

/** What is said of a rejected row in columns of its own; they are ignored when the corrected row comes in again. */
export const REJECTION_COLUMNS: readonly string[] = ['_row', '_error', '_remedy'];

export const isRejectionColumn = (column: string): boolean => REJECTION_COLUMNS.includes(column);

/** A row as it was given, with the number it had and why it was rejected. */
export const rejectedRow = <T extends object>(
	row: T,
	at: number,
	{ message, remedy }: { readonly message: string; readonly remedy: string },
) => ({ ...row, _row: at, _error: message, _remedy: remedy });
