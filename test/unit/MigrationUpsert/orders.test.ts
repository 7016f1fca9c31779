import {
	dryRunSummary,
	readPartner,
	showOrders,
} from '../../../nodes/MigrationUpsert/migrationUpsert';
import {
	gatherJson,
	gatherLines,
	gatherWholeOrders,
	type GatheredOrders,
} from '../../../testing/gathering';
import { runAtOnce } from '../../../nodes/shared/execution';
import { settleNow } from '../../../nodes/shared/http';
import { readOptions } from '../../../nodes/shared/schema/recordCheck';

type Row = Record<string, unknown>;
const whole = (...rows: Row[]) =>
	gatherWholeOrders({
		count: rows.length,
		at: (item) => ({ header: rows[item], lines: rows[item].items }),
		read: readOptions('UTC'),
	});
const json = (...given: unknown[]) =>
	gatherJson({ count: given.length, at: (item) => given[item], read: readOptions('UTC') });
const orders = ({ records }: GatheredOrders) => records.map(({ record }) => record);
const problems = ({ invalid }: GatheredOrders) =>
	invalid.map(({ result }) => (result.ok ? '' : result.failure.message));

describe('one item per order', () => {
	it('matches columns of the order and keys of its lines by name', () => {
		const items = [{ SKU: 's1', Qty: '2', Colour: '' }, { SKU: 's2' }];
		const gathered = whole({ 'Order No.': 17, Note: 'call first', Shop: 'north', items });
		expect(orders(gathered)).toEqual([
			{
				order_external_id: '17',
				memo: 'call first',
				items: [{ item_external_id: 's1', quantity: 2 }, { item_external_id: 's2' }],
			},
		]);
		expect(gathered.unmatched).toEqual(['Shop']);
	});

	it('leaves keys of lines that no field takes to the option, and names them', () => {
		const gathered = whole(
			{ order_external_id: 'a', items: [{ SKU: 's1' }, { SKU: 's2', Colour: 'red', Sise: 4 }] },
			{ order_external_id: 'b', items: [{ SKU: 's1', Weight: null }] },
		);
		expect(problems(gathered)).toEqual([]);
		expect(gathered.unmatched).toEqual(['items › Colour', 'items › Sise']);
		const items = [{ item_external_id: 's1' }, { item_external_id: 's2' }];
		expect(orders(gathered)[0]).toEqual({ order_external_id: 'a', items });
	});

	it.each([
		['a list', [{ sku: 's1' }], [{ item_external_id: 's1' }]],
		['one line', { sku: 's1' }, [{ item_external_id: 's1' }]],
		['JSON text', '[{"sku": "s1"}]', [{ item_external_id: 's1' }]],
		['an empty list', [], []],
	])('takes lines as %s', (_, items, sent) => {
		expect(orders(whole({ order_external_id: 'a', items }))).toEqual([
			{ order_external_id: 'a', items: sent },
		]);
	});

	it.each([null, ''])('leaves the lines alone when there are none: %j', (items) => {
		expect(orders(whole({ order_external_id: 'a', items }))).toEqual([{ order_external_id: 'a' }]);
	});

	it('refuses an order for which Line Items has no value at all', () => {
		expect(problems(whole({ order_external_id: 'a' }))).toEqual([
			expect.stringMatching(/^Order a of item 1: Line Items has no value\. Correct the expression/),
		]);
	});

	it('names item, order, line and field of what is wrong', () => {
		const gathered = whole(
			{
				order_external_id: 'a',
				items: [{ item_name: 'Lamp' }, { item_name: 'Lamp', quantity: 'x' }],
			},
			{ items: [] },
			{ order_external_id: 'c', items: 'three lamps' },
			{ order_external_id: 'd', items: '['.repeat(501) + ']'.repeat(501) },
			{ order_external_id: 'e', items: `[${'{},'.repeat(400_000)}{}]` },
		);
		expect(problems(gathered)).toEqual([
			'Order a of item 1: Line Items, row 2, Quantity: expected a whole number such as 12, given "x"',
			'The order of item 2: Order External ID is required',
			'Order c of item 3: Line Items: expected a list of objects, given "three lamps"',
			'Order d of item 4: Line Items: expected a list of objects, given more than 500 levels of lists and objects',
			'Order e of item 5: Line Items: expected a list of objects, given more than 1000000 characters of JSON text; use JSON.parse in the expression',
		]);
	});
});

describe('orders as JSON', () => {
	const order = { order_external_id: 'a', items: [{ item_external_id: 's1', quantity: 1 }] };

	it.each([
		['one order', order],
		['a list', [order]],
		['a whole request body', { orders: [order] }],
		['text', JSON.stringify([order])],
	])('takes %s', (_, given) => {
		expect(json(given).records).toEqual([
			{ externalId: 'a', items: [0], parts: [order], record: order },
		]);
	});

	it('sends null where null is given, lines that are null too, and nothing where none are given', () => {
		const given = [{ order_external_id: 'a', memo: null, items: null }, { order_external_id: 'b' }];
		expect(orders(json(...given))).toEqual(given);
	});

	it('leaves keys that no field takes to the option, at both levels, and names them', () => {
		const items = [{ sku: 's1', hue: 'red' }];
		const gathered = json({ ...order, order_dat: '2026-01-01', items });
		expect(problems(gathered)).toEqual([]);
		expect(gathered.unmatched).toEqual(['order_dat', 'items › hue']);
		expect(orders(gathered)).toMatchObject([{ items: [{ item_external_id: 's1' }] }]);
	});

	it('takes orders as Shopify has them', () => {
		const given = {
			name: '#1001',
			order_number: 1001,
			note: null,
			customer: { id: 207, email: 'a@b.example' },
			line_items: [{ id: 4, sku: 'K-1', name: 'Kettle', quantity: 2, price: '19.50' }],
		};
		const line = { item_external_id: 'K-1', item_name: 'Kettle', quantity: 2, unit_price: 19.5 };
		expect(orders(json(given))).toEqual([
			{ order_external_id: '#1001', company_external_id: '207', items: [line] },
		]);
	});

	it('makes several orders of one item, each paired with it, and one of equal ones', () => {
		const gathered = json([order, { order_external_id: 'b' }], order);
		expect(gathered.records.map(({ externalId, items }) => [externalId, items])).toEqual([
			['a', [0, 1]],
			['b', [0]],
		]);
	});

	it.each([
		['nothing', ''],
		['a number', 7],
		['texts', ['a']],
		['broken text', '{"orders": '],
	])('refuses %s', (_, given) => {
		expect(problems(json(given))[0]).toContain('Orders: expected a list of objects');
	});

	it.each([
		['an empty list', []],
		['an empty list as text', '[]'],
		['a request body without orders', { orders: [] }],
	])('refuses %s, so that its item is accounted for', (_, given) => {
		const gathered = json({ order_external_id: 'a' }, given);
		expect(gathered.records).toMatchObject([{ externalId: 'a', items: [0] }]);
		expect(gathered.invalid).toMatchObject([{ items: [1] }]);
		expect(problems(gathered)[0]).toContain('Orders: expected at least one order, given ');
	});

	it('refuses an order without its ID, null and blank included', () => {
		for (const id of [undefined, null, '', '  ']) {
			expect(problems(json({ order_external_id: id }))[0]).toContain('is required');
		}
	});
});

it('a dry run shows what would be sent and what is wrong, in the order of the input', () => {
	const [bad, good] = [{ quantity: 'x' }, { item_name: 'Lamp', quantity: 1 }];
	const gathered = whole(
		{ order_external_id: 'bad', items: [bad] },
		{ order_external_id: 'a', items: [good, good] },
	);
	expect(runAtOnce(showOrders(gathered)).map(({ json }) => json)).toMatchObject([
		{ would_send: false, problem: expect.stringContaining('Quantity'), items: [0], order: null },
		{ would_send: true, problem: null, items: [1], order: { items: [good, good] } },
	]);
	expect(dryRunSummary(gathered, 1)).toMatch(
		/send 1 order with 2 lines in 1 request\. 1 order with/,
	);
});

describe('a line that names no item', () => {
	const line = { quantity: 2 };
	it.each([
		['one item per order', whole({ order_external_id: 'a', items: [line] })],
		['JSON', json({ order_external_id: 'a', items: [line] })],
		[
			'one item per order line',
			gatherLines({
				count: 1,
				at: () => ({ order_external_id: 'a', ...line }),
				read: readOptions('UTC'),
			}),
		],
	])('rejects its order, in a dry run as in a real one: %s', (_mode, gathered) => {
		expect(gathered.records).toEqual([]);
		expect(problems(gathered)[0]).toContain('Item External ID is required: the line names no item');
	});
});

describe('the partner', () => {
	it.each(['my-erp', 'ERP_2', ' padded '])('may be %j', (partner) => {
		expect(readPartner(partner)).toBe(partner.trim());
	});
	it.each(['', undefined, null, 'a/b', '..', 'a b', 'ü', 7])('may not be %j', (partner) => {
		const failure = { kind: 'input', parameter: 'partner' };
		expect(settleNow(() => readPartner(partner))).toMatchObject({ ok: false, failure });
	});
});

describe('orders as JSON', () => {
	it('are refused where their lines are no list of objects', () => {
		const numbered = { order_external_id: 'a', items: [{ item_name: 'Lamp' }, 7] };
		const gathered = json(numbered, { order_external_id: 'b', items: 'two lamps' });
		expect(gathered.records).toEqual([]);
		expect(problems(gathered)).toEqual([
			'Order a of item 1: Line Items: expected a list of objects, given [{"item_name":"Lamp"},7]',
			'Order b of item 2: Line Items: expected a list of objects, given "two lamps"',
		]);
	});
});

it('columns of an order and of its lines that could hold the same are named', () => {
	const items = [{ Qty: 1, Quantity: 2, SKU: 's' }];
	const { mapping } = whole({ 'Order No.': 1, Order_Number: 2, items });
	expect(mapping).toEqual([expect.stringMatching(/^Order No\., Qty → ignored, /)]);
});

it('a row without an order number that holds only a wrong value may be a line of the order before it', () => {
	const rows: Row[] = [{ order_external_id: 'a', item_name: 'Lamp' }, { quantity: 'two' }];
	const read = readOptions('UTC');
	const gathered = gatherLines({ count: rows.length, at: (item) => rows[item], read });
	expect(gathered.records).toEqual([]);
	expect(gathered.invalid.flatMap(({ items }) => items).sort()).toEqual([0, 1]);
});
