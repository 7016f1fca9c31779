import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import {
	actionNode,
	builderHint,
	onlyOperation,
	optionsParameter,
	requestOptions,
	requestsOption,
	resourceParameter,
	subtitle,
	toolDescription,
} from '../shared/description';
import type { Outputs } from '../shared/resource';
import type { Shape } from '../shared/schema/types';

/** The response's `data` (observed; specification: Gaps). */
const whoamiResult: Shape = {
	user_id: 'text!',
	username: 'text',
	email: 'text',
	workspace_id: 'text',
	workspace_code: 'text',
	workspace_name: 'text',
	auth_mode: 'text!',
	principal_key: 'text!',
	token_id: 'text',
	token_name: 'text',
	permission_level: 'text',
	permissions: 'texts',
	scopes: 'texts',
	oauth_app_id: 'text',
};

/** The item: the result and the response's ctx_id. @public */
export const outputs: Outputs = { 'account/whoami': { ...whoamiResult, ctx_id: 'text' } };

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
		properties: [
			resourceParameter([{ name: 'account', label: 'Account' }]),
			onlyOperation('account', {
				name: 'Who Am I',
				value: 'whoami',
				action: 'Show token owner and permissions',
				description: 'Show the user, the workspace and the permissions of the token',
			}),
			toolDescription(
				'Returns the user, the workspace and the permissions of the access that the tools have. Needs nothing. It changes nothing.',
				{ operation: ['whoami'] },
			),
			optionsParameter([requestsOption(requestOptions)]),
		],
	};

	async execute(this: IExecuteFunctions) {
		const { runReads } = await import('../shared/resource/actions/readResponse');
		const { WHOAMI } = await import('../shared/resource/actions/requests');
		return await runReads(this, { shape: whoamiResult }, () => () => WHOAMI);
	}
}
