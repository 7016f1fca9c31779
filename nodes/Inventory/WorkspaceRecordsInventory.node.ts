import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { item } from '../Item/WorkspaceRecordsItem.node.js';
import { location } from '../Location/WorkspaceRecordsLocation.node.js';
import { recordNode } from '../shared/resource';
import {
	currencyOf,
	dateTime,
	externalId,
	integer,
	number,
	recordId,
	reference,
	status,
	text,
	word,
} from '../shared/resource/definition/fields';
import { defineResource, keyed } from '../shared/resource/definition/resource';

export const inventory = defineResource({
	label: 'Inventory',
	identifiers: keyed('inventory_id', { external: 'externalId' }),
	upserts: true,
	language: ['list'],
	workspace: ['list'],
	fields: [
		externalId('externalId', 'stock', {
			required: 'create',
			nullable: false,
			example: 'stock-001',
		}),
		text('name', 'Name', 'Name of the stock', { example: 'Blue widgets, main warehouse' }),
		...reference('item', 'Item that is in stock', 'sku-001', 'camelCase'),
		recordId('warehouseId', 'Location', 'Location of the stock', 'location'),
		status('record', { example: 'active' }),
		word('inventoryStatus', 'Inventory Status', 'State of the stock, as your workspace names it', {
			example: 'available',
		}),
		dateTime('date', 'Date', 'Time that the stock is counted from'),
		integer('initialValue', 'Initial Value', 'Quantity in stock at the start', { example: 100 }),
		number('unitPrice', 'Unit Price', 'Value of one unit in stock', { example: 15 }),
		currencyOf('the unit price'),
	],
	record: {
		id: 'text',
		inventory_id: 'integer',
		name: 'text',
		status: 'text',
		record_source: 'text',
		record_source_detail: 'text',
		inventory_status: 'text',
		currency: 'text',
		available: 'integer',
		committed: 'integer',
		unavailable: 'integer',
		initial_value: 'integer',
		total_inventory: 'integer',
		inventory_value: 'number',
		unit_price: 'number',
		warehouse_id: 'text',
		item_ids: 'texts',
		date: 'dateTime',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
	},
	envelope: { external_id: 'text!', inventory_record_id: 'text' },
	title: ['name', 'inventory_id'],
	state: 'status',
	simplified: [
		'name',
		'status',
		'inventory_status',
		'available',
		'total_inventory',
		'inventory_value',
		'currency',
		'warehouse_id',
		'updated_at',
	],
});

const node = recordNode(inventory, [item, location]);

export class WorkspaceRecordsInventory implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Inventory',
		name: 'workspaceRecordsInventory',
		icon: { light: 'file:../../icons/inventory.svg', dark: 'file:../../icons/inventory.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive inventories of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Inventory' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'The quantity of an item at a location; change it with Inventory Transaction',
			{
				InventoryTransaction: 'Changes the quantity',
				Item: 'The item that is in stock',
				Location: 'The place of the stock',
			},
		),
	};

	methods = node.methods;

	execute = node.execute;
}
