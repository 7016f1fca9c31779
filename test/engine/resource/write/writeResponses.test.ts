import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, mapped } from '../../../../testing/parameters';
import { useCustomEngine } from '../../../../testing/setUp';
import { itSince } from '../../../../testing/since';

const { service, runNode } = useCustomEngine();

const row = (field: string, value: IDataObject): INodeParameters => ({
	[`${field}Source`]: 'json',
	[`${field}Json`]: JSON.stringify([value]),
});
const subscription = {
	...mapped({ cid: 'c', subscription_status: 'active' }),
	...row('items', { id: 'i', amount: 1 }),
};
const order = { ...mapped({ externalId: 'A' }), ...row('items', { itemExternalId: 's' }) };
const write = { ok: true, status: 'ok', external_id: 'A', ctx_id: 'ctx' };

describe('a response to a write that differs from what is known', () => {
	const envelope = { ...write, company_id: 'c-1' };
	const created_at = '2026-01-01T00:00:00Z';
	const record = { id: 's-1', created_at, contact_info: [], items: [], number_item: 1 };
	const line = { item_external_id: 'sku', quantity: 1, unit_price: 2 };
	const migrated = { partner: 'p', inputMode: 'json', orders: [] };
	const upsert = { ...migrated, inputMode: 'order', ...mapped({ order_external_id: 'A' }) };
	const result = { external_id: 'A', order_id: 'o' };
	const cases: Array<[string, string, INodeParameters, unknown]> = [
		['company', 'create', mapped({ name: 'N' }), { company_id: 'c' }],
		['company', 'upsert', mapped({ external_id: 'A' }), { ...envelope, ok: 'done' }],
		['bill', 'update', { ...byId('b'), ...mapped({ notes: 'N' }) }, { ...write, status: {} }],
		['company', 'delete', byId('c'), { ok: true }],
		['subscription', 'create', subscription, { ...record, items: 'none' }],
		['order', 'create', order, { results: null, job_id: 'j' }],
		['order', 'createMany', order, { ok: true, results: [{ ...result, status: {} }] }],
		['enrich', 'enrich', { resource: 'company', ...byId('c') }, { data: { company_id: 'c' } }],
		[
			'migrationUpsert',
			'upsertOrders',
			{ ...upsert, items: [line] },
			{ ok: true, results: [{ external_id: 'A', object_id: 'o', created: 'perhaps' }] },
		],
	];
	it.each(cases)('is done all the same: %s %s %#', async (node, operation, parameters, body) => {
		service.reply = () => ({ body });
		const { errorText, items } = await runNode(node, operation, parameters);
		expect([errorText, items.length]).toEqual(['', 1]);
	});

	it.each([
		['company', 'create', mapped({ name: 'N' }), write, 'responded without company_id'],
		['score', 'score', { resource: 'deal', ...byId('d') }, { record_id: 'd' }, 'no score'],
	])(
		'is told where who goes on lacks something: %s %s',
		async (node, operation, parameters, body, hint) => {
			service.reply = () => ({ body });
			expect((await runNode(node, operation, parameters)).hints.join()).toContain(hint);
		},
	);
});

describe('the identifiers that the service sends', () => {
	const records: Array<[string, IDataObject]> = [
		['deal', { id: 'u', deal_id: 1, case_id: 'c', external_id: 'x' }],
		['bill', { id: 'u', id_bill: 1, bill_id: 'b', external_id: 'x' }],
		['item', { id: 'u', item_id: 1, externalId: 'x', external_id: 'x' }],
		['location', { id: 'u', id_iw: 1, location_id: 'l', externalId: 'x' }],
		['estimate', { id: 'u', id_est: 1, estimate_id: 'e', external_id: 'x' }],
	];
	const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };

	it.each(
		records.flatMap(([resource, ids]) =>
			['simplified', 'selected', 'raw'].map((output) => [resource, output, ids] as const),
		),
	)('of a %s are in the output %s', async (resource, output, ids) => {
		service.reply = ({ path }) => {
			const record = { ...ids, ...stamps };
			return { body: path.endsWith('/u') ? record : [record] };
		};
		for (const [operation, parameters] of [
			['get', byId('u')],
			['getAll', {}],
		] as const) {
			const shown = { ...parameters, output, outputFields: [] };
			const { items } = await runNode(resource, operation, shown);
			expect(items[0].json).toMatchObject(ids);
		}
	});
});

describe('an order', () => {
	const result = { external_id: 'A', status: 'created', order_id: 'o-1', errors: [] };
	const create = async (status: number, body: unknown) => {
		service.reply = () => ({ status, body });
		return await runNode('order', 'create', order, { onError: 'continueErrorOutput' });
	};

	it.each([
		['its result among others', 200, { results: [{ ...result, external_id: 'B' }, result] }],
		['a job', 202, { ok: true, results: null, job_id: 'job-1' }],
		['202 without a job', 202, { ok: true, results: null, job_id: null }],
	])('is reported as written, or queued, after %s', async (_, status, body) => {
		const { failed, items } = await create(status, body);
		expect(failed).toEqual([]);
		expect(items[0].json).toMatchObject({ external_id: 'A' });
		const isQueued = (body as IDataObject).job_id === 'job-1';
		expect(items[0].json.queued).toBe(isQueued ? true : undefined);
	});

	itSince('errorDetails').each([
		['no result', 200, { ok: true, results: [] }],
		['the result of another order', 200, { ok: true, results: [{ ...result, external_id: 'B' }] }],
	])('is not reported as written after %s', async (_, status, body) => {
		const { items, failed } = await create(status, body);
		expect(items).toEqual([]);
		expect(failed[0].json).toMatchObject({
			error: expect.stringContaining('does not include the order A'),
			details: { mayHaveHappened: true },
		});
	});

	itSince('errorDetails')('is not reported as written after the envelope of another', async () => {
		const { items, failed } = await create(200, { ...write, external_id: 'B' });
		expect(items).toEqual([]);
		expect(failed[0].json).toMatchObject({
			error: expect.stringContaining('created another order'),
			details: { mayHaveHappened: true },
		});
	});

	it('is reported as written after a plain envelope with its external ID as a number', async () => {
		service.reply = () => ({ body: { ...write, external_id: 17 } });
		const parameters = { ...order, ...mapped({ externalId: '17' }) };
		const { items, status } = await runNode('order', 'create', parameters);
		expect(status).toBe('success');
		expect(items[0].json).toMatchObject({ external_id: '17', response: { external_id: 17 } });
	});
});
