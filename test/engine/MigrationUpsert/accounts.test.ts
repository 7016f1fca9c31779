import { acceptOrders, row, upsertWith } from '../../../testing/orderLines';
import { useEngine, useCustomEngine } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';

const { service, n8n, credentials } = useCustomEngine();
const upsert = upsertWith(useEngine(service).runNode);
const onError = 'continueErrorOutput' as const;

beforeEach(() => {
	service.reply = acceptOrders;
});

describeSince('errorDetails')('the account of a run', () => {
	it('fits on a page when an order has thousands of bad rows, or endless reasons', async () => {
		const rows = Array.from({ length: 5000 }, (_, index) =>
			row('m-1', { memo: `${index} ${'x'.repeat(500)}`, quantity: 'many' }),
		);
		const { failed } = await upsert(rows, {}, { onError });
		expect(String(failed[0].json.error).length).toBeLessThan(2100);
		service.reply = () => ({
			body: {
				ok: true,
				results: [{ external_id: 'm-2', errors: Array(10_000).fill('y'.repeat(100)) }],
			},
		});
		const second = await upsert([row('m-2')], {}, { onError });
		expect(String(second.failed[0].json.error).length).toBeLessThan(2100);
	});
});

it('passes binary data on where one item made one order', async () => {
	const file = { data: { data: 'aGk=', mimeType: 'text/plain' } };
	const { last } = await n8n.run(
		{
			type: 'workspaceRecordsMigrationUpsert',
			parameters: {
				resource: 'migrationUpsert',
				operation: 'upsertOrders',
				partner: 'erp',
				inputMode: 'json',
				orders: '={{ $json.orders }}',
			},
		},
		{
			items: [
				{ json: { orders: [{ order_external_id: 'm-1' }] }, binary: file },
				{
					json: { orders: [{ order_external_id: 'm-2' }, { order_external_id: 'm-3' }] },
					binary: file,
				},
			],
			credentials: credentials(),
		},
	);
	expect(last.main[0].map(({ json, binary }) => [json.external_id, binary])).toEqual([
		['m-1', file],
		['m-2', undefined],
		['m-3', undefined],
	]);
});
