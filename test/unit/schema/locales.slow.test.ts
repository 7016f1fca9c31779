/**
 * Numbers and dates as every locale of Intl writes them: read back equal under the matching format,
 * and under Automatic equal or refused, never different.
 */

import { date, number } from '../../../nodes/shared/resource/definition/fields';
import { fieldReader, readOptions } from '../../../nodes/shared/schema/recordCheck';
import { MONTH_LANGUAGES } from '../../../nodes/shared/schema/reading/texts';
import type { DateFormat } from '../../../nodes/shared/schema/reading/dates';
import type { NumberFormat } from '../../../nodes/shared/schema/reading/numbers';
import fc from '../../../testing/properties';
import { cases } from '../../../testing/simulations';

/** Languages of CLDR, and regions that change how a language writes. */
const LANGUAGES =
	'af agq ak am ar as asa ast az bas be bem bez bg bm bn bo br brx bs ca ccp ce ceb cgg chr ckb cs cv cy da dav de dje doi dsb dua dyo dz ebu ee el en eo es et eu ewo fa ff fi fil fo fr fur fy ga gd gl gsw gu guz gv ha haw he hi hr hsb hu hy ia id ig ii is it ja jgo jmc jv ka kab kam kde kea kgp khq ki kk kkj kl kln km kn ko kok ks ksb ksf ksh ku kw ky lag lb lg lkt ln lo lrc lt lu luo luy lv mai mas mer mfe mg mgh mgo mi mk ml mn mni mr ms mt mua my mzn naq nb nd nds ne nl nmg nn no nus nyn om or os pa pcm pl ps pt qu rm rn ro rof ru rw rwk sa sah saq sat sbp sc sd se seh ses sg shi si sk sl smn sn so sq sr su sv sw ta te teo tg th ti tk to tr tt twq tzm ug uk ur uz vai vi vun wae wo xh xog yav yi yo yrl yue zgh zh zu'.split(
		' ',
	);
const REGIONS =
	'AE AF AG AL AM AO AR AT AU AZ BA BD BE BG BH BN BO BR BY BZ CA CH CL CN CO CR CU CZ DE DK DO DZ EC EE EG ES ET FI FR GB GE GH GR GT HK HN HR HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KR KW KZ LB LI LK LT LU LV LY MA MD ME MK ML MM MN MO MT MX MY MZ NG NI NL NO NP NZ OM PA PE PH PK PL PR PT PY QA RO RS RU SA SD SE SG SI SK SN SO SV SY TH TJ TN TR TT TW TZ UA UG US UY UZ VE VN YE ZA ZW'.split(
		' ',
	);
/** Languages whose regions write numbers or dates in other ways. */
const WITH_REGIONS = ['ar', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'sr', 'sv', 'sw', 'zh'];
const locales = Intl.NumberFormat.supportedLocalesOf([
	...LANGUAGES,
	...WITH_REGIONS.flatMap((language) => REGIONS.map((region) => `${language}-${region}`)),
]);

/** One locale for each way of writing, with how many locales write that way. */
function distinct(shape: (locale: string) => string) {
	const found = new Map<string, { locale: string; count: number }>();
	for (const locale of locales) {
		const key = shape(locale);
		const known = found.get(key);
		if (known) known.count += 1;
		else found.set(key, { locale, count: 1 });
	}
	return [...found].map(([key, { locale, count }]) => [locale, count, key] as const);
}

const numberField = number('n', 'N', 'A number');
const dateField = date('d', 'D', 'A day');

/** The values of a column, read together; undefined for those that are refused. */
function readColumn(
	texts: readonly string[],
	formats: { numberFormat?: NumberFormat; dateFormat?: DateFormat },
	field = numberField,
) {
	const reader = fieldReader(field, readOptions('America/New_York', formats), false);
	for (const text of texts) reader.observe?.(text);
	return texts.map((text) => reader.read(text));
}

const neverDifferent = (read: readonly unknown[], meant: readonly unknown[]) => {
	for (const [index, value] of read.entries()) {
		if (value !== undefined) expect([index, value]).toEqual([index, meant[index]]);
	}
};

/** Every sign of a number as code points, and the sizes of its groups. */
const numberShape = (options: Intl.NumberFormatOptions) => (locale: string) =>
	new Intl.NumberFormat(locale, options)
		.formatToParts(-1234567.5)
		.map(({ type, value }) =>
			type === 'integer' || type === 'fraction'
				? `${type}${value.length}${/^\d+$/.test(value) ? '' : locale}`
				: JSON.stringify(value),
		)
		.join(' ');

const amounts = fc.array(
	fc.oneof(
		fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100),
		fc.integer({ min: -9_999, max: 9_999_999 }),
		fc.constantFrom(0, 1000, 1, 1.25, 0.5, -0.01, 12.5, 1234.5, 1_234_567.125, 999.999, 1.005),
	),
	{ minLength: 1, maxLength: 12 },
);
/** -0 is written as 0 in some locales and as -0 in others; it is the same amount. */
const positiveZero = (value: unknown) => (value === 0 ? 0 : value);

describe('numbers as locales write them', () => {
	it.each(distinct(numberShape({})))('%s (%i locales)', (locale) => {
		const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
		const decimal = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
		const numberFormat = decimal === ',' ? 'comma' : 'point';
		fc.assert(
			fc.property(amounts, (meant) => {
				const texts = meant.map((value) => format.format(value));
				const expected = meant.map(positiveZero);
				expect(readColumn(texts, { numberFormat }).map(positiveZero)).toEqual(expected);
				neverDifferent(readColumn(texts, {}).map(positiveZero), expected);
			}),
			{ numRuns: cases(12, 100) },
		);
	});

	it.each(
		['EUR', 'USD', 'CHF', 'JPY', 'INR'].flatMap((currency) =>
			distinct(numberShape({ style: 'currency', currency })).map(
				([locale, count]) => [currency, locale, count] as const,
			),
		),
	)('with a currency, %s in %s (%i locales): equal or refused', (currency, locale) => {
		const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
		const options = { style: 'currency', currency, currencySign: 'accounting' } as const;
		const accounting = new Intl.NumberFormat(locale, options);
		fc.assert(
			fc.property(amounts, (meant) => {
				const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
				const rounded = meant.map((value) => positiveZero(Number(value.toFixed(digits))));
				const fits = rounded.every((value, index) => Math.abs(Number(value) - meant[index]) < 1e-9);
				fc.pre(fits);
				for (const written of [format, accounting]) {
					const texts = meant.map((value) => written.format(value));
					neverDifferent(readColumn(texts, {}).map(positiveZero), rounded);
				}
			}),
			{ numRuns: cases(5, 20) },
		);
	});

	it('counts enough locales and shapes to mean something', () => {
		expect(locales.length).toBeGreaterThan(1_500);
		expect(distinct(numberShape({})).length).toBeGreaterThan(20);
	});
});

const styles: Array<[name: string, options: Intl.DateTimeFormatOptions]> = [
	['numeric', { year: 'numeric', month: 'numeric', day: 'numeric' }],
	['two digits', { year: 'numeric', month: '2-digit', day: '2-digit' }],
	['short', { dateStyle: 'short' }],
];
const gregorian = (locale: string, options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' });
const dateShape = (options: Intl.DateTimeFormatOptions) => (locale: string) =>
	gregorian(locale, options)
		.formatToParts(Date.UTC(2026, 10, 22))
		.map(({ type, value }) =>
			type === 'literal'
				? JSON.stringify(value)
				: `${type}${value.length}${/^\d+$/.test(value) ? '' : locale}`,
		)
		.join('');

/** The order of day, month and year that a locale writes. */
function dateOrder(locale: string, options: Intl.DateTimeFormatOptions) {
	const parts = gregorian(locale, options).formatToParts(Date.UTC(2026, 10, 22));
	const order = parts.flatMap(({ type }) =>
		type === 'day' || type === 'month' || type === 'year' ? [type[0]] : [],
	);
	const year = parts.find(({ type }) => type === 'year')?.value ?? '';
	return { order: order.join(''), hasShortYear: [...year].length === 2 };
}

const FORMATS: Readonly<Record<string, DateFormat>> = {
	dmy: 'dayMonthYear',
	mdy: 'monthDayYear',
	ymd: 'yearMonthDay',
};

const days = fc.array(
	fc
		.date({ min: new Date('1970-01-01'), max: new Date('2059-12-31'), noInvalidDate: true })
		.map((day) => day.toISOString().slice(0, 10)),
	{ minLength: 1, maxLength: 10 },
);

describe.each(styles)('days as locales write them, %s', (_, options) => {
	const shapes = distinct(dateShape(options));

	it.each(shapes)('%s (%i locales)', (locale) => {
		const format = gregorian(locale, options);
		const { order, hasShortYear } = dateOrder(locale, options);
		fc.assert(
			fc.property(days, (meant) => {
				const texts = meant.map((day) => format.format(new Date(`${day}T00:00:00Z`)));
				const automatic = readColumn(texts, {}, dateField);
				const isKnown = FORMATS[order] !== undefined;
				// Hawaiian writes the names of months here; they are not read.
				const isNumeric = texts.every((text) => !/\p{L}/u.test(text.replace(/[г年月日]/gu, '')));
				if (isKnown && isNumeric) {
					const read = readColumn(texts, { dateFormat: FORMATS[order] }, dateField);
					expect(read).toEqual(meant);
				}
				if (!isException(locale, order, hasShortYear, texts[0])) {
					neverDifferent(automatic, meant);
				}
			}),
			{ numRuns: cases(8, 60) },
		);
	});

	it('are all but the documented exceptions', () => {
		const excepted = locales.filter((locale) => {
			const { order, hasShortYear } = dateOrder(locale, options);
			const text = gregorian(locale, options).format(new Date('2026-11-22T00:00:00Z'));
			return isException(locale, order, hasShortYear, text);
		});
		const languages = new Set(excepted.map((locale) => locale.split('-')[0]));
		for (const language of languages) expect(EXCEPTIONS).toContain(language);
	});
});

/**
 * Languages that write what others mean otherwise: year, day, month between hyphens (ISO 8601 reads
 * year, month, day); month, day, year between points; a year of two digits first.
 */
const EXCEPTIONS = ['eo', 'eu', 'jgo', 'kk', 'ko', 'ky', 'ne', 'sah', 'ug'];

function isException(_locale: string, order: string, hasShortYear: boolean, text: string) {
	if (order === 'ydm') return true;
	if (order === 'mdy' && text.includes('.')) return true;
	return order === 'ymd' && hasShortYear;
}

describe('days with the name of the month', () => {
	it.each(
		MONTH_LANGUAGES.flatMap((language) =>
			(['medium', 'long', 'full'] as const).map((dateStyle) => [language, dateStyle] as const),
		),
	)('in %s, %s: equal or refused', (language, dateStyle) => {
		const format = gregorian(language, { dateStyle });
		fc.assert(
			fc.property(days, (meant) => {
				const texts = meant.map((day) => format.format(new Date(`${day}T00:00:00Z`)));
				neverDifferent(readColumn(texts, {}, dateField), meant);
			}),
			{ numRuns: cases(12, 100) },
		);
	});

	it.each([
		['en', 'medium'],
		['en', 'long'],
		['de', 'long'],
		['fr', 'medium'],
		['fr', 'long'],
		['es', 'long'],
	] as const)('in %s, %s: every day is read', (language, dateStyle) => {
		const format = gregorian(language, { dateStyle });
		for (let month = 0; month < 12; month += 1) {
			const text = format.format(Date.UTC(2026, month, 15));
			const day = new Date(Date.UTC(2026, month, 15)).toISOString().slice(0, 10);
			expect([text, readColumn([text], {}, dateField)]).toEqual([text, [day]]);
		}
	});
});

describe('days of other calendars', () => {
	it.each([
		'th-TH',
		'fa-IR',
		'ar-SA-u-ca-islamic-umalqura',
		'ja-JP-u-ca-japanese',
		'he-u-ca-hebrew',
	])('are refused: %s', (locale) => {
		const format = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' });
		fc.assert(
			fc.property(days, (meant) => {
				const texts = meant.map((day) => format.format(new Date(`${day}T00:00:00Z`)));
				const wide = texts.filter((text) => /(\p{Nd})\1*\p{Nd}{3}/u.test(text));
				expect(readColumn(wide, {}, dateField)).toEqual(wide.map(() => undefined));
			}),
		);
	});
});
