import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { payment } from './payment';

const node = recordNode(payment, [company, contact]);

export class WorkspaceRecordsPayment implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Payment',
		name: 'workspaceRecordsPayment',
		icon: { light: 'file:../../icons/payment.svg', dark: 'file:../../icons/payment.dark.svg' },
		subtitle,
		description: 'Create, read, update and archive payments of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Payment' },
		usableAsTool: true,
		builderHint: node.builderHint('Money that is received', {
			Invoice: 'What is paid',
			Disbursement: 'Money that is paid out',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
