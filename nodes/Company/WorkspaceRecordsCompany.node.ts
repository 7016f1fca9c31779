import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { recordMethods, recordParameters, runRecordOperation } from '../shared/resource';
import { subtitle } from '../shared/description/subtitle';
import { company } from './company';

export class WorkspaceRecordsCompany implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Company',
		name: 'workspaceRecordsCompany',
		icon: { light: 'file:../../icons/company.svg', dark: 'file:../../icons/company.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive companies of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Company' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(company),
	};

	methods = recordMethods(company);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, company);
	}
}
