import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { company } from '../Company/company';
import { aiCredentials } from '../shared/ai/parameters';
import { searchRecords } from '../shared/resource';
import { subtitle } from '../shared/description';
import { enrichParameters } from './parameters';

export class WorkspaceRecordsEnrich implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Enrich',
		name: 'workspaceRecordsEnrich',
		icon: { light: 'file:../../icons/enrich.svg', dark: 'file:../../icons/enrich.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Fill in company records with AI, from evidence in outside sources',
		defaults: { name: 'Workspace Records Enrich' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			searchHint: 'Every call may be billed, a dry run too; Dry Run only proposes the changes',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsCompany',
					relationHint: 'Creates the company that is enriched',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsProperty',
					relationHint: 'Custom properties that take enriched facts',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsScore',
					relationHint: 'Rates the company afterwards',
				},
			],
		},
		credentials: aiCredentials,
		properties: enrichParameters,
	};

	methods = {
		listSearch: {
			async searchRecords(this: ILoadOptionsFunctions, filter?: string, page?: string) {
				return await searchRecords(this, company, filter, page);
			},
		},
		loadOptions: {
			async getProperties(this: ILoadOptionsFunctions) {
				const { companyProperties } = await import('./properties');
				return await companyProperties(this);
			},
		},
	};

	async execute(this: IExecuteFunctions) {
		const { runEnrich } = await import('./enrich');
		return await runEnrich(this);
	}
}
