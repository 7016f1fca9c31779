import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { recordNode } from '../shared/resource';
import {
	currency,
	date,
	parties,
	status,
	taxOption,
	taxRate,
	text,
	totals,
} from '../shared/resource/definition/fields';
import { billingDocument, defineResource } from '../shared/resource/definition/resource';

export const purchaseOrder = defineResource({
	label: 'Purchase Order',
	...billingDocument('id_po', 'purchase_order_id', { date: 'date', status: 'text' }),
	upserts: true,
	fields: [
		text('external_id', 'External ID', 'Your own ID, the key of Create or Update', {
			example: 'po-001',
		}),
		...parties('Selling company', 'Selling contact'),
		date('date', 'Date', 'Day the purchase order is made out'),
		status('purchase order', { example: 'draft' }),
		currency,
		...totals,
		taxRate,
		taxOption,
		text('notes', 'Notes', 'Remarks on the purchase order', {
			example: 'Deliver to the back gate',
		}),
	],
	specified: { get: {} },
});

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
		subtitle: node.subtitle,
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
