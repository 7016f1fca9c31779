import {
	date,
	defineResource,
	everyOperation,
	number,
	text,
	wholeList,
	yesNo,
} from '../shared/record/definition';

export const bill = defineResource({
	name: 'bill',
	label: 'Bill',
	plural: 'Bills',
	path: '/v1/public/bills',
	identifiers: {
		number: 'id_bill',
		envelope: 'bill_id',
		external: 'external_id',
		externalQuery: ['get', 'delete'],
	},
	operations: everyOperation({ upsert: true }),
	list: wholeList(),
	language: { header: ['list', 'get'], query: ['list', 'get'] },
	workspace: ['list'],
	fields: [
		text('external_id', 'External ID', 'Your own ID for the bill, the key of Create or Update', {
			example: 'bill-001',
		}),
		text('description', 'Description', 'What the bill is for', { example: 'Office rent, March' }),
		text('company_id', 'Company ID', 'Billing company, by its ID in the service', {
			refersTo: { resource: 'company', by: 'id' },
		}),
		text('company_external_id', 'Company External ID', 'Billing company, by your own ID', {
			example: 'acme-001',
			refersTo: { resource: 'company', by: 'externalId' },
		}),
		text('contact_id', 'Contact ID', 'Billing contact, by its ID in the service', {
			refersTo: { resource: 'contact', by: 'id' },
		}),
		text('contact_external_id', 'Contact External ID', 'Billing contact, by your own ID', {
			example: 'contact-001',
			refersTo: { resource: 'contact', by: 'externalId' },
		}),
		date('issued_date', 'Issue Date', 'Day the bill was made out'),
		date('due_date', 'Due Date', 'Last day to pay the bill'),
		date('payment_date', 'Payment Date', 'Day the bill was or will be paid'),
		text('status', 'Status', 'State of the bill, as your workspace names it', {
			example: 'unpaid',
		}),
		text('currency', 'Currency', 'Currency of the amounts, as a three-letter code', {
			example: 'EUR',
		}),
		number('amount', 'Amount', 'Amount of the bill', { example: 110 }),
		number('amount_without_tax', 'Amount Without Tax', 'Amount of the bill before tax', {
			example: 100,
		}),
		number('tax_rate', 'Tax Rate', 'Tax rate of the whole document in percent', { example: 10 }),
		yesNo('tax_inclusive', 'Tax Inclusive', 'Whether the amounts already contain tax'),
		text('tax_option', 'Tax Option', 'How tax is applied to the document', {
			seen: ['unified_tax'],
		}),
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
	title: ['id_bill', 'company_name'],
	state: 'status',
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
