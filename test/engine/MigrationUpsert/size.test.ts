import { useCustomEngine } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const { service, runNode } = useCustomEngine();

interface Sent {
	orders: Array<{ order_external_id: string }>;
}

/** Orders of about a hundred characters, all in one item. */
const ordersOf = (count: number, quantity: unknown) =>
	Array.from({ length: count }, (_, index) => ({
		order_external_id: `m-${index}`,
		company_external_id: 'c-1',
		items: [{ item_external_id: 'sku-1', quantity }],
	}));

const TAKEN = { error: 'stays readable', message: 'x'.repeat(500) };

const upsert = async (count: number, quantity: unknown = 1) => {
	const { items } = await runNode(
		'migrationUpsert',
		'upsertOrders',
		{ partner: 'my-erp', inputMode: 'json', orders: '={{ $json.orders }}' },
		{
			items: [{ ...TAKEN, orders: ordersOf(count, quantity) }],
			onError: 'continueRegularOutput',
		},
	);
	expect(items).toHaveLength(count);
	return items.map(({ json }) => json as { error: string; details: Record<string, unknown> });
};

/** What is said of each order. */
const eachOf = ({ orders }: Sent, what: (id: unknown) => object) =>
	orders.map(({ order_external_id: id }) => ({ external_id: id, ...what(id) }));
const ofItsOwn = (id: unknown) => ({
	errors: [{ code: 'not_found', message: `No company for ${id}` }],
});
const closed = (sent: Sent) => ({
	ok: false,
	message: 'Orders are closed',
	errors: eachOf(sent, () => ({ message: 'closed' })),
});

const rejections: Array<[string, (sent: Sent) => { status?: number; body: unknown }, unknown]> = [
	['by the node', () => ({ body: {} }), 'two'],
	[
		'each for its own reason',
		(sent) => ({ body: { ok: true, results: eachOf(sent, ofItsOwn) } }),
		1,
	],
	['all for one reason', (sent) => ({ status: 422, body: closed(sent) }), 1],
];

describe('rejected orders of one item', () => {
	itSince('errorDetails').each(rejections)(
		'%s: the output grows as the input',
		async (_, answer, quantity) => {
			service.reply = ({ body }) => answer(body as Sent);
			const some = await upsert(100, quantity);
			const twice = await upsert(200, quantity);
			const [small, large] = [some, twice].map((output) => JSON.stringify(output).length);
			expect(large).toBeLessThan(101_000 + JSON.stringify(TAKEN).length);
			expect(large).toBeLessThan(2.1 * small);
			const given = ordersOf(200, quantity);
			for (const [index, { error, details }] of twice.entries()) {
				expect(error).not.toBe('');
				const expected = { external_id: `m-${index}`, items: [0], rows: [given[index]] };
				expect(details).toMatchObject(expected);
			}
			// What the failure would hide of the input, and what the service says of all, is there once.
			expect(twice[0].details.input).toEqual(TAKEN);
			expect(twice[1].details.input).toBeUndefined();
		},
	);

	itSince('errorDetails')('an order that is given twice shows both', async () => {
		const [first] = ordersOf(1, 1);
		const other = { ...first, company_external_id: 'c-2' };
		const { items } = await runNode(
			'migrationUpsert',
			'upsertOrders',
			{ partner: 'my-erp', inputMode: 'json', orders: '={{ $json.orders }}' },
			{ items: [{ orders: [first, other] }], onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.details)).toEqual([
			expect.objectContaining({ items: [0], rows: [first, other] }),
		]);
	});
});
