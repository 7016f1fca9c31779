import { useRunning } from './client';

const running = useRunning();
beforeEach(() => running.sandbox.reset());

const upsert = async (body: object) =>
	await running.api.post('/v1/public/migrations/some-shop/orders/upsert', body);
const order = (id: string | null, item = 'acme-item-desk') => ({
	order_external_id: id,
	company_external_id: 'acme-sap',
	order_date: '2026-03-01',
	memo: 'by hand',
	items: [
		{
			item_external_id: item,
			item_name: 'Thing',
			quantity: 2,
			unit_price: 10,
			tax_rate_percent: 19,
		},
	],
});

it('bootstrap prepares the workspace, the same each time', async () => {
	const bootstrap = async (partner: string) =>
		await running.api.post(`/v1/public/migrations/${partner}/bootstrap`);
	const { data } = await bootstrap('some-shop');
	expect(Object.keys(data as object)).toHaveLength(6);
	expect((await bootstrap('some-shop')).data).toEqual(data);
	expect((await bootstrap('no%20shop')).status).toBe(422);
});

it('names the items that it creates', async () => {
	await upsert({ orders: [order('m-1', 'i-1')] });
	const made = { external_id: 'i-1', name: 'Thing', price: 10 };
	expect(running.sandbox.records('items').at(-1)).toMatchObject(made);
});

it('rejects a body without orders', async () => {
	expect((await upsert({})).status).toBe(422);
});
