import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { readBody, UnreadBody } from '../nodes/shared/http/body';
import { settleNow } from '../nodes/shared/http/failure';
import { isHtml, judge } from '../nodes/shared/http/judge';
import { readErrorBody, blockedBy, codeOf, noResponse } from '../nodes/shared/http/noResponse';
import { readBaseUrl, withoutTrailingSlashes } from '../nodes/shared/http/request';
import { Secrets } from '../nodes/shared/http/secrets';
import { wait } from '../nodes/shared/http/wait';
import { keptUnder, monotonicNow, once } from '../nodes/shared/lifetime';
import { isObject } from '../nodes/shared/schema/values';
import { createRenewal, type RefreshResponse } from './refresh/renewal';
import { NO_SESSION, REJECTED_SESSION_TOKEN, unpack } from './refresh/sessionToken';
import { tokenRejected, WHOAMI, withSecret } from './fields';

type Data = ICredentialDataDecryptedObject;

/** Fields of the credential that n8n is to store. */
type ToStore = Record<string, string>;

/** One for the whole n8n process, so that everything that runs at once shares one refresh. */
const renewal = once('Token refreshes', () => createRenewal(monotonicNow, wait));

/** What n8n has done with a credential in this process. */
interface Use {
	/** A request was sent with it: what is asked for it then comes after an error. */
	isAuthenticated?: boolean;
	/**
	 * What is wrong with refreshed tokens. The test says so when it sends its own request: what is thrown before would keep
	 * n8n from storing them, and other requests may work all the same.
	 */
	problem?: string;
}

const useOf = keptUnder('Use of a credential', 'credential', (): Use => ({}));

/**
 * What n8n asks a credential before a request: new tokens for a node, or the test of the credential.
 *
 * @returns what to store
 * @throws Error with what a person has to do, or with a code for the nodes
 */
export const renewOrCheck = async (
	helper: IHttpRequestHelper,
	credentials: Data,
): Promise<ToStore> =>
	REJECTED_SESSION_TOKEN in credentials
		? await renewForNode(helper, credentials)
		: await check(helper, credentials);

/**
 * The request with the token, where it goes to the service.
 *
 * @throws CredentialError for the request of the test, where tokens are of no use
 */
export function withToken(credentials: Data, requestOptions: IHttpRequestOptions) {
	// n8n comes here right after it has stored what `preAuthentication` returned.
	renewal().stored(credentials);
	const use = useOf(credentials);
	use.isAuthenticated = true;
	const { problem } = use;
	if (problem !== undefined && requestOptions.url === WHOAMI) throw new CredentialError(problem);
	const texts = textsOf(credentials);
	const token =
		texts.authentication === 'refreshToken'
			? unpack(texts.sessionToken, texts)?.accessToken
			: texts.accessToken;
	return token
		? withSecret(requestOptions, texts.baseUrl, { Authorization: `Bearer ${token}` })
		: requestOptions;
}

/** The credential's fields as trimmed texts; a token without the word that a header has before it. */
function textsOf(credentials: Data) {
	const textOf = (name: string) => String(credentials[name] ?? '').trim();
	return {
		authentication: textOf('authentication'),
		baseUrl: textOf('baseUrl'),
		accessToken: textOf('accessToken').replace(/^bearer\s+/i, ''),
		refreshToken: textOf('refreshToken'),
		sessionToken: textOf('sessionToken'),
		rejectedToken: textOf(REJECTED_SESSION_TOKEN),
		permissionLevel: textOf('permissionLevel'),
	};
}

const askForTokens = async (helper: IHttpRequestHelper, baseUrl: string, refreshToken: string) =>
	await send(helper, {
		method: 'POST',
		url: `${withoutTrailingSlashes(baseUrl)}/api/token/refresh/`,
		body: { refresh: refreshToken },
	});

/** A node has no valid token, and has looked whether a newer one is stored. */
async function renewForNode(helper: IHttpRequestHelper, credentials: Data): Promise<ToStore> {
	const texts = textsOf(credentials);
	if (texts.authentication !== 'refreshToken') return {};
	const renewed = await renewal().renew(
		{ ...texts, sessionToken: texts.rejectedToken },
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
 * which need not be about the token. n8n does not say which.
 *
 * @returns what to store; nothing where the credential is good as it is
 * @throws CredentialError
 */
async function check(helper: IHttpRequestHelper, credentials: Data): Promise<ToStore> {
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
		const problem = whyNot('token', baseUrl, response, texts.accessToken);
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
			const problem = whyNot('token', baseUrl, response, session.accessToken);
			if (problem === undefined) return { valid: true };
			if (!('status' in response && response.status === 401)) return { problem };
		}
		const response = await askForTokens(helper, baseUrl, refreshToken);
		const problem = whyNot('service', baseUrl, response, refreshToken);
		return problem === undefined ? response : { problem };
	};
	const renewed = await renewal().renew(texts, ask, credentials);
	if (!renewed.ok)
		throw new CredentialError(new Secrets([texts.refreshToken]).redact(renewed.message));
	const use = useOf(credentials);
	use.problem = undefined;
	const { sessionToken } = renewed;
	if (sessionToken === texts.sessionToken) return {};
	// n8n's own test would take any 2xx for a yes.
	const accessToken = unpack(sessionToken, texts)?.accessToken ?? '';
	use.problem = whyNot('token', baseUrl, await whoami(accessToken), accessToken);
	// After an error, the HTTP Request node sends again only if something is returned.
	if (renewed.store || use.isAuthenticated) return { sessionToken };
	credentials.sessionToken = sessionToken;
	return {};
}

/** The permission level of the token, where the response says it (observed; specification: Gaps). */
function permissionLevelIn(response: Response): string {
	const { body } = response as { body?: { data?: { permission_level?: unknown } | null } };
	return body?.data?.permission_level === 'Regular' ? 'Regular' : '';
}

/** A response, or why there was none. */
type Response = { readonly status: number; readonly body: unknown } | { readonly reason: string };

/** Why a credential cannot be used, as one text: n8n's dialog shows no more than that. */
export class CredentialError extends Error {
	name = 'CredentialError';
}

const TIMEOUT_MS = 30_000;

/** Sends through n8n, to the credential's own service. Never throws. */
export async function send(
	{ helpers }: IHttpRequestHelper,
	options: IHttpRequestOptions,
): Promise<Response> {
	try {
		const response = (await helpers.httpRequest({
			json: true,
			timeout: TIMEOUT_MS,
			// n8n would receive a response of any size, for any time.
			encoding: 'stream',
			...options,
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		})) as IN8nHttpFullResponse;
		const body = await readBody(response.body, { timeoutMs: TIMEOUT_MS });
		return { status: response.statusCode, body };
	} catch (error) {
		// The error itself would carry the request, and with it the secrets.
		return { reason: blockedBy(error)?.message ?? noResponse(codeOf(error)).reason };
	}
}

/**
 * The base URL of a credential, as the nodes read it.
 *
 * @throws CredentialError
 */
export function checkedBaseUrl(given: unknown): string {
	const read = settleNow(() => readBaseUrl(given));
	if (read.ok) return read.value;
	const { message, remedy } = read.failure;
	throw new CredentialError(`${message}. ${remedy}.`);
}

/** What a person does when another server than the service has responded. */
function whereToLook(baseUrl: string): string {
	const [, version] = /\/(v1|v1\/public|api)$/.exec(baseUrl) ?? [];
	return version
		? `Leave out /${version} at the end of the base URL: the nodes add it.`
		: 'Check the base URL: it is the address of the service, without /v1.';
}

const OTHER_SERVICE = 'Check the base URL: another service may have responded.';

/**
 * Why a response does not show what a test of a credential looks for, by the first sentence that holds; undefined where it
 * does.
 *
 * @param wanted that the service is there; that it asks for a token, or answers without one; or whose the token is
 * @param secret what the request was about, and what no text shows, though a service may quote it
 */
export function whyNot(
	wanted: 'service' | 'gate' | 'token',
	baseUrl: string,
	response: Response,
	secret = '',
): string | undefined {
	if ('reason' in response)
		return `Could not reach the service: ${response.reason}. Check the base URL, and that the service is running.`;
	const { status, body } = response;
	const { message } = readErrorBody(body);
	const words = message ? `: ${new Secrets([secret]).redact(message)}` : '';
	const verdict = judge(response, { kind: 'facts' });
	// The only status of a successful call (specification: Errors).
	const isYes = status === 200 && verdict.kind === 'done';
	const refused =
		status >= 300 ? `HTTP ${status}` : verdict.kind === 'rejected' && verdict.evidence;
	if (wanted === 'token' && status === 401) return tokenRejected(words);
	if (status >= 300 && status < 400)
		return `The address redirects to another one (HTTP ${status}). Redirects are not followed, so that the secret is never sent to another server: enter the final address as the base URL.`;
	if ([404, 405, 410].includes(status))
		return `There is no such service at this address (HTTP ${status})${words}. ${whereToLook(baseUrl)}`;
	if (status === 429)
		return `The service allows no more requests at the moment (HTTP 429)${words}. Test the credential again later.`;
	if (status >= 500)
		return `The service failed (HTTP ${status})${words}. The credential could not be tested: test it again later.`;
	if (status < 300 && (!isObject(body) || body instanceof UnreadBody))
		return `${isHtml(body) ? 'A web page' : 'Something else than the service'} responded at this address. ${whereToLook(baseUrl)}`;
	if (wanted === 'service' || isYes) return undefined;
	if (wanted === 'gate')
		return status === 401 || status === 403
			? undefined
			: `The service neither asks for a token nor says that it is there (HTTP ${status})${words}. ${OTHER_SERVICE}`;
	return refused
		? `The service does not let this token in (${refused})${words}. Check in the developers API area of your workspace what it may do, or create a new one.`
		: `The response (HTTP ${status}) does not say whose token this is${words}. ${OTHER_SERVICE}`;
}
