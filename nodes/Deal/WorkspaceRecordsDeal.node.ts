import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { deal } from './deal';

const node = recordNode(deal, [company, contact]);

export class WorkspaceRecordsDeal implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Deal',
		name: 'workspaceRecordsDeal',
		icon: { light: 'file:../../icons/deal.svg', dark: 'file:../../icons/deal.dark.svg' },
		subtitle,
		description: 'Create, read, update and archive deals, and read the pipelines they move through',
		defaults: { name: 'Workspace Records Deal' },
		usableAsTool: true,
		builderHint: node.builderHint('Get Pipelines lists the stages that a deal can be in', {
			Company: 'The company of the deal',
			Contact: 'The contact of the deal',
			Score: 'Rates the deal',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
