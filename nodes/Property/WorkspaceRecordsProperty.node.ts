import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { property } from './property';

const node = recordNode(property);

export class WorkspaceRecordsProperty implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Property',
		name: 'workspaceRecordsProperty',
		icon: { light: 'file:../../icons/property.svg', dark: 'file:../../icons/property.dark.svg' },
		subtitle,
		description: 'Create, read, update and archive the properties that records have',
		defaults: { name: 'Workspace Records Property' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Fields of companies, contacts and other objects, custom ones included',
			{ Enrich: 'Fills custom properties' },
		),
	};

	methods = node.methods;

	execute = node.execute;
}
