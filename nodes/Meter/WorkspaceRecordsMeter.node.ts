import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { item } from '../Item/WorkspaceRecordsItem.node.js';
import { recordNode } from '../shared/resource';
import {
	dateTime,
	externalId,
	number,
	parties,
	reference,
	word,
} from '../shared/resource/definition/fields';
import { defineResource, keyed } from '../shared/resource/definition/resource';
import { subscription } from '../Subscription/WorkspaceRecordsSubscription.node.js';

export const meter = defineResource({
	label: 'Meter',
	identifiers: keyed('meter_id', {
		external: 'externalId',
		externalQuery: ['get', 'update', 'delete'],
	}),
	upserts: true,
	language: ['list', 'get'],
	workspace: ['list'],
	fields: [
		externalId('externalId', 'meter', { example: 'meter-001' }),
		...parties('Company that uses it', 'Contact that uses it', 'camelCase'),
		...reference('item', 'Item that is used', 'sku-001', 'camelCase'),
		...reference('subscription', 'Its subscription', 'subscription-001', 'camelCase'),
		number('usage', 'Usage', 'How much was used', { example: 12.5 }),
		dateTime('usageAt', 'Used At', 'When it was used'),
		word('usageStatus', 'Usage Status', 'State of the usage, as your workspace names it', {
			example: 'active',
		}),
	],
	record: {
		id: 'text',
		meter_id: 'textOrInteger',
		contact_id: 'text',
		company_id: 'text',
		item_id: 'text',
		subscription_id: 'text',
		usage: 'number',
		usage_status: 'text',
		usage_at: 'dateTime',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
		contact_name: 'text',
		company_name: 'text',
		item_name: 'text',
		subscription_name: 'text',
	},
	title: ['item_name', 'company_name', 'meter_id'],
	state: 'usage_status',
	simplified: [
		'item_name',
		'company_name',
		'contact_name',
		'subscription_name',
		'usage',
		'usage_at',
		'usage_status',
	],
});

const node = recordNode(meter, [company, contact, item, subscription]);

export class WorkspaceRecordsMeter implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Meter',
		name: 'workspaceRecordsMeter',
		icon: { light: 'file:../../icons/meter.svg', dark: 'file:../../icons/meter.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive metered usage of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Meter' },
		usableAsTool: true,
		builderHint: node.builderHint('Reports usage that is billed', {
			Subscription: 'Bills at regular intervals',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
