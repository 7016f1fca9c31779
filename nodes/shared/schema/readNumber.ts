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
