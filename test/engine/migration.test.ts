import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeExecutionData, INodeParameters, OnError } from 'n8n-workflow';

import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { accessWith } from './credential';
import { engine, loadPackage, type Engine, type RunOptions } from './harness';
import { startStandIn, type StandIn } from './standIn';

const NODE = 'workspaceRecordsMigrationUpsert';
const UPSERT = '/v1/public/migrations/my-erp/orders/upsert';

let sandbox: Sandbox;
/** A service that takes at most seven orders at once. */
let small: Sandbox;
let standIn: StandIn;
let n8n: Engine;

beforeAll(async () => {
	sandbox = await startSandbox();
	small = await startSandbox({ seed: 'none', limits: { migrationOrders: 7 } });
	standIn = await startStandIn();
	n8n = engine(await loadPackage());
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
	await Promise.all([sandbox.close(), small.close(), standIn.close()]);
});

type Row = Record<string, unknown>;
const asItems = (rows: readonly Row[]) => rows.map((json) => ({ json })) as INodeExecutionData[];
const row = (order: string, more: Row = {}): Row => ({
	order_external_id: order,
	item_external_id: 'acme-item-desk',
	quantity: 1,
	...more,
});
/** So many orders of `lines` rows each; the rows of an order are far apart. */
const tableOf = (orders: number, lines = 4): Row[] =>
	Array.from({ length: orders * lines }, (_, index) =>
		row(`m-${index % orders}`, {
			quantity: String(1 + (index % 9)),
			item_external_id: `sku-${index % 37}`,
		}),
	);

interface Upsert extends RunOptions {
	parameters?: INodeParameters;
	url?: string;
	token?: string;
}

async function upsert(rows: readonly Row[], { parameters, url, token, ...options }: Upsert = {}) {
	const { last, status } = await n8n.run(
		{
			type: NODE,
			parameters: {
				resource: 'migrationUpsert',
				operation: 'upsertOrders',
				partner: 'my-erp',
				inputMode: 'line',
				fields: { mappingMode: 'autoMapInputData', value: null },
				...parameters,
			},
		},
		{
			items: asItems(rows),
			credentials: accessWith(url ?? sandbox.url, token ?? sandbox.tokens.fullAccess),
			...options,
		},
	);
	return { ...last, status, hints: last.hints.map(({ message }) => message) };
}

const sent = (from = sandbox) =>
	from.requests.map(({ method, path, body }) => ({
		method,
		path,
		body: body as { orders: Row[] },
	}));
const pairs = (items: INodeExecutionData[]) =>
	items.map(({ json, pairedItem }) => [
		json.external_id ?? (json.details as Row | undefined)?.external_id,
		(pairedItem as Array<{ item: number }>).map(({ item }) => item),
	]);
const stored = (from = sandbox) =>
	from.records('orders').filter(({ external_id: id }) => /^m-/.test(String(id)));
/** Each order once, with the quantities of its rows in their order. */
const expectStored = (rows: readonly Row[], from = sandbox) => {
	const quantities: Record<string, number[]> = {};
	for (const { order_external_id: id, quantity } of rows) {
		(quantities[String(id)] ??= []).push(Number(quantity));
	}
	const found = stored(from).map(({ external_id: id, lines }) => [
		id,
		(lines as Row[]).map((line) => line.quantity),
	]);
	expect(found).toHaveLength(Object.keys(quantities).length);
	expect(Object.fromEntries(found)).toEqual(quantities);
};

describe('bootstrap', () => {
	it('prepares the workspace and gives the field IDs', async () => {
		const { last } = await n8n.run(
			{
				type: NODE,
				parameters: { resource: 'migrationUpsert', operation: 'bootstrap', partner: 'my-erp' },
			},
			{ credentials: accessWith(sandbox.url, sandbox.tokens.fullAccess) },
		);
		expect(last.main[0]).toMatchObject([
			{
				json: {
					workspace_id: expect.any(String),
					order_external_id_field_id: expect.any(String),
					estimate_external_id_field_id: expect.any(String),
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(sent()).toMatchObject([
			{ method: 'POST', path: '/v1/public/migrations/my-erp/bootstrap' },
		]);
	});
});

describe('order lines', () => {
	it('become orders, each stored once and paired with all its rows', async () => {
		const rows = [
			{ 'Order No.': 'm-1', 'Customer ID': 'acme-sap', SKU: 'acme-item-desk', Qty: '2', Shop: 'x' },
			{ 'Order No.': 'm-2', 'Customer ID': 'acme-ibm', SKU: 'new-1', Qty: 1, 'Unit price': '9.50' },
			{ 'Order No.': 'm-1', SKU: 'acme-item-desk', Qty: 3, Note: 'ring twice' },
		];
		const { main, hints } = await upsert(rows);
		expect(pairs(main[0])).toEqual([
			['m-1', [0, 2]],
			['m-2', [1]],
		]);
		expect(main[0][0].json).toEqual({
			external_id: 'm-1',
			object_id: expect.any(String),
			record_id: expect.any(Number),
			created: true,
			errors: [],
		});
		expect(sent()).toEqual([
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
		expect(stored()).toMatchObject([
			{ id: main[0][0].json.object_id, memo: 'ring twice', number_item: 2 },
			{ id: main[0][1].json.object_id, total_price_without_tax: 9.5 },
		]);
		expect(hints).toEqual([
			'Columns that no field of an order takes, left out: "Shop"',
			expect.stringMatching(
				/^2 orders in 1 request: 2 created, 0 updated, 0 rejected\. \d+\.\d s\.$/,
			),
		]);
	});

	it('go out in 25 requests when 10,000 of them make 2,500 orders', async () => {
		const rows = tableOf(2500);
		const { main, hints } = await upsert(rows);
		expect(sent()).toHaveLength(25);
		expect(main[0]).toHaveLength(2500);
		expect(pairs(main[0])[3]).toEqual(['m-3', [3, 2503, 5003, 7503]]);
		expectStored(rows);
		expect(hints[0]).toMatch(/^2500 orders in 25 requests: 2500 created/);
	});

	it('can be sent again: the same orders are updated, not doubled', async () => {
		const rows = tableOf(30);
		await upsert(rows, { parameters: { batchSize: 7 } });
		const { main, hints } = await upsert(rows, { parameters: { batchSize: 11 } });
		expect(main[0].map(({ json }) => json.created)).toEqual(Array(30).fill(false));
		expect(hints[0]).toMatch(/^30 orders in 3 requests: 0 created, 30 updated/);
		expectStored(rows);
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
		const { main } = await upsert(rows, {
			parameters: { fields },
			settings: { timezone: 'Asia/Tokyo' },
		});
		expect(pairs(main[0])).toEqual([['m-1', [0, 1]]]);
		expect(sent()[0].body.orders).toEqual([
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
	const [head, ...cells] = readFileSync(join(__dirname, '../../examples/data/orders.csv'), 'utf8')
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

	it('makes 97 orders, and four that are wrong on purpose', async () => {
		const { main, hints } = await upsert(rows, { onError: 'continueErrorOutput' });
		expect(hints).toHaveLength(1);
		expect([rows.length, main[0].length]).toEqual([383, 97]);
		expect(main[1].map(({ json }) => String(json.error))).toEqual([
			expect.stringContaining('given "two"'),
			expect.stringContaining('company_external_id differs'),
			expect.stringContaining('acme-unheard-of'),
			expect.stringContaining('names no order'),
		]);
		const items = main.flat().flatMap(({ pairedItem }) => pairedItem as Array<{ item: number }>);
		expect(items.map(({ item }) => item).sort((a, b) => a - b)).toEqual(
			rows.map((_, index) => index),
		);
	});
});

describe('the other input modes', () => {
	it('one item per order, lines in a field', async () => {
		const rows = [
			{ 'Order No.': 'm-1', lines: [{ SKU: 'a', Qty: '2' }, { SKU: 'b' }] },
			{ 'Order No.': 'm-2', lines: [] },
		];
		const { main } = await upsert(rows, {
			parameters: { inputMode: 'order', items: '={{ $json.lines }}' },
		});
		expect(pairs(main[0])).toEqual([
			['m-1', [0]],
			['m-2', [1]],
		]);
		expect(sent()[0].body.orders).toEqual([
			{
				order_external_id: 'm-1',
				items: [{ item_external_id: 'a', quantity: 2 }, { item_external_id: 'b' }],
			},
			{ order_external_id: 'm-2', items: [] },
		]);
	});

	it('orders as JSON, several from an item', async () => {
		const order = (id: string) => ({
			order_external_id: id,
			items: [{ item_external_id: 'a', quantity: 1 }],
		});
		const rows = [{ orders: [order('m-1'), order('m-2')] }, order('m-3'), order('m-1')];
		const { main } = await upsert(rows, {
			parameters: { inputMode: 'json', orders: '={{ $json }}' },
		});
		expect(pairs(main[0])).toEqual([
			['m-1', [0, 2]],
			['m-2', [0]],
			['m-3', [1]],
		]);
		expect(sent()[0].body.orders).toEqual([order('m-1'), order('m-2'), order('m-3')]);
	});

	it('offer the columns of their mode', async () => {
		const columns = async (inputMode: string) =>
			(
				await n8n.resourceMapping(NODE, 'getColumns', {
					parameters: { resource: 'migrationUpsert', operation: 'upsertOrders', inputMode },
				})
			).fields.map(({ id }) => id);
		expect(await columns('line')).toContain('unit_price');
		expect(await columns('order')).not.toContain('unit_price');
	});
});

describe('rejected orders', () => {
	const company = { company_external_id: 'nobody' };
	const rows = [
		row('m-1'),
		row('m-2', company),
		row('m-3', { quantity: 'two' }),
		row('m-4'),
		row('m-2'),
		{ quantity: 1, memo: 'no order' },
	];
	const run = async (onError?: OnError, parameters: INodeParameters = {}) =>
		await upsert(rows, { onError, parameters: { batchSize: 1, ...parameters } });

	it('stop the node only after everything else was sent', async () => {
		const { status, error } = await run();
		expect(status).toBe('error');
		expect(stored().map(({ external_id: id }) => id)).toEqual(['m-1', 'm-4']);
		const { message, description = '' } = error as { message: string; description?: string };
		expect(message).toMatch(/^3 of 5 orders were rejected/);
		expect(description).toContain('2 of 5 orders were accepted');
		expect(description).toContain(
			'm-2 (items 1 and 4): The service refused the order m-2: Company',
		);
		expect(description).toContain(
			'm-3 (item 2): Order m-3 cannot be made of its rows: item 2: Quantity',
		);
		expect(description).toContain('no order (item 5): Item 5 names no order');
	});

	it('are listed up to twenty, the rest is counted', async () => {
		const many = Array.from({ length: 45 }, (_, index) =>
			row(`m-${index}`, index < 42 ? company : {}),
		);
		const { error } = await upsert(many);
		const { message, description = '' } = error as { message: string; description?: string };
		expect(message).toMatch(/^42 of 45 orders were rejected/);
		expect(description).toContain('m-19 (item 19)');
		expect(description).toContain('| and 22 more');
		expect(description).not.toContain('m-20 ');
		expect(stored()).toHaveLength(3);
	});

	it('go to the error output with their reasons, paired with all their rows', async () => {
		const { main, status } = await run('continueErrorOutput');
		expect(status).toBe('success');
		expect(pairs(main[0])).toEqual([
			['m-1', [0]],
			['m-4', [3]],
		]);
		expect(pairs(main[1])).toEqual([
			['m-2', [1, 4]],
			['m-3', [2]],
			[null, [5]],
		]);
		expect(main[1][0].json).toMatchObject({
			error: expect.stringContaining('nobody'),
			details: {
				kind: 'refused',
				items: [1, 4],
				serviceDetails: [expect.stringContaining('nobody')],
			},
		});
	});

	it('stand among the others in the order of the input when the node goes on', async () => {
		const { main } = await run('continueRegularOutput');
		expect(pairs(main[0]).map(([id]) => id)).toEqual(['m-1', 'm-2', 'm-3', 'm-4', null]);
	});

	it('are those whose items are missing, when missing items are not to be created', async () => {
		const { main } = await upsert([row('m-1', { item_external_id: 'unheard-of' }), row('m-2')], {
			parameters: { createMissingItems: false },
			onError: 'continueErrorOutput',
		});
		expect(sent()[0].body).toMatchObject({ create_missing_items: false });
		expect(pairs(main[0])).toEqual([['m-2', [1]]]);
		expect(main[1][0].json.error).toContain('unheard-of');
	});

	it('are all of them when the token may only read, after one request', async () => {
		const { error } = await upsert(tableOf(40), {
			token: sandbox.tokens.regular,
			parameters: { batchSize: 5, options: { maxParallelRequests: 1 } },
		});
		expect(sent()).toHaveLength(1);
		const { message, description = '' } = error as { message: string; description?: string };
		expect(message).toMatch(/^40 of 40 orders were rejected/);
		expect(description).toContain('Not sent, as another request failed');
		expect(JSON.stringify(error)).not.toContain(sandbox.tokens.regular);
	});
});

describe('answers that are not as they should be', () => {
	const rows = tableOf(6, 2);
	const run = async (fault?: Fault) => {
		sandbox.setFaults({ faults: fault ? [fault] : [] });
		return await upsert(rows, {
			url: fault ? sandbox.url : standIn.url,
			onError: 'continueErrorOutput',
		});
	};
	const results = Array.from({ length: 6 }, (_, n) => ({ external_id: `m-${n}`, errors: [] }));

	it('results in another order still belong to their orders', async () => {
		const { main } = await run({ kind: 'results', change: 'reverse' });
		expect(pairs(main[0])).toEqual(results.map(({ external_id: id }, n) => [id, [n, n + 6]]));
		const ids = new Map(stored().map((record) => [record.external_id, record.id]));
		for (const { json } of main[0]) expect(json.object_id).toBe(ids.get(json.external_id));
	});

	it('a missing result is a failure of that order only', async () => {
		const { main } = await run({ kind: 'results', change: 'drop' });
		expect(main[0]).toHaveLength(5);
		expect(pairs(main[1])).toEqual([['m-5', [5, 11]]]);
		expect(main[1][0].json).toMatchObject({
			error: expect.stringContaining('says nothing about the order m-5'),
			details: { mayHaveHappened: true },
		});
	});

	it('a doubled result does no harm, nor does one of a stranger', async () => {
		const { main } = await run({ kind: 'results', change: 'double' });
		expect(pairs(main[0]).map(([id]) => id)).toEqual(results.map(({ external_id: id }) => id));
		standIn.answer = { body: { ok: true, results: [{ external_id: 'stranger' }, ...results] } };
		const { main: second } = await run();
		expect(pairs(second[0])).toEqual(pairs(main[0]));
		expect([main[1], second[1]]).toEqual([[], []]);
	});

	it.each([
		['no order with errors', { ok: false, results }],
		['no results', { ok: false, results: [] }],
		['results null', { ok: false, results: null, message: 'closed for stocktaking' }],
	])('ok: false with %s is a failure of all', async (_, body) => {
		standIn.answer = { body };
		const { main } = await run();
		expect(main[0]).toEqual([]);
		expect(main[1]).toHaveLength(6);
		expect(main[1][0].json.error).toContain('ok: false');
	});

	it('an answer of another kind is a failure of all, and says that it may have happened', async () => {
		standIn.answer = { body: { ok: true, results: 'done' } };
		const { main } = await run();
		expect(main[1]).toHaveLength(6);
		expect(main[1][0].json).toMatchObject({
			details: { kind: 'badAnswer', mayHaveHappened: true },
		});
	});

	it('items that the service made are counted when it tells', async () => {
		standIn.answer = { body: { ok: true, results, items_created: 4 } };
		expect((await run()).hints[0]).toContain('0 rejected, 4 items created.');
	});
});

describe('a service with limits and faults', () => {
	const rows = tableOf(60);
	const quick = { options: { maxRetries: 6, retryBudget: 60, timeout: 400 } };

	it('halves batches that are too large until they fit', async () => {
		small.reset();
		const { main } = await upsert(rows, { url: small.url, parameters: { batchSize: 100 } });
		expect(main[0]).toHaveLength(60);
		expect(small.requests.filter(({ status }) => status === 413).length).toBeGreaterThan(0);
		expect(small.requests.length).toBeLessThan(25);
		expectStored(rows, small);
	});

	it('does so too when the service says it with 400', async () => {
		const strict = await startSandbox({
			seed: 'none',
			limits: { migrationOrders: 7, migrationStatus: 400 },
		});
		try {
			const { main } = await upsert(rows, { url: strict.url });
			expect(main[0]).toHaveLength(60);
			expect(strict.requests.some(({ status }) => status === 400)).toBe(true);
			expectStored(rows, strict);
		} finally {
			await strict.close();
		}
	});

	it('rejects the one order that is too large by itself', async () => {
		const tight = await startSandbox({ seed: 'none', limits: { bodyBytes: 4000 } });
		try {
			const bulky = rows.map((each) =>
				each.order_external_id === 'm-7' ? { ...each, memo: 'x'.repeat(5000) } : each,
			);
			const { main } = await upsert(bulky, { url: tight.url, onError: 'continueErrorOutput' });
			expect(main[0]).toHaveLength(59);
			expect(pairs(main[1])).toEqual([['m-7', [7, 67, 127, 187]]]);
		} finally {
			await tight.close();
		}
	});

	it.each([
		['a connection that breaks after the work was done', { kind: 'reset', when: 'after' } as const],
		['no answer though the work was done', { kind: 'timeout', when: 'after' } as const],
		['an error though the work was done', { kind: 'error', when: 'after', status: 500 } as const],
		['an answer cut in half', { kind: 'cut' } as const],
		[
			'too many requests',
			{ kind: 'error', status: 429, retryAfter: 0.05, retryAfterAs: 'ms' } as const,
		],
	])('sends again after %s; each order is there once', async (_, fault) => {
		sandbox.setFaults({ faults: [{ ...fault, count: 2, operations: ['upsertMigrationOrders'] }] });
		const { main } = await upsert(rows, { parameters: { batchSize: 20, ...quick } });
		expect(main[0]).toHaveLength(60);
		expect(sent().length).toBe(5);
		expectStored(rows);
	});

	it('gives up on a batch only, and a second run completes it', async () => {
		sandbox.setFaults({ faults: [{ kind: 'error', status: 503, count: 1 }] });
		const parameters = { batchSize: 20, options: { maxRetries: 0, maxParallelRequests: 1 } };
		const first = await upsert(rows, { parameters, onError: 'continueErrorOutput' });
		expect([first.main[0].length, first.main[1].length]).toEqual([40, 20]);
		expect(first.main[1][0].json).toMatchObject({ details: { kind: 'unavailable', status: 503 } });
		await upsert(rows, { parameters });
		expectStored(rows);
	});

	it.each([80, 250, 450])('can be cancelled after %d ms and run again', async (cancelAfterMs) => {
		sandbox.setFaults({ faults: [{ kind: 'latency', ms: 100 }] });
		const parameters = { batchSize: 5, options: { maxParallelRequests: 2 } };
		const first = await upsert(rows, { parameters, cancelAfterMs });
		expect(first.status).toBe('canceled');
		expect(stored().length).toBeLessThan(60);
		sandbox.setFaults({ faults: [] });
		const { main } = await upsert(rows, { parameters });
		expect(main[0]).toHaveLength(60);
		expectStored(rows);
	});
});

describe('a dry run', () => {
	it('sends nothing and shows what would be sent and what is wrong', async () => {
		const rows = [row('m-1'), row('m-2', { quantity: 'two' }), row('m-1', { quantity: 2 })];
		const { main, hints, status } = await upsert(rows, { parameters: { dryRun: true } });
		expect(status).toBe('success');
		expect(sandbox.requests).toEqual([]);
		expect(main[0].map(({ json }) => json)).toMatchObject([
			{
				external_id: 'm-1',
				would_send: true,
				items: [0, 2],
				order: { items: [{}, { quantity: 2 }] },
			},
			{
				external_id: 'm-2',
				would_send: false,
				problem: expect.stringContaining('item 1: Quantity'),
			},
		]);
		expect(pairs(main[0])).toEqual([
			['m-1', [0, 2]],
			['m-2', [1]],
		]);
		expect(hints).toEqual([expect.stringMatching(/^Dry run: nothing was sent/)]);
	});
});

describe('wrong parameters', () => {
	it.each([
		['partner', { partner: ' ' }],
		['partner', { partner: 'a/b' }],
		['partner', { partner: '..' }],
		['batchSize', { batchSize: 0 }],
		['inputMode', { inputMode: 'sheet' }],
		['options.maxRetries', { options: { maxRetries: -1 } }],
	])('%s: nothing is sent, the message names it: %j', async (name, parameters) => {
		const { error, status } = await upsert([row('m-1')], {
			parameters: parameters as INodeParameters,
		});
		expect(status).toBe('error');
		expect(error?.message).toContain(`[parameter ${name}]`);
		expect(sandbox.requests).toEqual([]);
	});
});
