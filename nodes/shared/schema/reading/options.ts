import type { NumberFormat } from './numbers';
import type { DateFormat } from './dates';

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

/** Words that programs write into cells that hold nothing. */
const EMPTY_WORDS: readonly string[] = ['NULL', 'N/A', '#N/A', 'NaN', '\\N', '-'];

/** The words that count as an empty cell, and where they do. */
export interface EmptyWords {
	/** Whether a text is one of the words, spaces and case aside. */
	has(text: string): boolean;
	/** They count in free text too: they were named in the options. */
	readonly inTexts: boolean;
	/** Whether a free text is what databases write for nothing: nobody was asked for words. */
	isNull(text: string): boolean;
}

/** @param named the words of the option; undefined for the usual ones, which do not count in texts */
export function emptyWords(named?: readonly string[]): EmptyWords {
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
		has: (text) =>
			text.length <= longest &&
			mayBegin(text.charCodeAt(0)) &&
			words.has(text.trim().toLowerCase()),
		inTexts: named !== undefined,
		isNull: (text) => named === undefined && (text === 'NULL' || text === '\\N'),
	};
}

/** Spaces around a word; a longer text is not looked at. */
const MAX_SPACES = 20;
const SPACE = 0x20;
const LAST_ASCII = 0x7f;
