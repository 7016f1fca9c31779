/**
 * What stands in a parameter or a cell.
 *
 * - `absent`: nothing was given, as by an expression that finds nothing
 * - `empty`: text that shows a person nothing
 * - `cleared`: null, which clears a field where the service takes it
 * - `value`: anything else, false, 0 and empty lists included
 */
export type Presence = 'absent' | 'empty' | 'cleared' | 'value';

/**
 * Anything but spaces of every script, marks without a width, and the Braille pattern without dots (Unicode: White_Space,
 * Default_Ignorable_Code_Point). Looked for, not matched from end to end, so that no text is too long.
 */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Most texts begin with a letter or sign of ASCII, and are not looked at any further. */
const isPlain = (code: number) => code > 0x20 && code < 0x7f;

/** Whether a text shows a person nothing. */
export const isBlank = (text: string): boolean => !isPlain(text.charCodeAt(0)) && !SEEN.test(text);

/** Greedy, so that the last thing seen is looked for from the end. */
const SEEN_PART = new RegExp(`${SEEN.source}(?:[\\s\\S]*${SEEN.source})?`, 'u');

/** What a text shows: composed (Unicode NFC), and without blanks around it. */
export const shownPart = (text: string): string => SEEN_PART.exec(text.normalize('NFC'))?.[0] ?? '';

/** The one reading of what a parameter or a cell holds, for all that ask whether it holds something. */
export function presenceOf(value: unknown): Presence {
	if (value === undefined) return 'absent';
	if (value === null) return 'cleared';
	return typeof value === 'string' && isBlank(value) ? 'empty' : 'value';
}

/** Whether a parameter or a cell holds a value: neither null nor blank text. */
export const isFilled = (value: unknown): boolean => presenceOf(value) === 'value';

/** Whether an expression has found nothing: no value, a blank text, or a list or object without anything in it. */
export const isNothing = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && !(value instanceof Date)
		? Object.keys(value).length === 0
		: !isFilled(value);
