import { once } from '../lifetime';

/** Longest text in a message; a message is shown in several places. */
const MAX_TEXT_LENGTH = 500;
const MAX_KEY_LENGTH = 200;
/** Limits of a small copy: levels, entries of each list or object, and values in all. */
const MAX_DEPTH = 5;
const MAX_ENTRIES = 20;
const MAX_VALUES = 100;

/** A text for a message; what is left out is marked by `…`. */
export const shortened = (given: string) =>
	given.length > MAX_TEXT_LENGTH ? `${given.slice(0, MAX_TEXT_LENGTH)}…` : given;

/**
 * A copy of any value that JSON.stringify can write, small and not deep; what is left out is marked by `…`.
 * It takes no longer for a large value, and ends for one that holds itself.
 */
export function small(value: unknown): unknown {
	let values = 0;
	const copy = (one: unknown, depth: number): unknown => {
		values += 1;
		if (typeof one === 'string') return shortened(one);
		if (typeof one === 'bigint') return String(one);
		if (typeof one !== 'object' || one === null) return one;
		if (depth >= MAX_DEPTH || values > MAX_VALUES || ArrayBuffer.isView(one)) return '…';
		if (Array.isArray(one)) {
			const first = one.slice(0, MAX_ENTRIES).map((entry) => copy(entry, depth + 1));
			return one.length > MAX_ENTRIES ? [...first, '…'] : first;
		}
		const { toJSON } = one as { toJSON?: unknown };
		// Dates, and others that write themselves.
		if (typeof toJSON === 'function') return copy(toJSON.call(one), depth + 1);
		const copied: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
		let entries = 0;
		for (const key in one) {
			if ((entries += 1) > MAX_ENTRIES || values > MAX_VALUES) {
				copied['…'] = '…';
				break;
			}
			copied[key.slice(0, MAX_KEY_LENGTH)] = copy((one as Record<string, unknown>)[key], depth + 1);
		}
		return { ...copied };
	};
	return copy(value, 0);
}

const MAX_LENGTH = 60;

/** Any value for a message: compact JSON, not too long. */
export function show(value: unknown): string {
	const text = JSON.stringify(small(value)) ?? String(value);
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The first of some values for a message, and how many more there are. */
export function showSome(values: readonly unknown[], max = 10): string {
	const shown = values.slice(0, max).map(show).join(', ');
	return values.length > max ? `${shown} and ${values.length - max} more` : shown;
}

/** Shorter texts are copied by V8 whenever they are cut out of others. */
const MIN_CUT = 13;

/**
 * A copy of a text, to be kept for long: a text that was cut out of a larger one keeps all of that in memory.
 */
export const ownText = (text: string): string =>
	text.length < MIN_CUT ? text : Buffer.from(text, 'utf16le').toString('utf16le');

/**
 * Stands where bytes were read in another encoding than the file's (Unicode: REPLACEMENT CHARACTER). What
 * was there is lost, so that nothing here can bring it back.
 */
const REPLACEMENT = '\ufffd';

/** Whether characters of a text, or of the texts in a list, were lost when its file was read. */
export const hasLostCharacters = (value: unknown): boolean =>
	typeof value === 'string'
		? value.includes(REPLACEMENT)
		: Array.isArray(value) &&
			value.some((each) => typeof each === 'string' && hasLostCharacters(each));

/** What it means and what to do, after the character. */
export const LOST_CHARACTERS =
	'stands for a lost character. Set Options → Encoding in Extract from File (Latin1 for most files from Windows), or export the file again';

/** Far below where JSON.stringify, with which n8n stores items, runs out of stack. */
export const MAX_LEVELS = 500;

/** To complete "given". */
export const TOO_DEEP = `more than ${MAX_LEVELS} levels of lists and objects`;

/**
 * Of one object: whoever compares, sorts or copies it does so in one go. A record has hundreds, and what
 * is kept by ID thousands.
 */
export const MAX_KEYS = 50_000;

/** To complete "given", or "it has". */
export const TOO_MANY_KEYS = `more than ${MAX_KEYS} keys in one object`;

/** Counting them takes long, and an object that is refused is looked at again for the message. */
const knownTooLarge = once('Objects with too many keys', () => new WeakSet<object>());

/** Whether an object has more keys than anybody needs. */
export function hasTooManyKeys(object: object): boolean {
	if (knownTooLarge().has(object)) return true;
	if (Object.keys(object).length <= MAX_KEYS) return false;
	knownTooLarge().add(object);
	return true;
}

/** Of one list in a record: each row is looked at several times. */
export const MAX_ROWS = 50_000;

/** To complete "given". */
export const TOO_MANY_ROWS = `more than ${MAX_ROWS} rows`;

/** Of a text that stands for a list or an object. What is larger comes as a list or an object itself. */
export const MAX_JSON_CHARACTERS = 1_000_000;

/** To complete "given". */
export const TOO_MUCH_JSON = `more than ${MAX_JSON_CHARACTERS} characters of JSON text; use JSON.parse in the expression`;

/**
 * What JSON would turn into null, which clears a field at the service, or into a text that nobody meant:
 * invalid dates, and numbers that are none. Also what JSON cannot write because it is too deep or holds itself,
 * what has too many keys or rows, and characters that no text has.
 *
 * @returns `an invalid date`, `NaN`, or the same with its place: `NaN in "prices.0"`; undefined when
 * all of the value can be sent
 */
export function findUnsendable(value: unknown): string | undefined {
	const found = find(value, 0);
	if (!found) return undefined;
	const { what, place } = found;
	return place.length === 0 || what === TOO_DEEP ? what : `${what} in ${show(place.join('.'))}`;
}

interface Unsendable {
	readonly what: string;
	/** Keys, outermost first. Put together on the way back, because most values can be sent. */
	readonly place: ReadonlyArray<string | number>;
}

function find(value: unknown, level: number): Unsendable | undefined {
	const what = findUnsendableAlone(value);
	if (what !== undefined) return { what, place: [] };
	if (typeof value === 'bigint') return { what: UNWRITABLE, place: [] };
	if (typeof value !== 'object' || value === null || !isPlain(value)) return undefined;
	if (level === MAX_LEVELS) return { what: TOO_DEEP, place: [] };
	if (Array.isArray(value)) {
		if (value.length > MAX_ROWS) return { what: TOO_MANY_ROWS, place: [] };
	} else if (hasTooManyKeys(value)) return { what: TOO_MANY_KEYS, place: [] };
	for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
		const inner = (value as Record<string | number, unknown>)[key];
		const found = find(key, level) ?? find(inner, level + 1);
		if (found) return { what: found.what, place: [key, ...found.place] };
	}
	return undefined;
}

/** To complete "given". */
const UNWRITABLE = 'a value that cannot be written as JSON';

/** The value of the row at the end of a pick list that says what the list leaves out. */
export const NOTICE = 'n8n:notice';

/** The words in which an invalid date writes itself: Luxon's anywhere in a text, JavaScript's alone. */
const LUXON = 'Invalid DateTime';
const JAVASCRIPT = 'Invalid Date';

/**
 * As `findUnsendable`, for a value that is to be a text or a number. It does not look into lists and objects, which are
 * refused there anyway, however large they are.
 */
export function findUnsendableAlone(value: unknown): string | undefined {
	if (value === NOTICE) return 'the note at the end of a pick list, and no entry of it';
	if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
	if (typeof value === 'string') {
		if (value.includes('\0')) return `${show(value)}, which holds a NUL character`;
		if (LONE_SURROGATE.test(value))
			return `${show(value)}, which holds half a character: it was cut, or read in a wrong encoding`;
	}
	const isInvalid =
		typeof value === 'string'
			? holdsInvalidDate(value)
			: value instanceof Date
				? Number.isNaN(value.getTime())
				: isLuxon(value) && !value.isValid;
	return isInvalid ? 'an invalid date' : undefined;
}

/** No address can hold it, and services answer both with 500, to a whole batch. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** Most texts are too short to hold the words. */
const holdsInvalidDate = (text: string) =>
	text.length >= JAVASCRIPT.length && (text.includes(LUXON) || text === JAVASCRIPT);

/** Luxon is not imported, because n8n brings its own. */
const isLuxon = (value: unknown): value is { readonly isValid: boolean } =>
	typeof value === 'object' && value !== null && 'isLuxonDateTime' in value && 'isValid' in value;

/** Valid dates write themselves as text, and bytes as numbers. */
const isPlain = (value: object) =>
	!(value instanceof Date) && !isLuxon(value) && !ArrayBuffer.isView(value);
