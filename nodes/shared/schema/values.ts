import { tryToParseDateTime } from 'n8n-workflow';

import { isTooDeep, parseJson } from './jsonText';
import {
	show,
	MAX_JSON_CHARACTERS,
	MAX_ROWS,
	TOO_DEEP,
	TOO_MANY_ROWS,
	TOO_MUCH_JSON,
} from './limits';
import { isBlank, isFilled } from './presence';
import type { ValueType } from './types';

/** One value by itself, as it goes out; undefined when it cannot be understood as that kind. */
export const readValue = (type: ValueType, value: unknown, zone: string): unknown =>
	readers[type](value, zone);

/**
 * Reads the values of one kind in one execution. How texts are written is decided for the whole
 * column: all values are shown to `observe` first, then read. What can mean one thing only is read
 * without that, too.
 */
export interface ValueReader {
	/** Takes a value as evidence of how the column is written; absent where that does not matter. */
	observe?(value: unknown): void;
	/** The value as it goes out; undefined when it cannot be understood. */
	read(value: unknown): unknown;
	/** Why a value was not understood: what is expected, what was given, which option decides. */
	why(value: unknown): string;
	/** How the column was read, to follow its name: `read as 1.234,50`; undefined when nothing was decided. */
	decision?(): string | undefined;
	/** What a person should look at, as sentences. */
	warnings?(): string[];
}

/** Values by wire name, or by the name of a column. */
export type Values = Readonly<Record<string, unknown>>;

/** What a person may enter for each kind of value. */
export const expected: Readonly<Record<ValueType, string>> = {
	text: 'text',
	textOrInteger: 'text or a whole number',
	number: 'a number such as 12.5',
	integer: 'a whole number such as 12',
	boolean: 'true or false',
	date: 'a date such as 2026-01-31',
	dateTime: 'a date and time such as 2026-01-31T09:30:00Z',
	texts: 'a list of texts, or texts separated by commas',
	object: 'a JSON object',
	any: 'any value',
};

/** A reader gives undefined for a value that it does not understand. */
type Reader = (value: unknown, zone: string) => unknown;

const readers: Readonly<Record<ValueType, Reader>> = {
	text: (value) =>
		typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
			? String(value)
			: isDateTime(value)
				? (value.toISO() ?? undefined)
				: undefined,
	textOrInteger: (value) =>
		typeof value === 'string' || Number.isSafeInteger(value) ? value : undefined,
	number: (value) => readNumber(value),
	integer: (value) => {
		const number = readNumber(value);
		return Number.isSafeInteger(number) ? number : undefined;
	},
	boolean: (value) => {
		if (typeof value === 'boolean') return value;
		if (typeof value !== 'string' && typeof value !== 'number') return undefined;
		return BOOLEANS.get(String(value).trim().toLowerCase());
	},
	date: (value, zone) => readDay(value, zone),
	dateTime: (value, zone) =>
		readMoment(value, zone)?.toISO({ suppressMilliseconds: true }) ?? undefined,
	texts: (value) => {
		const list = fromJsonText(value, '[');
		if (list === undefined) return undefined;
		if (Array.isArray(list)) {
			const texts = list.map((entry) => readers.text(entry, ''));
			return texts.includes(undefined) ? undefined : texts.filter(isFilled);
		}
		if (typeof value !== 'string') return undefined;
		return splitTexts(value);
	},
	object: (value) => {
		const object = fromJsonText(value, '{');
		return isObject(object) ? object : undefined;
	},
	any: (value) => fromJsonText(value, '{['),
};

/** Texts separated by commas or line breaks; one that holds some stands in double quotes, in which "" is one. */
export function splitTexts(list: string): string[] {
	const texts: string[] = [];
	let open: string | undefined;
	for (const piece of list.split(/[,\n]/)) {
		const text: string = open === undefined ? piece.trim() : `${open},${piece}`;
		const isOdd = piece.includes('"') && piece.split('"').length % 2 === 0;
		const stays: boolean = text.startsWith('"') && isOdd === (open === undefined);
		open = stays ? text : undefined;
		if (!stays) texts.push(text.trim());
	}
	return [...texts, ...(open?.split(',') ?? [])]
		.map((text) => (/^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text.trim()))
		.filter(isFilled);
}

/** The rows of a list; one row alone is a list, and either may be JSON text. Undefined for too many. */
export function rowsIn(value: unknown): unknown {
	const list = fromJsonText(value, '[{');
	if (hasTooManyRows(list)) return undefined;
	return isObject(list) ? [list] : list;
}

/** Why a value was not understood as rows. */
export function misunderstoodRows(given: unknown): string {
	const excess = excessOf(given) ?? (hasTooManyRows(fromJsonText(given, '[')) && TOO_MANY_ROWS);
	return `expected a list of objects, given ${excess || show(given)}`;
}

const hasTooManyRows = (list: unknown) => Array.isArray(list) && list.length > MAX_ROWS;

/** Why a value was not understood: what is expected, what was given. */
export function misunderstood(type: ValueType, given: unknown): string {
	const excess = JSON_TYPES.has(type) ? excessOf(given) : undefined;
	return `expected ${expected[type]}, given ${excess ?? show(given)}`;
}

/** What there is too much of in a JSON text, before anything is made of it. */
function excessOf(given: unknown): string | undefined {
	if (typeof given !== 'string') return undefined;
	if (given.length > MAX_JSON_CHARACTERS) return TOO_MUCH_JSON;
	return isTooDeep(given) ? TOO_DEEP : undefined;
}

const JSON_TYPES: ReadonlySet<ValueType> = new Set(['texts', 'object', 'any']);

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' &&
	value !== null &&
	!Array.isArray(value) &&
	!ArrayBuffer.isView(value) &&
	!isDateTime(value);

/** Whether it is a value by which a record can be named: a number, or a text that is not blank. */
export const isGiven = (value: unknown): value is string | number =>
	(typeof value === 'string' && !isBlank(value)) || typeof value === 'number';

/** Booleans as texts and numbers write them. */
export const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
	...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
	...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
]);
/** A day, or a day with the time 00:00 in whatever offset. */
const DAY = /^\d{4}-\d{2}-\d{2}([T ]00:00(:00(\.0+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const DAY_MS = 86_400_000;
const MOMENT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A date of Luxon, which n8n brings. */
type DateTime = ReturnType<typeof tryToParseDateTime>;

const isDateTime = (value: unknown): value is DateTime =>
	typeof value === 'object' && value !== null && 'toISODate' in value && 'setZone' in value;

/** The day of n8n's dates and ISO texts; undefined for what is none of them. */
export const readDay = (value: unknown, zone: string): string | undefined =>
	writtenDay(value) ?? readMoment(value, zone)?.toISODate() ?? undefined;

/**
 * The day that is written in a value, where its time is midnight as written: databases and
 * spreadsheets give days that way, and in the workflow's zone it could be the day before.
 *
 * @returns undefined for any other time, and for what is no date
 */
function writtenDay(value: unknown): string | undefined {
	if (typeof value === 'string') {
		const text = value.trim();
		return DAY.test(text) && isOnCalendar(text) ? text.slice(0, 10) : undefined;
	}
	if (value instanceof Date) {
		return value.getTime() % DAY_MS === 0 ? value.toISOString().split('T')[0] : undefined;
	}
	if (!isDateTime(value)) return undefined;
	const { hour, minute, second, millisecond } = value;
	return [hour, minute, second, millisecond].every((part) => part === 0)
		? (value.toISODate() ?? undefined)
		: undefined;
}

/** Reads n8n's dates (Luxon, Date, ISO text) in the workflow's zone; undefined for what is none of them. */
function readMoment(value: unknown, zone: string): DateTime | undefined {
	const readable =
		isDateTime(value) ||
		value instanceof Date ||
		(typeof value === 'string' && MOMENT.test(value.trim()) && isOnCalendar(value.trim()));
	if (!readable) return undefined;
	try {
		const text = typeof value === 'string' ? value.trim().replace(' ', 'T') : value;
		return tryToParseDateTime(text, zone).setZone(zone);
	} catch {
		return undefined;
	}
}

/** Whether the day that an ISO text begins with exists; 31 February would be taken for 3 March. */
function isOnCalendar(text: string): boolean {
	const day = text.slice(0, 10);
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
}

/**
 * The value itself, or what its text says when that is JSON starting with one of the brackets.
 *
 * @returns undefined for a text that is too long, or has more levels than can be sent:
 * JSON.parse would take long for it
 */
function fromJsonText(value: unknown, brackets: string): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim();
	if (text === '' || !brackets.includes(text[0])) return value;
	if (excessOf(text) !== undefined) return undefined;
	const said = parseJson(text);
	return said === text ? value : said;
}

/** A number in English notation. No part can match in two ways, so that long text takes no longer. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** One to three digits, a dot, three digits: many languages write 1250 that way. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** Looks at one sign first: this is asked of every number of every row. */
const isAmbiguous = (text: string) => text[text.length - 4] === '.' && AMBIGUOUS.test(text);

/**
 * A number as it is given: a number, or text that can mean one number only. The one reader for
 * fields and settings.
 *
 * @returns undefined for anything else, ambiguous text such as "1.250" included
 */
export function readNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (!NUMBER.test(text) || isAmbiguous(text)) return undefined;
	const number = Number(text);
	return Number.isFinite(number) && isExact(text, number) ? number : undefined;
}

/** Whether a number, as JSON shows it, has all digits of a whole one: beyond 2^53 they may be rounded. */
export const isExact = (text: string, number: number): boolean =>
	Math.abs(number) <= Number.MAX_SAFE_INTEGER ||
	!/^[+-]?\d+$/.test(text) ||
	String(number) === text ||
	BigInt(number) === BigInt(text);

/**
 * Why text that looks like a number is not read as one, to follow the text in a message.
 *
 * @returns both readings and what to write instead; nothing when the text is not ambiguous
 */
export function ambiguity(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!isAmbiguous(text)) return '';
	const thousands = Number(text.replace('.', ''));
	const decimals = Number(text);
	// 1.125 would be refused again; with a fourth decimal it can mean one thing only.
	const written = isAmbiguous(String(decimals)) ? `${decimals}0` : decimals;
	return `, which could mean ${thousands} or ${decimals}: enter a number, or write ${thousands} or ${written}`;
}
