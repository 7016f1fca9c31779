import {
	date,
	defineResource,
	everyOperation,
	number,
	text,
	wholeList,
	yesNo,
} from '../shared/record/definition';

export const invoice = defineResource({
	name: 'invoice',
	label: 'Invoice',
	plural: 'Invoices',
	path: '/v1/public/invoices',
	identifiers: {
		number: 'id_inv',
		envelope: 'invoice_id',
		external: 'external_id',
		externalQuery: ['get', 'delete'],
	},
	operations: everyOperation(),
	list: wholeList(),
	language: { header: ['list', 'get'], query: ['list', 'get'] },
	workspace: ['list'],
	fields: [
		text('external_id', 'External ID', 'Your own ID for the invoice', { example: 'invoice-001' }),
		text('company_id', 'Company ID', 'Receiving company, by its ID in the service', {
			refersTo: { resource: 'company', by: 'id' },
		}),
		text('company_external_id', 'Company External ID', 'Receiving company, by your own ID', {
			example: 'acme-001',
			refersTo: { resource: 'company', by: 'externalId' },
		}),
		text('contact_id', 'Contact ID', 'Receiving contact, by its ID in the service', {
			refersTo: { resource: 'contact', by: 'id' },
		}),
		text('contact_external_id', 'Contact External ID', 'Receiving contact, by your own ID', {
			example: 'contact-001',
			refersTo: { resource: 'contact', by: 'externalId' },
		}),
		date('start_date', 'Date', 'Day the invoice is made out'),
		date('due_date', 'Due Date', 'Last day to pay the invoice'),
		text('status', 'Status', 'State of the invoice, as your workspace names it', {
			seen: ['draft', 'sent'],
		}),
		text('currency', 'Currency', 'Currency of the amounts, as a three-letter code', {
			example: 'EUR',
		}),
		number('total_price', 'Total Price', 'Total to pay, with tax where tax applies', {
			example: 110,
		}),
		number('total_price_without_tax', 'Total Price Without Tax', 'Total before tax', {
			example: 100,
		}),
		number('tax_rate', 'Tax Rate', 'Tax rate of the whole document in percent', { example: 10 }),
		yesNo('tax_inclusive', 'Tax Inclusive', 'Whether the amounts already contain tax'),
		text('tax_option', 'Tax Option', 'How tax is applied to the document', {
			seen: ['unified_tax'],
		}),
		text('notes', 'Notes', 'Remarks on the invoice', { example: 'Thank you for your business' }),
	],
	record: {
		id_inv: 'integer',
		contact_name: 'text',
		company_name: 'text',
		start_date: 'date',
		due_date: 'date',
		status: 'text',
		currency: 'text',
		total_price: 'number',
		total_price_without_tax: 'number',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
	},
	title: ['id_inv', 'company_name'],
	state: 'status',
	simplified: [
		'company_name',
		'contact_name',
		'start_date',
		'due_date',
		'status',
		'currency',
		'total_price',
	],
});
