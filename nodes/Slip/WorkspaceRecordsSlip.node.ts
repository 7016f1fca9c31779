import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { slip } from './slip';

const node = recordNode(slip, [company, contact]);

export class WorkspaceRecordsSlip implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Slip',
		name: 'workspaceRecordsSlip',
		icon: { light: 'file:../../icons/slip.svg', dark: 'file:../../icons/slip.dark.svg' },
		subtitle,
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
