import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { company } from '../Company/company';
import { contact } from './contact';

export class WorkspaceRecordsContact implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Contact',
		name: 'workspaceRecordsContact',
		icon: { light: 'file:../../icons/contact.svg', dark: 'file:../../icons/contact.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive contacts of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Contact' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(contact),
			searchHint: 'Create or Update matches by external ID, such as the email address',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsCompany',
					relationHint: 'The company that the contact works for',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsDeal',
					relationHint: 'Sales opportunities of the contact',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(contact),
	};

	methods = recordMethods(contact, [{ ...company, pickedBy: 'name' }]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, contact, [company]);
	}
}
