import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import {
	BASE_URL,
	BASE_URL_OF_TEST,
	constantValues,
	secret,
	SESSION_TOKEN,
	WHOAMI,
	withSecret,
} from './fields';

/** The calls that take a workspace code (specification: Authentication, 5). */
const CALLS = ['/v1/enrich', '/v1/score'];

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
				'Meant for the service’s own tooling. Integrations use the Workspace Records API credential. The test of this credential checks the base URL only; no code is sent with it.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		BASE_URL,
		secret('Workspace Code', 'workspaceSecret', {
			required: true,
			description: 'The code of the workspace, sent as X-Workspace-Code to Enrich and Score only',
		}),
		SESSION_TOKEN,
		constantValues('baseUrl', 'workspaceSecret', 'sessionToken'),
	];

	/**
	 * n8n calls it on a test, and from the HTTP Request node before the first request and after any error.
	 * The two calls that take the code may be billed, and no other one is sent it. So this finds out, without the
	 * code, whether the service is at the address.
	 *
	 * @throws CredentialError
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<{ [key: string]: string }> {
		const { checkedBaseUrl, CredentialError, send, whyNot } = await import('./access');
		const { NO_SESSION } = await import('./refresh/sessionToken');
		const baseUrl = checkedBaseUrl(credentials.baseUrl);
		const code = String(credentials.workspaceSecret ?? '').trim();
		if (code === '') {
			throw new CredentialError(
				'There is no workspace code: enter it in the field Workspace Code.',
			);
		}
		const response = await send(this, { url: `${baseUrl}${WHOAMI}` });
		const problem = whyNot('gate', baseUrl, response, code);
		if (problem !== undefined) throw new CredentialError(problem);
		return credentials.sessionToken === NO_SESSION ? {} : { sessionToken: NO_SESSION };
	}

	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const baseUrl = String(credentials.baseUrl ?? '').trim();
		const code = String(credentials.workspaceSecret ?? '').trim();
		return code
			? withSecret(requestOptions, baseUrl, { 'X-Workspace-Code': code }, CALLS)
			: requestOptions;
	};

	/** `preAuthentication` has tested the address by now. n8n asks for a request; it goes without the code. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: BASE_URL_OF_TEST,
			url: WHOAMI,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		},
	};
}
