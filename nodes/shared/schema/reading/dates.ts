import { isWeekday, monthOf, plainText } from './texts';
import { ownText, show } from '../limits';
import { misunderstood, readValue, type ValueReader } from '../values';

/** The orders of day, month and year in which a date can be read, as bits. */
const DAY_MONTH_YEAR = 1;
const MONTH_DAY_YEAR = 2;
export const YEAR_MONTH_DAY = 4;
const EVERY_ORDER = DAY_MONTH_YEAR | MONTH_DAY_YEAR | YEAR_MONTH_DAY;

type DateOrder = typeof DAY_MONTH_YEAR | typeof MONTH_DAY_YEAR | typeof YEAR_MONTH_DAY;
const DATE_ORDERS: readonly DateOrder[] = [DAY_MONTH_YEAR, MONTH_DAY_YEAR, YEAR_MONTH_DAY];

/** The date formats, by the value of the option. */
const DATE_FORMATS = {
	dayMonthYear: { orders: DAY_MONTH_YEAR, name: 'day/month/year' },
	monthDayYear: { orders: MONTH_DAY_YEAR, name: 'month/day/year' },
	yearMonthDay: { orders: YEAR_MONTH_DAY, name: 'year/month/day' },
} as const;

export type DateFormat = 'auto' | keyof typeof DATE_FORMATS;

/** The orders that a date format allows, as bits. */
const ordersOf = (format: DateFormat) =>
	format === 'auto' ? EVERY_ORDER : DATE_FORMATS[format].orders;

/** A text that can be read as a day, with or without a time. */
export interface DateText extends Clock {
	/** The day as `YYYY-MM-DD` under each order in which it is one. */
	readonly days: ReadonlyMap<DateOrder, string>;
	/** The orders of `days` as bits; `EVERY_ORDER` when the order does not matter. */
	readonly orders: number;
	/** What it counts from a day that is not written, as spreadsheets and programs keep dates. */
	readonly counts?: string;
}

/**
 * Reads text as a date of the Gregorian calendar: three numbers in any order, a day with the name of
 * its month, `20260131`, or the serial number of a spreadsheet's day.
 *
 * @returns undefined when it is a date in no order
 */
export function parseDate(given: string): DateText | undefined {
	const text = plainText(given).toLowerCase();
	if (text === '') return undefined;
	const serial = SERIAL.test(text) ? serialDay(Number(text.replace(',', '.'))) : undefined;
	const counted = serial ?? epochMoment(text);
	if (counted) return counted;
	const timed = TIME.exec(text);
	const clock = timed ? readClock(timed) : NO_CLOCK;
	if (!clock) return undefined;
	const written = (timed ? text.slice(0, timed.index) : text).trimEnd().replace(COMMA_AT_END, '');
	const compact = COMPACT.exec(written);
	if (compact) {
		const [, year, month, day] = compact;
		return inOneOrder(dayOf(Number(year), Number(month), Number(day)), clock);
	}
	return readParts(written, clock);
}

/**
 * The day that a number of days since 30 December 1899 stands for, as Excel and Google Sheets count
 * from March 1900 on. Numbers are read that are days from 1950 to 2173: five digits.
 */
export function serialDay(serial: number): DateText | undefined {
	if (!(serial >= FIRST_SERIAL && serial < LAST_SERIAL)) return undefined;
	// Times are fractions, which seldom are exact.
	const seconds = Math.round(serial * SECONDS_A_DAY);
	const [day, clock] = new Date(SERIAL_EPOCH + seconds * 1000).toISOString().split('T');
	const time = seconds % SECONDS_A_DAY === 0 ? '' : `T${clock.slice(0, 8)}`;
	return inOneOrder(day, { time, offset: '' }, 'serial numbers of days');
}

/** The moment of a Unix time, of which seconds have 10 digits and milliseconds 13. */
function epochMoment(text: string): DateText | undefined {
	if (!EPOCH.test(text)) return undefined;
	const isSeconds = text.search(/\.|$/) === 10;
	const ms = Math.round(Number(text) * (isSeconds ? 1000 : 1));
	if (isSeconds && ms >= FIRST_WITH_HOUR * 1000) return undefined;
	const [day, clock] = new Date(ms).toISOString().split('T');
	const counts = `${isSeconds ? 'seconds' : 'milliseconds'} since 1970`;
	return inOneOrder(day, { time: `T${clock.slice(0, -1)}`, offset: 'Z' }, counts);
}

const EPOCH = /^(?:[1-3]\d{9}(?:\.\d{1,9})?|[1-3]\d{12})$/;
/** From 1900010100 on ten digits may be a day and an hour. */
const FIRST_WITH_HOUR = 1_900_000_000;

const FIRST_SERIAL = 18264;
const LAST_SERIAL = 100_000;
const SECONDS_A_DAY = 86_400;
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);
const SERIAL = /^[1-9]\d{4}(?:[.,]\d{1,15})?$/;
const COMPACT = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/;

interface Clock {
	/** `THH:MM:SS` with decimals as written; '' without a time. */
	readonly time: string;
	/** `Z` or `+01:00`; '' without a zone. */
	readonly offset: string;
}

const NO_CLOCK: Clock = { time: '', offset: '' };
const COMMA_AT_END = /,$/;
const TIME =
	/[ t](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.? ?m\.?)?(?: ?(z|utc|gmt|[+-]\d{2}(?::?\d{2})?))?$/;

function readClock([, hour, minute, second = '00', decimals, half, zone]: RegExpExecArray):
	| Clock
	| undefined {
	const hours = Number(hour);
	if (half && (hours < 1 || hours > 12)) return undefined;
	const onClock = half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours;
	if (onClock > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
	const part = decimals ? `.${decimals.slice(0, 3)}` : '';
	const time = `T${String(onClock).padStart(2, '0')}:${minute}:${second}${part}`;
	return { time, offset: readOffset(zone) };
}

function readOffset(zone: string | undefined): string {
	if (!zone) return '';
	if (zone[0] !== '+' && zone[0] !== '-') return 'Z';
	const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
	return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Numbers and words, in the order in which they stand. */
const PARTS = /\d+|\p{L}+/gu;
const BETWEEN_PARTS = /^[ .,/\-‐–]*$/;
/** Words that stand beside a day, and signs behind its parts. */
const PARTICLES = new Set('de del of the le den st nd rd th er г 年 月 日'.split(' '));

function readParts(text: string, clock: Clock): DateText | undefined {
	const parts = text.match(PARTS) ?? [];
	if (parts.length > MAX_PARTS || !BETWEEN_PARTS.test(text.replace(PARTS, ''))) return undefined;
	const numbers = parts.filter(isNumber);
	const words = parts.filter((part) => !isNumber(part) && !PARTICLES.has(part));
	const months = words.flatMap((word) => monthOf(word) ?? []);
	const others = words.filter((word) => monthOf(word) === undefined);
	if (others.length > 1 || !others.every(isWeekday)) return undefined;
	if (numbers.length === 3 && months.length === 0) return readNumbers(text, numbers, clock);
	if (numbers.length !== 2 || months.length !== 1) return undefined;
	const [first, last] = numbers;
	const day =
		first.length === 4
			? dayOf(yearOf(first), months[0], shortNumber(last))
			: dayOf(yearOf(last), months[0], shortNumber(first));
	return inOneOrder(day, clock);
}

const MAX_PARTS = 8;
const isNumber = (part: string) => part >= '0' && part < ':';

/** Three numbers: the orders in which they are a day. */
function readNumbers(text: string, numbers: readonly string[], clock: Clock): DateText | undefined {
	const [first, second, third] = numbers;
	const days = new Map<DateOrder, string>();
	const add = (order: DateOrder, year: string, month: string, day: string) => {
		const found = dayOf(yearOf(year), shortNumber(month), shortNumber(day));
		if (found) days.set(order, found);
	};
	add(YEAR_MONTH_DAY, first, second, third);
	// A year of four digits at the beginning says nothing of how the others are written.
	if (first.length === 4)
		return days.size > 0 ? { days, orders: EVERY_ORDER, ...clock } : undefined;
	add(DAY_MONTH_YEAR, third, second, first);
	add(MONTH_DAY_YEAR, third, first, second);
	const orders = likelyOrders(text, days);
	return orders === 0 ? undefined : { days, orders, ...clock };
}

/**
 * The orders that count without a format being set. Between points the day comes first, and a year of
 * two digits stands at the end, unless nothing else makes a date (docs/decisions.md names the
 * languages that differ).
 */
function likelyOrders(text: string, days: ReadonlyMap<DateOrder, string>): number {
	const bit = (order: DateOrder) => (days.has(order) ? order : 0);
	const yearFirst = bit(YEAR_MONTH_DAY);
	const korean = KOREAN.test(text) ? yearFirst : 0;
	if (text.includes('.') && days.has(DAY_MONTH_YEAR)) return DAY_MONTH_YEAR | korean;
	return (bit(DAY_MONTH_YEAR) | bit(MONTH_DAY_YEAR) || yearFirst) | korean;
}

const KOREAN = /^\d{2}\. \d{1,2}\. \d{1,2}\.$/;

function inOneOrder(day: string | undefined, clock: Clock, counts?: string): DateText | undefined {
	if (day === undefined) return undefined;
	const days = new Map(DATE_ORDERS.map((order) => [order, day] as const));
	return { days, orders: EVERY_ORDER, ...clock, counts };
}

/** A day or a month has one or two digits. */
const shortNumber = (digits: string) => (digits.length <= 2 ? Number(digits) : NaN);

/** A year of four digits; one of two is from 1961 to 2060, as n8n's own dates take it. */
function yearOf(digits: string): number {
	if (digits.length === 4) return Number(digits);
	if (digits.length !== 2) return NaN;
	const year = Number(digits);
	return year > TWO_DIGIT_CUTOFF ? 1900 + year : 2000 + year;
}

const TWO_DIGIT_CUTOFF = 60;

/** Years before and after are written by other calendars, or mistyped. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

/** `YYYY-MM-DD`, when the calendar has that day. */
function dayOf(year: number, month: number, day: number): string | undefined {
	if (!(year >= FIRST_YEAR && year <= LAST_YEAR && month >= 1 && month <= 12 && day >= 1)) {
		return undefined;
	}
	if (day > 28 && day > lastDayOf(year, month)) return undefined;
	return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const ISO_DAY = /^\d{4}-\d{2}-\d{2}/;
/** A moment as programs write it, but for midnight, which stands for a day, and for days that few months have. */
const MOMENT =
	/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?!00:00)(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-2]):[0-5]\d)$/;
/** A zone that both Luxon and Intl know, where one of them does. */
const NAMED_ZONE = /\/|^UTC$/;
const MIDNIGHT = /^T00:00:00(?:\.0+)?$/;
const NAME_OF_OPTION = 'Date Format';
/** Dates that are remembered: they repeat from row to row, and reading one is slow. */
const MAX_CACHED = 10_000;

/**
 * Reads the dates of one column, whose order of day, month and year is decided by the evidence of all
 * its values. A day is the day that was written; other times count in the workflow's zone.
 */
export function dateReader(
	type: 'date' | 'dateTime',
	{ zone, dateFormat }: { readonly zone: string; readonly dateFormat: DateFormat },
): ValueReader {
	/** The orders that fit every value so far. */
	let orders = ordersOf(dateFormat);
	/** The last value that left fewer orders, by the orders it allows. */
	const examples = new Map<number, string>();
	/** What the numbers of the column count. */
	const counting = new Set<string>();
	let hasNumbers = false;

	const parse = remember(parseDate);
	const parsedOf = (value: unknown): DateText | undefined => {
		if (typeof value === 'string') return isShort(value) ? parse(value) : undefined;
		if (typeof value !== 'number') return undefined;
		return serialDay(value) ?? parse(String(value));
	};
	/** The days that a text can mean, each once. */
	const daysOf = ({ days, orders: likely }: DateText): string[] => {
		const fits = dateFormat === 'auto' ? orders & likely : orders;
		const found = DATE_ORDERS.filter((order: DateOrder) => (fits & order) !== 0).flatMap(
			(order) => days.get(order) ?? [],
		);
		// A year of four digits in front needs no format.
		return [...new Set(likely === EVERY_ORDER ? days.values() : found)];
	};
	const write = (day: string, { time, offset }: DateText): unknown => {
		const isDay = time === '' || offset === '' || MIDNIGHT.test(time);
		if (type === 'date' && isDay) return day;
		return readValue(type, `${day}${time || 'T00:00:00'}${offset}`, zone);
	};
	/** Writes days of the zone, once a moment was read in it: Luxon takes many times as long for each. */
	let days: Intl.DateTimeFormat | undefined;
	const readAny = (value: unknown): unknown => {
		const isMoment = type === 'date' && typeof value === 'string' && MOMENT.test(value);
		if (days && isMoment) return days.format(new Date(value));
		const read = readValue(type, value, zone);
		if (isMoment && read !== undefined && NAMED_ZONE.test(zone)) {
			days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
		}
		if (read !== undefined) return read;
		const parsed = parsedOf(value);
		if (!parsed) return undefined;
		const [day, ...others] = daysOf(parsed);
		return day !== undefined && others.length === 0 ? write(day, parsed) : undefined;
	};
	const readText = remember(readAny);

	return {
		observe(value) {
			if (typeof value === 'string' && ISO_DAY.test(value)) return;
			const parsed = parsedOf(value);
			if (!parsed) return;
			if (parsed.counts) counting.add(parsed.counts);
			if (parsed.orders === EVERY_ORDER) return;
			hasNumbers = true;
			if (dateFormat !== 'auto') return;
			const remaining = orders & parsed.orders;
			if (remaining !== orders) examples.set(parsed.orders, String(value));
			orders = remaining;
		},
		read(value) {
			if (typeof value !== 'string') return readAny(value);
			return isShort(value) ? readText(value) : undefined;
		},
		why(value) {
			const problem = misunderstood(type, value);
			const parsed = parsedOf(value);
			if (!parsed) return problem;
			if (dateFormat !== 'auto') {
				return `${problem}, which is not written in the ${NAME_OF_OPTION} of the options`;
			}
			if (orders === 0) {
				const others = [...examples.values()].filter((text) => text !== value);
				return `${problem}. The column also holds ${show(others[0])}: choose ${NAME_OF_OPTION} in Reading Values, or write all its dates in one way`;
			}
			const days = daysOf(parsed);
			return days.length > 1
				? `${problem}, which could mean ${days.join(' or ')}: choose ${NAME_OF_OPTION} in Reading Values`
				: problem;
		},
		decision() {
			const decided = Object.values(DATE_FORMATS).find((format) => format.orders === orders);
			const name = hasNumbers && dateFormat === 'auto' ? decided?.name : undefined;
			const parts = [...(name ? [name] : []), ...counting];
			return parts.length > 0 ? `read as ${parts.join(' and ')}` : undefined;
		},
	};
}

/** No date takes more characters, in any language and with a zone. */
const MAX_DATE_LENGTH = 200;

const isShort = (text: string) => text.length <= MAX_DATE_LENGTH;

/** Caches the results of a function of texts. */
function remember<T>(read: (text: string) => T): (text: string) => T {
	const known = new Map<string, T>();
	return (text) => {
		let result = known.get(text);
		if (result === undefined && !known.has(text)) {
			if (known.size >= MAX_CACHED) known.clear();
			result = read(text);
			known.set(ownText(text), result);
		}
		return result as T;
	};
}
