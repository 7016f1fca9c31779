import {
	currency,
	date,
	externalId,
	parties,
	status,
	taxes,
	text,
	totals,
	word,
} from '../shared/resource/definition/fields';
import {
	billingDocument,
	defineResource,
	dueDocument,
} from '../shared/resource/definition/resource';

export const slip = defineResource({
	label: 'Slip',
	...billingDocument('id_slip', 'slip_id', {
		start_date: 'date',
		due_date: 'date',
		status: 'text',
		slip_type: 'text',
	}),
	upserts: true,
	fields: [
		externalId('external_id', 'slip', { example: 'slip-001' }),
		word('slip_type', 'Slip Type', 'What kind of slip this is, as your workspace names it', {
			example: 'delivery',
		}),
		...parties('Company on the slip', 'Contact on the slip'),
		date('start_date', 'Date', 'Day the slip is made out'),
		status('slip', { example: 'draft' }),
		currency,
		...totals,
		...taxes,
		text('notes', 'Notes', 'Remarks on the slip', { example: 'Handle with care' }),
	],
	simplified: ['slip_type', ...dueDocument],
});
