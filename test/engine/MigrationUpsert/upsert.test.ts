import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import { behaviours } from '../../../testing/behaviours';
import { pairs, row, sentTo, storedIn, tableOf, upsertWith } from '../../../testing/orderLines';
import { useSandboxEngine } from '../../../testing/setUp';

const UPSERT = '/v1/public/migrations/my-erp/orders/upsert';

const { sandbox, runNode, columnsOf } = useSandboxEngine();
const upsert = upsertWith(runNode);

describe('order lines', () => {
	it('become orders, each stored once and paired with all its rows', async () => {
		const rows = [
			{ 'Order No.': 'm-1', 'Customer ID': 'acme-sap', SKU: 'acme-item-desk', Qty: '2', Shop: 'x' },
			{ 'Order No.': 'm-2', 'Customer ID': 'acme-ibm', SKU: 'new-1', Qty: 1, 'Unit price': '9.50' },
			{ 'Order No.': 'm-1', SKU: 'acme-item-desk', Qty: 3, Note: 'ring twice' },
		];
		const { items, hints } = await upsert(rows);
		expect(pairs(items)).toEqual([{ 'm-1': [0, 2] }, { 'm-2': [1] }]);
		expect(items[0].json).toEqual({
			external_id: 'm-1',
			object_id: expect.any(String),
			record_id: expect.any(Number),
			created: true,
			response: { errors: [] },
		});
		expect(sentTo(sandbox)).toEqual([
			{
				method: 'POST',
				path: UPSERT,
				body: {
					create_missing_items: true,
					orders: [
						{
							order_external_id: 'm-1',
							company_external_id: 'acme-sap',
							memo: 'ring twice',
							items: [
								{ item_external_id: 'acme-item-desk', quantity: 2 },
								{ item_external_id: 'acme-item-desk', quantity: 3 },
							],
						},
						{
							order_external_id: 'm-2',
							company_external_id: 'acme-ibm',
							items: [{ item_external_id: 'new-1', quantity: 1, unit_price: 9.5 }],
						},
					],
				},
			},
		]);
		expect(storedIn(sandbox)).toMatchObject([
			{ id: items[0].json.object_id, memo: 'ring twice', number_item: 2 },
			{ id: items[1].json.object_id, total_price_without_tax: 9.5 },
		]);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Shop → ignored, Qty → Quantity, .*\. Not written, without a column: Management ID/,
			),
			expect.stringMatching(
				/^2 orders in 1 request: 2 created, 0 updated, 0 rejected\. \d+\.\d s\.$/,
			),
		]);
	});

	it('are sent a hundred orders at a time', async () => {
		const { items, hints } = await upsert(tableOf(201));
		expect(sentTo(sandbox)).toHaveLength(3);
		expect(pairs(items)[3]).toEqual({ 'm-3': [3, 204, 405, 606] });
		expect(hints[0]).toMatch(/^201 orders in 3 requests: 201 created/);
	});

	it('can be mapped by hand, with expressions', async () => {
		const value = {
			order_external_id: '={{ "m-" + $json.no }}',
			item_external_id: 'acme-item-desk',
			quantity: '={{ $json.n }}',
			order_date: '={{ $json.day.toDateTime() }}',
			memo: null,
		};
		const rows = [
			{ no: 1, n: '2', day: '2026-01-31', quantity: 99 },
			{ no: 1, n: 3, day: '2026-01-31' },
		];
		const fields = { mappingMode: 'defineBelow', value } as unknown as INodeParameters;
		const { items } = await upsert(rows, { fields }, { settings: { timezone: 'Asia/Tokyo' } });
		expect(pairs(items)).toEqual([{ 'm-1': [0, 1] }]);
		expect(sentTo(sandbox)[0].body.orders).toEqual([
			{
				order_external_id: 'm-1',
				order_date: '2026-01-31',
				items: [
					{ item_external_id: 'acme-item-desk', quantity: 2 },
					{ item_external_id: 'acme-item-desk', quantity: 3 },
				],
			},
		]);
	});
});

describe('the spreadsheet of the examples', () => {
	const [head, ...cells] = readFileSync(
		join(__dirname, '../../../examples/data/orders.csv'),
		'utf8',
	)
		.trim()
		.split('\n')
		.map((line) =>
			[...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(
				([, quoted, plain]) => quoted ?? plain,
			),
		);
	const rows = cells.map((row) =>
		Object.fromEntries(head.map((name, index) => [name, row[index]])),
	);

	it.each(behaviours)(
		'makes 96 orders, and five that are wrong on purpose, at $service',
		async ({ behaviour }) => {
			sandbox.setBehaviour(behaviour);
			const { items, failed, hints } = await upsert(rows, {}, { onError: 'continueErrorOutput' });
			expect(hints).toHaveLength(2);
			expect([rows.length, items.length]).toEqual([383, 96]);
			expect(failed.map(({ json }) => String(json.error))).toEqual([
				expect.stringContaining('given "two"'),
				expect.stringContaining('Company External ID differs'),
				expect.stringContaining('acme-unheard-of'),
				expect.stringContaining('item 344 follows it and has no order ID'),
				expect.stringContaining('has no order number'),
			]);
			const paired = [...items, ...failed].flatMap(
				({ pairedItem }) => pairedItem as Array<{ item: number }>,
			);
			expect(paired.map(({ item }) => item).sort((a, b) => a - b)).toEqual(
				rows.map((_, index) => index),
			);
		},
	);
});

describe('the other input modes', () => {
	it('accept one item per order, with its lines in a field', async () => {
		const lines = [{ SKU: 'a', Qty: '2' }, { SKU: 'b' }];
		const rows = [lines, []].map((each, at) => ({ 'Order No.': `m-${at + 1}`, lines: each }));
		const { items } = await upsert(rows, { inputMode: 'order', items: '={{ $json.lines }}' });
		expect(pairs(items)).toEqual([{ 'm-1': [0] }, { 'm-2': [1] }]);
		expect(sentTo(sandbox)[0].body.orders).toEqual([
			{
				order_external_id: 'm-1',
				items: [{ item_external_id: 'a', quantity: 2 }, { item_external_id: 'b' }],
			},
			{ order_external_id: 'm-2', items: [] },
		]);
	});

	it('accept orders as JSON, several from an item', async () => {
		const order = (id: string) => ({
			order_external_id: id,
			items: [{ item_external_id: 'a', quantity: 1 }],
		});
		const rows = [{ orders: [order('m-1'), order('m-2')] }, order('m-3'), order('m-1')];
		const { items } = await upsert(rows, { inputMode: 'json', orders: '={{ $json }}' });
		expect(pairs(items)).toEqual([{ 'm-1': [0, 2] }, { 'm-2': [0] }, { 'm-3': [1] }]);
		expect(sentTo(sandbox)[0].body.orders).toEqual([order('m-1'), order('m-2'), order('m-3')]);
	});

	it('offer the columns of their mode', async () => {
		const columns = async (inputMode: string) =>
			(await columnsOf('migrationUpsert', 'upsertOrders', { inputMode })).map(({ id }) => id);
		expect(await columns('line')).toContain('unit_price');
		expect(await columns('order')).not.toContain('unit_price');
	});
});

describe('a dry run', () => {
	it('sends nothing and shows what would be sent and what is wrong', async () => {
		const rows = [row('m-1'), row('m-2', { quantity: 'two' }), row('m-1', { quantity: 2 })];
		const { items, hints, status } = await upsert(rows, { dryRun: true });
		expect(status).toBe('success');
		expect(sandbox.requests).toEqual([]);
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				external_id: 'm-1',
				would_send: true,
				items: [0, 2],
				order: { items: [{}, { quantity: 2 }] },
			},
			{
				external_id: 'm-2',
				would_send: false,
				problem: expect.stringContaining('item 2: Quantity'),
			},
		]);
		expect(pairs(items)).toEqual([{ 'm-1': [0, 2] }, { 'm-2': [1] }]);
		expect(hints).toEqual([
			'Dry run: nothing was sent. A real run would send 1 order with 2 lines in 1 request. 1 order with errors would not be sent.',
		]);
	});
});

describe('wrong parameters', () => {
	it.each([
		['partner', { partner: ' ' }],
		['options.batchSize', { options: { batchSize: 0 } }],
		['options.batchSize', { options: { batchSize: '1.000' } }],
		['inputMode', { inputMode: 'sheet' }],
		['options.requests.maxRetries', { options: { requests: { maxRetries: -1 } } }],
		['options.requests.retryBudget', { options: { requests: { retryBudget: '1.000' } } }],
	])('%s: nothing is sent, the message names it: %j', async (name, parameters) => {
		const { error, status } = await upsert([row('m-1')], parameters as INodeParameters);
		expect(status).toBe('error');
		expect(error?.context).toMatchObject({ parameter: name });
		expect(sandbox.requests).toEqual([]);
	});
});
