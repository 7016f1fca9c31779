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
import { payment } from './payment';

export class WorkspaceRecordsPayment implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Payment',
		name: 'workspaceRecordsPayment',
		icon: { light: 'file:../../icons/payment.svg', dark: 'file:../../icons/payment.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive payments of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Payment' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(payment),
			searchHint: 'Money that is received',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsInvoice',
					relationHint: 'What is paid',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsDisbursement',
					relationHint: 'Money that is paid out',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(payment),
	};

	methods = recordMethods(payment, [company, contact]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, payment, [company, contact]);
	}
}
