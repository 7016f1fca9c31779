import {
	EXACT_RANK,
	isNamed,
	namedIn,
	LABEL_RANK,
	plainName,
	PRIMES,
	SHARED_RANK,
	type Candidate,
	type Column,
	type NamedField,
} from './columnCandidates';
import { isFilled } from './presence';

/** What the first rows of a table show of a column, beside its name. */

/** Rows that are looked at. */
export const SAMPLE_ROWS = 200;
/** Different values of a column that are looked at. */
const MAX_VALUES = 40;
/** Values of which none is what the name says, or groups in which a column differs, before that counts. */
const MIN_VALUES = 3;

type Row = Readonly<Record<string, unknown>>;

/** The columns that a field is read from. */
export interface Choice {
	readonly columns: Column[];
	readonly rank: number;
	/** Which parts of the field they hold. */
	readonly parts: Set<number>;
	/** The values say that it is the one. */
	isProven?: boolean;
}

/** The different values of a column, as texts. */
export function valuesOf(sample: readonly Row[], column: string): readonly string[] {
	const values = sample.map((row) => row[column]).filter((value) => typeof value !== 'object');
	const texts = new Set(values.filter(isFilled).map((value) => String(value).trim()));
	return [...texts].slice(0, MAX_VALUES);
}

const isMostly = (values: readonly string[], test: (value: string) => boolean) =>
	2 * values.filter(test).length > values.length;

/**
 * What values are that cannot be those of a field; undefined where they can be. A few odd ones say nothing: they are refused
 * one by one.
 */
function contradiction(
	{ name, type = '', isId, refersTo }: NamedField,
	values: readonly string[],
): string | undefined {
	if (values.length === 0) return undefined;
	if (name === 'currency')
		return isMostly(values, (value) => WORD.test(value) && !/\p{N}/u.test(value))
			? 'no currency codes'
			: undefined;
	if ((isId || refersTo || name === 'item_name') && holdLists(values)) return 'several in one cell';
	if (isId || refersTo) return isMostly(values, isName) ? NAMES : undefined;
	if (type === 'text' && isMostly(values, (value) => /^(?:\{.*\}|\[.*\])$/s.test(value)))
		return 'lists or objects';
	if (values.length < MIN_VALUES) return undefined;
	if (type.startsWith('date'))
		return isMostly(values, (value) => !DAY.test(value)) ? 'no dates' : undefined;
	const isNumber = type === 'number' || type === 'integer';
	return isNumber && isMostly(values, (value) => !/\p{N}/u.test(value)) ? 'no numbers' : undefined;
}

const NAMES = 'names, no IDs';
const WORD = /\p{L}{4}/u;

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

/** Numbers with signs or words between, or one with as many digits as days without signs, of sheets, and since 1970 have. */
const DAY = /\d[-/.年,\s]\s?[\d\p{L}]|\d\s?\p{L}{3}|\p{L}{3}[.\s]{1,2}\d|^\d{5,17}(?:\.\d{1,9})?$/u;

/** Finds the one column that no field is named like and that holds addresses for email, each another one: it is the email. */
export function takeUnnamedEmail(
	fields: readonly NamedField[],
	seen: readonly Column[],
	sample: readonly Row[],
): Column | undefined {
	const field = fields.find(({ name }) => name === 'email');
	if (!field || columnsFor(seen, field).length > 0) return undefined;
	const [found, ...others] = seen.filter(({ key, candidates, isDoubtful }) => {
		const values = valuesOf(sample, key);
		const isPlain = candidates.length === 0 && !isDoubtful && !STAFF.test(key);
		const areAddresses = values.every((value) => ADDRESS.test(value));
		return isPlain && values.length >= MIN_VALUES && areAddresses && !repeats(sample, key);
	});
	if (!found || others.length > 0) return undefined;
	found.candidates = [{ field, written: '', rank: SHARED_RANK, columns: [] }];
	return found;
}

const ADDRESS = /^[^\s@,;]{1,64}@[^\s@,;.]{1,63}(?:\.[^\s@,;.]{1,63}){1,9}$/;
/** Who works at a record is not whom it is about. */
const STAFF = /owner|agent|assign|manager|seller|sales|user|author|rep(?:resentative)?$|by$/i;

/** Two words, or a word in a script without spaces, and no digit. */
const isName = (value: string) => !/\p{N}/u.test(value) && NAME.test(value);

/** A word as people write it: no digit, and not in capitals only. */
const isWritten = (value: string) => !/\p{N}/u.test(value) && /\p{Ll}|\p{Lo}/u.test(value);

const NAME =
	/\p{L}\p{L}[\s.,&]{1,3}\p{L}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;

/** Whether values look like the numbers of things: short, without spaces, with digits, and neither amounts nor days. */
export const areNumbers = (values: readonly string[]): boolean =>
	values.length > 0 &&
	values.every((value) => NUMBER_OF_THING.test(value) && !AMOUNT_OR_DAY.test(value));

const NUMBER_OF_THING = /^(?=.*\d)[^\s,;:@]{1,40}$/;
const AMOUNT_OR_DAY = /^-?\d*\.\d+$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;

/** Whether a column holds the same values again and again, so that it names no row. */
function repeats(sample: readonly Row[], column: string): boolean {
	const values = sample.map((row) => row[column]).filter(isFilled);
	return new Set(values).size < MOSTLY * values.length;
}

/** What has no name of its own: a column of a sheet between two tables. */
const UNNAMED = /^(?:__EMPTY(?:_\d+)?|Column \d+)?$/;

/**
 * Whether two tables stand side by side: between them is a column without name and values, and a name comes on both sides,
 * or one side ends before the other.
 */
export function areSideBySide(
	seen: ReadonlyArray<Pick<Column, 'key' | 'hasValues'>>,
	sample: readonly Row[],
): boolean {
	const isGap = ({ key, hasValues }: (typeof seen)[number]) => !hasValues && UNNAMED.test(key);
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
	const groups = new Map<unknown, unknown[]>();
	for (const { [by]: key, [column]: value } of sample) {
		if (isFilled(key) && isFilled(value)) groups.set(key, [...(groups.get(key) ?? []), value]);
	}
	const several = [...groups.values()].filter(({ length }) => length > 1);
	const differing = several.filter((values) => new Set(values).size > 1).length;
	return differing >= MIN_VALUES && 2 * differing > several.length;
}

/**
 * Of columns that number one thing, by names of the same two words, takes the one of which each value always stands beside one
 * and the same of every other. Where all do, that is the ID of an order, and the number of an item, which people know.
 */
export function settleTie(
	sample: readonly Row[],
	field: NamedField,
	choice: Choice,
	left: Column[],
): void {
	const [taken] = choice.columns;
	const { words } = taken;
	const isOrder = field.name === 'order_external_id';
	const columns = left.filter((one) => one.words === words && one.candidates[0]?.field === field);
	const isMeant = isOrder || isOfItem(field);
	if (!isMeant || !words || choice.rank <= LABEL_RANK || columns.length === 0) return;
	columns.push(taken);
	const leads = columns.filter((one) => columns.every((all) => isFunction(sample, one, all)));
	const [best, ...others] = leads.filter(({ key }) => /^id|id$/.test(plainName(key)) === isOrder);
	if (!best || others.length > 0 || valuesOf(sample, best.key).length < MIN_VALUES) return;
	if (leads.length < columns.length && !(isOrder && repeats(sample, best.key))) return;
	choice.isProven = true;
	if (best === taken) return;
	left.splice(left.indexOf(best), 1, taken);
	choice.columns.splice(0, 1, best);
}

/** Whether all rows with the same value of one column have the same of another. */
function isFunction(sample: readonly Row[], from: Column, to: Column): boolean {
	const known = new Map<unknown, unknown>();
	return sample.every(({ [from.key]: key, [to.key]: value }) => {
		if (!isFilled(key) || !isFilled(value)) return isFilled(key) === isFilled(value);
		if (!known.has(key)) known.set(key, value);
		return known.get(key) === value;
	});
}

/** @param taken the columns that the field is taken from instead */
export const describeDoubt = (
	{ column, field: { label }, what }: ReturnType<typeof weigh>[number],
	taken: readonly string[] | undefined,
): string =>
	taken === undefined
		? `"${column}" holds ${what}, so ${label} was not taken from it. If it is right, choose ${label} for it under Column Names.`
		: `${label} was taken from ${taken.map((name) => `"${name}"`).join(' and ')}; ignored: "${column}", which holds ${what}.`;

/** Leaves each column the fields that its values may be of, and says of which columns none is left. */
export function weigh(seen: readonly Column[], sample: readonly Row[]) {
	const doubts: Array<{ column: string; field: NamedField; what: string }> = [];
	const namedFields = namedIn(seen);
	for (const column of seen) {
		const [first] = column.candidates;
		if (!column.hasValues || !first || isNamed(first)) continue;
		const values = valuesOf(sample, column.key);
		const why = ({ field, rank, bestWith }: Candidate) => {
			if (namedFields.has(field)) return undefined;
			if (field.name === 'currency') return contradiction(field, values);
			if (rank <= LABEL_RANK || bestWith !== undefined) return undefined;
			if (field.isKey && repeats(sample, column.key)) return 'the same values again and again';
			const isPrice = field.name === 'unit_price' || field.name === 'price';
			if (isPrice && seen.some(({ key }) => isProduct(seen, sample, key, column.key)))
				return 'the quantity times another column';
			const what = contradiction(field, values);
			if (isOfItem(field) && column.candidates.length === 1)
				return what === NAMES ? undefined : what;
			if (field.name === 'company_external_id' && isOfSeller(seen, sample, column.key))
				return 'one value beside different buyers';
			const isPlain = field.refersTo && !column.words && values.length >= MIN_VALUES;
			return what ?? (isPlain && values.every(isWritten) ? NAMES : undefined);
		};
		const isWhole = values.every((value) => /^\d+$/.test(value));
		const certain = column.candidates
			.filter(({ field }) => field.notFrom !== column.key || (field.isKey && !isWhole))
			.flatMap((each) => (each.isGeneral ? asNumber(seen, sample, column.key, each) : [each]));
		const left = certain.filter((candidate) => why(candidate) === undefined);
		const what = certain[0] && why(certain[0]);
		if (left.length === 0 && what !== undefined)
			doubts.push({ column: column.key, field: certain[0].field, what });
		column.isDoubtful = left.length === 0 && certain.length > 0;
		column.candidates = left;
	}
	const isFirst = (each: Candidate) => each.bestWith === 'last_name';
	const firsts = columnsFor(seen, { name: 'name' }, isFirst);
	for (const column of seen) {
		const { key, words } = column;
		column.candidates = column.candidates.filter((candidate) => {
			const { isWeak, isGeneral, field, part, bestWith } = candidate;
			if (field.name === 'last_name' && bestWith !== undefined)
				return firsts.some((one) => one !== column) && !isMostly(valuesOf(sample, key), isName);
			if (field.name === 'last_name' && !isNamed(candidate) && firsts.length === 0)
				return !columnsFor(seen, { name: 'name' }).some((one) => isWithin(sample, key, one.key));
			const others = columnsFor(seen, field).filter((other) => other.key !== key);
			const [strong] = columnsFor(seen, field, (each) => !each.isWeak);
			const isTied = words !== undefined && others.some((other) => other.words === words);
			if (isWeak && strong && !isTied) return false;
			// A region or a country alone is no address.
			if (part !== undefined && columnsFor(seen, field, (each) => each.part === 0).length === 0)
				return false;
			return !isGeneral || !isRecordId(key) || others.length === 0;
		});
	}
	return doubts;
}

/** Whether the values of a column mostly stand in those of another as words, which hold more than them. */
function isWithin(sample: readonly Row[], key: string, whole: string): boolean {
	const words = sample.map((row) => [` ${String(row[key])} `, ` ${String(row[whole])} `]);
	return 2 * words.filter(([one, all]) => one !== all && all.includes(one)).length > words.length;
}

/** Whether an account is that of the seller: always one and the same, while buyers differ. */
const isOfSeller = (seen: readonly Column[], sample: readonly Row[], account: string) =>
	/account/i.test(account) &&
	valuesOf(sample, account).length === 1 &&
	seen.some(({ key }) => /buyer|customer/i.test(key) && valuesOf(sample, key).length >= MIN_VALUES);

/** The columns with values that could be a field. */
const columnsFor = (
	seen: readonly Column[],
	field: Pick<NamedField, 'name'>,
	isMeant: (candidate: Candidate) => boolean = () => true,
) =>
	seen.filter(
		({ hasValues, candidates }) =>
			hasValues && candidates.some((each) => each.field.name === field.name && isMeant(each)),
	);

/** The ID that a program gives its records. */
const isRecordId = (key: string) => /^[\W_]*id[\W_]*$/i.test(key);

/** A candidate by a general name, if the values of the column number the rows, or are the price of one piece. */
function asNumber(
	seen: readonly Column[],
	sample: readonly Row[],
	key: string,
	candidate: Candidate,
): Candidate[] {
	if (candidate.field.type === 'number')
		return seen.some((other) => isProduct(seen, sample, key, other.key)) ? [candidate] : [];
	const values = valuesOf(sample, key);
	if (candidate.field.name === 'name') return isMostly(values, isName) ? [candidate] : [];
	// As shops show it to their customers; it stands in all rows of an order.
	if (values.every((value) => /^#\d+$/.test(value)))
		return [{ ...candidate, rank: EXACT_RANK, isWeak: false }];
	if (!areNumbers(values) || values.some((value) => UUID.test(value))) return [];
	if (repeats(sample, key) && !isOfOrders(seen, sample, key)) return [];
	const isRival = ({ key: other, candidates }: Column) =>
		other !== key &&
		candidates.every(({ field }) => field.isId) &&
		NUMBER_NAME.test(other) &&
		areNumbers(valuesOf(sample, other));
	const isRuledOut = isRecordId(key)
		? !candidate.field.isKey && seen.some(isRival)
		: values.every((value, index) => value === String(index + 1));
	return isRuledOut ? [] : [candidate];
}

/** Whether a number repeats as that of an order does: in rows that stand together, for different items. */
function isOfOrders(seen: readonly Column[], sample: readonly Row[], key: string): boolean {
	const runs = sample.filter((row, at) => row[key] !== sample[at - 1]?.[key]);
	const items = ['item_external_id', 'item_name'].flatMap((name) => columnsFor(seen, { name }));
	return !repeats(runs, key) && items.some((item) => differsWithin(sample, key, item.key));
}

/** As the service numbers its own records. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Not of people, places and the like, whose IDs stand beside an order. */
const NUMBER_NAME =
	/^(?!(?:id)?[\W_]*(?:user|usuario|staff|employee|cashier|kasir|seller|vendedor|driver|manager|store|shop|loja|branch|warehouse|address|payment|status|category)[\W_]*(?:id|no|nr|num|number|code|key|ref)?$)(?:.*(?:id|no|nr|num|number|code|key|ref)$|id)/i;

/** Whether a column is the quantity times another, wherever the quantity is not 1. */
function isProduct(
	seen: readonly Column[],
	sample: readonly Row[],
	price: string,
	product: string,
): boolean {
	const quantity = columnsFor(seen, { name: 'quantity' })[0]?.key;
	if (quantity === undefined || new Set([quantity, price, product]).size < 3) return false;
	const rows = sample
		.map((row) => [row[quantity], row[price], row[product]].map(amountOf))
		.filter(([count, each, all]) => count !== 1 && each * all !== 0);
	const fits = ([count, each, all]: number[]) => Math.abs(count * each - all) <= 0.01 * count;
	return rows.length >= MIN_VALUES && rows.every(fits);
}

/** An amount without commas, which makes all amounts of a column larger alike; NaN for anything else. */
const amountOf = (value: unknown) => parseFloat(String(value).replace(/[^\d.-]/g, ''));

/** Numbers of items are often words. */
const isOfItem = ({ refersTo }: NamedField) =>
	(refersTo as { resource?: string } | undefined)?.resource === 'item';

/** What is said of the columns of a table, once for all rows. */
