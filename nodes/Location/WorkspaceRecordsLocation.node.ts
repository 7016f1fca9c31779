import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { location } from './location';

const node = recordNode(location);

export class WorkspaceRecordsLocation implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Location',
		name: 'workspaceRecordsLocation',
		icon: { light: 'file:../../icons/location.svg', dark: 'file:../../icons/location.dark.svg' },
		subtitle,
		description:
			'Create, read, update and archive warehouse locations of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Location' },
		usableAsTool: true,
		builderHint: node.builderHint('Warehouses, shelves and bins', {
			Inventory: 'What is in stock there',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
