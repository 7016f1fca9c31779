import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { item } from '../Item/item';
import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { subscription } from './subscription';

export class WorkspaceRecordsSubscription implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Subscription',
		name: 'workspaceRecordsSubscription',
		icon: {
			light: 'file:../../icons/subscription.svg',
			dark: 'file:../../icons/subscription.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive subscriptions of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Subscription' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(subscription),
			searchHint: 'Recurring billing of a contact or company',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsMeter',
					relationHint: 'Usage that is billed with it',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsItem',
					relationHint: 'What is subscribed to',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(subscription),
	};

	methods = recordMethods(subscription, [company, contact, item]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, subscription, [company, contact]);
	}
}
