import { show } from './show';

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
const knownTooLarge = new WeakSet<object>();

/** Whether an object has more keys than anybody needs. */
export function hasTooManyKeys(object: object): boolean {
	if (knownTooLarge.has(object)) return true;
	if (Object.keys(object).length <= MAX_KEYS) return false;
	knownTooLarge.add(object);
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
 * and what has too many keys or rows.
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

interface Found {
	readonly what: string;
	/** Keys, outermost first. Put together on the way back, because most values can be sent. */
	readonly place: ReadonlyArray<string | number>;
}

function find(value: unknown, level: number): Found | undefined {
	const what = findUnsendableAlone(value);
	if (what !== undefined) return { what, place: [] };
	if (typeof value !== 'object' || value === null || !isPlain(value)) return undefined;
	if (level === MAX_LEVELS) return { what: TOO_DEEP, place: [] };
	if (Array.isArray(value)) {
		if (value.length > MAX_ROWS) return { what: TOO_MANY_ROWS, place: [] };
	} else if (hasTooManyKeys(value)) return { what: TOO_MANY_KEYS, place: [] };
	for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
		const found = find((value as Record<string | number, unknown>)[key], level + 1);
		if (found) return { what: found.what, place: [key, ...found.place] };
	}
	return undefined;
}

/** The words in which an invalid date writes itself: Luxon's anywhere in a text, JavaScript's alone. */
const LUXON = 'Invalid DateTime';
const JAVASCRIPT = 'Invalid Date';

/**
 * The same for a value that is to be a text or a number. It does not look into lists and objects, which are
 * refused there anyway, however large they are.
 */
export function findUnsendableAlone(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
	const isInvalid =
		typeof value === 'string'
			? holdsInvalidDate(value)
			: value instanceof Date
				? Number.isNaN(value.getTime())
				: isLuxon(value) && !value.isValid;
	return isInvalid ? 'an invalid date' : undefined;
}

/** Most texts are too short to hold the words. */
const holdsInvalidDate = (text: string) =>
	text.length >= JAVASCRIPT.length && (text.includes(LUXON) || text === JAVASCRIPT);

/** Luxon is not imported, because n8n brings its own. */
const isLuxon = (value: unknown): value is { readonly isValid: boolean } =>
	typeof value === 'object' && value !== null && 'isLuxonDateTime' in value && 'isValid' in value;

/** Valid dates write themselves as text, and bytes as numbers. */
const isPlain = (value: object) =>
	!(value instanceof Date) && !isLuxon(value) && !ArrayBuffer.isView(value);
