import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { recordNode } from '../shared/resource';
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

export const estimate = defineResource({
	label: 'Estimate',
	...billingDocument('id_est', 'estimate_id', {
		start_date: 'date',
		due_date: 'date',
		status: 'text',
	}),
	findBy: ['external_id'],
	fields: [
		text('external_id', 'External ID', 'Your own ID for the estimate', { example: 'estimate-001' }),
		...parties('Receiving company', 'Receiving contact'),
		date('start_date', 'Date', 'Day the estimate is made out'),
		date('due_date', 'Due Date', 'Last day to accept the estimate'),
		currency,
		...totals,
		status('estimate', { knownValues: ['draft', 'sent'] }),
		...taxes,
		text('notes', 'Notes', 'Remarks on the estimate', { example: 'Thank you for your business' }),
	],
	specified: { list: {} },
	simplified: dueDocument,
});

const node = recordNode(estimate, [company, contact]);

export class WorkspaceRecordsEstimate implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Estimate',
		name: 'workspaceRecordsEstimate',
		icon: { light: 'file:../../icons/estimate.svg', dark: 'file:../../icons/estimate.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive estimates of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Estimate' },
		usableAsTool: true,
		builderHint: node.builderHint('Quotes and offers, before an order or invoice', {
			Invoice: 'Bills what was accepted',
			Order: 'Orders what was accepted',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
