import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { actionNode, builderHint, subtitle } from '../shared/description';
import { accountParameters } from './parameters';

export class WorkspaceRecordsAccount implements INodeType {
	description: INodeTypeDescription = {
		...actionNode,
		displayName: 'Workspace Records Account',
		name: 'workspaceRecordsAccount',
		icon: { light: 'file:../../icons/account.svg', dark: 'file:../../icons/account.dark.svg' },
		subtitle,
		description: 'Check the access token: user, workspace and permissions',
		defaults: { name: 'Workspace Records Account' },
		usableAsTool: true,
		builderHint: builderHint('Use it to check whose token a credential holds and what it may do'),
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: accountParameters,
	};

	async execute(this: IExecuteFunctions) {
		const { runWhoami } = await import('./account');
		return await runWhoami(this);
	}
}
