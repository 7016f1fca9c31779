import { ownText } from '../ownText';
import { show } from '../show';
import { misunderstood, readDay, readMoment } from '../values';
import {
	DATE_ORDERS,
	EVERY_ORDER,
	parseDate,
	serialDay,
	type DateOrder,
	type DateText,
} from './dateText';
import type { ValueReader } from './reader';
import { DATE_FORMATS, ordersOf, type ReadOptions } from './readOptions';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}/;
const MIDNIGHT = /^T00:00:00(?:\.0+)?$/;
const NAME_OF_OPTION = 'Date Format';
/** Dates repeat from row to row, and reading one is slow; so many are remembered. */
const MAX_CACHED = 10_000;

/**
 * Reads the dates of one column, whose order of day, month and year is decided by the evidence of all
 * its values. A day is the day that was written; other times count in the workflow's zone.
 */
export function dateReader(
	type: 'date' | 'dateTime',
	{ zone, dateFormat }: ReadOptions,
): ValueReader {
	/** The orders that fit every value so far. */
	let orders = ordersOf(dateFormat);
	/** The last value that left fewer orders, by the orders it allows. */
	const examples = new Map<number, string>();
	let hasSerials = false;
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
		const moment = readMoment(`${day}${time || 'T00:00:00'}${offset}`, zone);
		return type === 'date' ? moment?.toISODate() : moment?.toISO({ suppressMilliseconds: true });
	};
	const readIso = (value: unknown): unknown =>
		(type === 'date' ? readDay(value, zone) : undefined) ??
		(type === 'dateTime'
			? (readMoment(value, zone)?.toISO({ suppressMilliseconds: true }) ?? undefined)
			: undefined);
	const readAny = (value: unknown): unknown => {
		const read = readIso(value);
		if (read !== undefined) return read;
		const parsed = parsedOf(value);
		if (!parsed) return undefined;
		const [day, ...others] = daysOf(parsed);
		return day !== undefined && others.length === 0 ? (write(day, parsed) ?? undefined) : undefined;
	};
	const readText = remember(readAny);

	return {
		observe(value) {
			if (typeof value === 'string' && ISO_DAY.test(value)) return;
			const parsed = parsedOf(value);
			if (!parsed) return;
			hasSerials ||= parsed.isSerial === true;
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
				return `${problem}. The column also holds ${show(others[0])}: choose ${NAME_OF_OPTION} in the options, or write all its dates in one way`;
			}
			const days = daysOf(parsed);
			return days.length > 1
				? `${problem}, which could mean ${days.join(' or ')}: choose ${NAME_OF_OPTION} in the options`
				: problem;
		},
		decision() {
			const decided = Object.values(DATE_FORMATS).find((format) => format.orders === orders);
			const name = hasNumbers && dateFormat === 'auto' ? decided?.name : undefined;
			const parts = [...(name ? [name] : []), ...(hasSerials ? ['serial numbers of days'] : [])];
			return parts.length > 0 ? `read as ${parts.join(' and ')}` : undefined;
		},
	};
}

/** No date takes more characters, in any language and with a zone. */
const MAX_DATE_LENGTH = 200;

const isShort = (text: string) => text.length <= MAX_DATE_LENGTH;

/** The same function for texts, which keeps its last results. */
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
