import { badInput, type Failure } from '../http';

/**
 * Takes the rows of a text as it comes in. Both throw a Failure where the text cannot be read any further.
 */
export interface RowReader {
	/** Reads on. What ends in this part is handed out; what does not is kept. */
	push(text: string): void;
	/** Reads what was kept, at the end of the text. */
	end(): void;
}

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
export function csvReader(
	separator: string,
	onRow: (cells: string[], text: string) => void,
): RowReader {
	const SEPARATOR = separator.charCodeAt(0);
	let cells: string[] = [];
	/** What was read of the cell, in pieces: it may end in another part. */
	let pieces: string[] = [];
	let place: Place = Place.Start;
	/** The last part ended after CR, which may be half of a line break. */
	let afterCr = false;
	let rows = 0;
	/** What earlier parts hold of the row, and where it begins in this one. */
	let before = '';
	let rowStart = 0;

	const row = () => `Row ${rows + 1}`;
	const tooLong = () =>
		unreadable(
			place === Place.Quoted || place === Place.Closed
				? `${row()} has a quote that is not closed within ${MAX_ROW_LENGTH} characters`
				: `${row()} has more than ${MAX_ROW_LENGTH} characters`,
		);
	const endCell = (last: string) => {
		if (pieces.length === 0) cells.push(last);
		else {
			pieces.push(last);
			cells.push(pieces.join(''));
			pieces = [];
		}
		place = Place.Start;
	};
	/** @param at the position behind the row */
	const endRow = (text: string, at: number) => {
		const rowText = before + text.slice(rowStart, at);
		if (rowText.length > MAX_ROW_LENGTH) throw tooLong();
		const done = cells;
		cells = [];
		before = '';
		rowStart = at;
		onRow(done, rowText);
		rows += 1;
	};
	/** Ends the row after its cell. @returns the position behind the line break */
	const endLine = (text: string, at: number): number => {
		let next = at + 1;
		if (text.charCodeAt(at) === CR) {
			if (next === text.length) afterCr = true;
			else if (text.charCodeAt(next) === LF) next += 1;
		}
		endRow(text, next);
		return next;
	};
	const readPlain = (text: string, from: number): number => {
		let at = from;
		let code = 0;
		for (; at < text.length; at += 1) {
			code = text.charCodeAt(at);
			if (code === SEPARATOR || code === LF || code === CR) break;
		}
		if (at === text.length) {
			pieces.push(text.slice(from));
			place = Place.Plain;
			return at;
		}
		endCell(text.slice(from, at));
		return code === SEPARATOR ? at + 1 : endLine(text, at);
	};
	const readQuoted = (text: string, from: number): number => {
		const at = text.indexOf('"', from);
		pieces.push(text.slice(from, at === -1 ? text.length : at));
		if (at === -1) return text.length;
		place = Place.Closed;
		return at + 1;
	};
	const readClosed = (text: string, at: number): number => {
		const code = text.charCodeAt(at);
		if (code === QUOTE) {
			pieces.push('"');
			place = Place.Quoted;
			return at + 1;
		}
		if (code !== SEPARATOR && code !== LF && code !== CR) {
			throw unreadable(`${row()} has text after the closing quote of a cell`);
		}
		endCell('');
		return code === SEPARATOR ? at + 1 : endLine(text, at);
	};

	return {
		push(text) {
			if (text === '') return;
			let at = afterCr && text.charCodeAt(0) === LF ? 1 : 0;
			afterCr = false;
			rowStart = at;
			while (at < text.length) {
				if (place === Place.Quoted) at = readQuoted(text, at);
				else if (place === Place.Closed) at = readClosed(text, at);
				else if (place === Place.Start && text.charCodeAt(at) === QUOTE) {
					place = Place.Quoted;
					at += 1;
				} else at = readPlain(text, at);
			}
			before += text.slice(rowStart);
			if (before.length > MAX_ROW_LENGTH) throw tooLong();
		},
		end() {
			if (place === Place.Quoted) throw unreadable(`${row()} has a quote that is not closed`);
			if (place !== Place.Start || cells.length > 0) {
				endCell('');
				rowStart = 0;
				endRow('', 0);
			}
		},
	};
}

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
