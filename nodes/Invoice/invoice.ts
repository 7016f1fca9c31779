import {
	currency,
	date,
	parties,
	status,
	taxes,
	text,
	totals,
} from '../shared/resource/definition/fields';
import {
	billingDocument,
	defineResource,
	dueDocument,
} from '../shared/resource/definition/resource';

export const invoice = defineResource({
	label: 'Invoice',
	...billingDocument('id_inv', 'invoice_id', {
		start_date: 'date',
		due_date: 'date',
		status: 'text',
	}),
	findBy: ['external_id'],
	fields: [
		text('external_id', 'External ID', 'Your own ID for the invoice', { example: 'invoice-001' }),
		...parties('Receiving company', 'Receiving contact'),
		date('start_date', 'Date', 'Day the invoice is made out'),
		date('due_date', 'Due Date', 'Last day to pay the invoice'),
		status('invoice', { knownValues: ['draft', 'sent'] }),
		currency,
		...totals,
		...taxes,
		text('notes', 'Notes', 'Remarks on the invoice', { example: 'Thank you for your business' }),
	],
	simplified: dueDocument,
});
