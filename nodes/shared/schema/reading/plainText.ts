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
