import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { contact } from './contact';

const node = recordNode(contact, [{ ...company, pickedBy: 'name' }]);

export class WorkspaceRecordsContact implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Contact',
		name: 'workspaceRecordsContact',
		icon: { light: 'file:../../icons/contact.svg', dark: 'file:../../icons/contact.dark.svg' },
		subtitle,
		description: 'Create, read, update and archive contacts of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Contact' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Create or Update matches by external ID, such as the email address',
			{
				Company: 'The company that the contact works for',
				Deal: 'Sales opportunities of the contact',
			},
		),
	};

	methods = node.methods;

	execute = node.execute;
}
