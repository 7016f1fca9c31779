import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { expense } from './expense';

export class WorkspaceRecordsExpense implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Expense',
		name: 'workspaceRecordsExpense',
		icon: { light: 'file:../../icons/expense.svg', dark: 'file:../../icons/expense.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive expenses of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Expense' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(expense),
			searchHint: 'What employees have spent',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsBill',
					relationHint: 'What suppliers bill',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(expense),
	};

	methods = recordMethods(expense, [company, contact]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, expense, [company, contact]);
	}
}
