import { isFilled } from './presence';

/** Rows of tables that hold no record, and those that come back with why they were rejected. */
export type Row = Readonly<Record<string, unknown>>;

/** What is said of a rejected row in columns of its own; they are ignored when the corrected row comes in again. */
export const REJECTION_COLUMNS: readonly string[] = ['_row', '_error', '_remedy'];

/** What becomes of a row of a sync, in the order in which it is counted. */
export const OUTCOMES = 'created updated unchanged archived skipped ambiguous rejected'.split(' ');

export const isRejectionColumn = (column: string): boolean => REJECTION_COLUMNS.includes(column);

/** A row as it was given, with the number it had and why it was rejected. */
export const rejectedRow = <T extends object>(
	row: T,
	at: number,
	{ message, remedy }: { readonly message: string; readonly remedy: string },
) => ({ ...row, _row: at, _error: message, _remedy: remedy });

/**
 * What a row does that holds no record, as the end of a sentence: all its values are the names of the columns, as where files
 * were put together, or its only one is the time at which the table was written, as programs put below it.
 */
export function describeStray(row: Row): string | undefined {
	let names = 0;
	let only: string | undefined;
	for (const column in row) {
		const value = row[column];
		if (!isFilled(value)) continue;
		if (typeof value !== 'string' || only !== undefined) return undefined;
		const text = value.trim();
		// Most values are not what the name begins with.
		const isRepeated = column.startsWith(text) && text === column.replace(PRIMES, '');
		if (isRepeated || value === column) names += 1;
		else if (names > 0) return undefined;
		else only = value;
	}
	if (names > 1) return 'repeats the names of the columns';
	const isTime = only !== undefined && TIME.test(only.trim());
	return isTime ? 'holds nothing but a day with a time' : undefined;
}

/** As people read it, maybe behind a word with a colon; programs write `T` between the two. */
const TIME =
	/^(?:[^\d:]{1,40}:\s)?\d{1,4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,4}日?[\s,]{1,3}(?:\D{1,12}\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?$/i;

/** Behind the names of columns that come again. */
export const PRIMES = /(?:′{1,9}|_\d{1,4})$/;
