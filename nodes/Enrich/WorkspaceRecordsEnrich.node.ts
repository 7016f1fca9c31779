import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { aiCredentials } from '../shared/ai/parameters';
import { searchRecords } from '../shared/resource';
import { actionNode, builderHint, subtitle } from '../shared/description';
import { enrichParameters } from './parameters';

export class WorkspaceRecordsEnrich implements INodeType {
	description: INodeTypeDescription = {
		...actionNode,
		displayName: 'Workspace Records Enrich',
		name: 'workspaceRecordsEnrich',
		icon: { light: 'file:../../icons/enrich.svg', dark: 'file:../../icons/enrich.dark.svg' },
		subtitle,
		description: 'Fill in company records with AI, from evidence in outside sources',
		defaults: { name: 'Workspace Records Enrich' },
		usableAsTool: true,
		builderHint: builderHint(
			'Every call may be billed, a dry run too; Dry Run only proposes the changes',
			{
				Company: 'Creates the company that is enriched',
				Property: 'Custom properties that take enriched facts',
				Score: 'Rates the company afterwards',
			},
		),
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
