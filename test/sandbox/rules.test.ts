import { fakeOnly } from '../../testing/fakeOnly';
import { run, useRunning } from './client';

const running = useRunning();
beforeEach(() => running.sandbox.reset());

describe('references', () => {
	it('accept the ID, the number or the external ID', async () => {
		const { api, sandbox } = running;
		const sap = sandbox.records('companies').find(({ name }) => name === 'SAP')!;
		for (const reference of [
			{ company_id: sap.id },
			{ company_id: String(sap.number) },
			{ company_external_id: 'acme-sap' },
		]) {
			const { data } = await api.post('/v1/public/estimates', reference);
			const read = await api.get(`/v1/public/estimates/${data.estimate_id}`);
			expect(read.data.company_name).toBe('SAP');
		}
	});
});

it('restores an archived record when it is upserted', async () => {
	const { api, sandbox } = running;
	await api.delete('/v1/public/companies/acme-sap');
	expect((await api.get('/v1/public/companies/acme-sap')).status).toBe(200);
	const { data } = await api.post('/v1/public/companies', {
		external_id: 'acme-sap',
		email: 'a@b.c',
	});
	expect(data.status).toBe('updated');
	const found = sandbox
		.records('companies')
		.filter(({ external_id }) => external_id === 'acme-sap');
	expect(found).toMatchObject([{ name: 'SAP', email: 'a@b.c' }]);
});

it('shows that a record is archived where it has a status', async () => {
	const { api } = running;
	await api.delete('/v1/public/invoices/acme-invoice-1');
	const { data } = await api.get('/v1/public/invoices/acme-invoice-1');
	expect(data.status).toBe('archived');
	const change = { due_date: '2026-05-01' };
	expect((await api.put('/v1/public/invoices/acme-invoice-1', change)).status).toBe(409);
});

describe('deals', () => {
	it('accept both names of the external ID', async () => {
		for (const body of [{ external_id: 'd-1' }, { externalId: 'd-1' }]) {
			const { data } = await running.api.post('/v1/public/deals', body);
			expect(data.external_id).toBe('d-1');
		}
		const both = { external_id: 'd-2', externalId: 'd-2', name: 'Both' };
		expect((await running.api.post('/v1/public/deals', both)).data.external_id).toBe('d-2');
	});

	it('start in the first stage, and reject a stage that no pipeline has', async () => {
		const { api } = running;
		const { data } = await api.post('/v1/public/deals', { name: 'New one' });
		const read = await api.get(`/v1/public/deals/${data.case_id}`);
		expect(read.data).toMatchObject({ stage_key: 'new', stage_position: 1, stage_score: 10 });
		const refused = await api.put(`/v1/public/deals/${data.case_id}`, { caseStatus: 'dreaming' });
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
		const { api } = running;
		const { data } = await api.post('/v1/public/orders', { order: order('o-1') });
		expect(data).toMatchObject({
			ok: true,
			job_id: null,
			results: [{ external_id: 'o-1', status: 'created', errors: [] }],
		});
		expect((await api.get(`/v1/public/orders/${data.results[0].order_id}`)).data).toMatchObject({
			total_price_without_tax: 196.5,
			total_price: 216.15,
			number_item: 1,
			currency: 'EUR',
			order_at: '2026-04-01T07:00:00.000Z',
		});
	});

	it('are upserted by external ID, and updated by path', async () => {
		const { api, sandbox } = running;
		const before = sandbox.records('orders').length;
		const first = await api.post('/v1/public/orders', { order: order('o-1') });
		const second = await api.post('/v1/public/orders', { order: { ...order('o-1'), items: [] } });
		expect(second.data.results[0]).toMatchObject({
			status: 'updated',
			order_id: first.data.results[0].order_id,
		});
		const third = await api.put('/v1/public/orders/o-1', {
			order: { ...order('o-9'), deliveryStatus: 'lost' },
		});
		expect(third.data.results[0]).toMatchObject({ external_id: 'o-9', status: 'updated' });
		expect(sandbox.records('orders')).toHaveLength(before + 1);
		expect(sandbox.records('orders').at(-1)).toMatchObject({
			external_id: 'o-9',
			delivery_status: 'lost',
			number_item: 1,
		});
		expect((await api.delete('/v1/public/orders/o-9')).data).toMatchObject({
			ok: true,
			status: 'deleted',
			external_id: 'o-9',
		});
	});

	it('with an unknown item are rejected one by one, or the item is created', async () => {
		const { api, sandbox } = running;
		const items = sandbox.records('items').length;
		const orders = [order('o-1'), order('o-2', 'new-item'), order('o-3')];
		const { data } = await api.post('/v1/public/orders/bulk', { orders });
		expect(data.ok).toBe(false);
		expect(data.results.map(({ status }: { status: string }) => status)).toEqual([
			'created',
			'failed',
			'created',
		]);
		expect(data.results[1].errors[0]).toContain('new-item');
		expect(sandbox.records('items')).toHaveLength(items);
		const again = await api.post('/v1/public/orders/bulk', { orders, createMissingItems: true });
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
	const { api } = running;
	const body = { inventoryExternalId: 'acme-stock-desk', amount: 4 };
	await api.post('/v1/public/inventory-transactions', { ...body, transactionType: 'outgoing' });
	const { data } = await api.get('/v1/public/inventories/acme-stock-desk');
	expect(data).toMatchObject({ initial_value: 40, available: 46, inventory_value: 11960 });
});

it('responds to writes of subscriptions with the record', async () => {
	const { api, sandbox } = running;
	const item = sandbox.records('items')[0].id;
	const cid = sandbox.records('companies')[0].id;
	const created = await api.post('/v1/public/subscriptions', {
		cid,
		items: [{ id: item, amount: 2 }],
		subscription_status: 'active',
		frequency: 1,
		frequency_time: 'months',
	});
	expect(created.data).toMatchObject({
		number_item: 1,
		total_price: 960,
		items: [{ id: item, name: 'Desk', amount: 2, price: 480 }],
		contact_info: [{ id: cid, name: 'Microsoft' }],
	});
	const { id } = created.data;
	const updated = await api.put(`/v1/public/subscriptions/${id}`, { status: 'paused', items: [] });
	expect(updated.data).toMatchObject({ id, status: 'paused', number_item: 0, frequency: 1 });
	const deleted = await api.delete(`/v1/public/subscriptions/${id}`);
	expect(deleted.data).toMatchObject({ ok: true, subscription_id: id });
	const wrong = { cid, items: [{ id: 'nothing', amount: 1 }], subscription_status: 'active' };
	const refused = await api.post('/v1/public/subscriptions', wrong);
	expect([refused.status, Object.keys(refused.data as object).sort()]).toEqual([
		400,
		['code', 'ctx_id', 'message'],
	]);
});

it('creates and updates workflows through POST', async () => {
	const { api } = running;
	const { data } = await api.post('/v1/public/workflows', {
		external_id: 'w-1',
		title: 'One',
		json: 'else',
		nodes: [{ action_slug: 'schedule' }, { action_slug: 'unknown', condition_groups: [{}] }],
	});
	expect(data).toMatchObject({ status: 'created', node_count: 2, valid_to_run: false });
	const again = await api.post('/v1/public/workflows', {
		external_id: 'w-1',
		nodes: [{ action_slug: 'schedule' }],
	});
	expect(again.data).toMatchObject({
		status: 'updated',
		workflow_id: data.workflow_id,
		valid_to_run: true,
	});
	for (const reference of ['w-1', data.workflow_id as string]) {
		const read = await api.get(`/v1/public/workflows/${reference}`);
		expect(read.data).toMatchObject({ title: 'One', nodes: [{ id: 'node-1', is_base: true }] });
	}
	expect((await api.put('/v1/public/workflows/w-1', {})).status).toBe(404);
	expect((await api.get('/v1/public/workflows/actions')).data.count).toBeGreaterThan(2);
});

it('stores the metadata and panels of a report', async () => {
	const { api } = running;
	const reportMetadata = { name: 'R', reportType: { type: 'deals' }, reportFormat: 'table' };
	const { data } = await api.post('/v1/public/reports', {
		reportMetadata,
		panels: [{ panelType: 'chart', metrics: [{ metric: 'count' }], typeObjects: ['deals'] }],
	});
	expect(data).toMatchObject({ ok: true, report_metadata: reportMetadata });
	const read = await api.get(`/v1/public/reports/${data.report_id}`);
	expect(read.data).toMatchObject({
		report_type: 'deals',
		panels: [
			{
				panel_type: 'chart',
				width_units: 6,
				type_objects: 'deals',
				metrics: [{ metric: 'count' }],
			},
		],
	});
	expect((await api.get('/v1/public/reports')).data[0]).not.toHaveProperty('panels');
});

describe('properties', () => {
	const path = (object: string, reference = '') =>
		`/v1/public/properties/${object}/${reference}`.replace(/\/$/, '');

	it('are the fields of the record, and those of the workspace', async () => {
		const { api } = running;
		const all = (await api.get(path('companies'))).data as Array<{ internal_name: string }>;
		expect(all.map((property) => property.internal_name)).toEqual(
			expect.arrayContaining(['name', 'phone_number', 'industry']),
		);
		const own = await api.get(path('companies'), { params: { custom_only: true } });
		expect(own.data).toHaveLength(3);
		expect((await api.get(path('companies', 'name'))).data).toMatchObject({
			is_custom: false,
			immutable: true,
			type: 'text',
		});
	});

	it('can be added, changed and archived', async () => {
		const { api } = running;
		const { data } = await api.post(path('orders'), { name: 'Gift Note', type: 'text' });
		expect(data).toMatchObject({ ok: true, status: 'created', object: 'orders' });
		await api.put(path('orders', 'gift_note'), { description: 'On a card' });
		const read = await api.get(path('orders', data.property_id as string));
		expect(read.data).toMatchObject({
			name: 'Gift Note',
			description: 'On a card',
			is_custom: true,
		});
		expect((await api.post(path('orders'), { name: 'Gift note' })).status).toBe(400);
		await api.delete(path('orders', 'gift_note'));
		expect((await api.get(path('orders', 'gift_note'))).status).toBe(404);
	});

	it.each(['cases', 'deals', 'locations', 'meters'])('of %s are read-only', async (object) => {
		const { api } = running;
		expect((await api.get(path(object))).status).toBe(200);
		const { status, data } = await api.post(path(object), { name: 'X' });
		expect(status).toBe(403);
		expect(data.code).toBe('read_only');
	});

	it('that are built in cannot be changed', async () => {
		const { api } = running;
		expect((await api.put(path('items', 'name'), { name: 'X' })).status).toBe(403);
		expect((await api.delete(path('items', 'name'))).status).toBe(403);
		expect((await api.get(path('unicorns'))).status).toBe(422);
	});
});
