import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { item } from '../Item/item';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { subscription } from './subscription';

const node = recordNode(subscription, [company, contact, item]);

export class WorkspaceRecordsSubscription implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Subscription',
		name: 'workspaceRecordsSubscription',
		icon: {
			light: 'file:../../icons/subscription.svg',
			dark: 'file:../../icons/subscription.dark.svg',
		},
		subtitle,
		description: 'Create, read, update and archive subscriptions of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Subscription' },
		usableAsTool: true,
		builderHint: node.builderHint('Recurring billing of a contact or company', {
			Meter: 'Usage that is billed with it',
			Item: 'What is subscribed to',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
