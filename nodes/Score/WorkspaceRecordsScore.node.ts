import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { deal } from '../Deal/WorkspaceRecordsDeal.node.js';
import { aiCredentials } from '../shared/ai/parameters';
import { searchRecords } from '../shared/resource';
import { actionNode, builderHint, subtitle } from '../shared/description';
import { scoreParameters } from './parameters';

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
		properties: scoreParameters,
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
