import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { purchaseOrder } from './purchaseOrder';

export class WorkspaceRecordsPurchaseOrder implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Purchase Order',
		name: 'workspaceRecordsPurchaseOrder',
		icon: {
			light: 'file:../../icons/purchase-order.svg',
			dark: 'file:../../icons/purchase-order.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Create, read, update and archive purchase orders of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Purchase Order' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(purchaseOrder),
			searchHint: 'What the workspace orders from suppliers; for orders of customers use Order',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsBill',
					relationHint: 'What the supplier bills',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(purchaseOrder),
	};

	methods = recordMethods(purchaseOrder, [company, contact]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, purchaseOrder, [company, contact]);
	}
}
