import {
	currency,
	date,
	parties,
	status,
	taxOption,
	taxRate,
	text,
	totals,
} from '../shared/resource/definition/fields';
import { billingDocument, defineResource } from '../shared/resource/definition/resource';

export const purchaseOrder = defineResource({
	label: 'Purchase Order',
	...billingDocument('id_po', 'purchase_order_id', { date: 'date', status: 'text' }),
	upserts: true,
	fields: [
		text('external_id', 'External ID', 'Your own ID, the key of Create or Update', {
			example: 'po-001',
		}),
		...parties('Selling company', 'Selling contact'),
		date('date', 'Date', 'Day the purchase order is made out'),
		status('purchase order', { example: 'draft' }),
		currency,
		...totals,
		taxRate,
		taxOption,
		text('notes', 'Notes', 'Remarks on the purchase order', {
			example: 'Deliver to the back gate',
		}),
	],
	specified: { get: {} },
});
