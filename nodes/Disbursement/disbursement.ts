import {
	date,
	defineResource,
	everyOperation,
	number,
	text,
	wholeList,
	yesNo,
} from '../shared/record/definition';

export const disbursement = defineResource({
	name: 'disbursement',
	label: 'Disbursement',
	plural: 'Disbursements',
	path: '/v1/public/disbursements',
	identifiers: {
		number: 'id_dsb',
		envelope: 'disbursement_id',
		external: 'external_id',
		externalQuery: ['get', 'delete'],
	},
	operations: everyOperation({ upsert: true }),
	list: wholeList(),
	language: { header: ['list', 'get'], query: ['list', 'get'] },
	workspace: ['list'],
	fields: [
		text('external_id', 'External ID', 'Your own ID, the key of Create or Update', {
			example: 'disbursement-001',
		}),
		text('company_id', 'Company ID', 'Company that is paid, by its ID in the service', {
			refersTo: { resource: 'company', by: 'id' },
		}),
		text('company_external_id', 'Company External ID', 'Company that is paid, by your own ID', {
			example: 'acme-001',
			refersTo: { resource: 'company', by: 'externalId' },
		}),
		text('contact_id', 'Contact ID', 'Contact that is paid, by its ID in the service', {
			refersTo: { resource: 'contact', by: 'id' },
		}),
		text('contact_external_id', 'Contact External ID', 'Contact that is paid, by your own ID', {
			example: 'contact-001',
			refersTo: { resource: 'contact', by: 'externalId' },
		}),
		date('start_date', 'Date', 'Day of the disbursement'),
		text('status', 'Status', 'State of the disbursement, as your workspace names it', {
			seen: ['approved'],
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
		number('fee', 'Fee', 'Fee that comes on top', { example: 2.5 }),
		number('tax_rate', 'Tax Rate', 'Tax rate of the whole document in percent', { example: 10 }),
		yesNo('tax_inclusive', 'Tax Inclusive', 'Whether the amounts already contain tax'),
		text('tax_option', 'Tax Option', 'How tax is applied to the document', {
			seen: ['unified_tax'],
		}),
		text('notes', 'Notes', 'Remarks on the disbursement', { example: 'Paid by bank transfer' }),
	],
	record: {
		id_dsb: 'integer',
		contact_name: 'text',
		company_name: 'text',
		start_date: 'date',
		status: 'text',
		currency: 'text',
		total_price: 'number',
		total_price_without_tax: 'number',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
	},
	title: ['id_dsb', 'company_name'],
	state: 'status',
});
