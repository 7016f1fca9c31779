import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeProperties,
} from 'n8n-workflow';

import { withoutTrailingSlashes } from '../nodes/shared/http/baseUrl';
import { createRenewal, type AskForTokens } from './refresh/renewal';
import { REFUSED_SESSION_TOKEN, unpack } from './refresh/sessionToken';
import { withSecret } from './withSecret';

/** One for the whole n8n process, so that everything that runs at once shares one refresh. */
const renew = createRenewal();

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
					description: 'Access tokens are refreshed automatically',
				},
			],
			default: 'accessToken',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: byToken,
			description:
				'A token from the developers API area of your workspace. Regular tokens read, Full Access tokens also write.',
		},
		{
			displayName: 'Refresh Token',
			name: 'refreshToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: byRefresh,
			description:
				'Used to get new access tokens. When the service issues a new refresh token, it is stored here.',
		},
		{
			displayName: 'First Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: byRefresh,
			description: 'Used until it expires. Leave empty to fetch one with the refresh token.',
		},
		{
			displayName: 'Session Token',
			name: 'sessionToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	/** Runs when there is no session token, on a test, and after a 401; n8n stores what it returns. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<{ [key: string]: string }> {
		const texts = textsOf(credentials);
		const { authentication, baseUrl, refreshToken, accessToken } = texts;
		const sessionToken = texts.sessionToken || texts[REFUSED_SESSION_TOKEN];
		if (authentication !== 'refreshToken') return {};
		const ask: AskForTokens = async (origin) => {
			try {
				const response = (await this.helpers.httpRequest({
					method: 'POST',
					url: `${withoutTrailingSlashes(origin.baseUrl)}/api/token/refresh/`,
					body: { refresh: origin.refreshToken },
					json: true,
					returnFullResponse: true,
					disableFollowRedirect: true,
					ignoreHttpStatusErrors: true,
					timeout: 30_000,
				})) as IN8nHttpFullResponse;
				return { status: response.statusCode, body: response.body };
			} catch {
				// The error would carry the request, and with it the refresh token.
				return undefined;
			}
		};
		return await renew({ baseUrl, refreshToken, accessToken, sessionToken }, ask);
	}

	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const { authentication, baseUrl, accessToken, refreshToken, sessionToken } =
			textsOf(credentials);
		const token =
			authentication === 'refreshToken'
				? unpack(sessionToken, { baseUrl, refreshToken })
				: accessToken;
		return token
			? withSecret(requestOptions, baseUrl, { Authorization: `Bearer ${token}` })
			: requestOptions;
	};

	// The type allows rules of one kind only; n8n reads both.
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(new RegExp("(?<!/)/+$"), "")}}',
			url: '/v1/public/auth/whoami',
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service does not accept the token. It was deleted, replaced or has expired: create a new one in the developers API area of your workspace.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'data.permission_level',
					value: 'Regular',
					message:
						'The token works, and it is read-only: a Regular token cannot create, change, delete or enrich. Save it for reading, or enter a Full Access token.',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}

const NAMES = [
	'authentication',
	'baseUrl',
	'accessToken',
	'refreshToken',
	'sessionToken',
	REFUSED_SESSION_TOKEN,
] as const;

/** The credential's fields as trimmed texts. */
function textsOf(credentials: ICredentialDataDecryptedObject) {
	const texts = {} as Record<(typeof NAMES)[number], string>;
	for (const name of NAMES) texts[name] = String(credentials[name] ?? '').trim();
	return texts;
}
