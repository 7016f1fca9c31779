import { keptUnder } from '../lifetime';
import { isNothing, shownPart } from './presence';
import { unmarked, type Shape, type ValueType, looseKey, type Field } from './types';
import { BOOLEANS, isObject, readDay, readValue } from './values';

/** `missing`: a value that is always there is not; `kind`: it is there, but of another kind. */
export type Difference = 'missing' | 'kind';

/**
 * Reports where a value differs from a shape, by path (`items.name`, the same for every element of a
 * list). Null counts as absent, and so does empty text but where text is expected; numbers, booleans
 * and texts are taken in either form; keys that the shape does not have are no difference.
 */
export function reportDifferences(
	shape: Shape,
	value: Readonly<Record<string, unknown>>,
	report: (path: string, difference: Difference) => void,
	before = '',
): void {
	for (const { name, always, is, nested } of checksOf(shape, '', shape)) {
		const given = value[name];
		const path = before + name;
		if (given === undefined || given === null || (given === '' && !is(''))) {
			if (always) report(path, 'missing');
		} else if (!is(given)) {
			report(path, 'kind');
		} else if (nested) {
			for (const each of Array.isArray(given) ? given : [given]) {
				reportDifferences(nested, each as Record<string, unknown>, report, `${path}.`);
			}
		}
	}
}

interface Check {
	readonly name: string;
	readonly always: boolean;
	readonly is: (value: unknown) => boolean;
	readonly nested?: Shape;
}

/** Made once for each shape: a list may have a hundred thousand rows. */
const checksOf = keptUnder('Checks of a shape', 'shape', makeChecks);

function makeChecks(shape: Shape): readonly Check[] {
	return Object.entries(shape).map(([key, kind]): Check => {
		if (typeof kind === 'string') {
			const { name: type, always } = unmarked(kind);
			return { name: key, always, is: kinds[type as ValueType] };
		}
		const { name, always } = unmarked(key);
		return Array.isArray(kind)
			? { name, always, is: isListOf(isObject), nested: (kind as readonly [Shape])[0] }
			: { name, always, is: isObject, nested: kind as Shape };
	});
}

const isListOf = (isOne: (value: unknown) => boolean) => (value: unknown) =>
	Array.isArray(value) && value.every(isOne);

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
const isNumeric = (value: unknown) =>
	typeof value === 'number' ||
	(typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)));
const isTime = (value: unknown) => typeof value === 'string' && value !== '';

const kinds: Readonly<Record<ValueType, (value: unknown) => boolean>> = {
	text: isText,
	textOrInteger: isText,
	number: isNumeric,
	integer: isNumeric,
	boolean: (value) => (typeof value === 'boolean' || isText(value)) && BOOLEANS.has(String(value)),
	date: isTime,
	dateTime: isTime,
	texts: isListOf(isText),
	object: isObject,
	any: () => true,
};

/** `hidden`: a row does not show what is sent; `unread`: what is shown cannot be read, or stands for several values. */
export type Sameness = boolean | 'hidden' | 'unread';

/**
 * The form in which texts of a field are compared: of websites, scheme, `www.`, case of the host and a closing slash do not
 * count, all else does; emails have no case.
 *
 * @param name the wire name of the field
 */
export function formOf(name: string | undefined, text: string): string {
	const plain = shownPart(text);
	if (name === 'email') return plain.toLowerCase();
	if (name !== 'url') return plain;
	const [, host, path, behind] = WEBSITE.exec(plain)!;
	return host === '' ? '' : host.toLowerCase() + path.replace(/\/$/, '') + behind;
}

const WEBSITE = /^(?:(?:[a-z][a-z\d+.-]*:)?\/\/)?(?:www\.)?([^/?#]*)([^?#]*)([\s\S]*)$/i;

/**
 * Whether two values are the same to the service, which may write them in another way: numbers as
 * text, a moment in another zone, no value as null, as empty text or not at all. Of rows, what is sent is
 * compared; what a record shows beside it, the service has added.
 *
 * @param sent a value as it goes over the wire
 * @param shown the value that a record shows; undefined and null alike are no value
 */
export function isSameValue(field: Kind, sent: unknown, shown: unknown): Sameness {
	if (isNothing(sent) || isNothing(shown)) return isNothing(sent) && isNothing(shown);
	switch (field.type) {
		case 'text':
		case 'textOrInteger':
			if (!isScalar(shown)) return 'unread';
			return String(sent) === String(shown) || isSameForm(field, String(sent), String(shown));
		case 'number':
		case 'integer':
			return isSameNumber(String(sent), String(shown));
		case 'boolean':
			return readValue('boolean', shown, '') === undefined
				? 'unread'
				: readValue('boolean', shown, '') === sent;
		case 'date':
			return isSameDay(String(sent), String(shown));
		case 'dateTime':
			return isSameMoment(String(sent), String(shown));
		case 'rows':
			return isSameList(sent, shown, (row, other) => isSameRow(field.rows ?? [], row, other));
		case 'texts':
			// Some services keep a list of texts as one text.
			return isSameJson(sent, typeof shown === 'string' ? shown.split(',').map(trimmed) : shown);
		default:
			return isSameJson(sent, shown);
	}
}

const trimmed = (text: string) => text.trim();

const isSameForm = ({ name }: Kind, sent: string, shown: string): boolean =>
	formOf(name, sent) === formOf(name, shown);

type Kind = Pick<Field, 'type' | 'rows'> & Partial<Pick<Field, 'name'>>;

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * By their digits, so that decimals of any length are compared exactly. Where one side has more digits
 * than a floating-point number keeps, those behind the 15th are noise: 0.30000000000000004.
 */
function isSameNumber(one: string, other: string): Sameness {
	const [a, b] = [one, other].map(digitsOf);
	if (a === undefined || b === undefined) return 'unread';
	const isNoise = (noisy: string, text: string, plain: string) =>
		NOISY.test(noisy) && digitsOf(Number(text).toPrecision(15)) === plain;
	return a === b || isNoise(b, other, a) || isNoise(a, one, b);
}

const DECIMAL = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:e([+-]?\d{1,6}))?$/i;
const NOISY = /^-?\d{16,}e-/;

/** A decimal in one form for all its spellings, `-1234e-2` for `-12.340`; undefined where it is none. */
function digitsOf(text: string): string | undefined {
	const read = DECIMAL.exec(text.trim());
	if (!read) return undefined;
	const [, sign, whole = '', behind, alone, exponent = '0'] = read;
	const fraction = behind ?? alone ?? '';
	const digits = whole + fraction;
	let end = digits.length;
	while (digits[end - 1] === '0') end -= 1;
	if (end === 0) return '0';
	const significant = digits.slice(0, end).replace(/^0+/, '');
	const power = Number(exponent) - fraction.length + digits.length - end;
	return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day at midnight in UTC is that day; any other moment stands for a day in a zone that nobody knows. */
function isSameDay(sent: string, shown: string): Sameness {
	if (readDay(shown, 'UTC') === sent) return true;
	return MIDNIGHT.test(shown) ? false : unlessApart(sent, shown, DAY_IN_ANY_ZONE);
}

const MIDNIGHT = /^\d{4}-\d{2}-\d{2}(?:[T ]00:00(?::00(?:\.0+)?)?Z)?$/i;
const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Zones are up to 14 hours from UTC … */
const ANY_ZONE = 14 * 3600;
/** … and a day has 24. */
const DAY_IN_ANY_ZONE = ANY_ZONE + 24 * 3600;

/** To the second, which is what services keep; without a zone a moment may be in any. */
function isSameMoment(sent: string, shown: string): Sameness {
	if (secondsOf(sent) === secondsOf(shown)) return true;
	if (DAY.test(shown)) return unlessApart(sent, shown, DAY_IN_ANY_ZONE);
	return unlessApart(sent, shown, HAS_ZONE.test(shown) ? 0 : ANY_ZONE);
}

/** Other forms than ISO 8601 are not read: 01/02/2026 is two days. */
const secondsOf = (text: string): number =>
	/^\d{4}-\d{2}-\d{2}/.test(text)
		? Math.floor(Date.parse(HAS_ZONE.test(text) || DAY.test(text) ? text : `${text}Z`) / 1000)
		: NaN;

const unlessApart = (sent: string, shown: string, seconds: number): Sameness =>
	Math.abs(secondsOf(sent) - secondsOf(shown)) > seconds ? false : 'unread';

/** False as soon as one is. */
function all(results: readonly Sameness[]): Sameness {
	const unknown = (['unread', 'hidden'] as const).find((one) => results.includes(one));
	return results.includes(false) ? false : (unknown ?? true);
}

function isSameList(
	sent: unknown,
	shown: unknown,
	isSame: (one: unknown, other: unknown) => Sameness,
): Sameness {
	if (!Array.isArray(sent) || !Array.isArray(shown)) return 'unread';
	if (sent.length !== shown.length) return false;
	return all(sent.map((one, index) => isSame(one, shown[index])));
}

function isSameRow(fields: readonly Field[], sent: unknown, shown: unknown): Sameness {
	if (!isObject(sent) || !isObject(shown)) return 'unread';
	return all(
		Object.entries(sent).map(([name, value]) => {
			const cell = cellOf(shown, name);
			if (!cell) return isNothing(value) || 'hidden';
			return isSameValue(fields.find((field) => field.name === name) ?? ANY, value, cell.value);
		}),
	);
}

const ANY: Kind = { type: 'any' };

/** The value of a key, whichever way it is spelled: records have snake_case, some bodies camelCase. */
export function cellOf(
	object: Readonly<Record<string, unknown>>,
	name: string,
): { readonly value: unknown } | undefined {
	if (name in object) return { value: object[name] };
	const wanted = looseKey(name);
	const key = Object.keys(object).find((each) => looseKey(each) === wanted);
	return key === undefined ? undefined : { value: object[key] };
}

/** A write replaces an object or a list as a whole, so that a key which only one side has is a difference. */
function isSameJson(sent: unknown, shown: unknown): boolean {
	if (isNothing(sent) || isNothing(shown)) return isNothing(sent) && isNothing(shown);
	if (Array.isArray(sent)) return isSameList(sent, shown, isSameJson) === true;
	if (!isObject(sent)) return isScalar(shown) && String(sent) === String(shown);
	return (
		isObject(shown) &&
		[...new Set([...Object.keys(sent), ...Object.keys(shown)])].every((name) =>
			isSameJson(sent[name], shown[name]),
		)
	);
}
