import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { estimate } from './estimate';

const node = recordNode(estimate, [company, contact]);

export class WorkspaceRecordsEstimate implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Estimate',
		name: 'workspaceRecordsEstimate',
		icon: { light: 'file:../../icons/estimate.svg', dark: 'file:../../icons/estimate.dark.svg' },
		subtitle,
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
