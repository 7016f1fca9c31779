import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { deal } from '../Deal/WorkspaceRecordsDeal.node.js';
import {
	aiCredentials,
	aiLocators,
	aiOptions,
	authenticationParameter,
	outputParameter,
	scoreModelOption,
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

const scored = [company, deal] as const;

export class WorkspaceRecordsScore implements INodeType {
	description: INodeTypeDescription = {
		...actionNode,
		displayName: 'Workspace Records Score',
		name: 'workspaceRecordsScore',
		icon: { light: 'file:../../icons/score.svg', dark: 'file:../../icons/score.dark.svg' },
		subtitle,
		description: 'Rate companies and deals with AI: a score, a band and the reasons',
		defaults: { name: 'Workspace Records Score' },
		usableAsTool: true,
		builderHint: builderHint(
			'Every call may be billed; it returns a score, a band and the reasons, and changes nothing',
			{
				Company: 'Creates the company that is scored',
				Deal: 'Creates the deal that is scored, and moves it by its band',
				Enrich: 'Fills in the company first, for a better score',
			},
		),
		credentials: aiCredentials,
		properties: [
			authenticationParameter,
			resourceParameter(scored),
			...scored.map(({ name, label }) =>
				onlyOperation(name, {
					name: 'Score',
					value: 'score',
					action: `Score ${label.toLowerCase()}`,
					description: `Rate a ${label.toLowerCase()} with a score, a band and the reasons. Every call may be billed.`,
				}),
			),
			...scored.map(({ name, label }) =>
				toolDescription(
					`Scores one ${label.toLowerCase()} by AI: a score, a band and the reasons. Needs its id. It changes nothing, but every call may be billed: call it only when a score is asked for.`,
					{ resource: [name] },
				),
			),
			...scored.flatMap((resource) => aiLocators(resource)),
			outputParameter('The score, its band and the reasons'),
			optionsParameter([...aiOptions, scoreModelOption]),
		],
	};

	methods = {
		listSearch: {
			async searchRecords(this: ILoadOptionsFunctions, filter?: string, page?: string) {
				return await searchRecords(this, [company, deal], filter, page);
			},
		},
	};

	async execute(this: IExecuteFunctions) {
		const { runScore } = await import('./score');
		return await runScore(this);
	}
}
