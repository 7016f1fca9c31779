import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { item } from '../Item/item';
import { location } from '../Location/location';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { inventory } from './inventory';

const node = recordNode(inventory, [item, location]);

export class WorkspaceRecordsInventory implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Inventory',
		name: 'workspaceRecordsInventory',
		icon: { light: 'file:../../icons/inventory.svg', dark: 'file:../../icons/inventory.dark.svg' },
		subtitle,
		description: 'Create, read, update and archive inventories of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Inventory' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'The quantity of an item at a location; change it with Inventory Transaction',
			{
				InventoryTransaction: 'Changes the quantity',
				Item: 'The item that is in stock',
				Location: 'The place of the stock',
			},
		),
	};

	methods = node.methods;

	execute = node.execute;
}
