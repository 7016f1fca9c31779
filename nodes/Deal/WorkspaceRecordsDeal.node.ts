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
import { deal } from './deal';

export class WorkspaceRecordsDeal implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Deal',
		name: 'workspaceRecordsDeal',
		icon: { light: 'file:../../icons/deal.svg', dark: 'file:../../icons/deal.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive deals, and read the pipelines they move through',
		defaults: { name: 'Workspace Records Deal' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(deal),
			searchHint: 'Get Pipelines lists the stages that a deal can be in',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsCompany',
					relationHint: 'The company of the deal',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsContact',
					relationHint: 'The contact of the deal',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsScore',
					relationHint: 'Rates the deal',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(deal),
	};

	methods = recordMethods(deal, [company, contact]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, deal, [company, contact]);
	}
}
