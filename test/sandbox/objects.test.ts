import data from '../../sandbox/data/records.json';
import { objects, operations } from '../../sandbox/contract';
import { useRunning } from './client';

type Json = Record<string, unknown>;

const running = useRunning();

const listPath = (object: string) =>
	object === 'inventory-transactions' ? `/api/v1/public/${object}` : `/v1/public/${object}`;
const path = (object: string, reference: unknown) =>
	`/v1/public/${object}/${encodeURIComponent(String(reference))}`;
const rowsOf = ({ data: body }: { data: unknown }) =>
	(Array.isArray(body) ? body : (body as { data: Json[] }).data) as Json[];

/** A body to create each object with, a change to it, and what the record shows of that change. */
const samples: Record<string, { body: Json; change: Json; shows: Json; keeps: string[] }> = {
	deals: {
		body: { externalId: 'x-1', name: 'Big one', companyExternalId: 'acme-sap', currency: 'EUR' },
		change: { caseStatus: 'Proposal' },
		shows: { case_status: 'proposal', stage_label: 'Proposal', pipeline_name: 'Sales' },
		keeps: ['name', 'currency'],
	},
	companies: {
		body: { external_id: 'x-1', name: 'Sample Ltd', url: 'https://sample.example' },
		change: { address: 'Sample Street 1', url: null },
		shows: { address: 'Sample Street 1', url: null },
		keeps: ['name'],
	},
	contacts: {
		body: { ...data.contacts[0], external_id: 'x-1' },
		change: { phone_number: '+49 30 1' },
		shows: { phone_number: '+49 30 1' },
		keeps: ['name', 'email'],
	},
	items: {
		body: { ...data.items[0], externalId: 'x-1' },
		change: { externalId: 'x-1', price: 1.5 },
		shows: { price: 1.5 },
		keeps: ['name', 'currency'],
	},
	inventories: {
		body: { ...data.inventories[0], externalId: 'x-1' },
		change: { externalId: 'x-1', initialValue: 7, unitPrice: 2.5 },
		shows: { initial_value: 7, available: 7, total_inventory: 7, inventory_value: 17.5 },
		keeps: ['name', 'item_ids', 'date'],
	},
	'inventory-transactions': {
		body: { ...data['inventory-transactions'][0] },
		change: { transactionType: 'incoming', amount: 3, price: 2 },
		shows: { amount: 3, total_price: 6 },
		keeps: ['inventory_uuid', 'transaction_date'],
	},
	estimates: {
		body: { ...data.estimates[0], external_id: 'x-1' },
		change: { due_date: '2026-05-01T08:00:00Z', company_external_id: 'acme-ibm' },
		shows: { due_date: '2026-05-01', company_name: 'IBM' },
		keeps: ['contact_name', 'total_price', 'start_date'],
	},
	invoices: {
		body: { ...data.invoices[0], external_id: 'x-1' },
		change: { company_external_id: null },
		shows: { company_name: null },
		keeps: ['total_price', 'due_date'],
	},
	'purchase-orders': {
		body: { ...data['purchase-orders'][0], external_id: 'x-1' },
		change: { date: '2026-06-01' },
		shows: { date: '2026-06-01' },
		keeps: ['company_name', 'status'],
	},
	expenses: {
		body: { ...data.expenses[0], external_id: 'x-1' },
		change: { due_date: '2026-06-01' },
		shows: { due_date: '2026-06-01T00:00:00.000Z' },
		keeps: ['description', 'amount'],
	},
	bills: {
		body: { ...data.bills[0], external_id: 'x-1' },
		change: { payment_date: '2026-06-01' },
		shows: { payment_date: '2026-06-01' },
		keeps: ['issued_date', 'company_name'],
	},
	disbursements: {
		body: { ...data.disbursements[0], external_id: 'x-1' },
		change: { status: 'draft' },
		shows: { status: 'draft' },
		keeps: ['company_name', 'total_price'],
	},
	slips: {
		body: { ...data.slips[0], external_id: 'x-1' },
		change: { slip_type: 'return' },
		shows: { slip_type: 'return' },
		keeps: ['company_name', 'start_date'],
	},
	payments: {
		body: { ...data.payments[0], externalId: 'x-1' },
		change: { totalPrice: 10, startDate: '2026-06-01' },
		shows: { total_price: 10, start_date: '2026-06-01' },
		keeps: ['company_name', 'entry_type'],
	},
	locations: {
		body: { ...data.locations[0], externalId: 'x-1' },
		change: { bin: '9' },
		shows: { location: 'North-1-A-1-1-2-9' },
		keeps: ['warehouse'],
	},
	meters: {
		body: { ...data.meters[0], externalId: 'x-1' },
		change: { usage: 20, usageAt: '2026-06-01T12:00:00+02:00' },
		shows: { usage: 20, usage_at: '2026-06-01T10:00:00.000Z' },
		keeps: ['company_name', 'item_name'],
	},
	reports: {
		body: { ...data.reports[0] },
		change: { reportMetadata: { description: 'By month' }, panels: [] },
		shows: { description: 'By month', panel_count: 0, panels: [] },
		keeps: ['name', 'report_type'],
	},
};

describe.each(Object.entries(samples))('%s', (object, { body, change, shows, keeps }) => {
	const facts = objects.get(object)!;
	const idKey = Object.keys(facts.envelope).find((key) => facts.envelope[key] === 'uuid')!;

	it('are created, read, changed, and archived', async () => {
		const { api, sandbox } = running;
		const before = rowsOf(await api.get(listPath(object), { params: paging(object) })).length;

		const created = await api.post(`/v1/public/${object}`, body);
		expect(created.status).toBe(200);
		expect(created.data).toMatchObject({ ok: true, status: 'created' });
		expect(created.data.ctx_id).toMatch(/^ctx-/);
		if (facts.externalId.length > 0) expect(created.data.external_id).toBe('x-1');
		const id = created.data[idKey] as string;
		const stored = sandbox.records(object).find((record) => record.id === id)!;

		const read = await api.get(path(object, id));
		expect(read.status).toBe(200);
		for (const key of keeps) expect(read.data[key]).not.toBeNull();
		if (facts.uuid) expect(read.data[facts.uuid]).toBe(id);

		const updated = await api.put(path(object, id), change);
		expect(updated.data).toMatchObject({ ok: true, status: 'updated', [idKey]: id });
		const after = await api.get(path(object, id));
		expect(after.data).toMatchObject(shows);
		for (const key of keeps) expect([key, after.data[key]]).toEqual([key, read.data[key]]);

		expect((await api.get(path(object, stored.number))).data).toEqual(after.data);
		if (facts.externalId.length > 0) {
			expect((await api.get(path(object, 'x-1'))).data).toEqual(after.data);
			const elsewhere = await api.get(path(object, 1), { params: { external_id: 'x-1' } });
			expect(elsewhere.data).toEqual(after.data);
		}
		expect(rowsOf(await api.get(listPath(object), { params: paging(object) }))).toHaveLength(
			before + 1,
		);

		const deleted = await api.delete(path(object, id));
		expect(deleted.data).toMatchObject({ ok: true, status: 'deleted', [idKey]: id });
		expect(rowsOf(await api.get(listPath(object), { params: paging(object) }))).toHaveLength(
			before,
		);
		expect(sandbox.records(object).some((record) => record.id === id)).toBe(false);
		expect(sandbox.records(object, { archived: true }).some((record) => record.id === id)).toBe(
			true,
		);

		const again = await api.delete(path(object, id));
		expect(again.data).toMatchObject({ ok: true, status: 'deleted' });
		const operation = [...operations.values()].find(
			(entry) => entry.object === facts && entry.action === 'update',
		)!;
		const refused = await api.put(path(object, id), change);
		expect(refused.status).toBe(operation.responses[409] ? 409 : 404);
	});

	it('follow the rule on external IDs', async () => {
		const { api, sandbox } = running;
		const create = async () => await api.post(`/v1/public/${object}`, body);
		const before = sandbox.records(object).length;
		const first = await create();
		const second = await create();
		expect(second.data.status).toBe(facts.upsert ? 'updated' : 'created');
		expect(second.data[idKey] === first.data[idKey]).toBe(facts.upsert);
		expect(sandbox.records(object)).toHaveLength(before + (facts.upsert ? 1 : 2));
	});

	it('reject an unknown record, in the error variant of the object', async () => {
		const missing = await running.api.get(path(object, 'no-such-record'));
		expect(missing.status).toBe(404);
		expect(missing.data.message).toContain('no-such-record');
		const operation = [...operations.values()].find(
			(entry) => entry.object === facts && entry.action === 'retrieve',
		)!;
		const variant = operation.responses[404].$ref!.slice(-1);
		const keys = { A: ['errors'], B: ['errors', 'code'], C: ['code'], D: [], E: ['code'] }[
			variant
		]!;
		expect(Object.keys(missing.data as Json).sort()).toEqual(['ctx_id', 'message', ...keys].sort());
	});

	it('reject a body that is not in the contract', async () => {
		const { status, data: response } = await running.api.post(`/v1/public/${object}`, {
			...body,
			no_such_field: 1,
		});
		expect(status).toBe(422);
		expect(response.detail).toEqual([
			expect.objectContaining({ loc: ['body', 'no_such_field'], type: 'additionalProperties' }),
		]);
	});
});

function paging(object: string) {
	return objects.get(object)!.list === 'array' ? {} : { limit: 100 };
}

it('serves every operation of the contract', async () => {
	const { api } = running;
	for (const operation of operations.values()) {
		const url = operation.path.replace('{object_name}', 'companies').replace(/\{\w+\}/g, 'none');
		const response = await api.request({ method: operation.method, url, data: {} });
		expect([operation.id, response.data?.detail]).not.toEqual([operation.id, 'Not found']);
		expect([operation.id, response.status]).not.toEqual([operation.id, 500]);
	}
});
