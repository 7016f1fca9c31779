import {
	currency,
	parties,
	taxOption,
	taxRate,
	totals,
	date,
	text,
	word,
} from '../shared/resource/definition/fields';
import {
	billingDocument,
	defineResource,
	everyOperation,
} from '../shared/resource/definition/resource';

export const purchaseOrder = defineResource({
	name: 'purchaseOrder',
	label: 'Purchase Order',
	plural: 'Purchase Orders',
	path: '/v1/public/purchase-orders',
	...billingDocument('id_po', 'purchase_order_id', { date: 'date', status: 'text' }),
	operations: everyOperation({ upsert: true }),
	fields: [
		text('external_id', 'External ID', 'Your own ID, the key of Create or Update', {
			example: 'po-001',
		}),
		...parties('Selling company', 'Selling contact'),
		date('date', 'Date', 'Day the purchase order is made out'),
		word('status', 'Status', 'State of the purchase order, as your workspace names it', {
			example: 'draft',
		}),
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
