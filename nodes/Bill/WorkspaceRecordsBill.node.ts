import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { bill } from './bill';

const node = recordNode(bill, [company, contact]);

export class WorkspaceRecordsBill implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Bill',
		name: 'workspaceRecordsBill',
		icon: { light: 'file:../../icons/bill.svg', dark: 'file:../../icons/bill.dark.svg' },
		subtitle,
		description: 'Create, read, update and archive bills of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Bill' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Bills are received from suppliers; for those sent to customers use Invoice',
			{
				PurchaseOrder: 'What was ordered from the supplier',
				Disbursement: 'Pays the bill',
			},
		),
	};

	methods = node.methods;

	execute = node.execute;
}
