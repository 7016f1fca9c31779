import { emptyWords, type EmptyWords } from './emptyWords';
import { COMMA, POINT } from './numberText';
import { DAY_MONTH_YEAR, EVERY_ORDER, MONTH_DAY_YEAR, YEAR_MONTH_DAY } from './dateText';

/** How an example shows a number format, by the value of the option. */
export const NUMBER_FORMATS = {
	point: { example: '1,234.50', readings: POINT },
	comma: { example: '1.234,50', readings: COMMA },
} as const;

/** How an example shows a date format, by the value of the option. */
export const DATE_FORMATS = {
	dayMonthYear: { example: '31/01/2026', orders: DAY_MONTH_YEAR, name: 'day/month/year' },
	monthDayYear: { example: '01/31/2026', orders: MONTH_DAY_YEAR, name: 'month/day/year' },
	yearMonthDay: { example: '2026/01/31', orders: YEAR_MONTH_DAY, name: 'year/month/day' },
} as const;

export type NumberFormat = 'auto' | keyof typeof NUMBER_FORMATS;
export type DateFormat = 'auto' | keyof typeof DATE_FORMATS;

/** How the values of one execution are read. */
export interface ReadOptions {
	/** The workflow's time zone. */
	readonly zone: string;
	readonly numberFormat: NumberFormat;
	readonly dateFormat: DateFormat;
	readonly emptyWords: EmptyWords;
}

/** The options as they are when a person has set none. */
export const readOptions = (
	zone: string,
	set: Partial<Omit<ReadOptions, 'zone'>> = {},
): ReadOptions => ({
	zone,
	numberFormat: 'auto',
	dateFormat: 'auto',
	emptyWords: emptyWords(),
	...set,
});

/** The readings that a number format allows, as bits. */
export const readingsOf = (format: NumberFormat) =>
	format === 'auto' ? POINT | COMMA : NUMBER_FORMATS[format].readings;

/** The orders that a date format allows, as bits. */
export const ordersOf = (format: DateFormat) =>
	format === 'auto' ? EVERY_ORDER : DATE_FORMATS[format].orders;
