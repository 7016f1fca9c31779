import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { item } from '../Item/item';
import { location } from '../Location/location';
import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { inventory } from './inventory';

export class WorkspaceRecordsInventory implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Inventory',
		name: 'workspaceRecordsInventory',
		icon: { light: 'file:../../icons/inventory.svg', dark: 'file:../../icons/inventory.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive inventories of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Inventory' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(inventory),
			searchHint: 'The quantity of an item at a location; change it with Inventory Transaction',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsInventoryTransaction',
					relationHint: 'Changes the quantity',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsItem',
					relationHint: 'The item that is in stock',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsLocation',
					relationHint: 'The place of the stock',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(inventory),
	};

	methods = recordMethods(inventory, [item, location]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, inventory);
	}
}
