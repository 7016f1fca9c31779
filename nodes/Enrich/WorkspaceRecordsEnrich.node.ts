import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { property } from '../Property/WorkspaceRecordsProperty.node.js';
import {
	aiCredentials,
	aiLocators,
	aiOptions,
	authenticationParameter,
	enrichOptions,
	outputParameter,
	SEEDS,
} from '../shared/ai/parameters';
import {
	actionNode,
	builderHint,
	onlyOperation,
	optionsParameter,
	resourceParameter,
	subtitle,
	toolDescription,
} from '../shared/description';
import { searchRecords } from '../shared/resource';

const COSTS =
	'It writes what it finds at once, unless a person has set Dry Run, and every call may be billed: call it only when that is asked for, and once for each company.';

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
		properties: [
			authenticationParameter,
			resourceParameter([company]),
			onlyOperation('company', {
				name: 'Enrich',
				value: 'enrich',
				action: 'Enrich company',
				description:
					'Fill in what outside sources know about a company, and write it unless Dry Run is on. Every call may be billed.',
			}),
			toolDescription(
				`Fills in what outside sources know of a company of the workspace, by AI; returns what changed. Needs its id. ${COSTS}`,
				{ '/recordId.mode': ['list', 'id', 'externalId'] },
			),
			...Object.keys(SEEDS).map((mode) =>
				toolDescription(
					`Looks up by AI what outside sources know of a company that need not be in the workspace, by its ${mode}; returns what was found. ${COSTS}`,
					{ '/recordId.mode': [mode] },
				),
			),
			...aiLocators(company, SEEDS),
			outputParameter(
				'Which fields changed, to which values; outcome is changed, proposed, nothing_found, queued or skipped',
			),
			optionsParameter([...Object.values(enrichOptions), ...aiOptions]),
		],
	};

	methods = {
		listSearch: {
			async searchRecords(this: ILoadOptionsFunctions, filter?: string, page?: string) {
				return await searchRecords(this, company, filter, page);
			},
		},
		loadOptions: {
			async getProperties(this: ILoadOptionsFunctions) {
				const { loadCustomProperties } = await import('../shared/resource/methods/columns');
				return await loadCustomProperties(this, property, 'companies');
			},
		},
	};

	async execute(this: IExecuteFunctions) {
		const { runEnrich } = await import('./enrich');
		return await runEnrich(this);
	}
}
