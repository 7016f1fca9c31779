import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { report } from './report';

export class WorkspaceRecordsReport implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Report',
		name: 'workspaceRecordsReport',
		icon: { light: 'file:../../icons/report.svg', dark: 'file:../../icons/report.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive reports of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Report' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(report),
			searchHint: 'Reports with charts and tables; for single numbers read the records themselves',
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(report),
	};

	methods = recordMethods(report);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, report);
	}
}
