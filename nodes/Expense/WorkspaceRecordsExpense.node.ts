import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { expense } from './expense';

const node = recordNode(expense, [company, contact]);

export class WorkspaceRecordsExpense implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Expense',
		name: 'workspaceRecordsExpense',
		icon: { light: 'file:../../icons/expense.svg', dark: 'file:../../icons/expense.dark.svg' },
		subtitle,
		description: 'Create, read, update and archive expenses of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Expense' },
		usableAsTool: true,
		builderHint: node.builderHint('What employees have spent', { Bill: 'What suppliers bill' }),
	};

	methods = node.methods;

	execute = node.execute;
}
