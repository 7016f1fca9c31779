import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { item } from '../Item/item';
import { location } from '../Location/location';
import { recordMethods, recordParameters, runRecordOperation } from '../shared/resource';
import { subtitle } from '../shared/description/subtitle';
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
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(inventory),
	};

	methods = recordMethods(inventory, [item, location]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, inventory);
	}
}
