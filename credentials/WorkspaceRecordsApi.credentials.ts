import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { withoutTrailingSlashes } from '../nodes/shared/http/baseUrl';
import { Secrets } from '../nodes/shared/http/secrets';
import { wait } from '../nodes/shared/http/wait';
import { keptUnder, monotonicNow, once } from '../nodes/shared/lifetime';
import {
	checkedBaseUrl,
	CredentialError,
	send,
	whyNobody,
	whyNoService,
	wordsOf,
	type Response,
} from './check';
import { constantValues } from './constantValues';
import { createRenewal, type RefreshResponse } from './refresh/renewal';
import { NO_SESSION, REJECTED_SESSION_TOKEN, unpack } from './refresh/sessionToken';
import { withSecret } from './withSecret';

/** One for the whole n8n process, so that everything that runs at once shares one refresh. */
const renewal = once('Token refreshes', () => createRenewal(monotonicNow, wait));

/** Whether a request was sent with a credential: what is asked for it then comes after an error. */
const useOf = keptUnder('Use of a credential', 'credential', () => ({ isAuthenticated: false }));

/**
 * What is wrong with refreshed tokens. The test says so when it sends its own request: what is thrown before would keep n8n
 * from storing them, and other requests may work all the same.
 */
const problemOf = keptUnder(
	'Problem of refreshed tokens',
	'credential',
	(): { text?: string } => ({}),
);

const byToken = { show: { authentication: ['accessToken'] } };
const byRefresh = { show: { authentication: ['refreshToken'] } };

const WHOAMI = '/v1/public/auth/whoami';

/** Texts that are no address lead to an error of `preAuthentication`, which n8n calls before it sends. */
const BASE_URL_OF_TEST = '={{$credentials.baseUrl.trim().replace(new RegExp("(?<!/)/+$"), "")}}';

const tokenRejected = (words = '') =>
	`The service does not accept the token${words}. It was deleted, replaced or has expired: create a new one in the developers API area of your workspace.`;

/** A text as short as this may be a workspace code; tokens are longer (assumed). */
const MAX_CODE_LENGTH = 24;
const MAYBE_CODE =
	' A workspace code goes into a credential of the type Workspace Records Internal API.';

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
				'Used to get access tokens. When the service replaces it, the new one is kept in the credential, and this field stays as it is.',
		},
		{
			displayName: 'First Access Token',
			name: 'firstAccessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: byRefresh,
			description:
				'Used by the nodes until it expires. Leave empty to fetch one with the refresh token.',
		},
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
		{
			displayName: 'Session Token',
			name: 'sessionToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
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
		if (REJECTED_SESSION_TOKEN in credentials) return await renewForNode(this, credentials);
		return await check(this, credentials);
	}

	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		// n8n comes here right after it has stored what `preAuthentication` returned.
		renewal().stored(credentials);
		useOf(credentials).isAuthenticated = true;
		const problem = problemOf(credentials).text;
		if (problem !== undefined && requestOptions.url === WHOAMI) throw new CredentialError(problem);
		const texts = textsOf(credentials);
		const token =
			texts.authentication === 'refreshToken'
				? unpack(texts.sessionToken, texts)?.accessToken
				: texts.accessToken;
		return token
			? withSecret(requestOptions, texts.baseUrl, { Authorization: `Bearer ${token}` })
			: requestOptions;
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

const NAMES = [
	'authentication',
	'baseUrl',
	'accessToken',
	'refreshToken',
	'sessionToken',
	'permissionLevel',
	REJECTED_SESSION_TOKEN,
] as const;

type Texts = Record<(typeof NAMES)[number], string>;

/** The credential's fields as trimmed texts; a token without the word that a header has before it. */
function textsOf(credentials: ICredentialDataDecryptedObject): Texts {
	const texts = {} as Texts;
	for (const name of NAMES) texts[name] = String(credentials[name] ?? '').trim();
	texts.accessToken = texts.accessToken.replace(/^bearer\s+/i, '');
	return texts;
}

const askForTokens = async (helper: IHttpRequestHelper, baseUrl: string, refreshToken: string) =>
	await send(helper, {
		method: 'POST',
		url: `${withoutTrailingSlashes(baseUrl)}/api/token/refresh/`,
		body: { refresh: refreshToken },
	});

/** A node has no valid token, and has looked whether a newer one is stored. */
async function renewForNode(
	helper: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<{ [key: string]: string }> {
	const texts = textsOf(credentials);
	if (texts.authentication !== 'refreshToken') return {};
	const renewed = await renewal().renew(
		{ ...texts, sessionToken: texts[REJECTED_SESSION_TOKEN] },
		async (refreshToken) => await askForTokens(helper, texts.baseUrl, refreshToken),
		credentials,
	);
	if (!renewed.ok) throw Object.assign(new Error(renewed.message), { code: renewed.code });
	const { sessionToken } = renewed;
	if (renewed.store) return { sessionToken };
	// n8n would store what is returned, late perhaps, over a newer one. This object goes to `authenticate`.
	credentials.sessionToken = sessionToken;
	return {};
}

/**
 * The credential test; or the HTTP Request node, without a session token or after an error of any kind,
 * which need not be about the token. n8n does not tell which.
 *
 * @returns what to store; nothing where the credential is good as it is
 * @throws CredentialError
 */
async function check(
	helper: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<{ [key: string]: string }> {
	const texts = textsOf(credentials);
	const baseUrl = checkedBaseUrl(texts.baseUrl);
	const whoami = async (token: string) =>
		await send(helper, {
			url: baseUrl + WHOAMI,
			headers: { Authorization: `Bearer ${token}` },
		});

	if (texts.authentication !== 'refreshToken') {
		if (texts.accessToken === '') {
			throw new CredentialError('There is no access token: enter one in the field Access Token.');
		}
		const response = await whoami(texts.accessToken);
		const problem = whyNoAccess(baseUrl, response, texts.accessToken);
		if (problem !== undefined) throw new CredentialError(problem);
		const checked = { sessionToken: NO_SESSION, permissionLevel: permissionLevelIn(response) };
		const isStored =
			texts.sessionToken === NO_SESSION && texts.permissionLevel === checked.permissionLevel;
		return isStored ? {} : checked;
	}

	if (texts.refreshToken === '') {
		throw new CredentialError('There is no refresh token: enter one in the field Refresh Token.');
	}
	const ask = async (refreshToken: string): Promise<RefreshResponse> => {
		const session = unpack(texts.sessionToken, texts);
		if (session) {
			const response = await whoami(session.accessToken);
			const problem = whyNoAccess(baseUrl, response, session.accessToken);
			if (problem === undefined) return { valid: true };
			if (!('status' in response && response.status === 401)) return { problem };
		}
		const response = await askForTokens(helper, baseUrl, refreshToken);
		const problem = whyNoService(baseUrl, response, refreshToken);
		return problem === undefined ? response : { problem };
	};
	const renewed = await renewal().renew(texts, ask, credentials);
	if (!renewed.ok)
		throw new CredentialError(new Secrets([texts.refreshToken]).blot(renewed.message));
	problemOf(credentials).text = undefined;
	const { sessionToken } = renewed;
	if (sessionToken === texts.sessionToken) return {};
	// n8n's own test would take any 2xx for a yes.
	const accessToken = unpack(sessionToken, texts)?.accessToken ?? '';
	const problem = whyNoAccess(baseUrl, await whoami(accessToken), accessToken);
	if (problem !== undefined) problemOf(credentials).text = problem;
	// After an error, the HTTP Request node sends again only if something is returned.
	if (renewed.store || useOf(credentials).isAuthenticated) return { sessionToken };
	credentials.sessionToken = sessionToken;
	return {};
}

/** Why a token opens nothing; undefined where it is good. */
function whyNoAccess(baseUrl: string, response: Response, token: string): string | undefined {
	const words = wordsOf(response, token);
	if ('status' in response && response.status === 401)
		return tokenRejected(words) + (token.length <= MAX_CODE_LENGTH ? MAYBE_CODE : '');
	const problem = whyNoService(baseUrl, response, token);
	if (problem !== undefined || !('status' in response)) return problem;
	if (response.status < 300) return whyNobody(response, token);
	return `The service does not let this token in (HTTP ${response.status})${words}. Check in the developers API area of your workspace what it may do, or create a new one.`;
}

/** The permission level of the token, where the response says it (observed; specification: Gaps). */
function permissionLevelIn(response: Response): string {
	const { body } = response as { body?: { data?: { permission_level?: unknown } | null } };
	return body?.data?.permission_level === 'Regular' ? 'Regular' : '';
}
