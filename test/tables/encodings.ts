/**
 * Files of orders in the encodings that programs export, for readers that have to find out which one it is; see
 * test/data/tables/encodings.md. They are written, not committed.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

type Texts = Readonly<Record<string, readonly string[]>>;

const TEXTS = join(resolve(__dirname, '../..'), 'test/data/tables/encodings.json');

/** Encodings by their labels for `TextDecoder`, and whose texts they hold; without one, those of all. */
export const ENCODINGS: Readonly<Record<string, string | undefined>> = {
	'utf-8': undefined,
	'utf-16le': undefined,
	'utf-16be': undefined,
	'windows-1250': 'central',
	'iso-8859-2': 'central',
	'windows-1251': 'cyrillic',
	'windows-1252': 'western',
	'iso-8859-15': 'western',
	'windows-1254': 'turkish',
	shift_jis: 'japanese',
	'euc-jp': 'japanese',
	gbk: 'simplified',
	big5: 'traditional',
	'euc-kr': 'korean',
};

const TEXTS_PER_ENCODING = 20;
const SIZES = [5, 50_000];

/** The texts of an encoding; where all fit, some of each language in turn. */
function textsOf(encoding: string, texts: Texts): readonly string[] {
	const group = ENCODINGS[encoding];
	if (group !== undefined) return texts[group];
	const groups = Object.values(texts);
	return Array.from(
		{ length: TEXTS_PER_ENCODING },
		(_, index) => groups[index % groups.length][index],
	);
}

/** The name of an item in a row: the words of the text, each row beginning with another one. */
function nameIn(text: string, row: number): string {
	const words = text.split(/[\s,、，]+/u);
	const at = row % words.length;
	return [...words.slice(at), ...words.slice(0, at)].join(' ');
}

/** The rows of a file, one order each; the number of the order begins with the first letter of the text. */
export function rowsOf(text: string, count: number): string[][] {
	const [letter] = text;
	return Array.from({ length: count }, (_, row) => [
		`${letter}-${row + 1}`,
		'2026-01-31',
		`SKU-${row % 100}`,
		nameIn(text, row),
		String((row % 9) + 1),
		`${(row % 50) + 1}.50`,
		text,
	]);
}

const HEADINGS = ['Order No.', 'Order Date', 'SKU', 'Item Name', 'Quantity', 'Unit Price', 'Memo'];

/** One of the lines of a CSV file. */
const lineOf = (row: readonly string[]) =>
	`${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;

/** A CSV file of the rows; of UTF-16 with a byte order mark. */
function fileOf(encoding: string, encode: (text: string) => Buffer, rows: readonly string[][]) {
	const mark = encoding.startsWith('utf-16') ? [encode('\uFEFF')] : [];
	return Buffer.concat([...mark, ...[HEADINGS, ...rows].map((row) => encode(lineOf(row)))]);
}

/**
 * Makes an encoder; Node.js has some for Unicode only. The others are read from its decoder: every byte, and every pair of
 * bytes, that makes one character.
 *
 * @throws for a character that the encoding does not have
 */
export function encoderOf(encoding: string): (text: string) => Buffer {
	if (encoding === 'utf-8') return (text) => Buffer.from(text);
	if (encoding.startsWith('utf-16')) {
		return (text) => {
			const bytes = Buffer.from(text, 'utf16le');
			return encoding === 'utf-16be' ? bytes.swap16() : bytes;
		};
	}
	const bytesOf = charactersOf(encoding);
	return (text) =>
		Buffer.from(
			[...text].flatMap((character) => {
				const bytes = bytesOf.get(character);
				if (!bytes) throw new Error(`${encoding} does not have "${character}"`);
				return bytes;
			}),
		);
}

function charactersOf(encoding: string): Map<string, number[]> {
	const found = new Map<string, number[]>();
	const tryBytes = (bytes: number[]) => {
		const decoder = new TextDecoder(encoding, { fatal: true });
		try {
			// As a stream, because at once some versions of Node.js take Latin-1 for Windows-1252.
			const text = decoder.decode(Uint8Array.from(bytes), { stream: true }) + decoder.decode();
			if ([...text].length === 1 && !found.has(text)) found.set(text, bytes);
		} catch {
			// These bytes are no character.
		}
	};
	const all = Array.from({ length: 256 }, (_, byte) => byte);
	for (const byte of all) tryBytes([byte]);
	for (const lead of all.slice(0x81)) for (const trail of all.slice(0x40)) tryBytes([lead, trail]);
	return found;
}

/** Writes the files of all encodings and texts, of both sizes, into a folder, and gives their paths. */
export async function* writeEncodedFiles(
	folder: string,
	sizes: readonly number[] = SIZES,
): AsyncGenerator<string> {
	const texts = JSON.parse(await readFile(TEXTS, 'utf8')) as Texts;
	await mkdir(folder, { recursive: true });
	for (const encoding of Object.keys(ENCODINGS)) {
		const encode = encoderOf(encoding);
		for (const [index, text] of textsOf(encoding, texts).entries()) {
			for (const size of sizes) {
				const number = String(index + 1).padStart(2, '0');
				const path = join(folder, `${encoding}-${number}-${size}.csv`);
				await writeFile(path, fileOf(encoding, encode, rowsOf(text, size)));
				yield path;
			}
		}
	}
}
