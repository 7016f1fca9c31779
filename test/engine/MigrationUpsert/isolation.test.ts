import type { INodeParameters } from 'n8n-workflow';

import { idsIn, row, tableOf, upsertWith } from '../../../testing/orderLines';
import type { Received } from '../../../testing/services/customService';
import { useCustomService, useSandboxEngine } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const service = useCustomService();
const { runNode } = useSandboxEngine();
const upsert = upsertWith(runNode);

const orderIds = ({ body }: Received) =>
	(body as { orders: Array<{ order_external_id: string }> }).orders.map(
		({ order_external_id: id }) => id,
	);

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
		const options = { service, onError: 'continueErrorOutput' } as const;
		const { items, failed } = await upsert(tableOf(5, 1), {}, options);
		expect(idsIn(items)).toEqual(['m-0', 'm-1', 'm-3', 'm-4']);
		expect(idsIn(failed)).toEqual(['m-2']);
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
