import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { location } from './location';

export class WorkspaceRecordsLocation implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Location',
		name: 'workspaceRecordsLocation',
		icon: { light: 'file:../../icons/location.svg', dark: 'file:../../icons/location.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Create, read, update and archive warehouse locations of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Location' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(location),
			searchHint: 'Warehouses, shelves and bins',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsInventory',
					relationHint: 'What is in stock there',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(location),
	};

	methods = recordMethods(location);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, location);
	}
}
