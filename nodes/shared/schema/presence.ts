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

/** A cell as a spreadsheet shows it that was told to keep it as text: `="00123"`, and an apostrophe before a number or a formula. */
export function shownCell(value: unknown): unknown {
	if (typeof value !== 'string' || !/^[='\s]/.test(value)) return value;
	return value.replace(/^\s*="([^"]*)"\s*$/, '$1').replace(/^\s*'(?=[\d=+@-])/, '');
}

/** A row of a table, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** What is said of a rejected row in columns of its own; they are ignored when the corrected row comes in again. */
export const REJECTION_COLUMNS: readonly string[] = ['_row', '_error', '_remedy'];

/** What becomes of a row of a sync, in the order in which it is counted. */
export const OUTCOMES = 'created updated unchanged archived skipped ambiguous rejected'.split(' ');

/** What a dry run says in their place. */
export const WOULD: Readonly<Record<string, string | undefined>> = {
	created: 'would_create',
	updated: 'would_update',
	archived: 'would_archive',
};

/** What else becomes of a call of Enrich and Score. */
export const CALL_OUTCOMES = 'changed nothing_found proposed queued scored'.split(' ');

export const isRejectionColumn = (column: string): boolean => REJECTION_COLUMNS.includes(column);

/** A row as it was given, with its number, counted from 1, and why it was rejected. */
export const rejectedRow = <T extends object>(
	row: T,
	at: number,
	{ message, remedy }: { readonly message: string; readonly remedy: string },
) => ({ ...row, _row: at, _error: message, _remedy: remedy });

/** What stands beside a sum, in the languages of the column names. */
const TOTALS =
	/^(?:(?:grand|sub) ?)?total[ste]?:?$|^(?:gesamt|summe|gesamtsumme|zwischensumme|endsumme|somme|total général|sous-total|suma|total general|suma total|totaal|toplam|genel toplam|celkem|razem|összesen|ukupno|yhteensä|итого|всего|合計|合计|总计|합계):?$/i;

export const isTotals = (cell: unknown): boolean =>
	typeof cell === 'string' && TOTALS.test(cell.trim());

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

/**
 * Whether a row holds amounts alone, behind the word for a sum, as below a bank statement.
 *
 * @param names what may be called so all the same
 */
export function isSum(row: Row, ...names: readonly unknown[]): boolean {
	const [label, ...amounts] = Object.values(row).filter(isFilled);
	const isLabel = isTotals(label) || (typeof label === 'string' && /^total\b/i.test(label));
	if (!isLabel || names.includes(label)) return false;
	return amounts.every((cell) => typeof cell !== 'object' && AMOUNT.test(String(cell)));
}

const AMOUNT = /^[\p{Sc}\d\s.,'’+-]{1,40}(?:[A-Z]{3})?$/u;

/** As people read it, maybe behind a word with a colon; programs write `T` between the two. */
const TIME =
	/^(?:[^\d:]{1,40}:\s)?\d{1,4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,4}日?[\s,]{1,3}(?:\D{1,12}\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?$/i;

/** Behind the names of columns that come again. */
const PRIMES = /(?:′{1,9}|_\d{1,4})$/;

/**
 * Whether two tables stand side by side: between them is a column without name and values, and a name comes on both sides,
 * or one side ends before the other.
 */
export function areSideBySide(columns: readonly string[], sample: readonly Row[]): boolean {
	const filledIn = (row: Row, side: readonly string[]) =>
		side.filter((key) => isFilled(row[key])).length;
	const isGap = (key: string) => UNNAMED.test(key) && !sample.some((row) => filledIn(row, [key]));
	return columns.some((column, at) => {
		const sides = [columns.slice(0, at), columns.slice(at + 1)];
		const [left, right] = sides.map((side) => side.filter((key) => !isGap(key)));
		if (!isGap(column) || left.length < 2 || right.length < 2) return false;
		const isOneSided = (row: Row) => {
			const [ofLeft, ofRight] = [filledIn(row, left), filledIn(row, right)];
			return ofLeft + ofRight > 1 && Math.min(ofLeft, ofRight) === 0;
		};
		return right.some((key) => left.includes(key.replace(PRIMES, ''))) || sample.some(isOneSided);
	});
}

/** What has no name of its own: a column of a sheet between two tables. */
const UNNAMED = /^(?:__EMPTY(?:_\d+)?|Column \d+)?$/;
