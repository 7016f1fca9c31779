import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { report } from './report';

const node = recordNode(report);

export class WorkspaceRecordsReport implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Report',
		name: 'workspaceRecordsReport',
		icon: { light: 'file:../../icons/report.svg', dark: 'file:../../icons/report.dark.svg' },
		subtitle,
		description: 'Create, read, update and archive reports of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Report' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Reports with charts and tables; for single numbers read the records themselves',
		),
	};

	methods = node.methods;

	execute = node.execute;
}
