/**
 * What JSON would turn into null, which clears a field at the service, or into a text that nobody meant:
 * invalid dates, and numbers that are none.
 *
 * @returns `an invalid date`, `NaN`, or the same with its place: `NaN in "prices.0"`; undefined when
 * all of the value can be sent
 */
export function findUnsendable(value: unknown, place = ''): string | undefined {
	const what = describe(value);
	if (what !== undefined) return place === '' ? what : `${what} in "${place}"`;
	if (typeof value !== 'object' || value === null || !isPlain(value)) return undefined;
	for (const [key, inner] of Object.entries(value)) {
		const found = findUnsendable(inner, place === '' ? key : `${place}.${key}`);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The words in which an invalid date writes itself: Luxon's anywhere in a text, JavaScript's alone. */
const LUXON = 'Invalid DateTime';
const JAVASCRIPT = 'Invalid Date';

function describe(value: unknown): string | undefined {
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

/** Valid dates write themselves as text. */
const isPlain = (value: object) => !(value instanceof Date) && !isLuxon(value);
