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
	tokenRejected,
	WHOAMI,
} from './fields';

const byToken = { show: { authentication: ['accessToken'] } };
const byRefresh = { show: { authentication: ['refreshToken'] } };

/** Access with a bearer token, given or renewed (specification: Authentication). */
export class WorkspaceRecordsApi implements ICredentialType {
	name = 'workspaceRecordsApi';

	displayName = 'Workspace Records API';

	icon = {
		light: 'file:../icons/workspace-records.svg',
		dark: 'file:../icons/workspace-records.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/workspace-records/n8n-nodes-workspace-records/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		BASE_URL,
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{
					name: 'Access Token',
					value: 'accessToken',
					description: 'A token from the developers API area, used as it is',
				},
				{
					name: 'Refresh Token',
					value: 'refreshToken',
					description:
						'Access tokens are refreshed automatically. Where the service ends all tokens when a refresh token is used twice, n8n in queue mode needs an access token.',
				},
			],
			default: 'accessToken',
		},
		secret('Access Token', 'accessToken', {
			required: true,
			displayOptions: byToken,
			description:
				'A token from the developers API area of your workspace. Regular tokens read, Full Access tokens also write.',
		}),
		secret('Refresh Token', 'refreshToken', {
			required: true,
			displayOptions: byRefresh,
			description:
				'Used to get access tokens. When the service replaces it, the new one is kept in the credential, and this field stays as it is.',
		}),
		secret('First Access Token', 'firstAccessToken', {
			displayOptions: byRefresh,
			description:
				'Used by the nodes until it expires. Leave empty to fetch one with the refresh token.',
		}),
		{
			displayName:
				'This token is read-only (permission level Regular): it reads and lists, and cannot create, change, delete or enrich. To write, enter a Full Access token.',
			name: 'readOnlyNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { authentication: ['accessToken'], permissionLevel: ['Regular'] } },
		},
		{
			displayName: 'Permission Level',
			name: 'permissionLevel',
			type: 'hidden',
			default: '',
		},
		SESSION_TOKEN,
		constantValues(
			'baseUrl',
			'authentication',
			'accessToken',
			'refreshToken',
			'firstAccessToken',
			'sessionToken',
		),
	];

	/**
	 * n8n calls it when there is no session token, on a test, after a 401, and from the HTTP Request node
	 * after any error. It stores what is returned; where nothing is returned, the request goes on as it is.
	 *
	 * @throws Error with what a person has to do, or with a code for the nodes
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<{ [key: string]: string }> {
		const { renewOrCheck } = await import('./access');
		return await renewOrCheck(this, credentials);
	}

	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const { withToken } = await import('./access');
		return withToken(credentials, requestOptions);
	};

	/** What is left to find after `preAuthentication`, which has found all else: a refreshed token may be of no use. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: BASE_URL_OF_TEST,
			url: WHOAMI,
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseCode',
				properties: { value: 401, message: tokenRejected() },
			},
		],
	};
}
