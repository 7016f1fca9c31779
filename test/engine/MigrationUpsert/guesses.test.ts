/**
 * What would go out wrongly without a word, were it guessed: equally good names, several items in a cell, lines below a
 * table, columns without a name, lost characters. As rows and as a file.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { importWith } from '../../../testing/fileRuns';
import { acceptOrders, itemsOf, upsertBothWays } from '../../../testing/orderLines';
import { fromItem } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';

const { service, runNode, n8n } = useCustomEngine();

const upsert = upsertBothWays(runNode, importWith(n8n, service), service);

/** Nothing of such rows is sent, and both ways say why. */
async function isRefused(lines: string[], message: string) {
	const { orders, ofFile, said } = await upsert(lines);
	expect([...orders, ...ofFile]).toEqual([]);
	for (const text of said) expect(text).toContain(message);
}

const named = (name: string, field: string) => ({
	reading: { columnNames: { column: [{ name, field }] } },
});

describe('two columns whose names are equally good', () => {
	it.each([
		[
			['Order No|Kod produktu|Numer produktu|Qty', 'a|K-1|17|1', 'b|K-2|18|2'],
			'"Kod produktu" and "Numer produktu" could both be the Item External ID, and they differ',
		],
		[
			['Order No|Customer Code|Customer No|SKU', 'a|ACME|17|s', 'b|BOLT|18|t'],
			'"Customer No" and "Customer Code" could both be the Company External ID, and they differ',
		],
		[
			['Order ID|Order Ref|Product ID|Product Code|Qty', '1|A|7|x|1', '2|B|8|y|1'],
			'"Order ID" and "Order Ref" could both be the Order External ID, "Product ID" and "Product Code" could both be the Item External ID, and they differ',
		],
		[
			['External ID|Order Reference/Order Reference|Product|Quantity', 'l-1|A|x|1', 'l-2|A|y|1'],
			'"Order Reference/Order Reference" and "External ID" could both be the Order External ID',
		],
		[
			['Sale ID|Transaction ID|Product|Qty', 'S-1|T-1|Lamp|1', 'S-2|T-1|Mug|1', 'S-3|T-2|Mug|1'],
			'"Sale ID" and "Transaction ID" could both be the Order External ID',
		],
	])('are not guessed between: %j', async (lines, message) => {
		await isRefused(lines, message);
	});

	it('are not guessed between in lines of JSON', async () => {
		service.reply = acceptOrders;
		const lines = [{ product_id: 7, product_code: 'x', qty: 1 }];
		const run = await runNode(
			'migrationUpsert',
			'upsertOrders',
			{ ...fromItem, partner: 'erp', inputMode: 'json', orders: '={{ $json }}' },
			{ items: [{ order_number: 'a', line_items: lines }] },
		);
		expect(run.requests).toEqual([]);
		expect(run.errorText).toContain('"product_id" and "product_code" could both be the Item');
	});

	it('are no guess where they say the same, one is better, or the user chose', async () => {
		const same = ['Order No|Kod produktu|Numer produktu', 'a|K-1|K-1', 'b|K-2|K-2'];
		const better = ['Order No|SKU|Product ID', 'a|K-1|17', 'b|K-2|18'];
		const differing = ['Order No|Kod produktu|Numer produktu', 'a|17|K-1', 'b|18|K-2'];
		const chosen = named('Numer produktu', 'Item External ID');
		const expected = ['K-1', 'K-2'].map((id) => [{ item_external_id: id }]);
		for (const run of [await upsert(same), await upsert(better), await upsert(differing, chosen)]) {
			expect(run.orders.map(({ items }) => items)).toEqual(expected);
			expect(run.ofFile.map(({ items }) => items)).toEqual(expected);
		}
	});
});

describe('a kind of column that a table lacks', () => {
	it('is missed once: the quantity of lines, unless it is elsewhere', async () => {
		const lines = ['Order No|SKU|受注ケース|Price', 'a|s|1|2', 'b|t|2|3'];
		await isRefused(lines, 'No column is the Quantity of an order line; "受注ケース" could be');
		const without = await upsert(lines, { linesElsewhere: true });
		expect([without.orders, without.ofFile].map(({ length }) => length)).toEqual([2, 2]);
		expect(without.hints).toContain('No column is the Quantity');
		const shipping = ['Order No|SKU|Quantity', 'a|s|1', 'b|Shipping|'];
		expect((await upsert(shipping)).ofFile).toMatchObject([{ order_external_id: 'a' }]);
		expect((await upsert(shipping, { linesElsewhere: true })).orders).toHaveLength(2);
	});

	it.each([
		['company', 'Name or Website', { Umsatz: '7', Phone: '1' }, { name: 'A' }],
		[
			'contact',
			'Name or Last Name or Email',
			{ Kürzel: 'AL', Phone: '1' },
			{ email: 'a@b.example' },
		],
	])('is what names a %s, for creates by names of columns', async (node, names, row, named) => {
		service.reply = () => ({ body: { ok: true, status: 'created', [`${node}_id`]: 'c-1' } });
		const create = (json: IDataObject, more: INodeParameters = {}) =>
			runNode(node, 'create', { ...fromItem, ...more }, { items: [json, json] });
		const { requests, errorText } = await create(row);
		expect(requests).toEqual([]);
		expect(errorText).toContain(`${names}; the columns are "${Object.keys(row)[0]}"`);
		expect((await create({ ...row, ...named })).requests).toHaveLength(2);
		const options = { additionalBodyFields: '{"name": "A"}' };
		expect((await create(row, { options })).requests).toHaveLength(2);
	});
});

describe('several items in one cell', () => {
	it.each([
		['Line Items', 'Lamp x 2; Mug x 1', 'Mug x 3'],
		['products', '[{"sku":"s","qty":2}]', '[{"sku":"t","qty":1}]'],
		['Productos', 'A-1 / A-2', 'A-7'],
	])('under %s are refused once, unless lines stand elsewhere', async (name, ...cells) => {
		const lines = [
			`Order No|Order Date|${name}`,
			...cells.map((cell, at) => `${at}|2026-01-31|${cell}`),
		];
		await isRefused(lines, `No column names the item of an order line; not recognised: "${name}"`);
		const without = await upsert(lines, { linesElsewhere: true });
		expect(without.orders).toHaveLength(2);
	});

	it('are not counts, nor words that are left unread, nor names with commas', async () => {
		const numbers = ['Order No|Items|Tags', 'a|3|vip, new', 'b|12|new', 'c|1|vip, old'];
		const counts = await upsert(numbers, { linesElsewhere: true });
		expect(counts.orders).toHaveLength(3);
		expect(counts.hints).toContain('No column names an item: orders have no lines.');
		const rows = ['Lamp, red', 'Lamp, blue', 'Mug', 'Mug, small'].map(
			(name, at) => `${at}|S${at}|${name}`,
		);
		const { orders } = await upsert(['Order No|SKU|Item Name', ...rows]);
		expect(orders[3].items).toEqual([{ item_external_id: 'S3', item_name: 'Mug, small' }]);
	});
});

describe('the time below a table', () => {
	const TIMES = [
		'03.02.2026 14:40',
		'2026年2月3日 14:40:55',
		'Exported on: 2/3/2026, 2:40 PM',
		'2026/02/03  下午 2:40',
	];

	it.each(TIMES)('is no order: %s', async (time) => {
		const lines = ['Order No|SKU|Qty', 'a|s|1', 'b|t|2', `${time}||`];
		const { orders, ofFile, hints } = await upsert(lines);
		for (const sent of [orders, ofFile]) {
			expect(sent.map(({ order_external_id: id }) => id)).toEqual(['a', 'b']);
		}
		expect(hints).toContain('Skipped a row that holds no order');
	});

	it.each(TIMES)('is no record: %s', async (time) => {
		service.reply = () => ({ body: { ok: true, status: 'created', company_id: 'c-1' } });
		const run = await runNode('company', 'create', fromItem, {
			items: itemsOf(['External ID|Name', '1|Acme', '2|Bolt', `${time}|`]),
			onError: 'continueErrorOutput',
		});
		expect(run.requests).toHaveLength(2);
		expect(run.failed[0].json.error).toContain('The row holds nothing but a day with a time');
	});

	it.each(['2026-02', 'Call 2026-02-03 14:40', '2026-02-03T14:40:55Z', '17'])(
		'is not %s',
		async (name) => {
			service.reply = () => ({ body: { ok: true, status: 'created', company_id: 'c-1' } });
			const run = await runNode('company', 'create', fromItem, { items: [{ name }] });
			expect(run.requests).toHaveLength(1);
		},
	);
});

describe('what is written below a table', () => {
	it('is left out with its text, and a line without an item is not', async () => {
		const { orders, ofFile, hints } = await upsert([
			'Order No|SKU|Qty',
			'a|s|1',
			'b|t|2',
			'(2 rows)||',
			'Confidential Information||',
		]);
		for (const sent of [orders, ofFile]) {
			expect(sent.map(({ order_external_id: id }) => id)).toEqual(['a', 'b']);
		}
		expect(hints).toContain('"(2 rows)", "Confidential Information"');
		const line = await upsert(['Order No|SKU|Qty', 'a|s|1', 'b||2']);
		expect(line.orders).toHaveLength(1);
		expect(line.said[0]).toContain('names no item');
	});
});

describe('what a table says of its columns', () => {
	it('names of one word are no ID of a company, and names of items', async () => {
		const lines = ['Order No|Customer|Product', 'a|Momo|Lamp', 'b|Vertex|Chair', 'c|Zeta|Desk'];
		const { orders, ofFile } = await upsert(lines);
		const names = ['Lamp', 'Chair', 'Desk'];
		const expected = names.map((name, at) => ({
			order_external_id: 'abc'[at],
			items: [{ item_name: name }],
		}));
		expect([orders, ofFile]).toEqual([expected, expected]);
	});

	it('a column goes into the field that the user named, whatever else it could be', async () => {
		const column = [
			{ name: 'Product', field: 'Item Name' },
			{ name: 'Ship Date', field: 'Delivery Date' },
			{ name: 'Lieferschein', field: 'Memo' },
		];
		const lines = ['Order No|Product|Ship Date|SKU', 'a|Lamp|2026-03-01|'];
		const { orders, ofFile, allHints } = await upsert(lines, {
			reading: { columnNames: { column } },
		});
		const order = { order_external_id: 'a', delivery_date: '2026-03-01' };
		const expected = [{ ...order, items: [{ item_name: 'Lamp' }] }];
		expect([orders, ofFile]).toEqual([expected, expected]);
		for (const hints of allHints) {
			expect(hints.filter((hint) => hint.includes('Lieferschein'))).toEqual([
				expect.stringMatching(/^Column Names: the input has no column .*Lieferschein.*\.$/),
			]);
		}
	});

	it('lost characters in an ID are refused, with the field and what to set', async () => {
		const lines = ['Order No|SKU|Qty', 'a|Stra\ufffde|1', 'b\ufffd|s-1|1', 'c|s-1|1'];
		const { orders, ofFile, errors } = await upsert(lines);
		for (const sent of [orders, ofFile]) expect(sent).toMatchObject([{ order_external_id: 'c' }]);
		for (const [line, order, ...others] of errors) {
			expect(line).toMatch(/Order a .*(item 1|row 2): Item External ID: .*Stra\ufffde/);
			expect(order).toMatch(/^(Item 2|Row 3) .*Order External ID: .*b\ufffd/);
			for (const error of [line, order])
				expect(error).toContain('Options → Encoding in Extract from File');
			expect(others).toEqual([]);
		}
	});

	it('lost characters in other texts are sent, with one hint before', async () => {
		const cells = ['a|s-1|Stuhl|', 'b|s-2|K\ufffdse|Stra\ufffde', 'c|s-2|K\ufffdse|'];
		const lines = ['Order No|SKU|Item Name|Memo', ...cells];
		const dry = await upsert(lines, {}, { dryRun: true });
		for (const hints of dry.allHints) {
			expect(hints.filter((hint) => hint.includes('\ufffd'))).toEqual([
				expect.stringMatching(/^3 texts hold \ufffd, the first in Memo: .*Stra\ufffde.*Encoding/),
			]);
		}
		const real = await upsert(lines);
		expect([dry.orders, dry.ofFile, real.orders, real.ofFile].map(({ length }) => length)).toEqual([
			...[0, 0, 3, 3],
		]);
	});

	it.each([
		[
			['Order No|Ware|Zahl', 'a|lamp|1', 'a|desk|2', 'b|lamp|1'],
			/^No column names the item of an order line; not recognised: .*Ware.*Zahl.*Item External ID/,
			named('Ware', 'Item External ID'),
		],
		[
			['Order No|Qty', 'a|1', 'b|2'],
			/^No column names the item of an order line/,
			named('Qty', 'Item Name'),
		],
		[
			['Order No|Memo|Shop|SKU', 'a|x|north|', 'b|y|south|'],
			/turn on Lines Are Not in This Table/,
			{ linesElsewhere: true },
		],
	])('no item: %j is refused once, until somebody says more', async (lines, message, options) => {
		const { orders, ofFile, errors } = await upsert(lines);
		expect([...orders, ...ofFile]).toEqual([]);
		for (const each of errors) {
			expect(new Set(each).size).toBe(1);
			expect(each[0]).toMatch(message);
		}
		const meant = await upsert(lines, { linesElsewhere: true, ...options });
		expect(meant.errors).toEqual([[], []]);
		expect([meant.orders, meant.ofFile].map(({ length }) => length)).toEqual([2, 2]);
		const isLineless = !('reading' in options);
		expect('items' in meant.orders[0]).toBe(!isLineless);
		const [, , first] = meant.allHints[0];
		if (isLineless) expect(first).toBe('No column names an item: orders have no lines.');
	});

	it('no quantity and no price are said first, with the columns that may be meant', async () => {
		const lines = ['Order No|SKU|受注個|Colour', 'a|s|2|red'];
		const { orders, ofFile, allHints } = await upsert(lines, { linesElsewhere: true });
		expect([orders, ofFile].map(({ length }) => length)).toEqual([1, 1]);
		for (const hints of allHints) {
			expect(hints.slice(2, 4)).toEqual([
				expect.stringMatching(/^No column is the Quantity.*"受注個".*choose Quantity/),
				expect.stringMatching(/^No column is the Unit Price/),
			]);
		}
	});
});
