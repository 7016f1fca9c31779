import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { company } from './company';

const node = recordNode(company);

export class WorkspaceRecordsCompany implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Company',
		name: 'workspaceRecordsCompany',
		icon: { light: 'file:../../icons/company.svg', dark: 'file:../../icons/company.dark.svg' },
		subtitle,
		description: 'Create, read, update and archive companies of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Company' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Create or Update matches by external ID, so that a sync can be repeated',
			{
				Contact: 'People of the company',
				Deal: 'Sales opportunities of the company',
				Enrich: 'Fills in what is missing',
				Score: 'Rates the company',
			},
		),
	};

	methods = node.methods;

	execute = node.execute;
}
