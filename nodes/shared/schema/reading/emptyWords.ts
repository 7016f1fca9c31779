/** Words that programs write into cells that hold nothing. */
export const EMPTY_WORDS: readonly string[] = ['NULL', 'N/A', '#N/A', 'NaN', '\\N', '-'];

/** The words that count as an empty cell, and where they do. */
export interface EmptyWords {
	/** Whether a text is one of the words, spaces and case aside. */
	has(text: string): boolean;
	/** They count in free text too: they were named in the options. */
	readonly inTexts: boolean;
}

/** @param named the words of the option; undefined for the usual ones, which do not count in texts */
export function emptyWords(named?: readonly string[]): EmptyWords {
	const words = new Set(
		(named ?? EMPTY_WORDS).map((word) => word.trim().toLowerCase()).filter((word) => word !== ''),
	);
	const longest = Math.max(0, ...[...words].map((word) => word.length)) + MAX_SPACES;
	return {
		has: (text) => text.length <= longest && words.has(text.trim().toLowerCase()),
		inTexts: named !== undefined,
	};
}

/** Spaces around a word; a longer text is not looked at. */
const MAX_SPACES = 20;
