import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { company } from '../Company/company';
import { item } from '../Item/item';
import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { order } from './order';

export class WorkspaceRecordsOrder implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Order',
		name: 'workspaceRecordsOrder',
		icon: { light: 'file:../../icons/order.svg', dark: 'file:../../icons/order.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create orders one by one or in bulk, and read, update and archive them',
		defaults: { name: 'Workspace Records Order' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(order),
			searchHint: 'For rows of order lines, or more than a few orders, use Migration Upsert',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsMigrationUpsert',
					relationHint: 'Many orders from rows',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsItem',
					relationHint: 'What is ordered',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsInventoryTransaction',
					relationHint: 'Books the stock out',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(order),
	};

	methods = recordMethods(order, [company, item]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, order, [company]);
	}
}
