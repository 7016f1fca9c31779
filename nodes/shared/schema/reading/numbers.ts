import { once } from '../../lifetime';
import { isExact, misunderstood, type ValueReader } from '../values';
import { plainText } from './texts';
import type { Field } from '../types';
import { show } from '../limits';

/** The ways in which the text of a number can be read, as bits. */
const POINT = 1;
const COMMA = 2;

/** How an example shows a number format, by the value of the option. */
const NUMBER_FORMATS = {
	point: { example: '1,234.50', readings: POINT },
	comma: { example: '1.234,50', readings: COMMA },
} as const;

export type NumberFormat = 'auto' | keyof typeof NUMBER_FORMATS;

/** The readings that a number format allows, as bits. */
const readingsOf = (format: NumberFormat) =>
	format === 'auto' ? POINT | COMMA : NUMBER_FORMATS[format].readings;

/** A text that can be read as a number. */
type NumberText = NonNullable<ReturnType<typeof parseNumber>>;

/**
 * Reads text as a number as people and programs write it: with groups of three digits (or of two, as
 * in India) behind comma, point, space or apostrophe; with the sign before, behind or as parentheses;
 * with a currency or a percent sign; with digits of any script.
 *
 * @returns undefined when it is no number under either decimal sign
 */
function parseNumber(given: string) {
	const text = plainText(given);
	const found = KERNEL.exec(text);
	if (!found) return undefined;
	// Separators at the end belong to what follows: "12.-", "12 €".
	const length = found[0].length - (SEPARATORS_AT_END.exec(found[0])?.[0].length ?? 0);
	let kernel = found[0].slice(0, length);
	let before = text.slice(0, found.index);
	// "Rs.12" is not 0.12.
	if (!DIGIT.test(kernel[0]) && LETTER_AT_END.test(before)) {
		before += kernel[0];
		kernel = kernel.slice(1);
	}
	const after = text.slice(found.index + length).replace(NO_CENTS, '');
	const affix = readAffix(before, after);
	if (!affix) return undefined;

	const { isNegative, isPercent, currency } = affix;
	const signed = (number: number | undefined) =>
		number === undefined ? undefined : isNegative ? -number : number;
	const point = signed(readKernel(kernel, '.', ','));
	const comma = SEPARATOR.test(kernel) ? signed(readKernel(kernel, ',', '.')) : point;
	const readings = (point === undefined ? 0 : POINT) | (comma === undefined ? 0 : COMMA);
	if (readings === 0) return undefined;
	/** The decimal signs under which it is a number, and the number with a decimal point, and with a decimal comma. */
	return { readings, point, comma, isPercent, currency };
}

/** From the first digit to the last, with an exponent if there is one. */
const KERNEL = /[.,٫]?\d[\d.,٫٬' ’]*(?:[eE][+-]?\d+)?/;
const DIGIT = /\d/;
const SEPARATOR = /[.,]/;
const LETTER_AT_END = /\p{L}$/u;
const SEPARATORS_AT_END = /[.,٫٬' ’]{1,2}$/;
/** `12.-` and `12,–`, as prices without cents are written, and a point without decimals. */
const NO_CENTS = /^(?:[.,][-–—]{1,2}|\.$)/;

/** What stands before and after the digits: at most one sign, one percent sign, one currency. */
function readAffix(before: string, after: string): typeof BARE | undefined {
	const isBare = before === '' && after === '';
	if (isBare) return BARE;
	const signs = (before + after).match(SIGNS) ?? [];
	const inParentheses = before.includes('(') && after.includes(')');
	const parentheses = (before + after).match(PARENTHESES) ?? [];
	const percents = (before + after).match(PERCENTS) ?? [];
	if (signs.length > 1 || percents.length > 1) return undefined;
	if (parentheses.length > 0 && !(inParentheses && parentheses.length === 2 && signs.length === 0))
		return undefined;
	const [left, right] = [before, after].map((part) => part.replace(AFFIX_SIGNS, ''));
	if (left !== '' && right !== '') return undefined;
	const currency = left + right;
	// "12k" is not twelve kwacha.
	if (/^k$/i.test(right) || (currency !== '' && !isCurrency(currency))) return undefined;
	return {
		isNegative: inParentheses || (signs.length === 1 && signs[0] !== '+'),
		isPercent: percents.length === 1,
		currency,
	};
}

/** The currency is as written. */
const BARE = { isNegative: false, isPercent: false, currency: '' };
const SIGNS = /[-+−–‐﹣]/g;
const PARENTHESES = /[()]/g;
const PERCENTS = /[%٪]/g;
const AFFIX_SIGNS = /[-+−–‐﹣()%٪ ]/g;

/** The digits between the separators as a number, when the separators stand where they may. */
function readKernel(kernel: string, decimal: string, grouping: string): number | undefined {
	const [mantissa, exponent = '0'] = kernel.split(/[eE]/);
	// The Arabic decimal sign can mean one thing only.
	const arabic = mantissa.indexOf('٫');
	if (arabic >= 0 && SEPARATOR.test(mantissa)) return undefined;
	const at = arabic >= 0 ? arabic : mantissa.lastIndexOf(decimal);
	const whole = joinGroups(at < 0 ? mantissa : mantissa.slice(0, at), grouping);
	const fraction = at < 0 ? '' : mantissa.slice(at + 1);
	if (whole === undefined || !DIGITS_OR_NONE.test(fraction)) return undefined;
	if (whole === '' && fraction === '') return undefined;
	const number = Number(`${whole || '0'}.${fraction || '0'}e${exponent}`);
	const isWhole = fraction === '' && exponent === '0';
	return Number.isFinite(number) && (!isWhole || isExact(whole, number)) ? number : undefined;
}

const DIGITS_OR_NONE = /^\d*$/;

/** `1,234,567` without its separators; undefined when they are not those of groups. */
function joinGroups(whole: string, grouping: string): string | undefined {
	if (DIGITS_OR_NONE.test(whole)) return whole;
	const separator = [...whole].find((sign) => !DIGIT.test(sign)) as string;
	if (separator !== grouping && !GROUPING_ONLY.includes(separator)) return undefined;
	const groups = whole.split(separator);
	const [first, ...others] = groups;
	const last = others[others.length - 1];
	const size = others.length > 1 ? others[0].length : 3;
	const isGrouped =
		first.length >= 1 &&
		first.length <= size &&
		first[0] !== '0' &&
		last.length === 3 &&
		(size === 3 || size === 2) &&
		others.slice(0, -1).every((group) => group.length === size) &&
		groups.every((group) => DIGITS_OR_NONE.test(group));
	return isGrouped ? groups.join('') : undefined;
}

/** Signs that group digits and never stand before decimals. */
const GROUPING_ONLY = " '’٬";

/** A sign of a currency, its code (ISO 4217), or both as in `US$`; from Intl, made when first asked. */
function isCurrency(text: string): boolean {
	if (CURRENCY_SIGNS.test(text)) return true;
	const name = text.endsWith('.') ? text.slice(0, -1) : text;
	return currencies().has(name.toUpperCase());
}

/** A sign, with the letters of a country before it: `US$`. */
const CURRENCY_SIGNS = /^\p{L}{0,3}\p{Sc}$/u;

const currencies = once('Names of currencies', () => {
	const names = Intl.supportedValuesOf('currency').flatMap((currency) => [
		currency,
		...(['symbol', 'narrowSymbol'] as const).map((currencyDisplay) =>
			nameOf(new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })),
		),
	]);
	return new Set(names);
});

const nameOf = (format: Intl.NumberFormat) =>
	(format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? '').toUpperCase();

const EITHER = POINT | COMMA;
/** English notation that cannot mean thousands, which most columns hold; everything else is parsed. */
const PLAIN = /^[+-]?\d{1,15}(?:\.\d{1,2})?$/;
const NAME_OF_OPTION = 'Number Format';

/** Reads the numbers of one column, whose decimal sign is decided by the evidence of all its values. */
export function numberReader(
	{ label, isPercent = false }: Field,
	type: 'number' | 'integer',
	{ numberFormat }: { readonly numberFormat: NumberFormat },
): ValueReader {
	const allowed = readingsOf(numberFormat);
	/** The decimal signs that fit every value so far. */
	let readings = allowed;
	/** The first value that fits one sign only, by that sign. */
	const examples: Record<number, string> = {};
	/** Whether a value was seen that the decimal sign changes, other than plain English notation. */
	let hasSeparators = false;
	const currencies = new Set<string>();
	/** Of a column of percents, the largest. */
	let largest = 0;

	const observeText = (text: string) => {
		if (PLAIN.test(text)) {
			if (text.includes('.')) restrict(POINT, text);
			return Number(text);
		}
		const parsed = parseNumber(text);
		if (!parsed) return undefined;
		if (parsed.currency !== '') currencies.add(parsed.currency);
		hasSeparators ||= parsed.point !== parsed.comma;
		if (parsed.readings !== EITHER) restrict(parsed.readings, text);
		// "0,2 %" is what it says; only the number alone is doubtful.
		return parsed.isPercent ? 1 : (parsed.point ?? parsed.comma);
	};
	const restrict = (to: number, text: string) => {
		if (numberFormat === 'auto') readings &= to;
		examples[to] ??= text;
	};

	const pick = (parsed: NumberText): number | undefined => {
		if (parsed.isPercent && !isPercent) return undefined;
		if (parsed.point === parsed.comma) return parsed.point;
		// Of a column that is written in both ways, what can mean one number only.
		const fits = readings === 0 ? parsed.readings : parsed.readings & readings;
		if (fits === POINT) return parsed.point;
		return fits === COMMA ? parsed.comma : undefined;
	};
	/** Percent cells of a spreadsheet hold 0.2 for 20 %: what is meant by a column of such numbers, it does not say. */
	const areShares = () => largest > 0 && largest < 1;
	const numberOf = (value: unknown): number | undefined => {
		if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
		if (typeof value !== 'string') return undefined;
		if ((readings & POINT) !== 0 && PLAIN.test(value)) return Number(value);
		const parsed = parseNumber(value);
		return parsed && pick(parsed);
	};

	return {
		observe(value) {
			const number = typeof value === 'string' ? observeText(value) : value;
			if (isPercent && typeof number === 'number') largest = Math.max(largest, Math.abs(number));
		},
		read(value) {
			const number = numberOf(value);
			if (areShares() && number !== 0) return undefined;
			return type === 'integer' && !Number.isSafeInteger(number) ? undefined : number;
		},
		why(value) {
			const problem = misunderstood(type, value);
			if (areShares() && numberOf(value) !== undefined) {
				return `${problem}, and no value is 1 or more: percent cells of a spreadsheet hold 0.2 for 20 %. Write 20, or 0.2 % if that is meant`;
			}
			const parsed = typeof value === 'string' ? parseNumber(value) : undefined;
			if (!parsed) return problem;
			if (parsed.isPercent && !isPercent) return `${problem}: the field takes no percentage`;
			if (parsed.point === parsed.comma || pick(parsed) !== undefined) return problem;
			if (allowed !== EITHER) {
				return `${problem}, which is not written in the ${NAME_OF_OPTION} of the options`;
			}
			if (readings === 0) {
				const other = parsed.readings === COMMA ? examples[POINT] : examples[COMMA];
				return `${problem}. The column also holds ${show(other)}: choose ${NAME_OF_OPTION} in Reading Values, or write all its numbers in one way`;
			}
			if (parsed.readings === EITHER && readings === EITHER) {
				return `${problem}, which could mean ${parsed.comma} or ${parsed.point}: choose ${NAME_OF_OPTION} in Reading Values`;
			}
			return `${problem}, which does not fit the other values of the column, such as ${show(examples[readings])}`;
		},
		decision() {
			if (numberFormat !== 'auto' || !hasSeparators) return undefined;
			const decided = Object.values(NUMBER_FORMATS).find((format) => format.readings === readings);
			return decided && `read as ${decided.example}`;
		},
		warnings() {
			const sentences: string[] = [];
			if (readings === 0) {
				sentences.push(
					`${label} is written in two ways (${examples[POINT]} and ${examples[COMMA]}); what can mean one number only was read.`,
				);
			}
			if (currencies.size > 1) {
				sentences.push(
					`${label} holds more than one currency (${[...currencies].slice(0, 5).join(', ')}); the numbers are sent without it.`,
				);
			}
			return sentences;
		},
	};
}
