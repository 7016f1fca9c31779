import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { recordNode } from '../shared/resource';
import {
	currency,
	date,
	parties,
	status,
	taxes,
	text,
	totals,
} from '../shared/resource/definition/fields';
import {
	billingDocument,
	defineResource,
	dueDocument,
} from '../shared/resource/definition/resource';

export const invoice = defineResource({
	label: 'Invoice',
	...billingDocument('id_inv', 'invoice_id', {
		start_date: 'date',
		due_date: 'date',
		status: 'text',
	}),
	findBy: ['external_id'],
	fields: [
		text('external_id', 'External ID', 'Your own ID for the invoice', { example: 'invoice-001' }),
		...parties('Receiving company', 'Receiving contact'),
		date('start_date', 'Date', 'Day the invoice is made out'),
		date('due_date', 'Due Date', 'Last day to pay the invoice'),
		currency,
		...totals,
		status('invoice', { knownValues: ['draft', 'sent'] }),
		...taxes,
		text('notes', 'Notes', 'Remarks on the invoice', { example: 'Thank you for your business' }),
	],
	simplified: dueDocument,
});

const node = recordNode(invoice, [company, contact]);

export class WorkspaceRecordsInvoice implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Invoice',
		name: 'workspaceRecordsInvoice',
		icon: { light: 'file:../../icons/invoice.svg', dark: 'file:../../icons/invoice.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive invoices of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Invoice' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Invoices are sent to customers; for those of suppliers use Bill',
			{
				Payment: 'Records that the invoice was paid',
				Company: 'The company that receives the invoice',
			},
		),
	};

	methods = node.methods;

	execute = node.execute;
}
