import { fakeOnly } from '../../testing/fakeOnly';
import { run, useRunning } from './client';

const running = useRunning();
beforeEach(() => running.sandbox.reset());

const at = (path: string) => `/v1/public/${path}`;
const get = async (path: string) => await running.api.get(at(path));
const post = async (path: string, body: object) => await running.api.post(at(path), body);
const put = async (path: string, body: object) => await running.api.put(at(path), body);
const archive = async (path: string) => await running.api.delete(at(path));

it('accepts the ID, the number or the external ID of a record that is referred to', async () => {
	const sap = running.sandbox.records('companies').find(({ name }) => name === 'SAP')!;
	const references = [{ company_id: sap.id }, { company_id: String(sap.number) }];
	for (const reference of [...references, { company_external_id: 'acme-sap' }]) {
		const { data } = await post('estimates', reference);
		const read = await get(`estimates/${data.estimate_id}`);
		expect(read.data.company_name).toBe('SAP');
	}
});

it('restores an archived record when it is upserted', async () => {
	await archive('companies/acme-sap');
	expect((await get('companies/acme-sap')).status).toBe(200);
	const { data } = await post('companies', { external_id: 'acme-sap', email: 'a@b.c' });
	expect(data.status).toBe('updated');
	const all = running.sandbox.records('companies');
	const found = all.filter(({ external_id }) => external_id === 'acme-sap');
	expect(found).toMatchObject([{ name: 'SAP', email: 'a@b.c' }]);
});

it('shows that a record is archived where it has a status', async () => {
	const path = 'invoices/acme-invoice-1';
	await archive(path);
	expect((await get(path)).data.status).toBe('archived');
	expect((await put(path, { due_date: '2026-05-01' })).status).toBe(409);
});

describe('deals', () => {
	it('accept both names of the external ID', async () => {
		for (const body of [{ external_id: 'd-1' }, { externalId: 'd-1' }]) {
			const { data } = await post('deals', body);
			expect(data.external_id).toBe('d-1');
		}
		const both = { external_id: 'd-2', externalId: 'd-2', name: 'Both' };
		expect((await post('deals', both)).data.external_id).toBe('d-2');
	});

	it('start in the first stage, and reject a stage that no pipeline has', async () => {
		const { data } = await post('deals', { name: 'New one' });
		const read = await get(`deals/${data.case_id}`);
		expect(read.data).toMatchObject({ stage_key: 'new', stage_position: 1, stage_score: 10 });
		const refused = await put(`deals/${data.case_id}`, { caseStatus: 'dreaming' });
		expect(refused.status).toBe(400);
		expect(refused.data.message).toContain('opportunities');
	});
});

describe('orders', () => {
	const order = (externalId: string, item = 'acme-item-lamp') => ({
		externalId,
		companyExternalId: 'acme-sap',
		orderAt: '2026-04-01T09:00:00+02:00',
		items: [{ itemExternalId: item, quantity: 3, tax_rate: 10 }],
	});

	it('have the totals of their lines', async () => {
		const { data } = await post('orders', { order: order('o-1') });
		const results = [{ external_id: 'o-1', status: 'created', errors: [] }];
		expect(data).toMatchObject({ ok: true, job_id: null, results });
		expect((await get(`orders/${data.results[0].order_id}`)).data).toMatchObject({
			total_price_without_tax: 196.5,
			total_price: 216.15,
			number_item: 1,
			currency: 'EUR',
			order_at: '2026-04-01T07:00:00.000Z',
		});
	});

	it('are upserted by external ID, and updated by path', async () => {
		const stored = () => running.sandbox.records('orders');
		const before = stored().length;
		const first = await post('orders', { order: order('o-1') });
		const second = await post('orders', { order: { ...order('o-1'), items: [] } });
		const expected = { status: 'updated', order_id: first.data.results[0].order_id };
		expect(second.data.results[0]).toMatchObject(expected);
		const third = await put('orders/o-1', { order: { ...order('o-9'), deliveryStatus: 'lost' } });
		const renamed = { external_id: 'o-9' };
		expect(third.data.results[0]).toMatchObject({ ...renamed, status: 'updated' });
		expect(stored()).toHaveLength(before + 1);
		const shown = { ...renamed, delivery_status: 'lost', number_item: 1 };
		expect(stored().at(-1)).toMatchObject(shown);
		const deleted = { ...renamed, ok: true, status: 'deleted' };
		expect((await archive('orders/o-9')).data).toMatchObject(deleted);
	});

	it('with an unknown item are rejected one by one, or the item is created', async () => {
		const { sandbox } = running;
		const items = sandbox.records('items').length;
		const orders = [order('o-1'), order('o-2', 'new-item'), order('o-3')];
		const { data } = await post('orders/bulk', { orders });
		expect(data.ok).toBe(false);
		const results = ['created', 'failed', 'created'].map((status) => ({ status }));
		expect(data.results).toMatchObject(results);
		expect(data.results[1].errors[0]).toContain('new-item');
		expect(sandbox.records('items')).toHaveLength(items);
		const again = await post('orders/bulk', { orders, createMissingItems: true });
		expect(again.data.ok).toBe(true);
		expect(sandbox.records('items').at(-1)).toMatchObject({ external_id: 'new-item' });
	});
});

it('queues a bulk create that is too large, and carries it out shortly after', async () => {
	const { api, sandbox } = await run({ seed: 'none', limits: { bulkOrdersAtOnce: 2 } });
	const orders = ['a', 'b', 'c'].map((externalId) => ({ externalId, items: [] }));
	const small = await api.post('/v1/public/orders/bulk', { orders: orders.slice(0, 2) });
	expect([small.status, small.data.job_id]).toEqual([200, null]);
	const restoreClock = fakeOnly(['setTimeout', 'clearTimeout']);
	const { status, data } = await api.post('/v1/public/orders/bulk', { orders });
	expect(status).toBe(202);
	expect(data).toMatchObject({ ok: true, results: null, job_id: expect.stringMatching(/^job-/) });
	expect(sandbox.records('orders')).toHaveLength(2);
	jest.advanceTimersByTime(150);
	restoreClock();
	expect(sandbox.records('orders')).toHaveLength(3);
	await sandbox.close();
});

it('counts stock from movements', async () => {
	const body = { inventoryExternalId: 'acme-stock-desk', amount: 4 };
	await post('inventory-transactions', { ...body, transactionType: 'outgoing' });
	const { data } = await get('inventories/acme-stock-desk');
	expect(data).toMatchObject({ initial_value: 40, available: 46, inventory_value: 11960 });
});

it('responds to writes of subscriptions with the record', async () => {
	const { sandbox } = running;
	const item = sandbox.records('items')[0].id;
	const cid = sandbox.records('companies')[0].id;
	const monthly = { subscription_status: 'active', frequency: 1, frequency_time: 'months' };
	const created = await post('subscriptions', {
		...{ ...monthly, cid, items: [{ id: item, amount: 2 }] },
	});
	expect(created.data).toMatchObject({
		number_item: 1,
		total_price: 960,
		items: [{ id: item, name: 'Desk', amount: 2, price: 480 }],
		contact_info: [{ id: cid, name: 'Microsoft' }],
	});
	const { id } = created.data;
	const updated = await put(`subscriptions/${id}`, { status: 'paused', items: [] });
	expect(updated.data).toMatchObject({ id, status: 'paused', number_item: 0, frequency: 1 });
	const deleted = await archive(`subscriptions/${id}`);
	expect(deleted.data).toMatchObject({ ok: true, subscription_id: id });
	const wrong = { cid, items: [{ id: 'nothing', amount: 1 }], subscription_status: 'active' };
	const refused = await post('subscriptions', wrong);
	expect(refused.status).toBe(400);
	expect(Object.keys(refused.data as object).sort()).toEqual(['code', 'ctx_id', 'message']);
});

it('creates and updates workflows through POST', async () => {
	const { data } = await post('workflows', {
		external_id: 'w-1',
		title: 'One',
		json: 'else',
		nodes: [{ action_slug: 'schedule' }, { action_slug: 'unknown', condition_groups: [{}] }],
	});
	expect(data).toMatchObject({ status: 'created', node_count: 2, valid_to_run: false });
	const nodes = [{ action_slug: 'schedule' }];
	const again = await post('workflows', { external_id: 'w-1', nodes });
	const { workflow_id } = data;
	expect(again.data).toMatchObject({ status: 'updated', workflow_id, valid_to_run: true });
	for (const reference of ['w-1', workflow_id as string]) {
		const read = await get(`workflows/${reference}`);
		expect(read.data).toMatchObject({ title: 'One', nodes: [{ id: 'node-1', is_base: true }] });
	}
	expect((await put('workflows/w-1', {})).status).toBe(404);
	expect((await get('workflows/actions')).data.count).toBeGreaterThan(2);
});

it('stores the metadata and panels of a report', async () => {
	const reportMetadata = { name: 'R', reportType: { type: 'deals' }, reportFormat: 'table' };
	const metrics = [{ metric: 'count' }];
	const panels = [{ panelType: 'chart', metrics, typeObjects: ['deals'] }];
	const { data } = await post('reports', { reportMetadata, panels });
	expect(data).toMatchObject({ ok: true, report_metadata: reportMetadata });
	const read = await get(`reports/${data.report_id}`);
	const panel = { panel_type: 'chart', width_units: 6, type_objects: 'deals', metrics };
	expect(read.data).toMatchObject({ report_type: 'deals', panels: [panel] });
	expect((await get('reports')).data[0]).not.toHaveProperty('panels');
});

describe('properties', () => {
	const path = (object: string, reference = '') =>
		`properties/${object}/${reference}`.replace(/\/$/, '');

	it('are the fields of the record, and those of the workspace', async () => {
		const all = (await get(path('companies'))).data as Array<{ internal_name: string }>;
		expect(all.map((property) => property.internal_name)).toEqual(
			expect.arrayContaining(['name', 'phone_number', 'industry']),
		);
		const own = await get(`${path('companies')}?custom_only=true`);
		expect(own.data).toHaveLength(3);
		const builtIn = { is_custom: false, immutable: true, type: 'text' };
		expect((await get(path('companies', 'name'))).data).toMatchObject(builtIn);
	});

	it('can be added, changed and archived', async () => {
		const { data } = await post(path('orders'), { name: 'Gift Note', type: 'text' });
		expect(data).toMatchObject({ ok: true, status: 'created', object: 'orders' });
		const change = { description: 'On a card' };
		await put(path('orders', 'gift_note'), change);
		const read = await get(path('orders', data.property_id as string));
		expect(read.data).toMatchObject({ ...change, name: 'Gift Note', is_custom: true });
		expect((await post(path('orders'), { name: 'Gift note' })).status).toBe(400);
		await archive(path('orders', 'gift_note'));
		expect((await get(path('orders', 'gift_note'))).status).toBe(404);
	});

	it.each(['cases', 'deals', 'locations', 'meters'])('of %s are read-only', async (object) => {
		expect((await get(path(object))).status).toBe(200);
		const { status, data } = await post(path(object), { name: 'X' });
		expect(status).toBe(403);
		expect(data.code).toBe('read_only');
	});

	it('that are built in cannot be changed', async () => {
		expect((await put(path('items', 'name'), { name: 'X' })).status).toBe(403);
		expect((await archive(path('items', 'name'))).status).toBe(403);
		expect((await get(path('unicorns'))).status).toBe(422);
	});
});
