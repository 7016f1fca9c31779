import { settleNow, type Failure } from '../http';
import { isBlank, isFilled } from '../schema/presence';
import { parseJson } from '../schema/jsonText';
import { show, showSome } from '../schema/limits';
import { isObject } from '../schema/values';
import { csvReader, unreadable } from './csv';

/** The encodings that text files come in, by their labels for TextDecoder, with their names in texts. */
export const ENCODING_NAMES = {
	'utf-8': 'UTF-8',
	'utf-16le': 'UTF-16 LE',
	'utf-16be': 'UTF-16 BE',
	'windows-1250': 'Windows-1250',
	'windows-1251': 'Windows-1251',
	'windows-1252': 'Windows-1252',
	'windows-1254': 'Windows-1254',
	'iso-8859-2': 'ISO-8859-2',
	'iso-8859-15': 'ISO-8859-15',
	shift_jis: 'Shift_JIS',
	'euc-jp': 'EUC-JP',
	gbk: 'GBK',
	big5: 'Big5',
	'euc-kr': 'EUC-KR',
} as const;

export type Encoding = keyof typeof ENCODING_NAMES;

/** The encoding by a byte order mark, which is certain. */
function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/**
 * Decodes a file from its beginning, without its byte order mark: each time the next bytes; nothing at its end, which is
 * empty unless the file ends inside a character. Gives undefined where the encoding has no such bytes.
 */
export function createDecoder(encoding: Encoding): (bytes?: Uint8Array) => string | undefined {
	if (encoding === 'windows-1252') return (bytes) => (bytes ? fromWindows1252(bytes) : '');
	const decoder = new TextDecoder(encoding, { fatal: true });
	return (bytes) => {
		try {
			return decoder.decode(bytes, { stream: bytes !== undefined });
		} catch {
			return undefined;
		}
	};
}

/** Not by TextDecoder, which takes Latin-1 for it in some versions of Node.js. */
const fromWindows1252 = (bytes: Uint8Array) =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
		.toString('latin1')
		.replace(C1, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80]);

const C1 = /[\u0080-\u009f]/g;
/** The characters of 0x80 to 0x9f (WHATWG Encoding, index windows-1252). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * The encoding by a byte order mark, or UTF-8 where the bytes are that; UTF-8 may prove wrong further on.
 *
 * @param head the first bytes; the last of them may be part of a character
 * @returns undefined where only a person can tell
 */
export function detectEncoding(head: Uint8Array): Encoding | undefined {
	const marked = markedEncoding(head);
	if (marked) return marked;
	return createDecoder('utf-8')(head) === undefined ? undefined : 'utf-8';
}

/** The encodings that files which are not UTF-8 mostly have: of the West, of Central Europe, Cyrillic and Japanese. */
const USUAL = ['windows-1252', 'windows-1250', 'windows-1251', 'shift_jis'] as const;

/** The first line with bytes beyond ASCII as these encodings read it, for a person to see which one it is. */
function showReadings(bytes: Uint8Array): string {
	const text = Buffer.from(bytes).toString('latin1');
	const at = text.search(/[\u0080-\u00ff]/);
	const [before = ''] = text
		.slice(0, at)
		.split(/[\r\n]/)
		.slice(-1);
	const line = before.slice(-40) + text.slice(at, at + 40).split(/[\r\n]/)[0];
	return USUAL.map((each) => {
		const read = new TextDecoder(each).decode(Buffer.from(line, 'latin1'));
		return `${show(read)} in ${ENCODING_NAMES[each]}`;
	}).join(', ');
}

/** How a file of rows is written. */
export interface Layout {
	readonly encoding: Encoding;
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
	const encoding = given === 'auto' ? detectEncoding(head) : (markedEncoding(head) ?? given);
	if (encoding === undefined) throw notUtf8(head);
	// Bytes that are not of the encoding are found, with their row, when the file is read.
	const text = createDecoder(encoding)(head) ?? new TextDecoder(encoding).decode(head);
	if (text.split('\n', 1)[0].includes('\0')) {
		throw unreadable(
			'The file is no text file',
			'Set Encoding in the options, or save the file as CSV in UTF-8.',
		);
	}
	if (isBlank(text)) {
		throw unreadable('The file is empty', 'Check the node that gives the file.');
	}
	const start = text.trimStart();
	if (start.startsWith('{') && isObjectLine(start)) {
		return { encoding, headings: [], headingCells: [], headingsRow: 0 };
	}
	if (start.startsWith('[') || start.startsWith('{')) {
		throw unreadable(
			'The file is JSON, and not an object on each line',
			'Save it as NDJSON or CSV, or read it with Extract from File (JSON) and choose another Input Mode.',
		);
	}
	const [best] = SEPARATORS.map((separator) => trySeparator(text, separator, fieldsOf)).sort(
		(one, other) => other.known - one.known || other.alike - one.alike,
	);
	if (best.known === 0) {
		const [first = []] = best.rows.filter((cells) => cells.some(isFilled));
		throw unreadable(
			`No row among the first ${Math.min(best.rows.length, MAX_HEADINGS_ROW)} has column names that are known; the first one holds ${showSome(first)}`,
			'Give the file a row of column names, or name its columns under Column Names in Reading Values.',
		);
	}
	const { separator, headings, headingsRow } = best;
	return {
		encoding,
		separator,
		headings: uniqueNames(headings),
		headingCells: headings,
		headingsRow,
	};
}

/** Why a file is not read of which nobody has said in which encoding it is. */
export const notUtf8 = (bytes: Uint8Array, where = ''): Failure =>
	unreadable(
		`The file is not UTF-8${where}, and nothing says in which encoding it is: ${showReadings(bytes)}`,
		'Set Encoding in the options to the one that is right, or save the file as CSV in UTF-8.',
	);

type FieldsOf = (column: string) => ReadonlyArray<{ readonly field: object }>;

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
function trySeparator(text: string, separator: string, fieldsOf?: FieldsOf) {
	const rows: string[][] = [];
	const reader = csvReader(separator, (cells) => {
		if (rows.length < MAX_COMPARED) rows.push(cells);
	});
	// A file that cannot be read to its end fails when it is read.
	settleNow(() => {
		reader.push(text);
		reader.end();
	});
	const known = rows
		.slice(0, MAX_HEADINGS_ROW)
		.map((cells) =>
			fieldsOf
				? new Set(cells.flatMap((cell) => fieldsOf(cell).map(({ field }) => field))).size
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
