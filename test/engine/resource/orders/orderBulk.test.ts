import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { behaviours } from '../../../../testing/behaviours';
import { fromItem, mapped } from '../../../../testing/parameters';
import type { RunNodeOptions } from '../../../../testing/runNode';
import { useEngine, useSandbox } from '../../../../testing/setUp';
import { itSince } from '../../../../testing/since';

const sandbox = useSandbox();
/** A service that queues more than two orders at once. */
const queueing = useSandbox({ limits: { bulkOrdersAtOnce: 2 } });
const { runNode, columnsOf } = useEngine(sandbox);

type Row = Record<string, unknown>;

const createMany = async (
	rows: readonly Row[],
	parameters: INodeParameters = {},
	options: RunNodeOptions = {},
) =>
	await runNode(
		'order',
		'createMany',
		{ ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.lines }}', ...parameters },
		{ items: rows, ...options },
	);

const lines = [{ itemExternalId: 'acme-item-desk', quantity: '2', price: '25.5' }];
/** Fails for the second item, and is the ID of the others. */
const FAILING = '={{ $itemIndex === 1 ? $("Nobody").item : "b-" + $itemIndex }}';
const order = (id: string, more: Row = {}): Row => ({ externalId: id, lines, ...more });
const many = (count: number) => Array.from({ length: count }, (_, n) => order(`b-${n}`));
const stored = () =>
	sandbox.records('orders').filter(({ external_id: id }) => /^b-/.test(String(id)));
const ids = (items: INodeExecutionData[]) =>
	items.map(({ json }) => json.external_id ?? (json.details as Row).external_id);

describe('creating many orders', () => {
	it('writes one order per item, all in one request', async () => {
		const first = { 'Company External ID': 'acme-sap', orderAt: '2026-03-01' };
		const rows = [order('b-1', first), order('b-2')];
		const { items, hints } = await createMany(rows);
		expect(sandbox.requests).toMatchObject([{ method: 'POST', path: '/v1/public/orders/bulk' }]);
		const sent = [{ itemExternalId: 'acme-item-desk', quantity: 2, price: 25.5 }];
		const orderAt = expect.stringMatching(/^2026-03-01T/);
		expect(sandbox.requests[0].body).toEqual({
			orders: [
				{ externalId: 'b-1', companyExternalId: 'acme-sap', orderAt, items: sent },
				{ externalId: 'b-2', items: sent },
			],
			createMissingItems: false,
			triggerWorkflows: true,
		});
		const response = { status: 'created', errors: [] };
		expect(items).toMatchObject([
			{ json: { external_id: 'b-1', response }, pairedItem: [{ item: 0 }] },
			{ json: { external_id: 'b-2', response }, pairedItem: [{ item: 1 }] },
		]);
		expect(stored().map(({ id }) => id)).toEqual(items.map(({ json }) => json.id));
		expect(hints[0]).toMatch(/^2 orders in 1 request: 2 created/);
	});

	it('accepts lines entered as rows, and options of the whole call', async () => {
		const row = [{ itemExternalId: 'brand-new', quantity: '3', price: '', tax: '', tax_rate: '' }];
		const whole = { createMissingItems: true, triggerWorkflows: false };
		const rows = ['b-1', 'b-2'].map((externalId) => ({ externalId }));
		await createMany(rows, { itemsSource: 'rows', items: { row }, ...whole });
		const items = [{ itemExternalId: 'brand-new', quantity: 3 }];
		const orders = rows.map((each) => ({ ...each, items }));
		expect(sandbox.requests[0].body).toMatchObject({ orders, ...whole });
		expect(stored()).toHaveLength(2);
	});

	it('makes one order of IDs that differ by spaces only, and refers to records without them', async () => {
		const padded = [{ itemExternalId: '\u00A0acme-item-desk ', quantity: '2', price: '25.5' }];
		const { items } = await createMany([
			order('b-1', { companyExternalId: 'acme-sap\u00A0', lines: padded }),
			order(' b-1\uFEFF', { companyExternalId: 'acme-sap' }),
		]);
		expect(items).toMatchObject([
			{ json: { external_id: 'b-1' }, pairedItem: [{ item: 0 }, { item: 1 }] },
		]);
		const trimmed = [{ itemExternalId: 'acme-item-desk' }];
		expect(sandbox.requests[0].body).toMatchObject({
			orders: [{ externalId: 'b-1', companyExternalId: 'acme-sap', items: trimmed }],
		});
		expect(stored()).toHaveLength(1);
	});

	it('ignores options of the whole call in an item', async () => {
		await createMany([order('b-1', { createMissingItems: true })]);
		expect(sandbox.requests[0].body).toMatchObject({ createMissingItems: false });
	});

	it('puts as many orders into a request as the option says', async () => {
		const { items } = await createMany(many(25), { options: { batchSize: 10 } });
		const sizes = sandbox.requests.map(({ body }) => (body as { orders: Row[] }).orders.length);
		expect(sizes.sort()).toEqual([10, 10, 5]);
		expect(ids(items)).toEqual(many(25).map(({ externalId }) => externalId));
	});

	it('reports queued orders as queued, never as done', async () => {
		const { items, hints } = await createMany(many(3), {}, { service: queueing });
		const response = { ctx_id: expect.any(String) };
		const job = { queued: true, job_id: expect.stringMatching(/^job-/), response };
		expect(items.map(({ json }) => json)).toEqual(
			['b-0', 'b-1', 'b-2'].map((external_id) => ({ external_id, ...job })),
		);
		expect(hints[0]).toContain('0 created, 0 updated, 3 queued, not done yet, 0 rejected');
	});

	itSince('errorDetails').each(behaviours)(
		'rejects single orders, with the others created, at $service',
		async ({ behaviour }) => {
			sandbox.setBehaviour(behaviour);
			const rows = [
				order('b-1'),
				order('b-2', { companyExternalId: 'nobody' }),
				{ externalId: 'b-3', lines: 'none' },
				{ lines },
				order('b-5'),
				order('b-5', { deliveryStatus: 'shipped' }),
				order('b-1'),
				order('b-8', { companyExternalId: 'no one' }),
			];
			const { items, failed } = await createMany(rows, {}, { onError: 'continueErrorOutput' });
			expect(items).toMatchObject([
				{ json: { external_id: 'b-1' }, pairedItem: [{ item: 0 }, { item: 6 }] },
			]);
			expect(ids(failed)).toEqual(['b-2', null, null, 'b-5', 'b-8']);
			const errors = failed.map(({ json }) => String(json.error));
			expect(errors[0]).toMatch(
				/^The service rejected the order b-2: Company with .*nobody does not exist$/,
			);
			expect(errors[1]).toContain('Line Items');
			expect(errors[2]).toContain('External ID is required');
			expect(errors[3]).toContain('items 5 and 6');
			expect(errors[4]).toMatch(
				/^The service rejected the order b-8: Company with .*no one does not exist$/,
			);
			expect(stored()).toHaveLength(1);

			const stopped = await createMany(rows);
			expect(stopped.error?.message).toMatch(/^5 of 6 orders were rejected/);
		},
	);

	it.each([0, 'many', 1.5])('refuses a batch size of %j before any request', async (batchSize) => {
		const { error } = await createMany(many(1), { options: { batchSize } });
		expect(error?.context).toMatchObject({ parameter: 'options.batchSize' });
		expect(sandbox.requests).toEqual([]);
	});

	const value = FAILING.replace('"b-" + $itemIndex', '"acme-sap"');
	const picked = { __rl: true, mode: 'externalId', value };
	itSince('errorDetails').each<[string, INodeParameters]>([
		['a field', mapped({ externalId: FAILING })],
		['the lines', { itemsJson: '={{ $itemIndex === 1 ? $("Nobody").item : $json.lines }}' }],
		['a record that is picked', { related: { company: picked } }],
	])('fails only the order whose expression fails: %s', async (_, parameters) => {
		const options = { onError: 'continueErrorOutput' } as const;
		const { items, failed } = await createMany(many(3), { related: {}, ...parameters }, options);
		const pairs = [items, failed].map((output) => output.map(({ pairedItem }) => pairedItem));
		expect(pairs).toEqual([[[{ item: 0 }], [{ item: 2 }]], [[{ item: 1 }]]]);
		expect(failed[0].json).toMatchObject({ details: { kind: 'input', items: [1] } });
		expect(stored()).toHaveLength(2);
	});

	it.each<[string, INodeParameters, string]>([
		[
			'createMissingItems',
			{ createMissingItems: '={{ $itemIndex === 0 }}' },
			'Create Missing Items applies to all items, but it is true in item 1, false in items 2 and 3',
		],
		[
			'triggerWorkflows',
			{ triggerWorkflows: '={{ $json.nothing }}' },
			'Trigger Workflows applies to all items, but it is empty in items 1, 2 and 3',
		],
		[
			'options.batchSize',
			{ options: { batchSize: '={{ $itemIndex + 1 }}' } },
			'Batch Size applies to all items, but it is 1 in item 1, 2 in item 2, 3 in item 3',
		],
		[
			'triggerWorkflows',
			{ triggerWorkflows: '={{ $itemIndex === 2 ? $("Nobody").item : true }}' },
			'Trigger Workflows applies to all items, and cannot be read for item 3',
		],
	])('sends nothing when %s differs between items', async (name, parameters, words) => {
		const { error } = await createMany(many(3), parameters);
		expect(error?.message).toContain(words);
		expect(error?.context).toMatchObject({ parameter: name });
		const { items, failed } = await createMany(many(3), parameters, {
			onError: 'continueErrorOutput',
		});
		expect([items, failed.length]).toEqual([[], 3]);
		expect(sandbox.requests).toEqual([]);
	});

	it('offers the columns of an order, without options of the whole call', async () => {
		const columns = async (operation: string) =>
			(await columnsOf('order', operation)).map(({ id }) => id);
		expect(await columns('createMany')).toContain('externalId');
		expect(await columns('createMany')).not.toContain('createMissingItems');
		expect(await columns('create')).toEqual(await columns('createMany'));
	});
});

describe.each(behaviours)('creating one order at $service', ({ behaviour }) => {
	beforeEach(() => sandbox.setBehaviour(behaviour));

	const create = async (row: Row) =>
		await createMany([row], { operation: 'create' }, { onError: 'continueErrorOutput' });

	it('outputs its ID and status', async () => {
		const { items, failed } = await create(order('b-1'));
		expect([items.length, failed.length]).toEqual([1, 0]);
		const response = { status: 'created', order_id: stored()[0].id };
		expect(items[0].json).toMatchObject({ id: stored()[0].id, external_id: 'b-1', response });
	});

	it('shows why it was rejected', async () => {
		const { items, failed } = await create(order('b-1', { companyExternalId: 'nobody' }));
		expect([items.length, failed.length]).toEqual([0, 1]);
		expect(failed[0].json.error).toContain('Company with external ID nobody does not exist');
		expect(stored()).toEqual([]);
	});

	it('rejects it also when the response only says ok: false', async () => {
		sandbox.setFaults({ faults: [{ kind: 'notOk' }] });
		const { failed } = await create(order('b-1'));
		expect(failed[0].json.error).toContain('ok: false');
		expect(stored()).toEqual([]);
	});
});
