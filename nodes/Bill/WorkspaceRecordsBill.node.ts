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
import { bill } from './bill';

export class WorkspaceRecordsBill implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Bill',
		name: 'workspaceRecordsBill',
		icon: { light: 'file:../../icons/bill.svg', dark: 'file:../../icons/bill.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive bills of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Bill' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(bill),
			searchHint: 'Bills are received from suppliers; for those sent to customers use Invoice',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsPurchaseOrder',
					relationHint: 'What was ordered from the supplier',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsDisbursement',
					relationHint: 'Pays the bill',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(bill),
	};

	methods = recordMethods(bill, [company, contact]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, bill, [company, contact]);
	}
}
