import { pairs, row, upsertWith, type Row } from '../../../testing/orderLines';
import { useCustomService, useEngine } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';

const service = useCustomService();
const { n8n, credentials } = useEngine(service);
const upsert = upsertWith(useEngine(service).runNode);
const onError = 'continueErrorOutput' as const;
const bad = { order_external_id: '' };

/** Accepts all orders but those named `bad…`. */
beforeEach(() => {
	service.reply = ({ body }) => ({
		body: {
			ok: true,
			results: (body as { orders: Row[] }).orders.map(({ order_external_id: id }) => ({
				external_id: id,
				errors: String(id).startsWith('bad') ? ['no such customer'] : [],
			})),
		},
	});
});

describeSince('errorDetails')('the account of a run', () => {
	it('counts orders and rows apart, in one numbering', async () => {
		const rows = [row('m-1'), row('bad-1'), row('m-2'), row('bad-1'), { ...bad, memo: 'x' }];
		const { errorText, hints } = await upsert(rows);
		expect(errorText).toContain('1 of 3 orders and 1 row without an order were rejected');
		expect(errorText).toContain('2 of 3 orders were accepted');
		expect(errorText).toContain('bad-1 (rows 3 and 5 of the file, items 1 and 3)');
		expect(errorText).toContain('no order (row 6 of the file, item 4)');
		expect(hints).toEqual([]);
	});

	it('gives failed items all rows of their order', async () => {
		const rows = [row('bad-1', { quantity: 1 }), row('m-1'), row('bad-1', { quantity: 2 })];
		const { failed } = await upsert(rows, {}, { onError });
		expect(pairs(failed)).toEqual([['bad-1', [0, 2]]]);
		expect(failed[0].json).toMatchObject({ details: { items: [0, 2], rows: [rows[0], rows[2]] } });
	});

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
