import { settleNow } from '../http';
import { isBlank, isFilled } from '../schema/presence';
import { parseJson } from '../schema/jsonText';
import { showSome } from '../schema/limits';
import { isObject } from '../schema/values';
import { csvReader, unreadable } from './csv';
import {
	createDecoder,
	markedEncoding,
	type Encoding,
	detectEncoding,
	type Guess,
} from './encoding';

/** How a file of rows is written. */
export interface Layout extends Guess {
	/** Between cells; absent in NDJSON, of which each line is an object. */
	readonly separator?: string;
	/** The names of the columns, each once; none in NDJSON. */
	readonly headings: readonly string[];
	/** Their names as they stand in the file. */
	readonly headingCells: readonly string[];
	/** The row that they stand in, from 1; 0 in NDJSON. */
	readonly headingsRow: number;
}

/** Bytes from which the layout is found. */
export const HEAD_BYTES = 128 * 1024;
/** Rows in which the headings are looked for; titles may stand above them. */
const MAX_HEADINGS_ROW = 50;
/** Rows that are compared to find the separator. */
const MAX_COMPARED = 200;
const SEPARATORS = [',', ';', '\t', '|'];

/**
 * Finds encoding, separator and headings: those with which a row has the most names of fields, and
 * with which the rows below are as long.
 *
 * @param head the first bytes of the file, at most HEAD_BYTES
 * @param fieldsOf the fields that a column could hold by its name; where any name will do, the headings
 * are the first row with several cells, else the first row
 * @param given the encoding where it is known; a byte order mark takes precedence over it
 */
export function findLayout(
	head: Uint8Array,
	fieldsOf?: FieldsOf,
	given: Encoding | 'auto' = 'auto',
): Layout {
	const first = Buffer.from(head.subarray(0, 4)).toString('latin1');
	const foreign = SIGNATURES.find(({ start: sign }) => first.startsWith(sign));
	if (foreign) throw unreadable(`The file is ${foreign.name}`, foreign.remedy);
	const guess =
		given === 'auto' ? detectEncoding(head) : { encoding: markedEncoding(head) ?? given };
	// Bytes that are not of the encoding are found, with their row, when the file is read.
	const text =
		guess &&
		(createDecoder(guess.encoding).decode(head) ?? new TextDecoder(guess.encoding).decode(head));
	if (guess === undefined || text === undefined || text.includes('\0')) {
		throw unreadable('The file is no text file', 'Save it as CSV in UTF-8.');
	}
	if (isBlank(text)) {
		throw unreadable('The file is empty', 'Check the node that gives the file.');
	}
	const start = text.trimStart();
	if (start.startsWith('{') && isObjectLine(start)) {
		return { ...guess, headings: [], headingCells: [], headingsRow: 0 };
	}
	if (start.startsWith('[') || start.startsWith('{')) {
		throw unreadable(
			'The file is JSON, and not an object on each line',
			'Save it as NDJSON or CSV, or read it with Extract from File (JSON) and choose another Input Mode.',
		);
	}
	const isWhole = head.length < HEAD_BYTES;
	const [best] = SEPARATORS.map((separator) =>
		trySeparator(text, isWhole, separator, fieldsOf),
	).sort((one, other) => other.known - one.known || other.alike - one.alike);
	if (best.known === 0) {
		const [first = []] = best.rows.filter((cells) => cells.some(isFilled));
		throw unreadable(
			`No row among the first ${Math.min(best.rows.length, MAX_HEADINGS_ROW)} has column names that are known; the first one holds ${showSome(first)}`,
			'Give the file a row of column names, or name its columns under Column Names in the options.',
		);
	}
	const { separator, headings, headingsRow } = best;
	return {
		...guess,
		separator,
		headings: uniqueNames(headings),
		headingCells: headings,
		headingsRow,
	};
}

type FieldsOf = (column: string) => readonly string[];

const AS_SHEET =
	'Save the sheet as CSV, or read it with Extract from File and set Input Mode to One Item per Order Line.';

/** Files of other kinds by their first bytes. */
const SIGNATURES = [
	{ name: 'an Excel workbook or another ZIP archive', start: 'PK\x03\x04', remedy: AS_SHEET },
	{ name: 'an Excel workbook in the old format', start: '\xd0\xcf\x11\xe0', remedy: AS_SHEET },
	{
		name: 'compressed with gzip',
		start: '\x1f\x8b',
		remedy: 'Unpack it with the Compression node.',
	},
	{ name: 'a PDF document', start: '%PDF', remedy: 'Export the data as CSV.' },
];

const isObjectLine = (text: string) => isObject(parseJson(text.split('\n', 1)[0]));

/** What a file would be with this separator. */
function trySeparator(text: string, isWhole: boolean, separator: string, fieldsOf?: FieldsOf) {
	const rows: string[][] = [];
	const reader = csvReader(separator, (cells) => {
		if (rows.length < MAX_COMPARED) rows.push(cells);
	});
	// A file that cannot be read to its end fails when it is read.
	settleNow(() => {
		reader.push(text);
		if (isWhole) reader.end();
	});
	const known = rows
		.slice(0, MAX_HEADINGS_ROW)
		.map((cells) =>
			fieldsOf
				? new Set(cells.flatMap((cell) => fieldsOf(cell))).size
				: Math.min(2, cells.filter(isFilled).length),
		);
	const most = Math.max(0, ...known);
	const index = known.indexOf(most);
	const headings = rows[index] ?? [];
	const alike = rows.slice(index).filter(({ length }) => length === headings.length).length;
	return { separator, rows, headings, headingsRow: index + 1, known: most, alike };
}

/** Primes, which do not count in names: two columns of one name could both hold its field. */
const PRIME = '′';

function uniqueNames(headings: readonly string[]): string[] {
	const taken = new Set<string>();
	return headings.map((heading, index) => {
		let name = heading.trim();
		if (isBlank(name) || name === '__proto__') name = `Column ${index + 1}`;
		while (taken.has(name)) name += PRIME;
		taken.add(name);
		return name;
	});
}
