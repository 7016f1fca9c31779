import {
	currency,
	parties,
	taxes,
	totals,
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

export const disbursement = defineResource({
	name: 'disbursement',
	label: 'Disbursement',
	plural: 'Disbursements',
	path: '/v1/public/disbursements',
	...billingDocument('id_dsb', 'disbursement_id', { start_date: 'date', status: 'text' }),
	operations: everyOperation({ upsert: true }),
	fields: [
		text('external_id', 'External ID', 'Your own ID, the key of Create or Update', {
			example: 'disbursement-001',
		}),
		...parties('Company that is paid', 'Contact that is paid'),
		date('start_date', 'Date', 'Day of the disbursement'),
		word('status', 'Status', 'State of the disbursement, as your workspace names it', {
			knownValues: ['approved'],
		}),
		currency,
		...totals,
		number('fee', 'Fee', 'Fee that comes on top', { example: 2.5 }),
		...taxes,
		text('notes', 'Notes', 'Remarks on the disbursement', { example: 'Paid by bank transfer' }),
	],
	specified: { list: {} },
});
