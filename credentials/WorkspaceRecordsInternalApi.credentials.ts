import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { withSecret } from './withSecret';

/** The service's own tooling calls the AI endpoints with a workspace code (specification: Authentication, 5). */
export class WorkspaceRecordsInternalApi implements ICredentialType {
	name = 'workspaceRecordsInternalApi';

	displayName = 'Workspace Records Internal API';

	icon = {
		light: 'file:../icons/workspace-records.svg',
		dark: 'file:../icons/workspace-records.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/workspace-records/n8n-nodes-workspace-records/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		{
			displayName:
				'Meant for the service’s own tooling. Integrations use the Workspace Records API credential.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'Address of the service, without /v1. A path in front of it is allowed.',
		},
		{
			displayName: 'Workspace Code',
			name: 'workspaceSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The code of the workspace, sent as X-Workspace-Code',
		},
	];

	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const baseUrl = String(credentials.baseUrl ?? '').trim();
		const code = String(credentials.workspaceSecret ?? '').trim();
		return code
			? withSecret(requestOptions, baseUrl, { 'X-Workspace-Code': code })
			: requestOptions;
	};

	/** Proposes an enrichment and writes nothing; the AI endpoints are all that the code opens. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(new RegExp("(?<!/)/+$"), "")}}',
			url: '/v1/enrich',
			method: 'POST',
			body: { object_type: 'company', dry_run: true, seed: { name: 'Credential test' } },
			disableFollowRedirect: true,
		},
	};
}
