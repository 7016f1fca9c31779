import { once } from '../../lifetime';

/** Numbers and dates are shorter than this; longer text is neither. */
const MAX_LENGTH = 100;

/**
 * The text of a number or a date in ASCII where Unicode has more than one form: spaces of any width,
 * full-width signs, digits of other scripts; marks that only direct the writing are left out.
 *
 * @returns '' for text that is too long to be a number or a date
 */
export function plainText(given: string): string {
	const text = given.length > MAX_LENGTH ? given.trim() : given;
	if (text.length > MAX_LENGTH) return '';
	if (!NON_ASCII.test(text)) return text.trim();
	return text
		.replace(FORMAT_MARKS, '')
		.replace(SPACES, ' ')
		.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
		.replace(DIGITS, (digit) => asciiDigits().get(digit) ?? digit)
		.trim();
}

const NON_ASCII = /[\u0080-\uFFFF]/;
const FORMAT_MARKS = /\p{Cf}/gu;
const SPACES = /\p{Zs}/gu;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
const DIGITS = /\p{Nd}/gu;

/** The digits of every numbering system that Intl writes; made when such a digit is first met. */
const asciiDigits = once(
	'Digits',
	(): ReadonlyMap<string, string> =>
		new Map(
			Intl.supportedValuesOf('numberingSystem').flatMap((system) => {
				const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
				return [...'0123456789'].map((digit) => [format.format(Number(digit)), digit] as const);
			}),
		),
);

/** Languages whose names of months are read. A name that means two months in two of them is not. */
export const MONTH_LANGUAGES = 'en de fr es it pt nl pl sv da nb fi cs'.split(' ');

/** A name as it is looked up: in lower case, without the point of an abbreviation. */
const lookupName = (name: string) => name.toLowerCase().replaceAll('.', '').trim();

/** Names of months and weekdays, long and short; from Intl, made when a name is first met. */
const calendar = once('Names of months and weekdays', () => ({
	months: namesOfMonths(),
	weekdays: namesOfWeekdays(),
}));

/** The months by their names. */
export const monthOf = (name: string): number | undefined =>
	calendar().months.get(lookupName(name));

/** Whether it is the name of a day of the week. */
export const isWeekday = (name: string): boolean => calendar().weekdays.has(lookupName(name));

function namesOfWeekdays(): ReadonlySet<string> {
	const names = MONTH_LANGUAGES.flatMap((language) =>
		(['long', 'short'] as const).flatMap((weekday) => {
			const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
			return [1, 2, 3, 4, 5, 6, 7].map((day) => lookupName(format.format(Date.UTC(2026, 0, day))));
		}),
	);
	return new Set(names);
}

function namesOfMonths(): ReadonlyMap<string, number> {
	const found = new Map<string, number>();
	const doubtful = new Set<string>();
	for (const language of MONTH_LANGUAGES) {
		for (const month of ['long', 'short'] as const) {
			// Many languages change the name beside a day.
			for (const beside of [{}, { day: 'numeric' }] as const) {
				const format = new Intl.DateTimeFormat(language, { month, ...beside, timeZone: 'UTC' });
				for (let index = 1; index <= 12; index += 1) {
					const parts = format.formatToParts(Date.UTC(2026, index - 1, 15));
					const name = lookupName(parts.find(({ type }) => type === 'month')?.value ?? '');
					if (found.has(name) && found.get(name) !== index) doubtful.add(name);
					found.set(name, index);
				}
			}
		}
	}
	for (const name of doubtful) found.delete(name);
	return found;
}

/** Words that programs write into cells that hold nothing. */
const EMPTY_WORDS: readonly string[] = ['NULL', 'N/A', '#N/A', 'NaN', '\\N', '-'];

/** The words that count as an empty cell, and where they do. */
export type EmptyWords = ReturnType<typeof emptyWords>;

/** @param named the words of the option; undefined for the usual ones, which do not count in texts */
export function emptyWords(named?: readonly string[]) {
	const words = new Set(
		(named ?? EMPTY_WORDS).map((word) => word.trim().toLowerCase()).filter((word) => word !== ''),
	);
	const longest = Math.max(0, ...[...words].map((word) => word.length)) + MAX_SPACES;
	/** Most cells begin with another sign, and are not looked at any further. */
	const initials = new Set(
		[...words].flatMap((word) => [word.charCodeAt(0), word.toUpperCase().charCodeAt(0)]),
	);
	const mayBegin = (code: number) => code > LAST_ASCII || code <= SPACE || initials.has(code);
	return {
		/** Whether a text is one of the words, spaces and case aside. */
		has: (text: string) =>
			text.length <= longest &&
			mayBegin(text.charCodeAt(0)) &&
			words.has(text.trim().toLowerCase()),
		/** They count in free text too: they were named in the options. */
		inTexts: named !== undefined,
		/** Whether a free text is what databases write for nothing: nobody was asked for words. */
		isNull: (text: string) => named === undefined && (text === 'NULL' || text === '\\N'),
	};
}

/** Spaces around a word; a longer text is not looked at. */
const MAX_SPACES = 20;
const SPACE = 0x20;
const LAST_ASCII = 0x7f;
