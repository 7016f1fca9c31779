import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { company } from './company';

export class WorkspaceRecordsCompany implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Company',
		name: 'workspaceRecordsCompany',
		icon: { light: 'file:../../icons/company.svg', dark: 'file:../../icons/company.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive companies of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Company' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(company),
			searchHint: 'Create or Update matches by external ID, so that a sync can be repeated',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsContact',
					relationHint: 'People of the company',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsDeal',
					relationHint: 'Sales opportunities of the company',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsEnrich',
					relationHint: 'Fills in what is missing',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsScore',
					relationHint: 'Rates the company',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(company),
	};

	methods = recordMethods(company);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, company);
	}
}
