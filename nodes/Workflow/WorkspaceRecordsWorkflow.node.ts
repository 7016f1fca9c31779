import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { workflow } from './workflow';

const node = recordNode(workflow);

export class WorkspaceRecordsWorkflow implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Workflow',
		name: 'workspaceRecordsWorkflow',
		icon: { light: 'file:../../icons/workflow.svg', dark: 'file:../../icons/workflow.dark.svg' },
		subtitle,
		description: 'Read, create and update the workflows that run inside Workspace Records',
		defaults: { name: 'Workspace Records Workflow' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Workflows inside the service, not those of n8n; Get Actions lists the steps they can have',
		),
	};

	methods = node.methods;

	execute = node.execute;
}
