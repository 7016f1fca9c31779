import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { inventory } from '../Inventory/WorkspaceRecordsInventory.node.js';
import { recordNode } from '../shared/resource';
import {
	boolean,
	dateTime,
	integer,
	number,
	reference,
	status,
	text,
	word,
} from '../shared/resource/definition/fields';
import { defineResource } from '../shared/resource/definition/resource';

export const inventoryTransaction = defineResource({
	label: 'Inventory Transaction',
	listPath: '/api/v1/public/inventory-transactions',
	identifiers: { record: 'id', number: 'transaction_id', envelope: 'transaction_id' },
	language: ['list'],
	workspace: ['list'],
	fields: [
		word('transactionType', 'Transaction Type', 'What kind of stock movement this is', {
			required: 'create',
			nullable: false,
			knownValues: ['incoming'],
		}),
		...reference('inventory', 'Stock that moves', 'stock-001', 'camelCase'),
		text('inventoryType', 'Inventory Type', 'Kind of stock, as your workspace names it', {
			example: 'available',
		}),
		dateTime('transactionDate', 'Transaction Date', 'Time of the movement'),
		status('record', { example: 'active' }),
		integer('amount', 'Amount', 'Quantity by which the stock changes', { example: 10 }),
		integer('transactionAmount', 'Transaction Amount', 'Quantity that the movement is about', {
			example: 10,
		}),
		number('price', 'Price', 'Price of the movement', { example: 150 }),
		boolean('useUnitValue', 'Use Unit Value', 'Whether the movement is valued by the unit price'),
	],
	record: {
		id: 'text',
		transaction_id: 'textOrInteger',
		inventory_id: 'textOrInteger',
		inventory_uuid: 'text',
		inventory_type: 'text',
		transaction_type: 'text',
		status: 'text',
		amount: 'integer',
		transaction_amount: 'integer',
		use_unit_value: 'boolean',
		price: 'number',
		total_price: 'number',
		average_price: 'number',
		transaction_date: 'dateTime',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
		usage_status: 'text',
	},
	specified: {
		list: {
			required: ['created_at', 'updated_at'],
			untyped: ['transaction_id', 'inventory_id'],
		},
	},
	envelope: { inventory_id: 'text' },
	title: ['transaction_type', 'transaction_date', 'transaction_id'],
	state: 'status',
	simplified: [
		'transaction_type',
		'transaction_date',
		'inventory_id',
		'status',
		'amount',
		'price',
		'total_price',
		'updated_at',
	],
});

const node = recordNode(inventoryTransaction, [inventory]);

export class WorkspaceRecordsInventoryTransaction implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Inventory Transaction',
		name: 'workspaceRecordsInventoryTransaction',
		icon: {
			light: 'file:../../icons/inventory-transaction.svg',
			dark: 'file:../../icons/inventory-transaction.dark.svg',
		},
		subtitle: node.subtitle,
		description:
			'Create, read, update and archive movements of stock in a Workspace Records workspace',
		defaults: { name: 'Workspace Records Inventory Transaction' },
		usableAsTool: true,
		builderHint: node.builderHint('Books stock in (incoming) or out (outgoing)', {
			Inventory: 'Reads the quantity that is left',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
