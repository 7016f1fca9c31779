import { isFilled, type Row } from '../presence';
import { isNamed, Rank, type Claim } from './names';

/** What values say beside names: of which fields they cannot be, and which columns hold parts of one. */

type Rows = readonly Row[];

/** A column of a table, and what all rows say of it. */
export interface Column {
	readonly key: string;
	/** The fields that it could hold by its name. */
	readonly claims: readonly Claim[];
	/** Columns before it for one of its fields. */
	readonly others: readonly Column[];
	/** Columns for one of its fields with another value in a row in which this one has one, too. */
	readonly rivals: Set<Column>;
	/** How many rows fill it. */
	filled: number;
}

/** A column that could hold a field. */
export interface Pair extends Claim {
	readonly column: Column;
	/** What its values are, where they are something else than its name says. */
	readonly what?: string;
}

/** Rows that are looked at. */
export const SAMPLE_ROWS = 200;
/** Values of which none is what the name says, or orders in which rows differ, before that counts. */
const MIN_VALUES = 3;
/** Some rows may be there twice. */
const MOSTLY = 0.9;

export const isFull = ({ column }: Pair): boolean => column.filled > 0;

/** The different values of a column, as texts. */
function valuesOf(sample: Rows, column: string): readonly string[] {
	const values = sample.map((row) => row[column]).filter((value) => typeof value !== 'object');
	return [...new Set(values.filter(isFilled).map((value) => String(value).trim()))];
}

/** What names say and values do not forbid; and the columns for which that leaves nothing. */
export function possiblePairs(seen: readonly Column[], sample: Rows) {
	const judged = seen.map((column) => {
		const values = valuesOf(sample, column.key);
		return column.claims
			.map((claim): Pair => ({ ...claim, column }))
			.filter((pair) => isNamed(pair) || !isOwnNumber(pair, values))
			.flatMap((pair) => (pair.isGeneral ? asNumber(pair, values, seen, sample) : [pair]))
			.map((pair) => ({ ...pair, what: forbidden(pair, values, sample) }));
	});
	const pairs = judged.flat().filter(({ what }) => what === undefined);
	const doubts = judged.flatMap((all) => (all.every(({ what }) => what) ? all.slice(0, 1) : []));
	return { pairs: joined(wholeNames(pairs, sample), sample), doubts };
}

/** What the service has given is not the user's; its numbers are whole. */
const isOwnNumber = ({ column, field: { isKey, ownKey } }: Pair, values: readonly string[]) =>
	ownKey === column.key && (!isKey || values.every((value) => /^\d+$/.test(value)));

/**
 * What values are that a field forbids which is not named by its own name; undefined where they can be of it. A few odd ones
 * say nothing: they are refused one by one.
 */
function forbidden(pair: Pair, values: readonly string[], sample: Rows) {
	const { name, type = '', isId, isKey, refersTo } = pair.field;
	const areMostly = (test: (value: string) => boolean, part = 0.5) =>
		values.filter(test).length > part * values.length;
	const areSeveral = values.length >= MIN_VALUES;
	if (name === 'currency' && !isNamed(pair) && areMostly(isLong)) return 'no currency codes';
	if (pair.rank < Rank.Listed || values.length === 0) return undefined;
	if (isKey && !isDistinct(sample, pair.column.key)) return 'the same values again and again';
	if (isId || refersTo) {
		// Where the name could be that of another field, too, as `product`: names of goods hold digits, as "Jam 250 g".
		const areGoods = pair.column.claims.length > 1 && !areMostly(isCode, MOSTLY);
		const areWords = refersTo && (areSeveral || values.some(isWord)) && values.every(isWritten);
		return areGoods || areWords || areMostly(isName) ? 'names, no IDs' : undefined;
	}
	if (!areSeveral || !areMostly(hasNoDigit)) return undefined;
	if (type.startsWith('date')) return 'no dates';
	return ['number', 'integer'].includes(type) ? 'no numbers' : undefined;
}

const hasNoDigit = (value: string) => !/\p{N}/u.test(value);
/** More than a code of three letters, or a sign. */
const isLong = (value: string) => hasNoDigit(value) && value.length > 3;
/** Two words without a digit. */
const isName = (value: string) => hasNoDigit(value) && /\p{L}\p{L}[\s.,&]{1,3}\p{L}/u.test(value);
/** As numbers and codes are written: without spaces, with a digit. */
const isCode = (value: string) => !(hasNoDigit(value) || /\s/.test(value));
/** A word of a script without cases. */
const isWord = (value: string) => /^\p{Lo}/u.test(value);
/** A word as people write it: no digit, and not in capitals only. */
const isWritten = (value: string) => hasNoDigit(value) && /\p{Ll}|\p{Lo}/u.test(value);

/** A general name counts if its column numbers the rows, or the orders of rows, and no other one could. */
function asNumber(pair: Pair, values: readonly string[], seen: readonly Column[], sample: Rows) {
	const { key } = pair.column;
	// As shops show it to their customers; it stands in all rows of an order.
	if (values.length > 0 && values.every((value) => /^#\d+$/.test(value)))
		return [{ ...pair, rank: Rank.Own - 0.5 }];
	const isRival = (other: Column) =>
		other.filled > 0 &&
		other.claims.every((claim) => claim.field.isId) &&
		NUMBER_NAME.test(other.key) &&
		sample.some((row) => String(row[other.key]) !== String(row[key]));
	const areNumbers = values.every((value) => NUMBER.test(value));
	const isOne = pair.field.isKey === true || (areNumbers && !seen.some(isRival));
	const areApart = sample.filter((row, at) => row[key] !== sample[at - 1]?.[key]);
	const areSeveral = values.length > 1 || sample.length === 1;
	// The service numbers its own records so.
	const isForeign = !values.some((value) => UUID.test(value));
	return isOne && isForeign && areSeveral && isDistinct(areApart, key) ? [pair] : [];
}

/** As columns with numbers of things are called. */
const NUMBER_NAME = /(?:id|no|nr|num|number|code|key|ref)$|^id/i;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Values that look like the numbers of things: short, without spaces, with digits, and neither amounts nor days. */
const NUMBER = /^(?!-?\d*\.\d+$|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})(?=.*\d)[^\s,;:@]{1,40}$/;
/** Values as programs write keys. */
const KEY = /^[^\s@]{1,100}$/;

/** Those that name each row, then those that look like numbers, the more distinct the earlier. */
export const numbersIn = (sample: Rows, columns: readonly string[]): string[] =>
	columns
		.map((key) => ({ key, values: valuesOf(sample, key), part: distinctness(sample, key) }))
		.filter(({ values, part }) => {
			const form = part === 1 && values.length >= MIN_VALUES ? KEY : NUMBER;
			return values.length > 0 && values.every((value) => form.test(value));
		})
		.sort((one, other) => other.part - one.part)
		.map(({ key }) => key);

/** Which part of the values of a column are different ones; NaN for an empty one. */
const distinctness = (sample: Rows, column: string): number =>
	valuesOf(sample, column).length / sample.filter((row) => isFilled(row[column])).length;

const isDistinct = (sample: Rows, column: string) => distinctness(sample, column) >= MOSTLY;

/**
 * What the values of a column say against its being the same for all rows of an order: it mostly differs within them, or
 * it is the same in all of many orders, and so no reference.
 */
export function notOfOrder({ field, column: { key }, rank }: Pair, by: string, sample: Rows) {
	if (rank <= Rank.Named) return undefined;
	const rows = sample.filter((row) => isFilled(row[by]) && isFilled(row[key]));
	const orders = [...new Set(rows.map((row) => row[by]))];
	const linesOf = (order: unknown) => rows.filter((row) => row[by] === order);
	const long = orders.map(linesOf).filter(({ length }) => length > 1);
	const differing = long.filter((lines) => lines.some((row) => row[key] !== lines[0][key]));
	if (differing.length >= MIN_VALUES && 2 * differing.length > long.length)
		return `different values for the same "${by}"`;
	const isConstant = sample.every((row) => isFilled(row[key]) && row[key] === sample[0][key]);
	const isGuess = field.refersTo && rank >= Rank.Listed && orders.length >= MIN_VALUES;
	return isGuess && isConstant ? 'one value for all' : undefined;
}

/** Whether the values of a column mostly stand in those of another as words, which hold more than them. */
function isWithin(sample: Rows, { column: { key } }: Pair, { column: { key: whole } }: Pair) {
	const words = sample.map((row) => [` ${String(row[key])} `, ` ${String(row[whole])} `]);
	const inside = words.filter(([one, all]) => one !== all && all.replace(/,/g, ' ').includes(one));
	return 2 * inside.length > words.length;
}

/** A whole name is no last one beside a first name that it holds. */
function wholeNames(pairs: readonly Pair[], sample: Rows): Pair[] {
	const firsts = pairs.filter(({ beside }) => beside === 'last_name').filter(isFull);
	const isLast = (pair: Pair) =>
		firsts.some((one) => one.column !== pair.column && !isWithin(sample, one, pair));
	return pairs.filter((pair) => pair.beside !== 'name' || isLast(pair));
}

/** The parts of an address are joined where one of them is a street with its house number, and no column holds the whole. */
function joined(pairs: readonly Pair[], sample: Rows): Pair[] {
	const parts = pairs.filter((pair) => pair.part !== undefined && isFull(pair));
	const isWholeField = (pair: Pair) => pair.field === parts[0]?.field && pair.part === undefined;
	const wholes = pairs.filter(isWholeField).filter(isFull);
	const [street] = [...parts.filter(({ part }) => part === 0), ...wholes];
	const isNumbered =
		// The number of a house that stands alone.
		parts.some(({ part }) => part === 1) ||
		valuesOf(sample, street?.column.key ?? '').some((value) => !hasNoDigit(value));
	const isWhole = (one: Pair) => isNamed(one) || parts.some((part) => isWithin(sample, part, one));
	if (parts.length === 0 || !isNumbered || wholes.some(isWhole))
		return pairs.filter(({ part }) => part === undefined);
	return pairs
		.filter((pair) => pair.field !== street.field || pair === street || parts.includes(pair))
		.map((pair) => (pair === street ? { ...pair, part: 0 } : pair));
}
