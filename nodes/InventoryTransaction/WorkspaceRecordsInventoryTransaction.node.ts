import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { inventory } from '../Inventory/inventory';
import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { inventoryTransaction } from './inventoryTransaction';

export class WorkspaceRecordsInventoryTransaction implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Inventory Transaction',
		name: 'workspaceRecordsInventoryTransaction',
		icon: {
			light: 'file:../../icons/inventory-transaction.svg',
			dark: 'file:../../icons/inventory-transaction.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Create, read, update and archive movements of stock in a Workspace Records workspace',
		defaults: { name: 'Workspace Records Inventory Transaction' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(inventoryTransaction),
			searchHint: 'Books stock in (incoming) or out (outgoing)',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsInventory',
					relationHint: 'Reads the quantity that is left',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(inventoryTransaction),
	};

	methods = recordMethods(inventoryTransaction, [inventory]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, inventoryTransaction);
	}
}
