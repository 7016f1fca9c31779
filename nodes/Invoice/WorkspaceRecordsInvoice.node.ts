import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { invoice } from './invoice';

const node = recordNode(invoice, [company, contact]);

export class WorkspaceRecordsInvoice implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Invoice',
		name: 'workspaceRecordsInvoice',
		icon: { light: 'file:../../icons/invoice.svg', dark: 'file:../../icons/invoice.dark.svg' },
		subtitle,
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
