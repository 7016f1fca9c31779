import {
	EXACT_RANK,
	isNamed,
	LABEL_RANK,
	type Candidate,
	type Column,
	type NamedField,
} from './columnCandidates';

/** What the first rows of a table show of a column, beside its name. */

/** Rows that are looked at. */
export const SAMPLE_ROWS = 200;
/** Different values of a column that are looked at. */
const MAX_VALUES = 40;
/** Values of which none is what the name says, before that counts. */
const MIN_VALUES = 3;
/** Groups in which a column differs, before that counts. */
const MIN_GROUPS = 3;

type Row = Readonly<Record<string, unknown>>;

/** What a field should hold. */
interface Holding {
	readonly type?: string;
	readonly isId?: boolean;
	readonly refersTo?: unknown;
	readonly name?: string;
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';

/** The different values of a column, as texts. */
export function valuesOf(sample: readonly Row[], column: string): readonly string[] {
	const values = new Set<string>();
	for (const row of sample) {
		const value = row[column];
		if (isFilled(value) && typeof value !== 'object') values.add(String(value).trim());
		if (values.size === MAX_VALUES) break;
	}
	return [...values];
}

/**
 * What values are that cannot be those of a field; undefined where they can be. A few odd ones say nothing: they are refused
 * one by one.
 */
function contradiction(
	{ name, type = '', isId, refersTo }: Holding,
	values: readonly string[],
): string | undefined {
	if (values.length === 0) return undefined;
	const isMostly = (test: (value: string) => boolean) =>
		2 * values.filter(test).length > values.length;
	if (name === 'currency')
		return isMostly((value) => !/\p{N}/u.test(value) && /\p{L}{4}/u.test(value))
			? 'no currency codes'
			: undefined;
	if ((isId || refersTo || name === 'item_name') && holdLists(values)) return 'several in one cell';
	if (isId || refersTo) return isMostly(isName) ? 'names, no IDs' : undefined;
	if (!HAS_DIGITS.has(type) || values.length < MIN_VALUES) return undefined;
	if (!isMostly((value) => !/\p{N}/u.test(value))) return undefined;
	return type.startsWith('date') ? 'no dates' : 'no numbers';
}

/** Whether cells hold several IDs or names: those that stand alone in others, or that are of letters and digits. */
function holdLists(values: readonly string[]): boolean {
	const all = new Set(values);
	const lists = values.filter((value) => {
		const parts = value.split(LIST_SIGNS).map((part) => part.trim());
		return (
			parts.length > 1 &&
			!NUMBER.test(value) &&
			parts.every((part) => all.has(part) || isCode(part))
		);
	});
	return lists.length >= MIN_VALUES;
}

const LIST_SIGNS = /[,;|\n]/;
const NUMBER = /^[\d.,]+$/;

/** One word of letters and digits. */
const isCode = (text: string) => /\p{L}/u.test(text) && /\d/.test(text) && !/\s/.test(text);

const HAS_DIGITS = new Set(['date', 'dateTime', 'number', 'integer']);

/** Two words, or a word in a script without spaces, and no digit. */
const isName = (value: string) => !/\p{N}/u.test(value) && NAME.test(value);

const NAME =
	/\p{L}\p{L}[\s.,&]{1,3}\p{L}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;

/** Whether values look like the numbers of things: short, without spaces, with digits, and neither amounts nor days. */
export const areNumbers = (values: readonly string[]): boolean =>
	values.length > 0 &&
	values.every(
		(value) =>
			value.length <= MAX_NUMBER &&
			/\d/.test(value) &&
			!SIGNS.test(value) &&
			!AMOUNT_OR_DAY.test(value),
	);

const MAX_NUMBER = 40;
const SIGNS = /[\s,;:@]/;
const AMOUNT_OR_DAY = /^-?\d*\.\d+$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;

/** Whether a column holds the same values again and again, so that it names no row. */
function repeats(sample: readonly Row[], column: string): boolean {
	const values = sample.map((row) => row[column]).filter(isFilled);
	return new Set(values).size < MOSTLY * values.length;
}

/**
 * What a row does that holds no record, as the end of a sentence: all its values are the names of the columns, as where files
 * were put together, or its only one is the time at which the table was written, as programs put below it.
 */
export function describeStray(row: Row): string | undefined {
	let names = 0;
	let only: string | undefined;
	for (const column in row) {
		const value = row[column];
		if (value === undefined || value === null || value === '') continue;
		if (typeof value !== 'string' || only !== undefined) return undefined;
		if (value === column || value.trim() === column.replace(PRIMES, '')) names += 1;
		else if (names > 0) return undefined;
		else only = value;
	}
	if (names > 1) return 'repeats the names of the columns';
	return only !== undefined && TIME.test(only.trim())
		? 'holds nothing but a day with a time'
		: undefined;
}

/** As people read it, maybe behind a word with a colon; programs write `T` between the two. */
const TIME =
	/^(?:[^\d:]{1,40}:\s)?\d{1,4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,4}日?[\s,]{1,3}(?:\D{1,12}\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?$/i;

/** Behind the names of columns that come again. */
const PRIMES = /(?:′{1,9}|_\d{1,4})$/;

/** What has no name of its own: a column of a sheet between two tables. */
const UNNAMED = /^(?:__EMPTY(?:_\d+)?|Column \d+)?$/;

/**
 * Whether two tables stand side by side: between them is a column without name and values, and a name comes on both sides,
 * or one side ends before the other.
 */
export function areSideBySide(
	seen: ReadonlyArray<Pick<Column, 'key' | 'isFilled'>>,
	sample: readonly Row[],
): boolean {
	const isGap = ({ key, isFilled: holdsValues }: (typeof seen)[number]) =>
		!holdsValues && UNNAMED.test(key);
	return seen.some((column, at) => {
		if (!isGap(column)) return false;
		const [left, right] = [seen.slice(0, at), seen.slice(at + 1)].map((side) =>
			side.filter((each) => !isGap(each)).map(({ key }) => key),
		);
		if (left.length < 2 || right.length < 2) return false;
		const names = new Set(left);
		if (right.some((key) => names.has(key.replace(PRIMES, '')))) return true;
		return sample.some((row) => {
			const [isLeft, isRight] = [left, right].map((side) =>
				side.filter((key) => isFilled(row[key])),
			);
			return Math.min(isLeft.length, isRight.length) === 0 && isLeft.length + isRight.length > 1;
		});
	});
}

/** Some rows may be there twice. */
const MOSTLY = 0.9;

/** Whether a column mostly differs between rows that are about one thing. */
export function differsWithin(sample: readonly Row[], by: string, column: string): boolean {
	const groups = new Map<unknown, { readonly first: unknown; rows: number; differs: boolean }>();
	for (const row of sample) {
		const [key, value] = [row[by], row[column]];
		if (!isFilled(key) || !isFilled(value)) continue;
		const group = groups.get(key);
		if (!group) groups.set(key, { first: value, rows: 1, differs: false });
		else {
			group.rows += 1;
			group.differs ||= group.first !== value;
		}
	}
	const several = [...groups.values()].filter(({ rows }) => rows > 1);
	const differing = several.filter(({ differs }) => differs).length;
	return differing >= MIN_GROUPS && 2 * differing > several.length;
}

/** A column that is named like a field and holds something else. */
interface Doubt {
	readonly column: string;
	readonly field: NamedField;
	readonly what: string;
}

/** @param taken the columns that the field is taken from instead */
export const describeDoubt = (
	{ column, field: { label }, what }: Doubt,
	taken: readonly string[] | undefined,
): string =>
	taken === undefined
		? `"${column}" holds ${what}, so ${label} was not taken from it. If it is right, choose ${label} for it under Column Names.`
		: `${label} was taken from ${taken.map((name) => `"${name}"`).join(' and ')}; ignored: "${column}", which holds ${what}.`;

/** Leaves each column the fields that its values may be of, and says of which columns none is left. */
export function weigh(seen: readonly Column[], sample: readonly Row[]): Doubt[] {
	const doubts: Doubt[] = [];
	const namedFields = namedIn(seen);
	for (const column of seen) {
		const [first] = column.candidates;
		if (!column.isFilled || !first || isNamed(first)) continue;
		const values = valuesOf(sample, column.key);
		const why = ({ field, rank, bestWith }: Candidate) => {
			if (namedFields.has(field)) return undefined;
			if (field.name === 'currency') return contradiction(field, values);
			if (rank <= LABEL_RANK || bestWith !== undefined) return undefined;
			if (field.isKey && repeats(sample, column.key)) return 'the same values again and again';
			const isWord = isOfItem(field) && column.candidates.length === 1;
			const what = contradiction(field, values);
			return isWord && what?.startsWith('names') ? undefined : what;
		};
		const certain = column.candidates.flatMap((candidate) =>
			candidate.isGeneral ? asNumber(sample, column.key, candidate) : [candidate],
		);
		const left = certain.filter((candidate) => why(candidate) === undefined);
		const what = certain[0] && why(certain[0]);
		if (left.length === 0 && what !== undefined) {
			doubts.push({ column: column.key, field: certain[0].field, what });
		}
		column.isDoubtful = left.length === 0 && certain.length > 0;
		column.candidates = left;
	}
	const strong = new Set(
		seen.flatMap(({ isFilled: holdsValues, candidates }) =>
			holdsValues ? candidates.filter(({ isWeak }) => !isWeak).map(({ field }) => field) : [],
		),
	);
	/** Fields of which the first part is there: a region or a country alone is no address. */
	const begun = new Set(
		seen.flatMap(({ isFilled: holdsValues, candidates }) =>
			holdsValues ? candidates.filter(({ part }) => part === 0).map(({ field }) => field) : [],
		),
	);
	for (const column of seen) {
		column.candidates = column.candidates.filter(
			({ isWeak, field, part }) =>
				(!isWeak || !strong.has(field)) && (part === undefined || begun.has(field)),
		);
	}
	return doubts;
}

/** A candidate by a general name, if the values of the column number the rows. */
function asNumber(sample: readonly Row[], key: string, candidate: Candidate): Candidate[] {
	const values = valuesOf(sample, key);
	// As shops show it to their customers; it stands in all rows of an order.
	if (values.every((value) => /^#\d+$/.test(value))) {
		return [{ ...candidate, rank: EXACT_RANK, isWeak: false }];
	}
	const isCount = values.every((value, index) => value === String(index + 1));
	return areNumbers(values) && !isCount && !repeats(sample, key) ? [candidate] : [];
}

/** The fields for which the user named a column. */
export const namedIn = (seen: readonly Column[]) =>
	new Set(seen.flatMap(({ candidates }) => candidates.filter(isNamed).map(({ field }) => field)));

/** Numbers of items are often words. */
const isOfItem = ({ refersTo }: NamedField) =>
	(refersTo as { resource?: string } | undefined)?.resource === 'item';
