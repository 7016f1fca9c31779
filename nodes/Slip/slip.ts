import {
	date,
	defineResource,
	everyOperation,
	number,
	text,
	wholeList,
	yesNo,
} from '../shared/record/definition';

export const slip = defineResource({
	name: 'slip',
	label: 'Slip',
	plural: 'Slips',
	path: '/v1/public/slips',
	identifiers: {
		number: 'id_slip',
		envelope: 'slip_id',
		external: 'external_id',
		externalQuery: ['get', 'delete'],
	},
	operations: everyOperation({ upsert: true }),
	list: wholeList(),
	language: { header: ['list', 'get'], query: ['list', 'get'] },
	workspace: ['list'],
	fields: [
		text('external_id', 'External ID', 'Your own ID for the slip, the key of Create or Update', {
			example: 'slip-001',
		}),
		text('slip_type', 'Slip Type', 'What kind of slip this is, as your workspace names it', {
			example: 'delivery',
		}),
		text('company_id', 'Company ID', 'Company on the slip, by its ID in the service', {
			refersTo: { resource: 'company', by: 'id' },
		}),
		text('company_external_id', 'Company External ID', 'Company on the slip, by your own ID', {
			example: 'acme-001',
			refersTo: { resource: 'company', by: 'externalId' },
		}),
		text('contact_id', 'Contact ID', 'Contact on the slip, by its ID in the service', {
			refersTo: { resource: 'contact', by: 'id' },
		}),
		text('contact_external_id', 'Contact External ID', 'Contact on the slip, by your own ID', {
			example: 'contact-001',
			refersTo: { resource: 'contact', by: 'externalId' },
		}),
		date('start_date', 'Date', 'Day the slip is made out'),
		text('status', 'Status', 'State of the slip, as your workspace names it', { example: 'draft' }),
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
		text('notes', 'Notes', 'Remarks on the slip', { example: 'Handle with care' }),
	],
	record: {
		id_slip: 'integer',
		contact_name: 'text',
		company_name: 'text',
		start_date: 'date',
		due_date: 'date',
		status: 'text',
		slip_type: 'text',
		currency: 'text',
		total_price: 'number',
		total_price_without_tax: 'number',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
	},
	title: ['id_slip', 'company_name'],
	state: 'status',
	simplified: [
		'slip_type',
		'company_name',
		'contact_name',
		'start_date',
		'due_date',
		'status',
		'currency',
		'total_price',
	],
});
