import { date, dateTime, number, text } from '../../../nodes/shared/resource/definition/fields';
import {
	fieldReader,
	readOptions,
	type ReadOptions,
} from '../../../nodes/shared/schema/recordCheck';
import { emptyWords } from '../../../nodes/shared/schema/reading/texts';

const price = number('price', 'Price', 'A price');
const percent = number('rate', 'Rate', 'A rate', { isPercent: true });
const day = date('day', 'Day', 'A day');
const moment = dateTime('at', 'At', 'A moment');
const id = text('id', 'ID', 'An ID', { isId: true });

type Options = Partial<Omit<ReadOptions, 'zone'>>;

/** A column read as a whole: the values, and what is said of it. */
function column(
	field: typeof price,
	values: readonly unknown[],
	options: Options = {},
	zone = 'UTC',
) {
	const reader = fieldReader(field, readOptions(zone, options), field === id);
	for (const value of values) reader.observe?.(value);
	return {
		read: values.map((value) => (reader.isEmpty(value) ? null : reader.read(value))),
		why: values.map((value) => reader.why(value)),
		decision: reader.decision?.(),
		warnings: reader.warnings?.() ?? [],
	};
}

describe('a number as people write it', () => {
	it.each<[string, number]>([
		['1,234.50', 1234.5],
		['1.234,50', 1234.5],
		['1 234,50', 1234.5],
		['1\u00a0234,50', 1234.5],
		['1\u202f234,50', 1234.5],
		["1'234.50", 1234.5],
		['1’234.50', 1234.5],
		['(12.50)', -12.5],
		['($12.50)', -12.5],
		['12,50 €', 12.5],
		['€ 12,50', 12.5],
		['$12', 12],
		['-$12', -12],
		['$-12', -12],
		['12.50-', -12.5],
		['−12.50', -12.5],
		['CHF 12.-', 12],
		['12,– €', 12],
		['EUR 12', 12],
		['12 zł', 12],
		['12 kr', 12],
		['US$12.50', 12.5],
		['12,34,567.50', 1234567.5],
		['１，２３４．５０', 1234.5],
		['٣٤٫٥', 34.5],
		['3.0', 3],
		['3,0', 3],
		['Rs.12', 12],
		['1.5E+3', 1500],
	])('%s', (written, meant) => expect(column(price, [written]).read).toEqual([meant]));

	const MISPLACED = ['1,2,3', '1.2.3', '1,23,4', '--1', '(12', '1 2', ''];
	const FOREIGN = ['12 pcs', '12²', '12 €$ x', '2k', '2 K', '0x10'];
	it.each([...MISPLACED, ...FOREIGN])('and what is none is refused: %j', (written) =>
		expect(column(price, [written]).read[0] ?? undefined).toBeUndefined(),
	);

	it('with a percent sign only where the field takes percents', () => {
		expect(column(percent, ['19 %', '7%', '％5']).read).toEqual([19, 7, 5]);
		expect(column(price, ['19 %']).read).toEqual([undefined]);
		expect(column(price, ['19 %']).why[0]).toContain('takes no percentage');
	});
});

describe('the format of a column of numbers', () => {
	it('is decided by one value that can mean one thing only, and told', () => {
		const expected = { read: [1000, 12.5, 2500], decision: 'read as 1.234,50' };
		expect(column(price, ['1.000', '12,50', '2.500'])).toMatchObject(expected);
		const byPoint = { read: [1, 12.5], decision: 'read as 1,234.50' };
		expect(column(price, ['1.000', '12.50'])).toMatchObject(byPoint);
	});

	it('is not guessed: a column of ambiguous values is refused, naming the option', () => {
		const { read, why } = column(price, ['1.000', '2.500', '7']);
		expect(read).toEqual([undefined, undefined, 7]);
		expect(why[0]).toContain('could mean 1000 or 1: choose Number Format in Reading Values');
	});

	it('is not guessed: of contradicting values those are read that are plain by themselves', () => {
		const { read, why, warnings } = column(price, ['1.428,60', '59.38', '1.250', '7']);
		expect(read).toEqual([1428.6, 59.38, undefined, 7]);
		expect(why[2]).toContain('choose Number Format');
		expect(warnings.join()).toContain('is written in two ways (59.38 and 1.428,60)');
	});

	it('is that of the option, when there is one', () => {
		expect(column(price, ['1.000', '12,50'], { numberFormat: 'comma' }).read).toEqual([1000, 12.5]);
		const byPoint = column(price, ['1.000', '12,50'], { numberFormat: 'point' });
		expect(byPoint.read).toEqual([1, undefined]);
	});

	it('says nothing about plain numbers, and names currencies where it has several', () => {
		expect(column(price, ['12.50', '7', 3])).toMatchObject({ decision: undefined, warnings: [] });
		expect(column(price, ['$1', '2 $']).warnings).toEqual([]);
		const several = 'Price holds more than one currency ($, EUR); the numbers are sent without it.';
		expect(column(price, ['$1', 'EUR 2'])).toMatchObject({ read: [1, 2], warnings: [several] });
	});
});

describe('a column of percents', () => {
	it.each([[[0.2, 0, 0.07]], [['0,19', '0,07']]])('below 1 is refused, but 0: %j', (values) => {
		const { read } = column(percent, values);
		expect(read).toEqual(values.map((value) => (value === 0 ? 0 : undefined)));
	});
	it.each([[[0.2, 19]], [[0]], [['0.2 %']], [[]]])('is read otherwise: %j', (values) =>
		expect(column(percent, values).read).toEqual(values.map((value) => parseFloat(String(value)))),
	);
});

describe('a date as people write it', () => {
	it.each<[unknown, string]>([
		['2026-01-31', '2026-01-31'],
		['31.01.2026', '2026-01-31'],
		['1.2.2026', '2026-02-01'],
		['31/01/2026', '2026-01-31'],
		['01/31/2026', '2026-01-31'],
		['31-Jan-26', '2026-01-31'],
		['01.01.1900', '1900-01-01'],
		['31.12.2199', '2199-12-31'],
		['1899-12-31', '1899-12-31'],
		['2200-01-01', '2200-01-01'],
		['31.12.60', '2060-12-31'],
		['31.12.61', '1961-12-31'],
		['31 janv. 2026', '2026-01-31'],
		['31. Januar 2026', '2026-01-31'],
		['31 de enero de 2026', '2026-01-31'],
		['Sat, 31 Jan 2026', '2026-01-31'],
		['January 31st, 2026', '2026-01-31'],
		['20260131', '2026-01-31'],
		[20260131, '2026-01-31'],
		[46053, '2026-01-31'],
		['46053.99999', '2026-01-31'],
		[46053.9999999999, '2026-02-01'],
		['31.01.2026 23:59', '2026-01-31'],
		['1/31/2026 11:30 PM', '2026-01-31'],
		['2026年1月31日', '2026-01-31'],
	])('%s', (written, meant) => {
		for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York', 'UTC']) {
			expect(column(day, [written], {}, zone).read).toEqual([meant]);
		}
	});

	const NO_DAYS = ['31.02.2026', '2026', '13/13/2026', '31-Foo-26', '25:00', '2601311200', 2026];
	it.each([...NO_DAYS, '31.12.1899', '01.01.2200'])('and what is none is refused: %j', (written) =>
		expect(column(day, [written]).read).toEqual([undefined]),
	);

	it.each([
		[1769856000, '2026-01-31'],
		['1769821200', '2026-01-30'],
		['1769821200123', '2026-01-30'],
		['1769821200.5', '2026-01-30'],
		// Midnight is the day that is meant, as in other times of a zone.
		['1769904000000', '2026-02-01'],
		// A day and an hour.
		['2026013112', undefined],
		['5769817600', undefined],
	])('as programs count it from 1970: %j', (written, expected) => {
		expect(column(day, [written], {}, 'America/New_York').read).toEqual([expected]);
	});

	it('with a time, in the workflow’s zone unless it names one', () => {
		const read = (written: unknown, zone: string) => column(moment, [written], {}, zone).read[0];
		expect(read('31.01.2026 09:30', 'America/New_York')).toBe('2026-01-31T09:30:00-05:00');
		expect(read('31.01.2026 09:30', 'Pacific/Kiritimati')).toBe('2026-01-31T09:30:00+14:00');
		expect(read('1/31/2026 12:05 AM', 'Etc/GMT+12')).toBe('2026-01-31T00:05:00-12:00');
		expect(read('2026-01-31 09:30:00 +0100', 'UTC')).toBe('2026-01-31T08:30:00Z');
		expect(read(46053.375, 'Europe/Berlin')).toBe('2026-01-31T09:00:00+01:00');
	});

	it('of a moment in any zone is the day of that zone, for each moment as for the first one', () => {
		const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Etc/GMT+12', 'UTC'];
		const minutes = Array.from({ length: 300 }, (_, at) => Date.UTC(1931, 2, 1, 0, at * 157_001));
		const texts = minutes.flatMap((ms) => {
			const text = new Date(ms).toISOString();
			return [text, text.replace('Z', '+05:30'), text.replace('.000Z', '-11:00')];
		});
		for (const zone of zones) {
			// A reader of its own reads each with Luxon.
			const alone = texts.map((text) => column(day, [text], {}, zone).read[0]);
			expect(column(day, texts, {}, zone).read).toEqual(alone);
		}
		expect(column(day, ['2026-01-30T23:30:00Z'], {}, 'no/zone').read).toEqual([undefined]);
	});

	it('keeps its day and its clock on the days on which clocks change', () => {
		for (const written of ['29.03.2026', '25.10.2026']) {
			const iso = written.split('.').reverse().join('-');
			expect(column(day, [written], {}, 'Europe/Berlin').read).toEqual([iso]);
			expect(column(day, [`${written} 23:30`], {}, 'Europe/Berlin').read).toEqual([iso]);
		}
		expect(column(moment, ['29.03.2026 03:30'], {}, 'Europe/Berlin').read).toEqual([
			'2026-03-29T03:30:00+02:00',
		]);
	});

	it('is decided for the column by one value that can mean one day only', () => {
		const expected = { read: ['2026-02-01', '2026-01-31'], decision: 'read as day/month/year' };
		expect(column(day, ['01/02/2026', '31/01/2026'])).toMatchObject(expected);
		const byMonth = { read: ['2026-01-02', '2026-01-31'], decision: 'read as month/day/year' };
		expect(column(day, ['01/02/2026', '01/31/2026'])).toMatchObject(byMonth);
	});

	it('is not guessed, whether all values are ambiguous or two contradict each other', () => {
		const ambiguous = column(day, ['01/02/2026', '05/05/2026']);
		expect(ambiguous.read).toEqual([undefined, '2026-05-05']);
		expect(ambiguous.why[0]).toContain(
			'could mean 2026-02-01 or 2026-01-02: choose Date Format in Reading Values',
		);
		const { read, why } = column(day, ['31/01/2026', '01/31/2026']);
		expect(read).toEqual([undefined, undefined]);
		expect(why[0]).toContain('The column also holds "01/31/2026": choose Date Format');
	});
});

describe('an ID', () => {
	it.each<[unknown, string]>([
		[17, '17'],
		['007', '007'],
		['\u200b a-1\u00a0\ufeff', 'a-1'],
		['1E5', '1E5'],
		['12345678901234567890', '12345678901234567890'],
	])('is a text: %j', (given, sent) => expect(column(id, [given]).read).toEqual([sent]));

	const ROUNDED = [2 ** 53, 12345678901234567890, 1e21, '1.23457E+11', '4,00612e+12'];
	it.each([...ROUNDED, NaN, Infinity, '#REF!', true, {}])(
		'is refused when it is none: %j',
		(given) => expect(column(id, [given]).read).toEqual([undefined]),
	);

	it.each(['NULL', 'null', ' N/A ', '#N/A', 'NaN', '\\N', '-'])('is empty: %j', (given) =>
		expect(column(id, [given]).read).toEqual([null]),
	);

	it('has 10,000 characters at most', () => {
		const long = 'a'.repeat(10_000);
		expect(column(id, [long, `${long}a`]).read).toEqual([long, undefined]);
	});
});

describe('words for empty', () => {
	const memo = text('memo', 'Memo', 'A memo');
	it('count in numbers and dates; in texts NULL alone, with a hint', () => {
		expect(column(price, ['NULL', '-']).read).toEqual([null, null]);
		expect(column(day, ['n/a']).read).toEqual([null]);
		const expected = [null, 'Null', 'N/A', '-', null];
		expect(column(memo, ['NULL', 'Null', 'N/A', '-', '\\N']).read).toEqual(expected);
	});
	it('count everywhere when they were named', () => {
		const options = { emptyWords: emptyWords(['none']) };
		expect(column(memo, ['None', 'NULL'], options).read).toEqual([null, 'NULL']);
		expect(column(price, ['none'], options).read).toEqual([null]);
	});
});

it.each([
	['dayMonthYear', '2026-02-01', '2026-12-31', undefined],
	['monthDayYear', '2026-01-02', undefined, '2026-12-31'],
] as const)(
	'a date format is kept to, whatever else the column holds: %s',
	(dateFormat, ...read) => {
		const dates = column(day, ['01/02/2026', '31/12/2026', '12/31/2026', '2026-03-04'], {
			dateFormat,
		});
		expect(dates.read).toEqual([...read, '2026-03-04']);
		expect(dates.why[read.indexOf(undefined)]).toMatch(
			/not written in the Date Format of the options$/,
		);
	},
);
