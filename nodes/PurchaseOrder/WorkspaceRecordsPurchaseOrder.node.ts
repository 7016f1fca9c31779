import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { purchaseOrder } from './purchaseOrder';

const node = recordNode(purchaseOrder, [company, contact]);

export class WorkspaceRecordsPurchaseOrder implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Purchase Order',
		name: 'workspaceRecordsPurchaseOrder',
		icon: {
			light: 'file:../../icons/purchase-order.svg',
			dark: 'file:../../icons/purchase-order.dark.svg',
		},
		subtitle,
		description:
			'Create, read, update and archive purchase orders of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Purchase Order' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'What the workspace orders from suppliers; for orders of customers use Order',
			{ Bill: 'What the supplier bills' },
		),
	};

	methods = node.methods;

	execute = node.execute;
}
