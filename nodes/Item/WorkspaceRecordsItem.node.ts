import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { recordNode } from '../shared/resource';
import { currencyOf, externalId, number, status, text } from '../shared/resource/definition/fields';
import { defineResource, keyed } from '../shared/resource/definition/resource';

export const item = defineResource({
	label: 'Item',
	identifiers: keyed('item_id', { external: 'externalId' }),
	upserts: true,
	language: ['list'],
	workspace: ['list'],
	fields: [
		externalId('externalId', 'item', {
			nullable: false,
			example: 'sku-001',
		}),
		text('name', 'Name', 'Name of the item', {
			example: 'Blue widget',
		}),
		text('description', 'Description', 'What the item is, in a few words', {
			example: 'A widget, painted blue',
		}),
		number('price', 'Price', 'Price that customers pay for one unit', {
			example: 25,
		}),
		number('purchasePrice', 'Purchase Price', 'Price that you pay for one unit', {
			example: 15,
		}),
		number('tax', 'Tax', 'Tax kept on the item, as an amount or a rate, as your workspace has it', {
			example: 10,
		}),
		currencyOf('the prices'),
		status('record', { knownValues: ['active'] }),
	],
	record: {
		id: 'text',
		item_id: 'integer',
		name: 'text',
		price: 'number',
		currency: 'text',
		status: 'text',
		company_id: 'text',
		contact_id: 'text',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
	},
	title: ['name', 'item_id'],
	state: 'status',
});

const node = recordNode(item);

export class WorkspaceRecordsItem implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Item',
		name: 'workspaceRecordsItem',
		icon: { light: 'file:../../icons/item.svg', dark: 'file:../../icons/item.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive items of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Item' },
		usableAsTool: true,
		builderHint: node.builderHint('Products and services with price and tax', {
			Inventory: 'How much of the item is in stock',
			Order: 'Orders the item',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
