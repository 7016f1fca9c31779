import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { recordNode } from '../shared/resource';
import {
	currencyOf,
	dateTime,
	externalId,
	nestedIn,
	number,
	parties,
	rows,
	status,
	text,
} from '../shared/resource/definition/fields';
import { defineResource, keyed } from '../shared/resource/definition/resource';

export const expense = defineResource({
	label: 'Expense',
	identifiers: keyed('id_pm', { envelope: 'expense_id' }),
	upserts: true,
	language: ['list', 'get'],
	workspace: ['list'],
	fields: [
		externalId('external_id', 'expense', { example: 'expense-001' }),
		text('description', 'Description', 'What the money was spent on', {
			example: 'Train to the customer',
		}),
		...parties('Company of the expense', 'Contact of the expense'),
		number('amount', 'Amount', 'How much was spent', { example: 80 }),
		currencyOf('the amount'),
		dateTime('reimburse_date', 'Reimbursement Date', 'When the expense is paid back'),
		dateTime('due_date', 'Due Date', 'When the expense has to be settled'),
		status('expense', { example: 'submitted' }),
		...nestedIn('attachment_file', [
			rows(
				'files',
				'Attached Files',
				'Files of the expense that were uploaded before',
				[
					text('id', 'ID', 'ID of the attachment', { isId: true, example: 'attachment-001' }),
					text('file_id', 'File ID', 'ID the service gave the file on upload', {
						isId: true,
						example: 'file-001',
					}),
					text('name', 'Name', 'Name of the file', { example: 'receipt.pdf' }),
				],
				{ nullable: false },
			),
		]),
	],
	record: {
		id: 'text!',
		id_pm: 'integer',
		contact_name: 'text',
		company_name: 'text',
		description: 'text',
		reimburse_date: 'dateTime',
		due_date: 'dateTime',
		status: 'text',
		currency: 'text',
		amount: 'number',
		created_at: 'dateTime!',
		updated_at: 'dateTime',
	},
	title: ['description', 'company_name', 'id_pm'],
	state: 'status',
	simplified: [
		'description',
		'company_name',
		'contact_name',
		'due_date',
		'status',
		'currency',
		'amount',
		'updated_at',
	],
});

const node = recordNode(expense, [company, contact]);

export class WorkspaceRecordsExpense implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Expense',
		name: 'workspaceRecordsExpense',
		icon: { light: 'file:../../icons/expense.svg', dark: 'file:../../icons/expense.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive expenses of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Expense' },
		usableAsTool: true,
		builderHint: node.builderHint('What employees have spent', { Bill: 'What suppliers bill' }),
	};

	methods = node.methods;

	execute = node.execute;
}
