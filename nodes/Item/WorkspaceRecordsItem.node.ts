import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { item } from './item';

const node = recordNode(item);

export class WorkspaceRecordsItem implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Item',
		name: 'workspaceRecordsItem',
		icon: { light: 'file:../../icons/item.svg', dark: 'file:../../icons/item.dark.svg' },
		subtitle,
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
