import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { recordNode } from '../shared/resource';
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
		currency,
		...totals,
		status('slip', { example: 'draft' }),
		...taxes,
		text('notes', 'Notes', 'Remarks on the slip', { example: 'Handle with care' }),
	],
	simplified: ['slip_type', ...dueDocument],
});

const node = recordNode(slip, [company, contact]);

export class WorkspaceRecordsSlip implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Slip',
		name: 'workspaceRecordsSlip',
		icon: { light: 'file:../../icons/slip.svg', dark: 'file:../../icons/slip.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive slips of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Slip' },
		usableAsTool: true,
		builderHint: node.builderHint('Delivery notes and packing slips', {
			Order: 'What is delivered',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
