import type { IExecuteFunctions } from 'n8n-workflow';

import { badInput, noteStream, settleNow } from '../http';
import { isFilled } from '../schema/presence';
import { csvReader, unreadable } from './csv';
import { createDecoder, ENCODING_NAMES, HEAD_BYTES, notUtf8, type Layout } from './layout';
import { parseJson } from '../schema/jsonText';
import { isObject, type Values } from '../schema/values';
import { show } from '../schema/limits';

/** A file among the binary data of an item. */
export interface InputFile {
	/** As n8n shows it; its field where it has no name. */
	readonly name: string;
	/** Reads it from its beginning, every time. Throws what n8n throws when the file is gone. */
	readonly chunks: () => AsyncIterable<Uint8Array>;
}

/** Small enough to be processed without yielding. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Opens a file of an item.
 *
 * @param field where it stands among the binary data
 * @throws Failure that names the fields there are, when there is no such file
 */
export function openInputFile(context: IExecuteFunctions, item: number, field: string): InputFile {
	const found = settleNow(() => context.helpers.assertBinaryData(item, field));
	if (!found.ok) throw noFile(context, item, field);
	const { id, data, fileName: name = field } = found.value;
	if (!id) {
		const content = Buffer.from(data, 'base64');
		return { name, chunks: () => partsOf(content) };
	}
	return {
		name,
		async *chunks() {
			const stream = await context.helpers.getBinaryStream(id, CHUNK_BYTES);
			noteStream(stream);
			yield* stream as AsyncIterable<Uint8Array>;
		},
	};
}

async function* partsOf(content: Buffer) {
	for (let at = 0; at < content.length; at += CHUNK_BYTES) {
		yield content.subarray(at, at + CHUNK_BYTES);
	}
}

function noFile(context: IExecuteFunctions, item: number, field: string) {
	const fields = Object.keys(context.getInputData()[item]?.binary ?? {});
	const found =
		fields.length === 0
			? 'The item has no binary data: read the file with a node such as Read/Write Files from Disk or HTTP Request first.'
			: `The item has ${fields.map((name) => show(name)).join(', ')}. Enter one of them.`;
	return badInput(
		'binaryPropertyName',
		`There is no file in the input data field ${show(field)}`,
		found,
	);
}

/** A row of a file that holds something. */
export interface SheetRow {
	/** As a spreadsheet counts, from 1, with the rows above the headings; in NDJSON, lines. */
	readonly row: number;
	/** Its cells by column. */
	readonly values: Values;
	/** As it stands in the file; a text is kept for longer with little memory. */
	readonly text: string;
}

/**
 * Reads the rows of a file in parts, from the first one below the headings.
 *
 * @throws Failure that concerns the file as a whole, after the rows before it
 */
export async function* readSheet(
	file: InputFile,
	layout: Layout,
): AsyncGenerator<readonly SheetRow[], void> {
	const decode = createDecoder(layout.encoding);
	const rows: SheetRow[] = [];
	const sheet = sheetReader(layout, (row) => rows.push(row));
	const push = function* (text: string | undefined, bytes: Uint8Array) {
		if (text === undefined) throw wrongBytes(layout, sheet.rows(), bytes);
		for (let at = 0; at < text.length; at += PART_CHARACTERS) {
			sheet.push(text.slice(at, at + PART_CHARACTERS));
			yield rows.splice(0);
		}
	};
	let last: Uint8Array = Buffer.of();
	for await (const bytes of chunksOf(file)) {
		last = bytes;
		yield* push(decode(bytes), bytes);
	}
	yield* push(decode(), last);
	sheet.end();
	yield rows.splice(0);
}

async function* chunksOf(file: InputFile) {
	try {
		yield* file.chunks();
	} catch (error) {
		throw gone(error as Error);
	}
}

/** The first bytes of a file. */
export async function readHead(file: InputFile): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of chunksOf(file)) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (bytes >= HEAD_BYTES) break;
	}
	return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}

const gone = ({ message }: Error) =>
	unreadable(`The file cannot be read: ${message}`, 'Check that n8n still has it.');

/** Characters processed before yielding. */
const PART_CHARACTERS = 8 * 1024;

const wrongBytes = ({ encoding }: Layout, rows: number, bytes: Uint8Array) => {
	if (encoding === 'utf-8') return notUtf8(bytes, ` after row ${rows}`);
	const name = ENCODING_NAMES[encoding];
	return unreadable(
		`The file is not ${name}: after row ${rows} it holds bytes that ${name} does not have`,
		'Save it in one encoding, best in UTF-8, or set Encoding in the options to the one it has.',
	);
};

function sheetReader({ separator, headings, headingsRow }: Layout, onRow: (row: SheetRow) => void) {
	let row = 0;
	const columns = headings.length;
	const onObject = (text: string) => {
		if (text === '') return;
		const values = parseJson(text);
		if (!isObject(values)) throw unreadable(`Row ${row} is no JSON object: ${show(text)}`);
		onRow({ row, values, text });
	};
	const reader = csvReader(separator ?? NO_SEPARATOR, (cells, text) => {
		row += 1;
		if (row <= headingsRow || (cells.length === 1 && cells[0] === '')) return;
		if (separator === undefined) {
			onObject(text.trim());
			return;
		}
		if (cells.length > columns && cells.slice(columns).some(isFilled)) {
			throw unreadable(
				`Row ${row} has ${cells.length} cells, but there are ${columns} columns: a cell with the separator in it may lack its quotes`,
			);
		}
		refuseSwallowed(row, cells, separator, columns);
		onRow({ row, values: byColumn(cells, headings), text });
	});
	return { ...reader, rows: () => row };
}

/** In NDJSON, of which each line is an object: JSON cannot hold it. */
const NO_SEPARATOR = '\0';

/** Separators of a row from which on lines within a cell that have as many are rows. */
const MIN_SEPARATORS = 6;

/** @throws Failure for a cell in quotes that holds whole rows, as between two stray quotes */
function refuseSwallowed(
	row: number,
	cells: readonly string[],
	separator: string,
	columns: number,
) {
	if (columns <= MIN_SEPARATORS) return;
	for (const cell of cells) {
		if (!cell.includes('\n') && !cell.includes('\r')) continue;
		const lines = cell.split(LINE_BREAK);
		const whole = lines.slice(1, -1);
		const areRows = whole.every((line) => line.split(separator).length >= columns);
		if (whole.length === 0 || !areRows) continue;
		throw unreadable(
			`The lines ${row} to ${row + lines.length - 1} stand in one cell in quotes, and have as many separators as rows: a quote in the first and in the last of them may be too much`,
		);
	}
}

const LINE_BREAK = /\r\n|\r|\n/;

function byColumn(cells: readonly string[], headings: readonly string[]): Values {
	const values: Record<string, string> = {};
	const count = Math.min(cells.length, headings.length);
	for (let column = 0; column < count; column += 1) values[headings[column]] = cells[column];
	return values;
}
