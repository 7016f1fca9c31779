import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { item } from './item';

export class WorkspaceRecordsItem implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Item',
		name: 'workspaceRecordsItem',
		icon: { light: 'file:../../icons/item.svg', dark: 'file:../../icons/item.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive items of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Item' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(item),
			searchHint: 'Products and services with price and tax',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsInventory',
					relationHint: 'How much of the item is in stock',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsOrder',
					relationHint: 'Orders the item',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(item),
	};

	methods = recordMethods(item);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, item);
	}
}
