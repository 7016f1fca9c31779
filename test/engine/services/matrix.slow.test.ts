import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { resources } from '../../../scripts/lib/definitions';
import { byId } from '../../../testing/parameters';
import { runNodeWith } from '../../../testing/runNode';
import { ServiceTrip } from '../../../testing/serviceTrip';
import { useN8n, useService } from '../../../testing/setUp';
import { threeServices } from '../../../testing/threeServices';

const n8n = useN8n();

const inOrder = [
	'create',
	'upsert',
	'createMany',
	'findOrCreate',
	'find',
	'getAll',
	'getChanges',
	'get',
	'update',
	'sync',
	'delete',
];
const table = resources.map((resource) => {
	const names: string[] = [...resource.operations, ...(resource.bulk ? ['createMany'] : [])];
	const further = (resource.extraReads ?? []).map(({ operation }) => operation);
	const operations = [...inOrder.filter((name) => names.includes(name)), ...further];
	return { resource, label: resource.label, operations };
});

it('all operations of all record nodes are in the table', () => {
	for (const { resource, operations } of table) {
		expect(operations).toEqual(expect.arrayContaining([...resource.operations]));
	}
});

describe.each(Object.entries(threeServices))('with the %s service', (_, start) => {
	const service = useService(start);

	describe.each(table)('$label', ({ resource, operations }) => {
		const trip = new ServiceTrip(resource, service, n8n);
		it.each(operations)('%s', async (operation) => await trip.go(operation));
	});

	/** Runs a node on two items; each of them has a result. */
	const run = async (
		node: string,
		operation: string,
		parameters: INodeParameters = {},
		items: IDataObject[] = [{}, {}],
	) => {
		const output = await runNodeWith(n8n, service)(node, operation, parameters, { items });
		expect([output.status, output.errorText]).toEqual(['success', '']);
		expect(output.items.map(({ pairedItem }) => [pairedItem].flat()[0])).toEqual(
			items.map((_each, item) => ({ item })),
		);
		return output.items;
	};

	it('Account › whoami', async () => {
		await run('account', 'whoami');
	});

	it('Calendar › bootstrap', async () => {
		const [{ json }] = await run('calendar', 'bootstrap');
		expect(json).toHaveProperty('event');
	});

	it.each(['get', 'wait', 'downloadDataFile', 'downloadErrorFile'])(
		'Transfer › %s',
		async (operation) => {
			const id = service.endedTransfer();
			const output = await run('transfer', operation, byId(id));
			for (const { json } of output) expect(json.id).toBe(id);
			if (operation === 'wait') expect(output[0].json.outcome).toBe('finished');
			if (operation.startsWith('download')) expect(output[0].binary).toHaveProperty('data');
		},
	);

	it('Transfer › getErrorRows', async () => {
		const parameters = { ...byId(service.endedTransfer()), limit: 1 };
		const [first, second] = await run('transfer', 'getErrorRows', parameters);
		expect(first.json).toMatchObject({ _row: 2 });
		expect(second.json).toEqual(first.json);
	});

	it.each(['company', 'deal'])(
		'Score › %s › the `id` of what Create returned',
		async (resource) => {
			const fields = { mappingMode: 'defineBelow', value: { name: '={{ $json.name }}' } };
			const names = [{ name: 'Acme Inc.' }, { name: 'Beta Ltd.' }];
			const made = await run(resource, 'create', { fields }, names);
			const items = made.map(({ json }) => json);
			const output = await run('score', 'score', { resource, ...byId('={{ $json.id }}') }, items);
			expect(output.map(({ json }) => json.id)).toEqual(items.map(({ id }) => id));
		},
	);

	it('Enrich › the `id` of what Get Many returned', async () => {
		const companies = await runNodeWith(n8n, service)('company', 'getAll', { limit: 2 });
		const items = companies.items.map(({ json }) => json);
		const parameters = { resource: 'company', ...byId('={{ $json.id }}') };
		const output = await run('enrich', 'enrich', parameters, items);
		expect(output.map(({ json }) => json.id)).toEqual(items.map(({ id }) => id));
	});

	it('Migration Upsert › bootstrap', async () => {
		const [{ json }] = await run('migrationUpsert', 'bootstrap', { partner: 'shop' }, [{}]);
		expect(json).toHaveProperty('workspace_id');
	});

	it('Migration Upsert › upsertOrders', async () => {
		const parameters = { partner: 'shop', inputMode: 'line' };
		const line = { item_external_id: 'sku-1', item_name: 'Widget', quantity: 1, unit_price: 2 };
		const orders = ['M-1', 'M-2'];
		const items = orders.map((id) => ({ order_external_id: id, ...line }));
		const output = await run('migrationUpsert', 'upsertOrders', parameters, items);
		expect(output.map(({ json }) => json.external_id)).toEqual(orders);
		const stored = output.map(({ json }) => service.find('orders', json.object_id));
		expect(stored.map((record) => record?.externalId)).toEqual(orders);
	});
});
