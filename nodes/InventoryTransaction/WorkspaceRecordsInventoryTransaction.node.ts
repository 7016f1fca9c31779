import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { inventory } from '../Inventory/inventory';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { inventoryTransaction } from './inventoryTransaction';

const node = recordNode(inventoryTransaction, [inventory]);

export class WorkspaceRecordsInventoryTransaction implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Inventory Transaction',
		name: 'workspaceRecordsInventoryTransaction',
		icon: {
			light: 'file:../../icons/inventory-transaction.svg',
			dark: 'file:../../icons/inventory-transaction.dark.svg',
		},
		subtitle,
		description:
			'Create, read, update and archive movements of stock in a Workspace Records workspace',
		defaults: { name: 'Workspace Records Inventory Transaction' },
		usableAsTool: true,
		builderHint: node.builderHint('Books stock in (incoming) or out (outgoing)', {
			Inventory: 'Reads the quantity that is left',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
