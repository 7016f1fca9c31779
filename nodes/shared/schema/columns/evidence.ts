import { isFilled, type Row } from '../presence';
import { isNamed, Rank, type Claim, type NamedField } from './names';

/** What values say beside names: of which fields they cannot be, and which columns hold parts of one. */

type Rows = readonly Row[];

/** A column of a table, and what all rows say of it. */
export interface Column {
	readonly key: string;
	/** The fields that it could hold by its name. */
	readonly claims: readonly Claim[];
	/** The two words of its name, where it is made so. */
	readonly words?: string;
	/** Further columns for one of its fields; only beside them its values matter beyond the first. */
	readonly others: Column[];
	/** Those of them with another value in a row in which this one has one, too. */
	readonly rivals: Set<Column>;
	/** How many rows fill it; where there are no others, whether there is such. */
	filled: number;
}

/** A column that could hold a field. */
export interface Pair extends Claim {
	readonly column: Column;
}

/** A column that is not what its name says: its values are something else. */
export interface Doubt extends Pair {
	readonly what: string;
}

/** Rows that are looked at. */
export const SAMPLE_ROWS = 200;
/** Different values of a column that are looked at. */
const MAX_VALUES = 40;
/** Values of which none is what the name says, or orders in which rows differ, before that counts. */
const MIN_VALUES = 3;
/** Some rows may be there twice. */
const MOSTLY = 0.9;

export const isFull = ({ column }: Pair): boolean => column.filled > 0;

/** The different values of a column, as texts. */
function valuesOf(sample: Rows, column: string): readonly string[] {
	const values = sample.map((row) => row[column]).filter((value) => typeof value !== 'object');
	const texts = new Set(values.filter(isFilled).map((value) => String(value).trim()));
	return [...texts].slice(0, MAX_VALUES);
}

/** What names say and values do not forbid; and the columns for which that leaves nothing. */
export function possiblePairs(seen: readonly Column[], sample: Rows, isGrouped: boolean) {
	const pairs: Pair[] = [];
	const doubts: Doubt[] = [];
	const named = new Set(seen.flatMap(({ claims }) => claims.filter(isNamed)).map(fieldOf));
	for (const column of seen) {
		const { key, claims } = column;
		const values = valuesOf(sample, key);
		// What the service has given is not the user's; its numbers are whole.
		const isOwnKey = ({ isKey, ownKey }: NamedField) =>
			ownKey === key && (!isKey || values.every((value) => /^\d+$/.test(value)));
		const all = claims
			.filter((claim) => isNamed(claim) || !isOwnKey(claim.field))
			.map((claim): Pair => ({ ...claim, column }))
			.flatMap((pair) => (pair.isGeneral ? asNumber(pair, seen, sample, isGrouped) : [pair]));
		const why = ({ field, rank }: Pair) => {
			if (named.has(field) || values.length === 0) return undefined;
			if (rank < Rank.Listed && field.name !== 'currency') return undefined;
			return field.isKey && !isDistinct(sample, key)
				? 'the same values again and again'
				: forbidden(field, values);
		};
		const possible = all.filter((pair) => why(pair) === undefined);
		pairs.push(...possible);
		const what = all.length > 0 && possible.length === 0 && why(all[0]);
		if (what) doubts.push({ ...all[0], what });
	}
	return { pairs: joined(wholeNames(pairs, sample), sample), doubts };
}

const fieldOf = ({ field }: Claim) => field;

/**
 * What values are that the type of a field forbids; undefined where they can be of it. A few odd ones say nothing: they are
 * refused one by one.
 */
function forbidden(field: NamedField, values: readonly string[]): string | undefined {
	const { name, type = '', isId, refersTo } = field;
	const areMostly = (test: (value: string) => boolean) =>
		2 * values.filter(test).length > values.length;
	const areSeveral = values.length >= MIN_VALUES;
	if (name === 'currency') return areMostly(isWord) ? 'no currency codes' : undefined;
	if (isId || refersTo) {
		const areNames = areMostly(isName) || (refersTo && areSeveral && values.every(isWritten));
		return areNames ? 'names, no IDs' : undefined;
	}
	if (!areSeveral) return undefined;
	if (type.startsWith('date')) return areMostly((one) => !DAY.test(one)) ? 'no dates' : undefined;
	return ['number', 'integer'].includes(type) && areMostly(hasNoDigit) ? 'no numbers' : undefined;
}

const hasNoDigit = (value: string) => !/\p{N}/u.test(value);
const isWord = (value: string) => hasNoDigit(value) && /\p{L}{4}/u.test(value);
/** Two words, or a word in a script without spaces, and no digit. */
const isName = (value: string) => hasNoDigit(value) && NAME.test(value);
/** A word as people write it: no digit, and not in capitals only. */
const isWritten = (value: string) => hasNoDigit(value) && /\p{Ll}|\p{Lo}/u.test(value);

const NAME =
	/\p{L}\p{L}[\s.,&]{1,3}\p{L}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;
/** Numbers with signs or words between, or one with as many digits as days without signs, of sheets, and since 1970 have. */
const DAY = /\d[-/.年,\s]\s?[\d\p{L}]|\d\s?\p{L}{3}|\p{L}{3}[.\s]{1,2}\d|^\d{5,17}(?:\.\d{1,9})?$/u;

/** A general name counts if its column numbers the rows, or the orders of rows, and no other one could. */
function asNumber(pair: Pair, seen: readonly Column[], sample: Rows, isGrouped: boolean): Pair[] {
	const { column, field } = pair;
	const values = valuesOf(sample, column.key);
	// As shops show it to their customers; it stands in all rows of an order.
	if (values.length > 0 && values.every((value) => /^#\d+$/.test(value)))
		return [{ ...pair, rank: Rank.Own - 0.5 }];
	const isRival = ({ key, claims }: Column) =>
		claims.every((claim) => claim.field.isId) &&
		NUMBER_NAME.test(key) &&
		areNumbers(valuesOf(sample, key)) &&
		sample.some((row) => String(row[key]) !== String(row[column.key]));
	const isOne = field.isKey === true || (areNumbers(values) && !seen.some(isRival));
	const areApart = sample.filter((row, at) => row[column.key] !== sample[at - 1]?.[column.key]);
	const isOfOrders = isGrouped && values.length > 1 && isDistinct(areApart, column.key);
	return isOne && areKeys(values) && (isDistinct(sample, column.key) || isOfOrders) ? [pair] : [];
}

/** As columns with numbers of things are called. */
const NUMBER_NAME = /(?:id|no|nr|num|number|code|key|ref)$|^id/i;

/** Whether values look like the numbers of things: short, without spaces, with digits, and neither amounts nor days. */
const areNumbers = (values: readonly string[]) =>
	values.length > 0 && values.every((value) => NUMBER_OF_THING.test(value));

const NUMBER_OF_THING = /^(?!-?\d*\.\d+$|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})(?=.*\d)[^\s,;:@]{1,40}$/;

/** Whether values are without spaces, as programs write keys, and not those by which the service numbers its records. */
const areKeys = (values: readonly string[]) =>
	values.every((value) => /^[^\s@]{1,100}$/.test(value) && !UUID.test(value));

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Those that name each row, then those that look like numbers, the more distinct the earlier. */
export const numbersIn = (columns: readonly Column[], sample: Rows): string[] =>
	columns
		.map(({ key }) => ({ key, values: valuesOf(sample, key), part: distinctness(sample, key) }))
		.filter(({ values, part }) => {
			const isKey = part === 1 && values.length >= MIN_VALUES && areKeys(values);
			return isKey || areNumbers(values);
		})
		.sort((one, other) => other.part - one.part)
		.map(({ key }) => key);

/** Which part of the values of a column are different ones; 0 for an empty one. */
function distinctness(sample: Rows, column: string): number {
	const values = sample.map((row) => row[column]).filter(isFilled);
	return values.length === 0 ? 0 : new Set(values).size / values.length;
}

const isDistinct = (sample: Rows, column: string) => distinctness(sample, column) >= MOSTLY;

/**
 * What the values of a column say against its being the same for all rows of an order: it mostly differs within them, or
 * it is the same in all of many orders, and so no reference.
 */
export function notOfOrder({ field, column: { key }, rank }: Pair, by: string, sample: Rows) {
	if (rank <= Rank.Named) return undefined;
	const first = new Map<unknown, unknown>();
	const further = sample.filter((row) => {
		if (!isFilled(row[by]) || !isFilled(row[key])) return false;
		return first.has(row[by]) || !first.set(row[by], row[key]);
	});
	const countOrders = (rows: Rows) => new Set(rows.map((row) => row[by])).size;
	const differing = countOrders(further.filter((row) => row[key] !== first.get(row[by])));
	if (differing >= MIN_VALUES && 2 * differing > countOrders(further))
		return `different values for the same "${by}"`;
	const isConstant = sample.every((row) => isFilled(row[key]) && row[key] === sample[0][key]);
	const isGuess = field.refersTo && rank >= Rank.Listed && first.size >= MIN_VALUES;
	return isGuess && isConstant ? 'one value for all' : undefined;
}

/** Whether the values of a column mostly stand in those of another as words, which hold more than them. */
function isWithin(sample: Rows, { column: { key } }: Pair, { column: { key: whole } }: Pair) {
	const words = sample.map((row) => [` ${String(row[key])} `, ` ${String(row[whole])} `]);
	const inside = words.filter(([one, all]) => one !== all && all.replace(/,/g, ' ').includes(one));
	return 2 * inside.length > words.length;
}

/** A first and a last name are taken beside each other, and no last name beside a name that holds it. */
function wholeNames(pairs: readonly Pair[], sample: Rows): Pair[] {
	const names = pairs.filter((pair) => pair.field.name === 'name' && isFull(pair));
	const firsts = names.filter(({ beside }) => beside !== undefined);
	return pairs.filter((pair) => {
		if (pair.field.name !== 'last_name' || isNamed(pair)) return true;
		if (pair.beside === undefined)
			return firsts.length > 0 || !names.some((one) => isWithin(sample, pair, one));
		return firsts.some((one) => one.column !== pair.column && !isWithin(sample, one, pair));
	});
}

/** The parts of an address are joined where one of them is a street with its house number, and no column holds the whole. */
function joined(pairs: readonly Pair[], sample: Rows): Pair[] {
	const parts = pairs.filter((pair) => pair.part !== undefined && isFull(pair));
	const isOfIt = ({ field }: Pair) => field === parts[0]?.field;
	const wholes = pairs.filter((pair) => isOfIt(pair) && pair.part === undefined && isFull(pair));
	const street = [...parts.filter(({ part }) => part === 0), ...wholes].at(0);
	const numbers = valuesOf(sample, street?.column.key ?? '').filter((value) => !hasNoDigit(value));
	const isNumbered = numbers.length > 0 || parts.some(({ part }) => part === HOUSE);
	const isWhole = (one: Pair) => isNamed(one) || parts.some((part) => isWithin(sample, part, one));
	if (parts.length === 0 || !isNumbered || wholes.some(isWhole))
		return pairs.filter(({ part }) => part === undefined);
	return pairs.flatMap((pair) => {
		if (pair === street) return [{ ...pair, part: 0 }];
		return !isOfIt(pair) || parts.includes(pair) ? [pair] : [];
	});
}

/** The part that is the number of a house, where it stands alone. */
const HOUSE = 1;
