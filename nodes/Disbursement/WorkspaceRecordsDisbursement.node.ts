import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { disbursement } from './disbursement';

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
		subtitle,
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
