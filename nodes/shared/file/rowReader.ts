/** Takes the rows of a text as it comes in. */
export interface RowReader {
	/**
	 * Reads on. What ends in this part is handed out; what does not is kept.
	 *
	 * @returns why the text cannot be read any further; undefined as long as it can
	 */
	push(text: string): string | undefined;
	/** Reads what was kept, at the end of the text. */
	end(): string | undefined;
}

/** Characters of a row; more means that something is wrong with its quotes. */
export const MAX_ROW_LENGTH = 1_000_000;
