import {
	dateTime,
	externalId,
	number,
	parties,
	reference,
	word,
} from '../shared/resource/definition/fields';
import { defineResource, keyed } from '../shared/resource/definition/resource';

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
