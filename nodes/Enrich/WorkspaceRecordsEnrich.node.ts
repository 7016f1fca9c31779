import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { company } from '../Company/company';
import { aiCredentialOf, aiCredentials } from '../shared/ai';
import { searchRecords } from '../shared/record';
import { runNode } from '../shared/run';
import { subtitle } from '../shared/subtitle';
import { prepareEnrich } from './enrich';
import { enrichParameters } from './parameters';
import { companyProperties } from './properties';

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
				return await companyProperties(this);
			},
		},
	};

	async execute(this: IExecuteFunctions) {
		const output = await runNode(this, prepareEnrich, aiCredentialOf(this));
		const proposed = output[0].filter(({ json }) => json.dry_run === true).length;
		if (proposed > 0) {
			this.addExecutionHints({
				message: `Dry run: nothing was written. ${proposed} of ${output[0].length} answers only propose changes.`,
				location: 'outputPane',
			});
		}
		return output;
	}
}
