import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { checkedBaseUrl, CredentialError, send, whyNoService } from './check';
import { NO_SESSION } from './refresh/sessionToken';
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
		{
			displayName: 'Session Token',
			name: 'sessionToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	/**
	 * n8n calls it on a test, and from the HTTP Request node before the first request and after any error.
	 * An enrichment is billed, a dry run too. So this asks for one that no service may do (specification:
	 * Versioning, enrich supports only companies): whether it is rejected for the code or for the request
	 * tells whether the code is good (assumed: the code is checked first).
	 *
	 * @throws CredentialError
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<{ [key: string]: string }> {
		const baseUrl = checkedBaseUrl(credentials.baseUrl);
		const code = String(credentials.workspaceSecret ?? '').trim();
		if (code === '') {
			throw new CredentialError(
				'There is no workspace code: enter it in the field Workspace Code.',
			);
		}
		const response = await send(this, {
			method: 'POST',
			url: `${baseUrl}/v1/enrich`,
			headers: { 'X-Workspace-Code': code },
			body: { object_type: 'none', dry_run: true },
		});
		const status = 'status' in response ? response.status : 0;
		if (status === 401 || status === 403) {
			throw new CredentialError(
				`The service does not accept the workspace code (HTTP ${status}). Check the code, and that it belongs to the workspace at this base URL.`,
			);
		}
		const problem = whyNoService(baseUrl, response);
		if (problem !== undefined) throw new CredentialError(problem);
		return credentials.sessionToken === NO_SESSION ? {} : { sessionToken: NO_SESSION };
	}

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

	/** `preAuthentication` has tested it by now. n8n asks for a request; whatever the response, it costs nothing. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(new RegExp("(?<!/)/+$"), "")}}',
			url: '/v1/public/auth/whoami',
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		},
	};
}
