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
import { estimate } from './estimate';

export class WorkspaceRecordsEstimate implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Estimate',
		name: 'workspaceRecordsEstimate',
		icon: { light: 'file:../../icons/estimate.svg', dark: 'file:../../icons/estimate.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive estimates of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Estimate' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(estimate),
			searchHint: 'Quotes and offers, before an order or invoice',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsInvoice',
					relationHint: 'Bills what was accepted',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsOrder',
					relationHint: 'Orders what was accepted',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(estimate),
	};

	methods = recordMethods(estimate, [company, contact]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, estimate, [company, contact]);
	}
}
