import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { item } from '../Item/item';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { order } from './order';

const node = recordNode(order, [company, item]);

export class WorkspaceRecordsOrder implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Order',
		name: 'workspaceRecordsOrder',
		icon: { light: 'file:../../icons/order.svg', dark: 'file:../../icons/order.dark.svg' },
		subtitle,
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
