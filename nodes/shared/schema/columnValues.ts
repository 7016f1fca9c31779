import { PRIMES, type Column, type NamedField } from './columnCandidates';
import { isFilled } from './presence';

/** What the first rows of a table say of a column beside its name: how distinct it is, and of which fields it cannot be. */

/** Rows that are looked at. */
export const SAMPLE_ROWS = 200;
/** Different values of a column that are looked at. */
const MAX_VALUES = 40;
/** Values of which none is what the name says, or groups in which a column differs, before that counts. */
export const MIN_VALUES = 3;
/** Some rows may be there twice. */
const MOSTLY = 0.9;

export type Row = Readonly<Record<string, unknown>>;

/** The different values of a column, as texts. */
export function valuesOf(sample: readonly Row[], column: string): readonly string[] {
	const values = sample.map((row) => row[column]).filter((value) => typeof value !== 'object');
	const texts = new Set(values.filter(isFilled).map((value) => String(value).trim()));
	return [...texts].slice(0, MAX_VALUES);
}

const isMostly = (values: readonly string[], test: (value: string) => boolean) =>
	2 * values.filter(test).length > values.length;

/**
 * What values are that the type of a field forbids; undefined where they can be of it. A few odd ones say nothing: they are
 * refused one by one.
 *
 * @param isOnly the column can be no other field: an item is often numbered by its name
 */
export function forbidden(
	{ name, type = '', isId, refersTo }: NamedField,
	values: readonly string[],
	isOnly: boolean,
): string | undefined {
	if (values.length === 0) return undefined;
	if (name === 'currency')
		return isMostly(values, (value) => WORD.test(value) && !DIGIT.test(value))
			? 'no currency codes'
			: undefined;
	if ((isId || refersTo || name === 'item_name') && holdLists(values)) return 'several in one cell';
	if (isId || refersTo) {
		if (isOfItem({ refersTo }) && isOnly) return undefined;
		const areWords = values.length >= MIN_VALUES && values.every(isWritten);
		return isMostly(values, isName) || (refersTo && areWords) ? 'names, no IDs' : undefined;
	}
	if (type === 'text' && isMostly(values, (value) => /^(?:\{.*\}|\[.*\])$/s.test(value)))
		return 'lists or objects';
	if (values.length < MIN_VALUES) return undefined;
	if (type.startsWith('date'))
		return isMostly(values, (value) => !DAY.test(value)) ? 'no dates' : undefined;
	const isNumber = type === 'number' || type === 'integer';
	return isNumber && isMostly(values, (value) => !DIGIT.test(value)) ? 'no numbers' : undefined;
}

const isOfItem = ({ refersTo }: Pick<NamedField, 'refersTo'>): boolean =>
	(refersTo as { resource?: string } | undefined)?.resource === 'item';

const DIGIT = /\p{N}/u;
const WORD = /\p{L}{4}/u;

/** Whether cells hold several IDs or names: those that stand alone in others, or that are of letters and digits. */
function holdLists(values: readonly string[]): boolean {
	const all = new Set(values);
	const lists = values.filter((value) => {
		const parts = value.split(/[,;|\n]/).map((part) => part.trim());
		const areIds = parts.every((part) => all.has(part) || isCode(part));
		return parts.length > 1 && !/^[\d.,]+$/.test(value) && areIds;
	});
	return lists.length >= MIN_VALUES;
}

/** One word of letters and digits. */
const isCode = (text: string) => /\p{L}/u.test(text) && /\d/.test(text) && !/\s/.test(text);

/** Numbers with signs or words between, or one with as many digits as days without signs, of sheets, and since 1970 have. */
const DAY = /\d[-/.年,\s]\s?[\d\p{L}]|\d\s?\p{L}{3}|\p{L}{3}[.\s]{1,2}\d|^\d{5,17}(?:\.\d{1,9})?$/u;

/** Two words, or a word in a script without spaces, and no digit. */
const isName = (value: string) => !DIGIT.test(value) && NAME.test(value);

/** A word as people write it: no digit, and not in capitals only. */
const isWritten = (value: string) => !DIGIT.test(value) && /\p{Ll}|\p{Lo}/u.test(value);

const NAME =
	/\p{L}\p{L}[\s.,&]{1,3}\p{L}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;

/** Whether values look like the numbers of things: short, without spaces, with digits, and neither amounts nor days. */
export const areNumbers = (values: readonly string[]): boolean =>
	values.length > 0 &&
	values.every((value) => NUMBER_OF_THING.test(value) && !AMOUNT_OR_DAY.test(value));

const NUMBER_OF_THING = /^(?=.*\d)[^\s,;:@]{1,40}$/;
const AMOUNT_OR_DAY = /^-?\d*\.\d+$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;

/** Whether most values have a number in them, as a street with its house has. */
export const areNumbered = (values: readonly string[]): boolean =>
	isMostly(values, (value) => DIGIT.test(value));

/** Which part of the values of a column are different ones; 0 for an empty one. */
export function distinctness(sample: readonly Row[], column: string): number {
	const values = sample.map((row) => row[column]).filter(isFilled);
	return values.length === 0 ? 0 : new Set(values).size / values.length;
}

/** Whether a column names each row of a table. */
export const isDistinct = (sample: readonly Row[], column: string): boolean =>
	distinctness(sample, column) >= MOSTLY;

/** Whether the rows of each value stand together, but for a few. */
export const standsTogether = (sample: readonly Row[], column: string): boolean =>
	isDistinct(
		sample.filter((row, at) => row[column] !== sample[at - 1]?.[column]),
		column,
	);

/** Whether a column holds one and the same value in each row. */
export const isConstant = (sample: readonly Row[], column: string): boolean =>
	sample.every((row) => isFilled(row[column]) && row[column] === sample[0][column]);

/** As the service numbers its own records. */
export const isUuid = (value: string): boolean =>
	/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/** Whether a column mostly differs between rows that are about one thing. */
export function differsWithin(sample: readonly Row[], by: string, column: string): boolean {
	const groups = new Map<unknown, unknown[]>();
	for (const { [by]: key, [column]: value } of sample) {
		if (isFilled(key) && isFilled(value)) groups.set(key, [...(groups.get(key) ?? []), value]);
	}
	const several = [...groups.values()].filter(({ length }) => length > 1);
	const differing = several.filter((values) => new Set(values).size > 1).length;
	return differing >= MIN_VALUES && 2 * differing > several.length;
}

/** Whether the values of a column mostly stand in those of another as words, which hold more than them. */
export function isWithin(sample: readonly Row[], part: string, whole: string): boolean {
	const words = sample.map((row) => [` ${String(row[part])} `, ` ${String(row[whole])} `]);
	const inside = words.filter(([one, all]) => one !== all && all.replace(/,/g, ' ').includes(one));
	return 2 * inside.length > words.length;
}

/** What has no name of its own: a column of a sheet between two tables. */
const UNNAMED = /^(?:__EMPTY(?:_\d+)?|Column \d+)?$/;

/**
 * Whether two tables stand side by side: between them is a column without name and values, and a name comes on both sides,
 * or one side ends before the other.
 */
export function areSideBySide(
	seen: ReadonlyArray<Pick<Column, 'key' | 'filled'>>,
	sample: readonly Row[],
): boolean {
	const isGap = ({ key, filled }: (typeof seen)[number]) => filled === 0 && UNNAMED.test(key);
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
