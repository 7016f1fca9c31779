import type { INodeParameters } from 'n8n-workflow';

import { fromItem, mapped } from '../../../../testing/parameters';
import type { Reply } from '../../../../testing/services/customService';
import { useCustomEngine } from '../../../../testing/setUp';
import { describeSince } from '../../../../testing/since';

/** A service written for this test, with a clock of its own. */
const { service, runNode } = useCustomEngine();

type Row = Record<string, unknown>;
const onError = 'continueErrorOutput' as const;
const lines = [{ itemExternalId: 'desk', quantity: 2, price: 25 }];
const order = (id: string, more: Row = {}): Row => ({
	externalId: id,
	lines,
	orderAt: '2026-03-01T10:00:00Z',
	...more,
});
const asRows = { ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.lines }}' };
const createMany = async (rows: readonly Row[], options: INodeParameters = {}) =>
	await runNode('order', 'createMany', { ...asRows, options }, { items: rows, onError });
const create = async (row: Row) =>
	await runNode('order', 'create', asRows, { items: [row], onError });

/** A record as the service shows it. */
const shown = (id: string, more: Row = {}) => ({
	id: `uuid-${id}`,
	order_id: 7,
	order_at: '2026-03-01T10:00:00+00:00',
	created_at: new Date().toISOString(),
	updated_at: new Date().toISOString(),
	...more,
});
const idIn = (path: string) => path.split('/').pop() ?? '';
const posts = () => service.requests.filter(({ method }) => method === 'POST');
const gets = () => service.requests.filter(({ method }) => method === 'GET');

/** Responds so to writes, and to look-ups with these records by external ID. */
const serve = (write: Reply, records: Record<string, Row> = {}) => {
	service.reply = ({ method, path }) => {
		if (method === 'POST') return write;
		const record = records[idIn(path)];
		return record ? { body: record } : { status: 404, body: { message: 'no such order' } };
	};
};

describeSince('errorDetails')('an order whose creation has an unknown outcome', () => {
	const lost: Reply = { status: 502, body: {} };

	it('is looked up by its external ID, and taken for created when it is there', async () => {
		serve(lost, { 'b-1': shown('b-1') });
		const { items } = await create(order('b-1'));
		expect([posts().length, gets()[0].query]).toEqual([1, { external_id: 'b-1' }]);
		expect(items[0].json).toEqual({
			id: 'uuid-b-1',
			external_id: 'b-1',
			response: {
				ok: true,
				status: 'created',
				external_id: 'b-1',
				order_id: 'uuid-b-1',
				note: expect.stringContaining('it is unknown whether this request created it'),
			},
		});
	});

	it('is looked up too when the response leaves it out', async () => {
		serve({ body: { ok: true, results: [] } }, { 'b-1': shown('b-1') });
		expect((await create(order('b-1'))).items).toHaveLength(1);
	});

	it.each<[string, Row, string]>([
		['differs', { order_at: '2026-03-02T10:00:00Z' }, 'that differs in Ordered At'],
		[
			'was made by another run four minutes ago',
			{ created_at: new Date(Date.now() - 240_000).toISOString() },
			'An older record has the external ID b-1',
		],
		['does not say since when', { created_at: null }, 'it is unknown whether it was there before'],
		['has another external ID', { external_id: 'b-2' }, 'another order: external ID "b-2"'],
	])('is not taken for one that %s', async (_, more, words) => {
		serve(lost, { 'b-1': shown('b-1', more) });
		const { failed, items } = await create(order('b-1'));
		expect(items).toEqual([]);
		const details = { kind: 'unknownOutcome', mayHaveHappened: true };
		expect(failed[0].json).toMatchObject({ message: expect.stringContaining(words), details });
	});

	it('takes the written form of a value for what it means', async () => {
		serve(lost, {
			'b-1': shown('b-1', { order_at: '2026-03-01T11:00:00.000+01:00', delivery_status: 'Sent' }),
		});
		const { items } = await create(order('b-1', { deliveryStatus: 'shipped' }));
		expect(items).toHaveLength(1);
	});

	it('gives no ID rather than a wrong one when the record shows none', async () => {
		serve(lost, { 'd-1': { name: 'A deal', created_at: new Date().toISOString() } });
		const deal = mapped({ external_id: 'd-1', name: 'A deal' });
		const { items } = await runNode('deal', 'create', deal, { onError });
		expect(items[0].json).toMatchObject({ external_id: 'd-1' });
		expect(items[0].json).not.toHaveProperty('case_id');
	});
});

describeSince('errorDetails')('a create that must not be repeated', () => {
	const again = /Find or Create, or an External ID, can be sent again\.$/;

	it.each<[string, Reply['headers'], RegExp]>([
		['deal', { 'retry-after-ms': '50' }, again],
		['contact', { 'retry-after': '1' }, again],
		['company', { 'retry-after': new Date(Date.now() + 2000).toUTCString() }, again],
		['bill', { 'retry-after-ms': '50' }, /An External ID can be sent again\.$/],
		['inventoryTransaction', { 'retry-after-ms': '50' }, /not sent again/],
	])(
		'is unknown after 503 with a time, and says what is safe: %s',
		async (type, headers, words) => {
			serve({ status: 503, headers, body: { message: 'busy' } });
			const items = [{ name: 'A', transaction_type: 'in', amount: 1 }];
			const { failed } = await runNode(type, 'create', fromItem, { items, onError });
			expect(posts()).toHaveLength(1);
			const details = { kind: 'unknownOutcome', mayHaveHappened: true };
			expect(failed[0].json).toMatchObject({ message: expect.stringMatching(words), details });
		},
	);
});

describeSince('errorDetails')('a request for many orders that fails', () => {
	const rows = ['b-0', 'b-1', 'b-2'].map((id) => order(id));

	it.each<[string, Reply]>([
		['a gateway time-out', { status: 504, body: {} }],
		['HTTP 500', { status: 500, body: { message: 'broken' } }],
		['HTTP 408', { status: 408, body: { message: 'timed out' } }],
		['HTTP 202', { status: 202, body: { ok: false, message: 'no' } }],
		['a rejection', { status: 422, body: { message: 'bad order' } }],
		['a conflict', { status: 409, body: {} }],
		['a missing company', { status: 404, body: { message: 'company not found' } }],
		['an unexplained ok: false', { body: { ok: false, results: [] } }],
		['a web page', { body: '<html></html>' }],
	])('sends no order again, and looks each one up: %s', async (_, reply) => {
		const older = { created_at: '2026-01-01T00:00:00Z' };
		serve(reply, { 'b-0': shown('b-0'), 'b-2': shown('b-2', older) });
		const { items, failed } = await createMany(rows);
		expect(posts()).toHaveLength(1);
		expect(gets().map(({ path }) => idIn(path))).toEqual(['b-0', 'b-1', 'b-2']);
		expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['uuid-b-0', [{ item: 0 }]],
		]);
		const advice = failed.map(({ json }) => String(json.message));
		expect(advice[0]).toMatch(/^Right afterwards there was no record with the external ID b-1\. /);
		expect(advice[1]).toMatch(/^An older record has the external ID b-2\. /);
		for (const text of advice) expect(text).toContain('smaller Batch Size');
	});

	it('looks nothing up when nothing can have happened', async () => {
		serve({ status: 401, body: {} });
		const { failed } = await createMany(rows);
		expect([failed.length, gets().length]).toEqual([3, 0]);
	});

	it('stops looking up when the first look-up fails', async () => {
		service.reply = () => ({ status: 500, body: {} });
		const { failed } = await createMany(rows, { requests: { maxRetries: 0 } });
		expect([posts().length, gets().length]).toEqual([1, 1]);
		expect(failed[0].json.message).toContain('A look-up of the external ID b-0 failed as well');
		expect(failed[1].json).toMatchObject({ details: { mayHaveHappened: true } });
	});

	it('looks up those orders that the response leaves out', async () => {
		const results = [{ external_id: 'b-0', errors: [] }];
		serve({ body: { ok: true, results } }, { 'b-1': shown('b-1') });
		const { items, failed } = await createMany(rows);
		expect(items.map(({ json }) => json.external_id)).toEqual(['b-0', 'b-1']);
		expect(failed).toHaveLength(1);
	});
});

describeSince('errorDetails')('orders that the service queues', () => {
	it('are reported as queued', async () => {
		service.reply = () => ({ status: 202, body: { ok: true, job_id: 'job-1' } });
		const { items } = await createMany(['b-0', 'b-1'].map((id) => order(id)));
		expect(gets()).toEqual([]);
		expect(items.map(({ json }) => [json.queued, json.job_id])).toEqual([
			[true, 'job-1'],
			[true, 'job-1'],
		]);
	});
});
