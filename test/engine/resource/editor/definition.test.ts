import type { INodeType } from 'n8n-workflow';

import { recordNode } from '../../../../nodes/shared/resource';
import type { Resource } from '../../../../nodes/shared/resource/definition/resource';
import { defineResource } from '../../../../nodes/shared/resource/definition/resource';
import { number, text } from '../../../../nodes/shared/resource/definition/fields';
import { nodeTypeOf } from '../../../../testing/columns';
import { ServiceTrip } from '../../../../testing/serviceTrip';
import { useN8n, useService } from '../../../../testing/setUp';
import { threeServices } from '../../../../testing/threeServices';

/** A resource that no node is about: the service's items under another name. */
const gadget = defineResource({
	label: 'Gadget',
	path: '/v1/public/items',
	identifiers: {
		record: 'id',
		number: 'item_id',
		envelope: 'item_id',
		external: 'externalId',
		externalQuery: ['get', 'delete'],
	},
	upserts: true,
	fields: [
		text('externalId', 'External ID', 'Your own ID for the gadget', { example: 'gadget-001' }),
		text('name', 'Name', 'Name of the gadget', { example: 'Blue gadget' }),
		number('price', 'Price', 'Price of one gadget', { example: 25 }),
	],
	record: { id: 'text', item_id: 'integer', name: 'text', price: 'number' },
	title: ['name'],
});

/** The same with one field more. */
const longer: Resource = {
	...gadget,
	name: 'longerGadget',
	fields: [...gadget.fields, number('purchasePrice', 'Purchase Price', 'What one gadget costs us')],
};

/** The node of a resource, as every record node of the package is written. */
function nodeOf(resource: Resource): INodeType {
	const { description, methods, execute } = recordNode(resource);
	return {
		description: {
			...description,
			displayName: resource.label,
			name: nodeTypeOf(resource),
			description: '',
			defaults: { name: resource.label },
		},
		methods,
		execute,
	};
}

const n8n = useN8n({
	[nodeTypeOf(gadget)]: nodeOf(gadget),
	[nodeTypeOf(longer)]: nodeOf(longer),
});

describe.each([gadget, longer])('a definition is all that a node needs: $name', (resource) => {
	const service = useService(threeServices.sandbox);
	const trip = new ServiceTrip(resource, service, n8n);

	it('columns', async () => {
		const { fields } = await n8n.resourceMapping(nodeTypeOf(resource), 'getColumns', {
			parameters: { resource: resource.name, operation: 'upsert' },
		});
		expect(
			fields.map(({ id, displayName, type: kind, required }) => [id, displayName, kind, required]),
		).toEqual([
			['externalId', 'External ID (required)', 'string', false],
			['name', 'Name', 'string', false],
			['price', 'Price', 'number', false],
			...(resource === gadget ? [] : [['purchasePrice', 'Purchase Price', 'number', false]]),
		]);
	});

	it.each(['create', 'upsert', 'getAll', 'get', 'update', 'delete'])(
		'%s',
		async (operation) => await trip.operations[operation](),
	);
});
