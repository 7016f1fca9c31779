import {
	date,
	defineResource,
	everyOperation,
	number,
	text,
	wholeList,
} from '../shared/record/definition';

export const purchaseOrder = defineResource({
	name: 'purchaseOrder',
	label: 'Purchase Order',
	plural: 'Purchase Orders',
	path: '/v1/public/purchase-orders',
	identifiers: {
		number: 'id_po',
		envelope: 'purchase_order_id',
		external: 'external_id',
		externalQuery: ['get', 'delete'],
	},
	operations: everyOperation({ upsert: true }),
	list: wholeList(),
	language: { header: ['list', 'get'], query: ['list', 'get'] },
	workspace: ['list'],
	fields: [
		text('external_id', 'External ID', 'Your own ID, the key of Create or Update', {
			example: 'po-001',
		}),
		text('company_id', 'Company ID', 'Selling company, by its ID in the service', {
			refersTo: { resource: 'company', by: 'id' },
		}),
		text('company_external_id', 'Company External ID', 'Selling company, by your own ID', {
			example: 'acme-001',
			refersTo: { resource: 'company', by: 'externalId' },
		}),
		text('contact_id', 'Contact ID', 'Selling contact, by its ID in the service', {
			refersTo: { resource: 'contact', by: 'id' },
		}),
		text('contact_external_id', 'Contact External ID', 'Selling contact, by your own ID', {
			example: 'contact-001',
			refersTo: { resource: 'contact', by: 'externalId' },
		}),
		date('date', 'Date', 'Day the purchase order is made out'),
		text('status', 'Status', 'State of the purchase order, as your workspace names it', {
			example: 'draft',
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
		text('tax_option', 'Tax Option', 'How tax is applied to the document', {
			seen: ['unified_tax'],
		}),
		text('notes', 'Notes', 'Remarks on the purchase order', {
			example: 'Deliver to the back gate',
		}),
	],
	record: {
		id_po: 'integer',
		contact_name: 'text',
		company_name: 'text',
		date: 'date',
		status: 'text',
		currency: 'text',
		total_price: 'number',
		total_price_without_tax: 'number',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
	},
	title: ['id_po', 'company_name'],
	state: 'status',
});
