import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { property } from './property';

export class WorkspaceRecordsProperty implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Property',
		name: 'workspaceRecordsProperty',
		icon: { light: 'file:../../icons/property.svg', dark: 'file:../../icons/property.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive the properties that records have',
		defaults: { name: 'Workspace Records Property' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(property),
			searchHint: 'Fields of companies, contacts and other objects, custom ones included',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsEnrich',
					relationHint: 'Fills custom properties',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(property),
	};

	methods = recordMethods(property);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, property);
	}
}
