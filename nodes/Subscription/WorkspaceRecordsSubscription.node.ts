import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { item } from '../Item/WorkspaceRecordsItem.node.js';
import { recordNode } from '../shared/resource';
import {
	date,
	integer,
	number,
	recordId,
	rows,
	text,
	word,
} from '../shared/resource/definition/fields';
import { defineResource } from '../shared/resource/definition/resource';

const customer = {
	resource: 'contact',
	by: 'id',
	label: 'Customer (Contact)',
	role: 'Contact that subscribes',
} as const;

export const subscription = defineResource({
	label: 'Subscription',
	identifiers: {
		record: 'id',
		envelope: 'subscription_id',
		externalQuery: ['get', 'update', 'delete'],
	},
	workspace: ['list'],
	fields: [
		text('cid', 'Customer ID', 'Contact or company that subscribes, by its ID in the service', {
			required: true,
			nullable: false,
			only: 'create',
			refersTo: customer,
			orRefersTo: {
				resource: 'company',
				by: 'id',
				label: 'Customer (Company)',
				role: 'Company that subscribes, instead of a contact',
			},
		}),
		text('contact', 'Contact', 'Contact that the subscription moves to', {
			only: 'update',
			refersTo: customer,
		}),
		rows(
			'items',
			'Items',
			'What is subscribed to, one row per item; an update replaces all rows',
			[
				recordId('id', 'Item', 'Item that is subscribed to', 'item', {
					required: true,
					nullable: false,
				}),
				text('name', 'Name', 'Name of the item on the subscription', { example: 'Blue widget' }),
				integer('amount', 'Quantity', 'How many units are subscribed to', {
					required: true,
					nullable: false,
					example: 2,
				}),
				number('price', 'Price', 'Price of one unit', { example: 25 }),
			],
			{ required: 'create', nullable: 'update' },
		),
		word('subscription_status', 'Subscription Status', 'State that the subscription starts in', {
			required: true,
			nullable: false,
			only: 'create',
			knownValues: ['active'],
		}),
		word('status', 'Status', 'New state of the subscription', {
			only: 'update',
			knownValues: ['active'],
		}),
		date('start_date', 'Start Date', 'First day of the subscription', { only: 'create' }),
		integer('frequency', 'Frequency', 'How many units of time lie between two bills', {
			only: 'create',
			example: 1,
		}),
		word('frequency_time', 'Frequency Unit', 'Unit of time that the frequency counts', {
			only: 'create',
			knownValues: ['months'],
		}),
		text('currency', 'Currency', 'Currency of the amounts, as a three-letter code', {
			only: 'create',
			example: 'EUR',
		}),
		number('total_price', 'Total Price', 'Total to pay each time', { only: 'create', example: 50 }),
		number('tax', 'Tax', 'Tax on the subscription', { only: 'create', example: 10 }),
		word('shipping_cost_tax_status', 'Shipping Tax Status', 'How the cost of shipping is taxed', {
			only: 'create',
			example: 'taxed',
		}),
	],
	record: {
		id: 'text!',
		status: 'text',
		subscription_status: 'text',
		created_at: 'dateTime!',
		'contact_info!': [{ id: 'text!', name: 'text', email: 'text', phone: 'text' }],
		'items!': [{ id: 'text!', name: 'text', price: 'number', status: 'text', amount: 'integer!' }],
		number_item: 'integer!',
		start_date: 'date',
		currency: 'text',
		total_price: 'number',
		prior_to_time: 'text',
		frequency: 'integer',
		frequency_time: 'text',
		tax: 'number',
		shipping_cost_tax_status: 'text',
	},
	writeResponse: 'record',
	title: ['contact_info.0.name', 'start_date', 'total_price', 'currency'],
	state: 'subscription_status',
	simplified: [
		'subscription_status',
		'contact_info',
		'items',
		'start_date',
		'frequency',
		'frequency_time',
		'total_price',
		'currency',
	],
});

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
		subtitle: node.subtitle,
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
