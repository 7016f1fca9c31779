import {
	candidatesOf,
	describeStray,
	exactFirst,
	isRejectionColumn,
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
	namedIn,
} from './columnCandidates';
import {
	areNumbers,
	areSideBySide,
	describeDoubt,
	differsWithin,
	SAMPLE_ROWS,
	settleTie,
	takeUnnamedEmail,
	valuesOf,
	weigh,
	type Choice,
} from './columnEvidence';
import { isFilled } from './presence';

/** What a row says of the thing that several rows are about, as the lines of an order do. */
export interface Grouped {
	/** Wire name of the field that is the same in all its rows, and those that have to be. */
	readonly by: string;
	readonly shared: ReadonlySet<string>;
	/** Names of columns that hold all rows of it in one cell. */
	readonly lists: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** Which column holds which field. */
export type ColumnPlan = ReturnType<typeof decide>;

/** Several columns that could hold one field. */
export type Conflict = ColumnPlan['conflicts'][number];

/** Finds the columns of a table that hold fields: once for all rows. */
export type ColumnMatcher = ReturnType<typeof columnMatcher>;

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
			hasValues: false,
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
			column.value = row[key];
			if ((column.hasValues && !column.isContested) || !isFilled(column.value)) continue;
			column.hasValues = true;
			// Those that have values in the same row as this one.
			for (const { columns } of column.candidates)
				for (const other of columns) {
					if (other === column || !isFilled(row[other.key])) continue;
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

/**
 * Gives columns to fields: those that the user named, then the best names first. Names that several
 * fields have come last, for the first of those that is left; so do columns without a value.
 */
function decide(
	fields: readonly NamedField[],
	seen: readonly Column[],
	named: ReadonlyMap<string, string>,
	sample: readonly Row[],
	grouped?: Grouped,
) {
	const doubted = weigh(seen, sample);
	const read = seen.filter(({ key }) => !isLeftOut(key, named));
	const addresses = takeUnnamedEmail(fields, read, sample);
	const present = new Set(
		seen.flatMap(({ hasValues, candidates }) =>
			hasValues ? candidates.map(({ field }) => field.name) : [],
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
			.filter(({ hasValues }) => hasValues === filled)
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
				choice.columns.every((other) => !other.rivals.has(column.key)),
		);
	}
	const key = [...taken].find(([{ name }]) => name === grouped?.by)?.[1].columns[0];
	const doubts = doubted.map((doubt) => {
		const instead = taken.get(doubt.field)?.columns;
		return describeDoubt(doubt, instead && keysOf(instead));
	});
	for (const [{ label }, { columns }] of taken)
		if (addresses && columns.includes(addresses))
			doubts.push(`${label} was taken from "${addresses.key}", which holds nothing else.`);
	for (const [field, { columns, rank }] of key ? [...taken] : []) {
		const differing = columns.find((column) => differsWithin(sample, key?.key ?? '', column.key));
		if (!differing || !grouped?.shared.has(field.name) || rank <= NAMED_RANK) continue;
		taken.delete(field);
		differing.isDoubtful = true;
		doubts.push(
			`"${differing.key}" differs between rows with the same "${key?.key}", so ${field.label} was not taken from it.`,
		);
	}
	const left = seen.filter((column) => column.hasValues && !assigned.has(column));
	const numbers = left
		.concat([...taken].filter(([field]) => field.isId).flatMap(([, { columns }]) => columns))
		.filter((column) => !column.isDoubtful && areNumbers(valuesOf(sample, column.key)));
	for (const [field, choice] of taken) settleTie(sample, field, choice, left);
	const lists = new Set(grouped?.lists.map(plainName));
	const isCount = (value: string) => /^\d{1,4}$/.test(value);
	const conflicts = fields.flatMap((field) => {
		const choice = taken.get(field);
		const ignored = left.filter(({ candidates }) => candidates[0]?.field === field);
		if (!choice || ignored.length === 0) return [];
		return [
			{
				field,
				/** The columns that are read. */
				taken: keysOf(choice.columns),
				/** It has the field's own name, or was named by the user; its choice is no guess. */
				isCertain: choice.isProven || choice.rank <= LABEL_RANK,
				/** Of IDs: a column that is not read is named as well as one that is, so that the choice is a mere guess. */
				isTied:
					!choice.isProven &&
					choice.rank > LABEL_RANK &&
					(field.isId === true || field.refersTo !== undefined) &&
					choice.columns.some(({ words }) => words && ignored.some((one) => one.words === words)),
				/** The user named it. */
				isNamed: isNamed(choice),
				/** The columns that are not read. */
				ignored: keysOf(ignored),
			},
		];
	});
	return {
		/** Columns by the wire name of their field: several where no row has values in two of them. */
		columns: new Map<string, readonly string[]>(
			[...taken].map(([{ name }, { columns }]) => [name, keysOf(columns)]),
		),
		/** Wire names of the fields whose columns hold values. */
		filled: new Set(
			[...taken]
				.filter(([, { columns }]) => columns.some(({ hasValues }) => hasValues))
				.map(([{ name }]) => name),
		),
		/** Columns that hold values, and no field takes them. */
		unknown: keysOf(
			left.filter((column) => column.candidates.length === 0 && !column.isDoubtful),
		).filter((name) => !isLeftOut(name, named)),
		conflicts,
		/** Columns whose values are not what their names say, as sentences. */
		doubts,
		/** Wire names of the fields that could be taken from such columns only. */
		doubtful: new Set(doubted.map(({ field: { name } }) => name)),
		/** Columns that no field takes, and that are named as those that hold several rows in one cell. */
		lists: keysOf(left).filter(
			(name) =>
				lists.has(plainName(name)) &&
				!isLeftOut(name, named) &&
				!valuesOf(sample, name).every(isCount),
		),
		/** Columns that could be the number of something: those that are not read, and those of other IDs. */
		numbers: keysOf(numbers),
		/** It is two tables beside each other. */
		isSideBySide: areSideBySide(seen, sample),
		/** What stands between the columns that make a field together, by its wire name. */
		joined: new Map(
			[...taken].flatMap(([{ name }, { columns, parts, rank }]): Array<[string, string]> => {
				if (parts.size > 0) return [[name, ', ']];
				const isRivalled = columns.some((one) => columns.some(({ key }) => one.rivals.has(key)));
				return rank === NAMED_EXACT_RANK && isRivalled ? [[name, ' ']] : [];
			}),
		),
		/** The columns that the user named for one of the fields, and whether there are such; empty before any row. */
		named: new Map(
			[...named]
				.filter(([, to]) => seen.length > 0 && fields.some(({ name }) => name === to))
				.map(([name]) => [name, seen.some(({ key }) => plainName(key) === plainName(name))]),
		),
	};
}

const keysOf = (columns: readonly Column[]) => columns.map(({ key }) => key);

/** Several columns that the user named make it together. */
const isPlainText = ({ type = 'text', isId, refersTo }: NamedField) =>
	type === 'text' && !isId && !refersTo;

const isLeftOut = (column: string, named: ReadonlyMap<string, string>) =>
	[...named].some(([name, field]) => field === LEFT_OUT && plainName(name) === plainName(column));

/** Which columns could be a field that no column is named like, for the end of a sentence. */
export const couldBe = ({ numbers }: ColumnPlan): string => {
	const shown = numbers.slice(0, MAX_COULD_BE);
	return shown.length > 0 ? `; ${quoted(shown, ' or ')} could be` : '';
};

const MAX_COULD_BE = 5;

/** What to do where a single column has the names of several. */
const SEPARATE =
	'The columns were not separated: set Delimiter in the options of Extract from File to the sign between them.';

/**
 * Why nothing is read of a table as a whole: what is wrong with it, and what to do.
 *
 * @param key the field without which nothing can be sent
 */
export function tableProblem(
	plan: ColumnPlan,
	key?: Pick<NamedField, 'name' | 'label'> & { readonly called?: string },
): { readonly message: string; readonly remedy: string } | undefined {
	if (plan.isSideBySide)
		return {
			message: 'Two tables stand side by side, with an empty column between them',
			remedy: 'Put each into a sheet or file of its own. Nothing was sent.',
		};
	const [name = '', ...others] = plan.columns.size === 0 ? plan.unknown : [];
	if (others.length === 0 && /[;\t|][^;\t|]*[;\t|]/.test(name))
		return { message: `Columns not recognised: ${quoted([name])}`, remedy: SEPARATE };
	if (!key || plan.columns.has(key.name) || plan.columns.size + plan.unknown.length === 0) return;
	return {
		message: `No column is the ${key.called ?? key.label}${couldBe(plan)}`,
		remedy: `Choose ${key.label} for the column that holds it, under Column Names in the options. Nothing was sent.`,
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

const describeConflict = ({ field, taken, ignored, isNamed: byUser }: Conflict) =>
	`${field.label} was taken from ${quoted(taken, ' and ')}${byUser ? ', as Column Names says' : ''}; ignored: ${quoted(ignored)}.`;

const quoted = (names: readonly string[], between = ', ') =>
	names.map((name) => `"${name}"`).join(between);
