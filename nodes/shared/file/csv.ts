import { badInput, type Failure } from '../http';

/** A failure of a file as a whole; nothing was sent. */
export const unreadable = (
	message: string,
	remedy = 'Correct the file, or export it again.',
): Failure => badInput('binaryPropertyName', message, `${remedy} Nothing was sent.`);

/** Characters of a row; more means that something is wrong with its quotes. */
export const MAX_ROW_LENGTH = 1_000_000;

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Where in a row the reader stands. */
const enum Place {
	/** Before the first character of a cell. */
	Start,
	/** In a cell without quotes. */
	Plain,
	/** Between quotes. */
	Quoted,
	/** After a quote in a quoted cell: its end, or the first of two. */
	Closed,
}

/**
 * Reads CSV (RFC 4180), in parts that may end anywhere: quoted cells hold separators, line breaks and
 * doubled quotes; rows end with LF, CRLF or CR; a quote inside a cell without quotes is a character.
 * Takes linear time, whatever the parts are.
 *
 * @param separator one character
 * @param onRow takes the cells of a row, and its text; an empty line is one empty cell
 */
export function csvReader(separator: string, onRow: (cells: string[], text: string) => void) {
	const SEPARATOR = separator.charCodeAt(0);
	/** What earlier parts hold of the row, and where its cells end in it. */
	let before = '';
	let ends: number[] = [];
	let place: Place = Place.Start;
	/** The last part ended after CR, which may be half of a line break. */
	let afterCr = false;
	let rows = 0;

	const row = () => `Row ${rows + 1}`;
	const tooLong = () =>
		unreadable(`${row()} has more than ${MAX_ROW_LENGTH} characters; a quote may not be closed`);
	/** Ends the cell that ends there in its row. */
	const endCell = (end: number) => {
		ends.push(end);
		place = Place.Start;
	};
	const endRow = (text: string) => {
		if (text.length > MAX_ROW_LENGTH) throw tooLong();
		const cells = ends.map((end, at) => cellOf(text.slice(at === 0 ? 0 : ends[at - 1] + 1, end)));
		before = '';
		ends = [];
		onRow(cells, text);
		rows += 1;
	};
	const isPlain = (code: number) => code !== SEPARATOR && code !== LF && code !== CR;

	return {
		/** Reads on. What ends in this part is handed out; what does not is kept. @throws Failure */
		push(part: string): void {
			if (part === '') return;
			let at = afterCr && part.charCodeAt(0) === LF ? 1 : 0;
			let start = at;
			afterCr = false;
			while (at < part.length) {
				const code = part.charCodeAt(at);
				if (place === Place.Quoted) {
					const quote = part.indexOf('"', at);
					if (quote !== -1) place = Place.Closed;
					at = quote === -1 ? part.length : quote + 1;
				} else if (code === QUOTE && place !== Place.Plain) {
					place = Place.Quoted;
					at += 1;
				} else if (isPlain(code)) {
					if (place === Place.Closed)
						throw unreadable(`${row()} has text after the closing quote of a cell`);
					place = Place.Plain;
					while (at < part.length && isPlain(part.charCodeAt(at))) at += 1;
				} else {
					endCell(before.length + at - start);
					at += 1;
					if (code === SEPARATOR) continue;
					afterCr = code === CR && at === part.length;
					if (code === CR && part.charCodeAt(at) === LF) at += 1;
					endRow(before + part.slice(start, at));
					start = at;
				}
			}
			before += part.slice(start);
			if (before.length > MAX_ROW_LENGTH) throw tooLong();
		},
		/** Reads what was kept, at the end of the text. @throws Failure */
		end(): void {
			if (place === Place.Quoted) throw unreadable(`${row()} has a quote that is not closed`);
			if (before === '') return;
			endCell(before.length);
			endRow(before);
		},
	};
}

const cellOf = (text: string) =>
	text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;

/** The cells of one row, by its text. */
export function csvCells(text: string, separator: string): readonly string[] {
	let found: readonly string[] = [];
	const reader = csvReader(separator, (cells) => {
		found = cells;
	});
	reader.push(text);
	reader.end();
	return found;
}

/**
 * A line of a CSV file (RFC 4180), with the line break: cells are quoted where they need it.
 *
 * @param separator one character
 */
export const csvLine = (cells: readonly string[], separator = ','): string => {
	// A line of one empty cell would be an empty line.
	if (cells.length === 1 && cells[0] === '') return '""\r\n';
	return `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`;
};

const quoted = (cell: string, separator: string) =>
	SPECIAL.test(cell) || cell.includes(separator) ? `"${cell.replace(/"/g, '""')}"` : cell;

/** Spaces at an end too: other programs would trim them. */
const SPECIAL = /["\r\n]|^\s|\s$/;
