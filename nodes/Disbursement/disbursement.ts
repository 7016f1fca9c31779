import {
	currency,
	date,
	number,
	parties,
	status,
	taxes,
	text,
	totals,
} from '../shared/resource/definition/fields';
import { billingDocument, defineResource } from '../shared/resource/definition/resource';

export const disbursement = defineResource({
	label: 'Disbursement',
	...billingDocument('id_dsb', 'disbursement_id', { start_date: 'date', status: 'text' }),
	upserts: true,
	fields: [
		text('external_id', 'External ID', 'Your own ID, the key of Create or Update', {
			example: 'disbursement-001',
		}),
		...parties('Company that is paid', 'Contact that is paid'),
		date('start_date', 'Date', 'Day of the disbursement'),
		status('disbursement', { knownValues: ['approved'] }),
		currency,
		...totals,
		number('fee', 'Fee', 'Fee that comes on top', { example: 2.5 }),
		...taxes,
		text('notes', 'Notes', 'Remarks on the disbursement', { example: 'Paid by bank transfer' }),
	],
	specified: { list: {} },
});
