import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useCustomEngine } from '../../../../testing/setUp';

const { service, n8n, runNode } = useCustomEngine();

/** The body of the one write of a run. */
async function bodyOf(type: string, parameters: INodeParameters): Promise<IDataObject> {
	service.reply = () => ({ body: { id: 'x', results: [{ external_id: 'o-1' }] } });
	const { errorText } = await runNode(type, 'create', parameters);
	expect(errorText).toBe('');
	expect(service.requests).toHaveLength(1);
	return service.requests[0].body as IDataObject;
}

const mapped = (value: IDataObject) =>
	({ fields: { mappingMode: 'defineBelow', value } }) as unknown as INodeParameters;

describe('rows that are entered', () => {
	const report = mapped({ name: 'Sent', type: 'invoices' });

	it('leave out the JSON that was not touched, and take values separated by commas', async () => {
		const filter = { filter_select: 'status', filter_operator: 'is', filter_input: 'draft, sent' };
		const panel = { name: 'Revenue', metrics: '[]', filter: '{}', metaData: '{"unit":"EUR"}' };
		const filters = { row: [filter] };
		const body = await bodyOf('report', { ...report, filters, panels: { row: [panel] } });
		expect(body).toMatchObject({
			reportMetadata: {
				reportFilters: {
					filters: [{ ...filter, filter_input: [{ value: 'draft' }, { value: 'sent' }] }],
				},
			},
			panels: [{ name: 'Revenue', metaData: { unit: 'EUR' } }],
		});
		expect(Object.keys((body.panels as IDataObject[])[0])).toEqual(['name', 'metaData']);
	});

	it('take a known value from its list, and any other as it is entered', async () => {
		const panelType = (value: string, mode = 'list') => ({ __rl: true, mode, value });
		const row = [{ panelType: panelType('chart') }, { panelType: panelType('gauge', 'id') }];
		const { panels } = await bodyOf('report', { ...report, panels: { row } });
		expect(panels).toEqual([{ panelType: 'chart' }, { panelType: 'gauge' }]);
	});

	it('come from the field of the same name, when they come from a field', async () => {
		const { panels } = await runFrom({ panels: [{ name: 'Revenue' }] });
		expect(panels).toEqual([{ name: 'Revenue' }]);
		expect(await runFrom({})).not.toHaveProperty('panels');
	});

	async function runFrom(json: IDataObject) {
		service.requests.length = 0;
		service.reply = () => ({ body: { id: 'x' } });
		const parameters = { ...report, panelsSource: 'json' };
		const { errorText } = await runNode('report', 'create', parameters, { items: [json] });
		expect(errorText).toBe('');
		return service.requests[0].body as IDataObject;
	}
});

describe('the switches of an order', () => {
	const order = { ...mapped({ externalId: 'o-1' }), items: { row: [{ itemExternalId: 'sku-1' }] } };

	it('are sent where they are not as the service has them anyway', async () => {
		expect(Object.keys(await bodyOf('order', order))).toEqual(['order']);
		service.requests.length = 0;
		const switches = { createMissingItems: true, triggerWorkflows: false };
		const body = await bodyOf('order', { ...order, ...switches });
		expect(body).toMatchObject({ createMissingItems: true, triggerWorkflows: false });
	});

	it('do not replace what a workflow has mapped before there were any', async () => {
		const saved = { ...order, ...mapped({ externalId: 'o-1', createMissingItems: true }) };
		expect(await bodyOf('order', saved)).toMatchObject({ createMissingItems: true });
	});
});

describe('the customer of a subscription', () => {
	const items = { row: [{ id: 'item-1', amount: '1' }] };
	const subscription = { ...mapped({ subscription_status: 'active' }), items };

	it.each(['contact', 'company'])('can be a %s that is picked', async (kind) => {
		const related = { [kind]: { __rl: true, mode: 'list', value: 'customer-1' } };
		expect(await bodyOf('subscription', { ...subscription, related })).toMatchObject({
			cid: 'customer-1',
		});
	});
});

it('no mapper is emptied by a change of the operation, where all writes take the same fields', () => {
	const emptied = n8n.pkg.nodeNames().filter((name) => {
		const { properties } = n8n.pkg.getByNameAndVersion(name).description;
		return properties.some(
			({ type, typeOptions }) =>
				type === 'resourceMapper' && typeOptions?.loadOptionsDependsOn?.includes('operation'),
		);
	});
	expect(emptied.map((name) => name.split('.').pop())).toEqual(['workspaceRecordsSubscription']);
});
