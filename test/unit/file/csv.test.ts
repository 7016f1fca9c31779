import Papa from 'papaparse';

import { csvLine, csvReader, MAX_ROW_LENGTH } from '../../../nodes/shared/file/csv';
import { createDecoder, type Encoding, detectEncoding } from '../../../nodes/shared/file/layout';
import { settleNow } from '../../../nodes/shared/http';
import fc, { itForAll } from '../../../testing/properties';

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The rows of a text that comes in these parts, and what is wrong with it. */
function read(parts: readonly string[], separator = ',') {
	const rows: string[][] = [];
	const reader = csvReader(separator, (cells) => rows.push(cells));
	const result = settleNow(() => {
		for (const part of parts) reader.push(part);
		reader.end();
	});
	return { rows, problem: result.ok ? undefined : result.failure.message };
}

/** Text in parts of at most so many characters. */
const cut = (text: string, size: number) =>
	Array.from({ length: Math.ceil(text.length / size) }, (_, part) =>
		text.slice(part * size, (part + 1) * size),
	);

/** The rows as Papa Parse reads them; undefined where it finds an error. The end of the last line begins no row. */
function papaRows(text: string, delimiter = ',', newline: '\r\n' | '\n' | '\r' = '\n') {
	const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline });
	if (errors.length > 0) return undefined;
	return text === '' || text.endsWith(newline) ? data.slice(0, -1) : data;
}

/** Papa Parse knows one newline in a text, ours all of them. */
const oneNewline = (text: string) => text.replace(/\r\n?/g, '\n');

/** Characters of which most texts are hard to read. */
const text = (...more: string[]) =>
	fc.string({
		unit: fc.constantFrom('a', 'b', ' ', ',', ';', '|', '\t', '"', '\n', '\r', 'é', '€', ...more),
		maxLength: 12,
	});
const table = fc.array(fc.array(text('漢', '😀'), { minLength: 1, maxLength: 5 }), {
	minLength: 1,
	maxLength: 6,
});

describe('csvReader', () => {
	itForAll(
		200,
		table,
		fc.constantFrom(...SEPARATORS),
		fc.constantFrom('\r\n', '\n', '\r'),
		fc.boolean(),
	)(
		'reads what Papa Parse reads, in parts of every size',
		(rows, separator, newline, quotesAll) => {
			const written = Papa.unparse(rows, {
				delimiter: separator,
				newline,
				quotes: quotesAll,
				// An empty line at the end is no row for either.
				skipEmptyLines: false,
			});
			const whole = `${written}${newline}`;
			const ours = read([whole], separator);
			expect(ours.problem).toBeUndefined();
			expect(ours.rows).toEqual(papaRows(whole, separator, newline));
			for (const size of [1, 2, 3, 7]) expect(read(cut(whole, size), separator)).toEqual(ours);
		},
	);

	it('reads any text as Papa Parse does, or refuses it as Papa Parse does', () => {
		let compared = 0;
		let refused = 0;
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r'), maxLength: 14 }),
				(given) => {
					const ours = read(cut(given, 1));
					expect(read([given])).toEqual(ours);
					const theirs = papaRows(oneNewline(given));
					if (ours.problem === undefined) {
						const rows = ours.rows.map((cells) => cells.map(oneNewline));
						expect(rows).toEqual(theirs);
						compared += 1;
					} else {
						expect(theirs).toBeUndefined();
						refused += 1;
					}
				},
			),
			{ numRuns: 2000 },
		);
		expect(compared).toBeGreaterThan(200);
		expect(refused).toBeGreaterThan(200);
	});

	itForAll(
		100,
		table,
		fc.constantFrom(...SEPARATORS),
	)('reads what csvLine writes', (rows, separator) => {
		const written = rows.map((cells) => csvLine(cells, separator)).join('');
		expect(read([written], separator)).toEqual({ rows, problem: undefined });
	});

	it.each([
		['a quote that is not closed', 'a,b\nc,"d\ne', 'Row 2 has a quote that is not closed'],
		['text after a closing quote', 'a\n"b"c,d', 'Row 2 has text after the closing quote of a cell'],
		[
			'a row without end',
			'a,'.repeat(MAX_ROW_LENGTH),
			`Row 1 has more than ${MAX_ROW_LENGTH} characters; a quote may not be closed`,
		],
		[
			'a quote that swallows the file',
			`a\n"${'b\n'.repeat(MAX_ROW_LENGTH)}`,
			`Row 2 has more than ${MAX_ROW_LENGTH} characters; a quote may not be closed`,
		],
	])('refuses %s', (_, given, problem) => {
		expect(read([given]).problem).toBe(problem);
		expect(read(cut(given, 10_000)).problem).toBe(problem);
	});

	it('keeps a quote inside a cell without quotes, and an empty line as an empty cell', () =>
		expect(read(['5" pipe,1\n\nb,2']).rows).toEqual([['5" pipe', '1'], [''], ['b', '2']]));

	it('looks at each part of a cell as often, however many there are', () => {
		const looked = (parts: number) => {
			const indexOf = jest.spyOn(String.prototype, 'indexOf');
			const join = jest.spyOn(Array.prototype, 'join');
			const reader = csvReader(',', () => {});
			for (const part of ['"', ...Array<string>(parts).fill('x""'), '"']) reader.push(part);
			reader.end();
			const joined = join.mock.results.map(({ value }) => value as string);
			const lengths = [...indexOf.mock.contexts, ...joined].map(({ length }) => length);
			jest.restoreAllMocks();
			return lengths.reduce((sum, length) => sum + length, 0);
		};
		expect(looked(6000)).toBeLessThan(7 * looked(1000));
	});
});

describe('encodings', () => {
	const bytes: Record<string, [Encoding, (text: string) => Buffer]> = {
		'UTF-8': ['utf-8', (given) => Buffer.from(given)],
		'UTF-8 with a byte order mark': ['utf-8', (given) => Buffer.from(`\ufeff${given}`)],
		'UTF-16 LE': ['utf-16le', (given) => Buffer.from(`\ufeff${given}`, 'utf16le')],
		'UTF-16 BE': ['utf-16be', (given) => Buffer.from(`\ufeff${given}`, 'utf16le').swap16()],
		'Windows-1252': [
			'windows-1252',
			(given) => Buffer.from(given.replace(/€/g, '\u0080'), 'latin1'),
		],
	};

	it.each(Object.entries(bytes))(
		'%s is found, and read in parts that end at every byte',
		(_, [encoding, encode]) => {
			const given = encoding === 'windows-1252' ? text() : text('漢', '😀', 'ß');
			fc.assert(
				fc.property(
					fc.array(fc.array(given, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
					(rows) => {
						const first = ['Preis €', 'Größe'];
						const file = encode([first, ...rows].map((cells) => csvLine(cells)).join(''));
						expect(detectEncoding(file) ?? 'windows-1252').toBe(encoding);
						for (let border = 0; border <= file.length; border += 1) {
							const decode = createDecoder(encoding);
							const found: string[][] = [];
							const reader = csvReader(',', (cells) => found.push(cells));
							for (const part of [file.subarray(0, border), file.subarray(border)])
								reader.push(decode(part) as string);
							expect(decode()).toBe('');
							reader.end();
							expect(found).toEqual([first, ...rows]);
						}
					},
				),
				{ numRuns: 15 },
			);
		},
	);

	it('knows the characters of Windows-1252 that Latin-1 does not have', () => {
		const given = Uint8Array.from([
			0x80, 0x82, 0x85, 0x8e, 0x91, 0x94, 0x96, 0x99, 0x9f, 0xa0, 0xff,
		]);
		expect(createDecoder('windows-1252')(given)).toBe('€‚…Ž‘”–™Ÿ\u00a0ÿ');
	});

	it('says that bytes are not UTF-8, also when a character is cut off', () => {
		expect(createDecoder('utf-8')(Buffer.from([0x61, 0xfc, 0x62]))).toBeUndefined();
		const decode = createDecoder('utf-8');
		expect(decode(Buffer.from('ü').subarray(0, 1))).toBe('');
		expect(decode()).toBeUndefined();
	});
});
