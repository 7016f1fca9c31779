import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { workflow } from './workflow';

export class WorkspaceRecordsWorkflow implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Workflow',
		name: 'workspaceRecordsWorkflow',
		icon: { light: 'file:../../icons/workflow.svg', dark: 'file:../../icons/workflow.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Read, create and update the workflows that run inside Workspace Records',
		defaults: { name: 'Workspace Records Workflow' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(workflow),
			searchHint:
				'Workflows inside the service, not those of n8n; Get Actions lists the steps they can have',
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(workflow),
	};

	methods = recordMethods(workflow);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, workflow);
	}
}
