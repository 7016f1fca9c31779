import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { recordNode } from '../shared/resource';
import {
	currency,
	date,
	externalId,
	number,
	parties,
	status,
	text,
	word,
} from '../shared/resource/definition/fields';
import { billingDocument, defineResource } from '../shared/resource/definition/resource';

export const payment = defineResource({
	label: 'Payment',
	...billingDocument('id_rcp', 'payment_id', {
		start_date: 'date',
		status: 'text',
		entry_type: 'text',
	}),
	identifiers: {
		number: 'id_rcp',
		envelope: 'payment_id',
		external: 'externalId',
		externalQuery: ['get', 'update', 'delete'],
	},
	upserts: true,
	fields: [
		externalId('externalId', 'payment', { example: 'payment-001' }),
		word('entryType', 'Entry Type', 'What kind of entry this is, as your workspace names it', {
			example: 'receipt',
		}),
		...parties('Company that pays', 'Contact that pays', 'camelCase'),
		date('startDate', 'Date', 'Day of the payment'),
		number('totalPrice', 'Total Price', 'Amount paid, tax included', { example: 110 }),
		status('payment', { knownValues: ['draft', 'sent', 'paid'] }),
		currency,
		number('totalPriceWithoutTax', 'Total Price Without Tax', 'Amount paid before tax', {
			example: 100,
		}),
		text('notes', 'Notes', 'Remarks on the payment', { example: 'Paid in two parts' }),
	],
	simplified: [
		'entry_type',
		'company_name',
		'contact_name',
		'start_date',
		'status',
		'currency',
		'total_price',
	],
});

const node = recordNode(payment, [company, contact]);

export class WorkspaceRecordsPayment implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Payment',
		name: 'workspaceRecordsPayment',
		icon: { light: 'file:../../icons/payment.svg', dark: 'file:../../icons/payment.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive payments of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Payment' },
		usableAsTool: true,
		builderHint: node.builderHint('Money that is received', {
			Invoice: 'What is paid',
			Disbursement: 'Money that is paid out',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
