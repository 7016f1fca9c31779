import {
	currency,
	parties,
	taxes,
	totals,
	date,
	text,
	word,
} from '../shared/resource/definition/fields';
import {
	billingDocument,
	defineResource,
	dueDocument,
	everyOperation,
} from '../shared/resource/definition/resource';

export const slip = defineResource({
	name: 'slip',
	label: 'Slip',
	plural: 'Slips',
	path: '/v1/public/slips',
	...billingDocument('id_slip', 'slip_id', {
		start_date: 'date',
		due_date: 'date',
		status: 'text',
		slip_type: 'text',
	}),
	operations: everyOperation({ upsert: true }),
	fields: [
		text('external_id', 'External ID', 'Your own ID for the slip, the key of Create or Update', {
			example: 'slip-001',
		}),
		word('slip_type', 'Slip Type', 'What kind of slip this is, as your workspace names it', {
			example: 'delivery',
		}),
		...parties('Company on the slip', 'Contact on the slip'),
		date('start_date', 'Date', 'Day the slip is made out'),
		word('status', 'Status', 'State of the slip, as your workspace names it', { example: 'draft' }),
		currency,
		...totals,
		...taxes,
		text('notes', 'Notes', 'Remarks on the slip', { example: 'Handle with care' }),
	],
	simplified: ['slip_type', ...dueDocument],
});
