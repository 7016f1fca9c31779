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
import { slip } from './slip';

export class WorkspaceRecordsSlip implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Slip',
		name: 'workspaceRecordsSlip',
		icon: { light: 'file:../../icons/slip.svg', dark: 'file:../../icons/slip.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive slips of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Slip' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(slip),
			searchHint: 'Delivery notes and packing slips',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsOrder',
					relationHint: 'What is delivered',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(slip),
	};

	methods = recordMethods(slip, [company, contact]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, slip, [company, contact]);
	}
}
