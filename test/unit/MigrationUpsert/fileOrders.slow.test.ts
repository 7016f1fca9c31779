import { csvLine, csvCells } from '../../../nodes/shared/file/csv';
import type { InputFile } from '../../../nodes/shared/file/sheetRows';
import type { Loaded } from '../../../nodes/shared/execution';
import { readOptions } from '../../../nodes/shared/schema/recordCheck';
import { fileOrders, surveyFile } from '../../../nodes/MigrationUpsert/file/survey';
import type { Encoding } from '../../../nodes/shared/file/layout';
import fc, { forAll, itForAll } from '../../../testing/properties';
import { cases } from '../../../testing/simulations';

/** A file that comes in chunks of these sizes, the last of them again and again. */
const fileOf = (content: Buffer, sizes: readonly number[]): InputFile => ({
	name: 'orders',
	async *chunks() {
		for (let at = 0, chunk = 0; at < content.length; chunk += 1) {
			const size = sizes[Math.min(chunk, sizes.length - 1)];
			yield content.subarray(at, at + size);
			at += size;
		}
	},
});

interface Line {
	readonly order: string;
	readonly memo: string;
}

/** What both passes over a file give: its orders, and the text of each row as it was when its order came. */
async function ordersIn(file: InputFile, startAtRow = 1, encoding?: Encoding) {
	const survey = await surveyFile(file, {
		read: readOptions('UTC'),
		columnNames: new Map(),
		...(encoding && { encoding }),
	});
	const options = { fillDown: false, startAtRow, reject: () => undefined };
	const orders = fileOrders(file, survey, options);
	const loaded: Loaded[] = [];
	const texts = new Map<number, string>();
	let mostAtOnce = 0;
	for (;;) {
		const next = await orders.next();
		if (!next) break;
		mostAtOnce = Math.max(mostAtOnce, next.length);
		for (const order of next) {
			loaded.push(order);
			for (const row of order.items) texts.set(row, orders.textOf(row));
			orders.forget(order.items);
		}
	}
	return { survey, loaded, texts, mostAtOnce, skipped: orders.skipped };
}

const HEADINGS = ['Order No.', 'SKU', 'Memo'];
const cellsOf = ({ order, memo }: Line, index: number) => [order, `sku-${index}`, memo];

/** The orders of lines by a few words of code: in the order of their first rows. */
function expectedOf(lines: readonly Line[], firstRow: number) {
	const orders = new Map<string, { rows: number[]; memo: string; items: object[] }>();
	lines.forEach(({ order, memo }, index) => {
		const known = orders.get(order) ?? { rows: [], memo, items: [] };
		orders.set(order, known);
		known.rows.push(firstRow + index);
		known.items.push({ item_external_id: `sku-${index}` });
	});
	return [...orders].map(([externalId, { rows, memo, items }]) => ({
		externalId,
		items: rows,
		record: { order_external_id: externalId, memo, items },
	}));
}

/**
 * Texts at which files break, and long ones, so that rows end at all places of a part. Without the point, ß and the sign
 * behind it would be a character of UTF-8, too.
 */
const memoText = fc
	.tuple(
		fc.string({
			unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', '\r\n', '=', '0', 'ß.', '€', '’'),
			maxLength: 8,
		}),
		fc.nat({ max: 700 }),
	)
	.map(([text, length]) => `<${text}${'x'.repeat(length)}>`);

/** Orders with their lines: one order after the other, as exports have them. */
const blocks = fc
	.array(fc.tuple(memoText, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 60 })
	.map((orders) =>
		orders.flatMap(([memo, count], order) =>
			Array.from({ length: count }, (): Line => ({ order: `A-${order}`, memo })),
		),
	);

const encodings: Record<string, (text: string) => Buffer> = {
	'utf-8': (text) => Buffer.from(text),
	'utf-8 with a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
	'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
	'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
	'windows-1252': (text) =>
		Buffer.from(text.replace(/€/g, '\u0080').replace(/’/g, '\u0092'), 'latin1'),
};

/** The first file that fails is shown: to look for a simpler one takes minutes. */
const FIRST_FAILURE = { endOnFailure: true };

/** The first ones may be as short as a byte; a file of nothing else would take long. */
const chunkSizes = fc
	.tuple(
		fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 20 }),
		fc.integer({ min: 200, max: 30_000 }),
	)
	.map(([first, others]) => [...first, others]);

describe.each(Object.entries(encodings))('a file in %s, in chunks of any size', (name, encode) => {
	const encoding = name === 'windows-1252' ? name : undefined;
	it('gives every order once, whole, with its rows and their texts', async () => {
		let parts = 0;
		await forAll(
			{ ...FIRST_FAILURE, numRuns: cases(8, 20) },
			blocks,
			fc.constantFrom(',', ';', '\t'),
			fc.constantFrom(0, 1, 3),
			chunkSizes,
			fc.nat(),
		)(async (lines, separator, titles, sizes, start) => {
			const rows = [
				...Array.from({ length: titles }, (__, title) => [`Größe ${title}`, '']),
				HEADINGS,
				...lines.map(cellsOf),
				['Total', '', ''],
			];
			const text = rows.map((cells) => csvLine(cells, separator)).join('');
			parts += text.length / 8192;
			const file = fileOf(encode(text), sizes);
			const { survey, loaded, texts, skipped, mostAtOnce } = await ordersIn(file, 1, encoding);
			const expected = expectedOf(lines, titles + 2);
			expect(loaded).toEqual(expected);
			expect(survey).toMatchObject({ together: true, lastRow: rows.length });
			expect(skipped).toBe(1);
			lines.forEach((line, index) => {
				const row = titles + 2 + index;
				expect(csvCells(texts.get(row) as string, separator)).toEqual(cellsOf(line, index));
			});
			// Orders are given while the file is read, and not at its end.
			if (text.length > 40_000) expect(mostAtOnce).toBeLessThan(expected.length);

			const startAtRow = 1 + (start % rows.length);
			const rest = expected.filter(({ items }) => items.some((row) => row >= startAtRow));
			expect((await ordersIn(file, startAtRow, encoding)).loaded).toEqual(rest);
		});
		// Most files are longer than what is worked on at a stretch.
		expect(parts).toBeGreaterThan(cases(16, 40));
	});
});

describe('a file whose orders are scattered', () => {
	it('gives the same orders, in the order of their first rows', async () => {
		const scattered = blocks.chain((lines) =>
			fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
		);
		let apart = 0;
		await forAll(
			{ ...FIRST_FAILURE, numRuns: cases(20, 50) },
			scattered,
			chunkSizes,
		)(async (lines, sizes) => {
			const text = [HEADINGS, ...lines.map(cellsOf)].map((cells) => csvLine(cells)).join('');
			const { survey, loaded } = await ordersIn(fileOf(Buffer.from(text), sizes));
			const runs = lines.filter(({ order }, index) => order !== lines[index - 1]?.order).length;
			const expected = expectedOf(lines, 2);
			expect(survey.together).toBe(runs === expected.length);
			expect(loaded).toEqual(expected);
			if (!survey.together) apart += 1;
		});
		expect(apart).toBeGreaterThan(cases(10, 25));
	});

	it('even if one line is all that stands apart, at the end of a long file', async () => {
		const lines = Array.from(
			{ length: 3000 },
			(_, index): Line => ({
				order: index === 2999 ? 'A-0' : `A-${index >> 1}`,
				memo: `<${index === 2999 ? 0 : index >> 1}>`,
			}),
		);
		const text = [HEADINGS, ...lines.map(cellsOf)].map((cells) => csvLine(cells)).join('');
		const { survey, loaded } = await ordersIn(fileOf(Buffer.from(text), [5000]));
		expect(survey.together).toBe(false);
		expect(loaded).toEqual(expectedOf(lines, 2));
		expect(loaded[0].items).toEqual([2, 3, 3001]);
	});
});

describe('an NDJSON file', () => {
	itForAll(
		{ ...FIRST_FAILURE, numRuns: cases(8, 20) },
		blocks,
		chunkSizes,
	)('gives every order once, in chunks of any size', async (lines, sizes) => {
		const text = lines
			.map((line, index) => {
				const [order, sku, memo] = cellsOf(line, index);
				return `${JSON.stringify({ 'Order No.': order, SKU: sku, Memo: memo })}\n`;
			})
			.join('');
		const { loaded, texts } = await ordersIn(fileOf(Buffer.from(text), sizes));
		expect(loaded).toEqual(expectedOf(lines, 1));
		expect([...texts.values()].map((each) => `${each}\n`).join('')).toBe(text);
	});
});
