import { keptUnder } from '../lifetime';
import { isFilled } from './presence';
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

/**
 * Whether two values are the same to the service, which may write them in another way: numbers as
 * text, a moment in another zone, no value as null, as empty text or not at all. Of rows, what is sent is
 * compared; what a record shows beside it, the service has added.
 *
 * @param sent a value as it goes over the wire
 * @param shown the value that a record shows; undefined and null alike are no value
 * @returns undefined where that is not known
 */
export function isSameValue(field: Kind, sent: unknown, shown: unknown): boolean | undefined {
	if (isNothing(sent) || isNothing(shown)) return isNothing(sent) && isNothing(shown);
	switch (field.type) {
		case 'text':
		case 'textOrInteger':
			return isScalar(shown) ? String(sent).trim() === String(shown).trim() : undefined;
		case 'number':
		case 'integer':
			return isSameNumber(String(sent), String(shown));
		case 'boolean':
			return readValue('boolean', shown, '') === sent;
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

type Kind = Pick<Field, 'type' | 'rows'>;

/** No value, in whatever form: what shows a person nothing, too. */
export const isNothing = (value: unknown): boolean =>
	!isFilled(value) || (Array.isArray(value) && value.length === 0);

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * By their digits, so that decimals of any length are compared exactly. Where one side has more digits
 * than a floating-point number keeps, those behind the 15th are noise: 0.30000000000000004.
 */
function isSameNumber(one: string, other: string): boolean {
	const [a, b] = [one, other].map(digitsOf);
	if (a === undefined || b === undefined) return false;
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

/** A moment that is no midnight stands for a day in a zone that nobody knows. */
function isSameDay(sent: string, shown: string): boolean | undefined {
	if (readDay(shown, 'UTC') === sent) return true;
	return DAY.test(shown) ? false : undefined;
}

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** To the second, which is what services keep; without a zone a moment may be in any. */
function isSameMoment(sent: string, shown: string): boolean | undefined {
	const hasZone = HAS_ZONE.test(shown) || DAY.test(shown);
	const [one, other] = [sent, hasZone ? shown : `${shown}Z`].map((time) =>
		Math.floor(Date.parse(time) / 1000),
	);
	if (Number.isNaN(one) || Number.isNaN(other)) return undefined;
	return one === other || (hasZone ? false : undefined);
}

/** False as soon as one is; undefined where one is not known. */
function all(results: Iterable<boolean | undefined>): boolean | undefined {
	let isKnown = true;
	for (const result of results) {
		if (result === false) return false;
		isKnown &&= result !== undefined;
	}
	return isKnown ? true : undefined;
}

function isSameList(
	sent: unknown,
	shown: unknown,
	isSame: (one: unknown, other: unknown) => boolean | undefined,
): boolean | undefined {
	if (!Array.isArray(sent) || !Array.isArray(shown)) return undefined;
	if (sent.length !== shown.length) return false;
	return all(sent.map((one, index) => isSame(one, shown[index])));
}

function isSameRow(fields: readonly Field[], sent: unknown, shown: unknown): boolean | undefined {
	if (!isObject(sent) || !isObject(shown)) return undefined;
	return all(
		Object.entries(sent).map(([name, value]) => {
			const cell = cellOf(shown, name);
			if (!cell) return isNothing(value) ? true : undefined;
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
