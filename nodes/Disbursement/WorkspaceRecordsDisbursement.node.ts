import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { recordNode } from '../shared/resource';
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

const node = recordNode(disbursement, [company, contact]);

export class WorkspaceRecordsDisbursement implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Disbursement',
		name: 'workspaceRecordsDisbursement',
		icon: {
			light: 'file:../../icons/disbursement.svg',
			dark: 'file:../../icons/disbursement.dark.svg',
		},
		subtitle: node.subtitle,
		description: 'Create, read, update and archive disbursements of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Disbursement' },
		usableAsTool: true,
		builderHint: node.builderHint('Money that is paid out, refunds included', {
			Bill: 'What is paid',
			Payment: 'Money that is received',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
