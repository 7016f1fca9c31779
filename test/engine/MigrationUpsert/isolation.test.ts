import type { INodeParameters } from 'n8n-workflow';

import { pairs, row, tableOf, upsertWith } from '../../../testing/orderLines';
import type { Received } from '../../../testing/services/customService';
import { useCustomService, useEngine, useSandbox } from '../../../testing/setUp';
import { describeSince, itSince } from '../../../testing/since';

/** A service written for this test: refuses every batch that holds a bad order, and says no more. */
const service = useCustomService();
const sandbox = useSandbox();
const { runNode } = useEngine(sandbox);
const upsert = upsertWith(runNode);
const accepted: string[] = [];

beforeEach(() => {
	accepted.length = 0;
});

const orderIds = ({ body }: Received) =>
	(body as { orders: Array<{ order_external_id: string }> }).orders.map(
		({ order_external_id: id }) => id,
	);

/** Refuses batches for which `reason` has one; writes the others. */
function serve(reason: (ids: string[]) => { status?: number; body: object } | undefined) {
	service.reply = (request) => {
		const ids = orderIds(request);
		const refusal = reason(ids);
		if (refusal) return refusal;
		accepted.push(...ids);
		const results = ids.map((id) => ({ external_id: id, created: true, errors: [] }));
		return { body: { ok: true, results } };
	};
}

const run = async (rows: ReturnType<typeof tableOf>) =>
	await upsert(rows, {}, { service, onError: 'continueErrorOutput' });
const failedIds = (items: Parameters<typeof pairs>[0]) => pairs(items).map(([id]) => id);

describeSince('errorDetails')('an order for which the service refuses its whole batch', () => {
	it.each<[number, object]>([
		[422, { detail: [{ loc: ['body', 'orders', 17], msg: 'value is not valid', type: 'x' }] }],
		[200, { ok: false, results: [] }],
	])('is rejected alone, with all its rows, after HTTP %d %j', async (status, body) => {
		const bad = ['m-3', 'm-4', 'm-77', 'm-150'];
		serve((ids) => (ids.some((id) => bad.includes(id)) ? { status, body } : undefined));
		const { failed, items } = await run(tableOf(250, 2));
		expect(pairs(failed)).toEqual(
			bad.map((id) => [id, [Number(id.slice(2)), 250 + Number(id.slice(2))]]),
		);
		expect(items).toHaveLength(246);
		expect([...accepted].sort()).toEqual(failedIds(items).sort());
	});

	it('goes out in smaller batches when the gateway gives up on large ones', async () => {
		serve((ids) => (ids.length > 30 ? { status: 504, body: {} } : undefined));
		const { items, failed } = await run(tableOf(500, 1));
		expect([items.length, failed.length]).toEqual([500, 0]);
		expect(new Set(accepted).size).toBe(accepted.length);
		expect(service.requests.length).toBeLessThan(60);
	});
});

describe('one odd result', () => {
	itSince('errorDetails').each<[string, unknown]>([
		['is null', null],
		['is text', 'm-2: done'],
		['is a number', 7],
		['is a list', ['m-2']],
		['has no external ID', { object_id: 'x' }],
		['has an object as its external ID', { external_id: { id: 'm-2' } }],
	])('fails its own order only: it %s', async (_, odd) => {
		service.reply = (request) => ({
			body: {
				ok: true,
				results: orderIds(request).map((id) =>
					id === 'm-2' ? odd : { external_id: id, created: true, errors: [] },
				),
			},
		});
		const { items, failed } = await run(tableOf(5, 1));
		expect(failedIds(items)).toEqual(['m-0', 'm-1', 'm-3', 'm-4']);
		expect(failedIds(failed)).toEqual(['m-2']);
		expect(failed[0].json).toMatchObject({ details: { mayHaveHappened: true } });
	});
});

describe('empty input', () => {
	it.each<[string, INodeParameters, object[]]>([
		['an empty list', { inputMode: 'json', orders: '={{ $json.orders }}' }, [{ orders: [] }]],
		['an empty text', { inputMode: 'json', orders: '' }, [{}]],
		['null', { inputMode: 'json', orders: '={{ null }}' }, [{}]],
		['an expression without a value', { inputMode: 'json', orders: '={{ $json.no }}' }, [{}]],
		['an empty item, one per order', { inputMode: 'order' }, [{}]],
	])('is an error of its item, beside orders that are sent: %s', async (_, parameters, empty) => {
		const full = { ...row('m-1'), items: [], orders: [{ order_external_id: 'm-1', items: [] }] };
		const { items, failed } = await upsert([...empty, full] as never, parameters, {
			onError: 'continueErrorOutput',
		});
		const outputs = [...items, ...failed].flatMap(({ pairedItem }) => pairedItem);
		expect(outputs).toContainEqual({ item: 0 });
		expect(items.flatMap(({ pairedItem }) => pairedItem)).not.toContainEqual({ item: 0 });
	});
});

it('the lines of whole orders are refused when they have keys that no field takes', async () => {
	const orders = [{ order_external_id: 'm-1', lines: [{ skuu: 'acme-item-desk' }] }];
	const parameters = { inputMode: 'order', items: '={{ $json.lines }}' };
	const { items, failed } = await upsert(orders, parameters, { onError: 'continueErrorOutput' });
	expect(items).toEqual([]);
	expect(failed[0].json.error).toContain(
		'Line Items, row 1, names no item: no field is known for "skuu"',
	);
});
