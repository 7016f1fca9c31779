import {
	currency,
	parties,
	taxes,
	date,
	number,
	text,
	word,
} from '../shared/resource/definition/fields';
import {
	billingDocument,
	defineResource,
	everyOperation,
} from '../shared/resource/definition/resource';

export const bill = defineResource({
	name: 'bill',
	label: 'Bill',
	plural: 'Bills',
	path: '/v1/public/bills',
	...billingDocument('id_bill', 'bill_id', {}),
	operations: everyOperation({ upsert: true }),
	fields: [
		text('external_id', 'External ID', 'Your own ID for the bill, the key of Create or Update', {
			example: 'bill-001',
		}),
		text('description', 'Description', 'What the bill is for', { example: 'Office rent, March' }),
		...parties('Billing company', 'Billing contact'),
		date('issued_date', 'Issue Date', 'Day the bill was made out'),
		date('due_date', 'Due Date', 'Last day to pay the bill'),
		date('payment_date', 'Payment Date', 'Day the bill was or will be paid'),
		word('status', 'Status', 'State of the bill, as your workspace names it', {
			example: 'unpaid',
		}),
		currency,
		number('amount', 'Amount', 'Amount of the bill', { example: 110 }),
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
