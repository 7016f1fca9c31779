import { RESPONSE_LIMITS, UnreadBody } from '../../../nodes/shared/http/body';
import { JsonRows, readPage } from '../../../nodes/shared/http/page';
import { parseJson } from '../../../nodes/shared/schema/jsonText';
import fc, { itForAll } from '../../../testing/properties';
import { cases } from '../../../testing/simulations';

describe('a page', () => {
	const rows = [{ id: 'a' }, { id: 'b' }];
	const none = [{ data: 'none' }, { rows }, {}, 'none', null, undefined];

	it.each<[unknown, object | undefined, number?]>([
		[rows, { rows }],
		[{ data: rows }, { rows }],
		...[7, '7'].map((total): [unknown, object] => [
			{ data: rows, total },
			{ rows, total: 7 },
		]),
		...[' ', 7.5, true].map((total): [unknown, object] => [{ data: rows, total }, { rows }]),
		[{ data: null }, { rows: [], isNull: true }],
		[undefined, { rows: [] }, 204],
		...none.map((body): [unknown, undefined] => [body, undefined]),
	])('%j is read as %j', (body, page, status = 200) => {
		expect(readPage({ status, body })).toEqual(page);
	});
});

/** Reads a text in these parts; gives rows and the rest, or `notJson`, or what is too much. */
function read(parts: readonly Buffer[]) {
	const reader = new JsonRows();
	const rows: unknown[] = [];
	for (const part of parts) {
		const found = reader.take(part);
		if (found instanceof UnreadBody) return { tooMuch: found.reason };
		if (!Array.isArray(found)) return found;
		rows.push(...found);
	}
	const rest = parseJson(reader.restText);
	return rest === reader.restText ? 'notJson' : { rows, rest };
}

/** The same of a whole text, as JSON.parse understands it. */
function expected(text: string) {
	let whole: unknown;
	try {
		whole = JSON.parse(text);
	} catch {
		return 'notJson';
	}
	if (Array.isArray(whole)) return { rows: whole as unknown[], rest: [] };
	const { data } = (whole ?? {}) as { data?: unknown };
	return Array.isArray(data) && typeof whole === 'object'
		? { rows: data as unknown[], rest: { ...(whole as object), data: [] } }
		: { rows: [], rest: whole };
}

/** Borders at every byte: each text in two parts, in all ways, and byte by byte. */
function inAllParts(bytes: Buffer): Buffer[][] {
	const inTwo = Array.from({ length: bytes.length + 1 }, (_, at) => [
		bytes.subarray(0, at),
		bytes.subarray(at),
	]);
	return [...inTwo, Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))];
}

const value = fc.jsonValue({ maxDepth: 2, noUnicodeString: false });
const key = fc.constantFrom('total', 'data', 'd"ata', 'd\\ata', 'ok', 'größe', '😀');
const list = fc.oneof(
	fc.array(value, { maxLength: 4 }),
	fc
		.tuple(fc.dictionary(key, value), fc.array(value, { maxLength: 4 }))
		.map(([beside, data]) => ({ ...beside, data })),
	fc.dictionary(key, value),
	value,
);
const spacing = fc.constantFrom(undefined, 1, '\t', '\r\n ');
const withSpacing = (given: unknown, space: number | string | undefined) =>
	(JSON.stringify(given, null, space) ?? 'null').replace(/\n/g, space === '\r\n ' ? '\r\n' : '\n');

describe('rows of JSON that comes in parts', () => {
	itForAll(
		cases(20, 60),
		list,
		spacing,
	)('are those of JSON.parse, wherever the parts end', (given, space) => {
		const text = withSpacing(given, space);
		for (const parts of inAllParts(Buffer.from(text))) expect(read(parts)).toEqual(expected(text));
	});

	it('are refused where JSON.parse refuses the whole', () => {
		const change = fc.record({
			at: fc.nat(),
			remove: fc.nat({ max: 2 }),
			insert: fc.constantFrom('', ',', '[', ']', '{', '}', '"', '\\', ':', ' ', '1'),
		});
		fc.assert(
			fc.property(list, change, (given, { at, remove, insert }) => {
				const whole = JSON.stringify(given) ?? 'null';
				const from = at % (whole.length + 1);
				const changed = whole.slice(0, from) + insert + whole.slice(from + remove);
				// Half a character that was cut off does not survive as bytes.
				const text = Buffer.from(changed).toString();
				// Two lists under one name: JSON.parse takes the last, which would come after the first was written.
				fc.pre(text.split('"data"').length < 3);
				for (const parts of inAllParts(Buffer.from(text)).slice(-3)) {
					expect(read(parts)).toEqual(expected(text));
				}
			}),
			{ numRuns: cases(250, 1000) },
		);
	});

	it.each<[string, string, unknown]>([
		['a byte order mark', '\ufeff[1]', { rows: [1], rest: [] }],
		['an empty list', ' [ \n] ', { rows: [], rest: [] }],
		[
			'a key in escapes',
			'{"d\\u0061ta":[1,2],"total":2}',
			{ rows: [1, 2], rest: { data: [], total: 2 } },
		],
		['a list under another key', '{"items":[1]}', { rows: [], rest: { items: [1] } }],
		['a list further inside', '{"a":{"data":[1]}}', { rows: [], rest: { a: { data: [1] } } }],
		['a comma too many', '[1,]', 'notJson'],
		['no row between commas', '[1,,2]', 'notJson'],
		['two values without comma', '[1 2]', 'notJson'],
		['the wrong bracket', '[1}', 'notJson'],
		['the end missing', '[1,2', 'notJson'],
		['more behind the end', '[1][2]', 'notJson'],
		['two lists', '{"data":[1],"data":[2]}', 'notJson'],
	])('%s', (_, text, result) => {
		for (const parts of inAllParts(Buffer.from(text))) expect(read(parts)).toEqual(result);
	});

	it('refuse too many keys in one object, and not as many in several', () => {
		const limit = RESPONSE_LIMITS.keys;
		const object = (count: number) =>
			`{${Array.from({ length: count }, (_, n) => `"k:${n}":{}`).join(',')}}`;
		const tooMany = { tooMuch: 'more than 50000 keys in one object' };
		expect(read([Buffer.from(`[{"a":1},${object(limit + 1)}]`)])).toEqual(tooMany);
		expect(read([Buffer.from(object(limit + 1))])).toEqual(tooMany);
		const most = `{"a":${object(limit)},"data":[${object(limit)},${object(limit)}]}`;
		expect(read([Buffer.from(most)])).toEqual(expected(most));
	});

	it('refuse what is too deep or too large, before it takes memory', () => {
		const deep = '['.repeat(600);
		expect(read([Buffer.from(deep)])).toEqual({ tooMuch: 'more than 500 levels' });
		const megabyte = Buffer.alloc(1024 * 1024, 'a');
		const large = [Buffer.from('["'), ...Array.from({ length: 9 }, () => megabyte)];
		expect(read(large)).toEqual({ tooMuch: 'more than 8 MB in a record' });
		const beside = [Buffer.from('{"a":"'), ...Array.from({ length: 9 }, () => megabyte)];
		expect(read(beside)).toEqual({ tooMuch: 'more than 8 MB in what stands beside the list' });
	});
});
