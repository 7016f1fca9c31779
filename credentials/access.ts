import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { withoutTrailingSlashes } from '../nodes/shared/http/request';
import { Secrets } from '../nodes/shared/http/secrets';
import { wait } from '../nodes/shared/http/wait';
import { keptUnder, monotonicNow, once } from '../nodes/shared/lifetime';
import { checkedBaseUrl, CredentialError, send, whyNot, type Response } from './check';
import { createRenewal, type RefreshResponse } from './refresh/renewal';
import { NO_SESSION, REJECTED_SESSION_TOKEN, unpack } from './refresh/sessionToken';
import { WHOAMI, withSecret } from './fields';

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
	credentials: ICredentialDataDecryptedObject,
): Promise<{ [key: string]: string }> =>
	REJECTED_SESSION_TOKEN in credentials
		? await renewForNode(helper, credentials)
		: await check(helper, credentials);

/**
 * The request with the token, where it goes to the service.
 *
 * @throws CredentialError for the request of the test, where tokens are of no use
 */
export function withToken(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
): IHttpRequestOptions {
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
function textsOf(credentials: ICredentialDataDecryptedObject) {
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
async function renewForNode(
	helper: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<{ [key: string]: string }> {
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
