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
	taxes,
	text,
} from '../shared/resource/definition/fields';
import { billingDocument, defineResource } from '../shared/resource/definition/resource';

export const bill = defineResource({
	label: 'Bill',
	...billingDocument('id_bill', 'bill_id', {}),
	upserts: true,
	fields: [
		externalId('external_id', 'bill', { example: 'bill-001' }),
		text('description', 'Description', 'What the bill is for', { example: 'Office rent, March' }),
		...parties('Billing company', 'Billing contact'),
		date('issued_date', 'Issue Date', 'Day the bill was made out'),
		date('due_date', 'Due Date', 'Last day to pay the bill'),
		number('amount', 'Amount', 'Amount of the bill', { example: 110 }),
		date('payment_date', 'Payment Date', 'Day the bill was or will be paid'),
		status('bill', { example: 'unpaid' }),
		currency,
		number('amount_without_tax', 'Amount Without Tax', 'Amount of the bill before tax', {
			example: 100,
		}),
		...taxes,
		text('notes', 'Notes', 'Remarks on the bill', { example: 'Approved by the office' }),
	],
	record: {
		id_bill: 'integer',
		contact_name: 'text',
		company_name: 'text',
		issued_date: 'date',
		due_date: 'date',
		payment_date: 'date',
		status: 'text',
		currency: 'text',
		amount: 'number',
		amount_without_tax: 'number',
		created_at: 'dateTime!',
		updated_at: 'dateTime',
	},
	simplified: [
		'company_name',
		'contact_name',
		'issued_date',
		'due_date',
		'payment_date',
		'status',
		'currency',
		'amount',
	],
});

const node = recordNode(bill, [company, contact]);

export class WorkspaceRecordsBill implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Bill',
		name: 'workspaceRecordsBill',
		icon: { light: 'file:../../icons/bill.svg', dark: 'file:../../icons/bill.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive bills of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Bill' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Bills are received from suppliers; for those sent to customers use Invoice',
			{
				PurchaseOrder: 'What was ordered from the supplier',
				Disbursement: 'Pays the bill',
			},
		),
	};

	methods = node.methods;

	execute = node.execute;
}
