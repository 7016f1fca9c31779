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
import { invoice } from './invoice';

export class WorkspaceRecordsInvoice implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Invoice',
		name: 'workspaceRecordsInvoice',
		icon: { light: 'file:../../icons/invoice.svg', dark: 'file:../../icons/invoice.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive invoices of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Invoice' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(invoice),
			searchHint: 'Invoices are sent to customers; for those of suppliers use Bill',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsPayment',
					relationHint: 'Records that the invoice was paid',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsCompany',
					relationHint: 'The company that receives the invoice',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(invoice),
	};

	methods = recordMethods(invoice, [company, contact]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, invoice, [company, contact]);
	}
}
