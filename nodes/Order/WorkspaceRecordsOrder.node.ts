import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { item } from '../Item/WorkspaceRecordsItem.node.js';
import { recordNode } from '../shared/resource';
import {
	boolean,
	dateTime,
	nestedIn,
	number,
	recordId,
	reference,
	rows,
	text,
	word,
} from '../shared/resource/definition/fields';
import { defineResource, keyed, searched } from '../shared/resource/definition/resource';

export const order = defineResource({
	label: 'Order',
	identifiers: keyed('order_id', { external: 'externalId' }),
	findBy: ['externalId'],
	bulk: {
		operation: 'createMany',
		label: 'Create Many',
		action: 'Create many orders',
		description:
			'Create the orders of all input items with as few requests as possible. For rows of order lines use Migration Upsert.',
		path: '/v1/public/orders/bulk',
		list: 'orders',
		element: 'order',
	},
	list: searched,
	fields: [
		...nestedIn('order', [
			text('externalId', 'External ID', 'Your own ID for the order', {
				required: 'create',
				nullable: false,
				example: 'order-001',
			}),
			...reference('company', 'Ordering company', 'acme-001', 'camelCase'),
			dateTime('orderAt', 'Ordered At', 'When the order was placed'),
			word('deliveryStatus', 'Delivery Status', 'How far the delivery is', {
				knownValues: ['shipped'],
			}),
			rows(
				'items',
				'Line Items',
				'What is ordered, one row per item',
				[
					recordId('item_id', 'Item', 'Item that is ordered', 'item'),
					text('itemExternalId', 'Item External ID', 'Item that is ordered, by your own ID', {
						example: 'sku-001',
						refersTo: { resource: 'item', by: 'externalId' },
					}),
					number('quantity', 'Quantity', 'How many units are ordered', {
						nullable: false,
						default: 1,
						example: 2,
					}),
					number('price', 'Price', 'Price of one unit', {
						example: 25,
					}),
					number('tax', 'Tax (Amount)', 'Tax on the line, as an amount', { example: 5 }),
					number('tax_rate', 'Tax Rate (%)', 'Tax rate of the line in percent', {
						example: 10,
						isPercent: true,
					}),
				],
				{ required: 'create', nullable: false },
			),
		]),
		boolean(
			'createMissingItems',
			'Create Missing Items',
			'Whether items that the service does not know yet are created',
			{ nullable: false, default: false },
		),
		boolean(
			'triggerWorkflows',
			'Trigger Workflows',
			'Whether workflows of the service that wait for orders start',
			{ nullable: false, default: true },
		),
	],
	record: {
		id: 'text!',
		order_id: 'integer',
		status: 'text',
		delivery_status: 'text',
		total_price: 'number',
		total_price_without_tax: 'number',
		number_item: 'integer',
		currency: 'text',
		order_at: 'dateTime!',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
		company_id: 'text',
		contact_id: 'text',
	},
	writeResponse: 'results',
	title: ['order_id', 'order_at'],
	state: 'status',
	simplified: [
		'status',
		'delivery_status',
		'order_at',
		'number_item',
		'total_price',
		'currency',
		'company_id',
	],
});

const node = recordNode(order, [company, item]);

export class WorkspaceRecordsOrder implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Order',
		name: 'workspaceRecordsOrder',
		icon: { light: 'file:../../icons/order.svg', dark: 'file:../../icons/order.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create orders one by one or in bulk, and read, update and archive them',
		defaults: { name: 'Workspace Records Order' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'For rows of order lines, or more than a few orders, use Migration Upsert',
			{
				MigrationUpsert: 'Many orders from rows',
				Item: 'What is ordered',
				InventoryTransaction: 'Books the stock out',
			},
		),
	};

	methods = node.methods;

	execute = node.execute;
}
