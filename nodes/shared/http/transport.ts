import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { REFUSED_SESSION_TOKEN } from '../../../credentials/refresh/sessionToken';
import { cancelSignal, type ServiceContext } from './context';
import type { ServiceResponse, ServiceRequest } from './request';
import type { Failure } from './result';
import { wait } from './wait';

/** The result of one attempt: a response, or none and how far the request got. */
export type SendResult =
	| { readonly kind: 'response'; readonly response: ServiceResponse }
	| {
			readonly kind: 'noResponse';
			readonly reached: 'no' | 'maybe';
			readonly timedOut?: boolean;
			/** Why, in words without addresses or secrets. */
			readonly reason: string;
	  }
	/** A retry does not help: there is no token to send it with, or the file is not available. */
	| { readonly kind: 'stopped'; readonly failure: Failure };

/** The credential of one execution, decrypted once. */
export interface Session {
	readonly type: string;
	readonly baseUrl: string;
	/** What the credential holds now; replaced as a whole when tokens were renewed. */
	data: ICredentialDataDecryptedObject;
	/** A token that is not accepted can be renewed. */
	readonly renews: boolean;
	/** The one read of the stored credential that is in progress. */
	reading?: Promise<void>;
	/** The one search for a newer stored token that is in progress, or that found none. */
	lookup?: Promise<boolean>;
}

const ACCEPT_LANGUAGE = 'en';

/** Sends one request once. Never throws. */
export async function sendOnce(
	context: ServiceContext,
	session: Session,
	request: ServiceRequest,
	timeoutMs: number,
): Promise<SendResult> {
	return await sendWithCredential(context, session, {
		method: request.method,
		url: session.baseUrl + request.path,
		qs: request.query,
		headers: {
			// One fixed language, so that localised words do not depend on the caller.
			'Accept-Language': ACCEPT_LANGUAGE,
			...request.headers,
		},
		body: request.body,
		json: true,
		timeout: timeoutMs,
	});
}

/** Maximum number of attempts per request: with the token at hand, and with newer ones. */
const MAX_SENDS = 3;

/**
 * Sends with the token, through n8n's HTTP helper. Never throws.
 *
 * When the token is not accepted, sends it again with the one that is stored by now, and only where
 * that is the same, with a renewed one. n8n itself would renew what this execution holds, which may be
 * long outdated, and store the result over newer tokens of another worker.
 */
export async function sendWithCredential(
	context: ServiceContext,
	session: Session,
	options: IHttpRequestOptions,
): Promise<SendResult> {
	if (!session.renews) return (await sendWithCredentialOnce(context, session, options)).sent;
	let renew = session.data.sessionToken === '' && !(await adoptStored(context, session));
	for (let sends = 0; ; ) {
		const { sent, used } = await sendWithCredentialOnce(context, session, options, renew);
		if (sent.kind === 'stopped') {
			// Nothing was sent, because a refresh was refused.
			if (!(await hasNewerToken(context, session, used))) return sent;
			renew = false;
		} else {
			sends += 1;
			const unauthorized = sent.kind === 'response' && sent.response.status === 401;
			if (!unauthorized || sends === MAX_SENDS) return sent;
			renew = !(await adoptStored(context, session, used));
			discard(sent.response.body);
		}
	}
}

const tokensOf = ({ refreshToken, sessionToken }: ICredentialDataDecryptedObject) =>
	JSON.stringify([refreshToken, sessionToken]);

/** Takes over what is stored; whether there now are other tokens than the used ones. Never throws. */
async function adoptStored(context: ServiceContext, session: Session, used = session.data) {
	const isUsed = () => tokensOf(session.data) === tokensOf(used);
	if (isUsed()) await (session.reading ??= readStored(context, session));
	return !isUsed();
}

async function readStored(context: ServiceContext, session: Session): Promise<void> {
	const before = session.data;
	try {
		const stored = await context.getCredentials(session.type);
		if (tokensOf(stored) !== tokensOf(before)) session.data = stored;
	} catch {
		// A credential that cannot be read any more is no better one.
	} finally {
		session.reading = undefined;
	}
}

/** Waits before each look: the worker that was faster needs a moment to store what it got. */
const LOOK_AFTER_MS = [0, 200, 600, 1200];

/**
 * A refused refresh may mean that another worker has used the refresh token. Looks, once for all
 * requests of the execution, whether a newer token has been stored, and takes it over.
 */
async function hasNewerToken(
	context: ServiceContext,
	session: Session,
	used: ICredentialDataDecryptedObject,
) {
	if (tokensOf(session.data) !== tokensOf(used)) return true;
	session.lookup ??= (async () => {
		for (const ms of LOOK_AFTER_MS) {
			await wait(ms, cancelSignal(context));
			if (await adoptStored(context, session, used)) {
				session.lookup = undefined;
				return true;
			}
		}
		return false;
	})();
	return await session.lookup;
}

/** Closes a body that nobody will read: that of a file is still being received. */
function discard(body: unknown): void {
	if (body instanceof Object && 'destroy' in body && typeof body.destroy === 'function') {
		body.destroy();
	}
}

/**
 * Sends once.
 *
 * @param renew whether to ask for new tokens first
 * @returns also the credential as it was used
 */
async function sendWithCredentialOnce(
	context: ServiceContext,
	session: Session,
	options: IHttpRequestOptions,
	renew = false,
): Promise<{ sent: SendResult; used: ICredentialDataDecryptedObject }> {
	const before = session.data;
	// n8n renews where there is no session token, and puts what it gets into the object that it is given.
	const data: ICredentialDataDecryptedObject = renew
		? { ...before, sessionToken: '', [REFUSED_SESSION_TOKEN]: before.sessionToken }
		: { ...before };
	let sent: SendResult;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			session.type,
			{
				...options,
				returnFullResponse: true,
				// n8n would send the token along to wherever a redirect points.
				disableFollowRedirect: true,
				ignoreHttpStatusErrors: true,
			},
			{ credentialsDecrypted: { id: '', name: '', type: session.type, data } },
		)) as IN8nHttpFullResponse;
		sent = received(response);
	} catch (error) {
		sent = explain(error);
	}
	const { refreshToken, sessionToken } = data;
	const used = sessionToken ? { ...before, refreshToken, sessionToken } : before;
	if (session.data === before && tokensOf(used) !== tokensOf(before)) session.data = used;
	return { sent, used };
}

/** Sends without the token. Never throws. */
export async function sendWithoutCredential(
	context: ServiceContext,
	options: IHttpRequestOptions,
): Promise<SendResult> {
	try {
		const response = (await context.helpers.httpRequest({
			...options,
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			abortSignal: cancelSignal(context),
		})) as IN8nHttpFullResponse;
		return received(response);
	} catch (error) {
		return explain(error);
	}
}

const received = ({ statusCode, headers, body }: IN8nHttpFullResponse): SendResult => ({
	kind: 'response',
	response: { status: statusCode, headers, body },
});

/** The first link of an error's chain of causes that carries a status or a network code. */
interface Cause {
	code?: unknown;
	message?: unknown;
	cause?: unknown;
	response?: { status?: unknown; headers?: Record<string, unknown>; data?: unknown };
}

/** What n8n itself notes on the outermost error: status or network code, messages and body. */
interface Summary {
	httpCode?: unknown;
	messages?: unknown[];
	context?: { data?: unknown };
}

/** What an error of n8n’s HTTP helper means, in words without addresses or secrets. */
export function explain(error: unknown): SendResult {
	let link = error as Cause | undefined;
	let code: string | undefined;
	for (let depth = 0; link && depth < 5; depth += 1) {
		if (typeof link.response?.status === 'number') {
			const { status, headers = {}, data } = link.response;
			return { kind: 'response', response: { status, headers, body: data } };
		}
		if (typeof link.code === 'string' && link.code.startsWith('REFRESH_')) {
			return explainRefresh(link.code, String(link.message));
		}
		if (typeof link.code === 'string') code ??= link.code;
		link = link.cause as Cause | undefined;
	}
	// n8n up to 2.20, and somewhat beyond, drops the cause: its own notes are all there is.
	const { httpCode, messages = [], context } = error as Summary;
	if (code === undefined && typeof httpCode === 'string') {
		if (/^\d{3}$/.test(httpCode)) {
			const response = { status: Number(httpCode), headers: {}, body: context?.data };
			return { kind: 'response', response };
		}
		if (httpCode.startsWith('REFRESH_')) return explainRefresh(httpCode, String(messages[0]));
		code = httpCode;
	}
	if (code !== undefined && code in NEVER_REACHED) {
		return { kind: 'noResponse', reached: 'no', reason: NEVER_REACHED[code] };
	}
	if (code !== undefined && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
		return {
			kind: 'noResponse',
			reached: 'no',
			reason: `the service’s certificate is not trusted (${code})`,
		};
	}
	const timedOut = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	const reason = timedOut
		? 'the request timed out'
		: code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_BAD_RESPONSE'
			? 'the connection was closed before the response was complete'
			: `the connection failed${code ? ` (${code})` : ''}`;
	return { kind: 'noResponse', reached: 'maybe', reason, ...(timedOut && { timedOut }) };
}

/** What the credential says when it has no token; the request itself surely had no effect. */
function explainRefresh(code: string, message: string): SendResult {
	if (code === 'REFRESH_UNAVAILABLE') return { kind: 'noResponse', reached: 'no', reason: message };
	const remedy =
		code === 'REFRESH_REFUSED'
			? 'Open the credential and enter a new refresh token.'
			: 'Check the base URL of the credential; another service may have responded.';
	const kind = code === 'REFRESH_REFUSED' ? 'unauthorized' : 'unexpectedResponse';
	return { kind: 'stopped', failure: { kind, message, remedy } };
}

const NEVER_REACHED: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'the service refused the connection',
	ENOTFOUND: 'the host was not found',
	EAI_AGAIN: 'the host name could not be resolved',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
	EADDRNOTAVAIL: 'this machine has no free port for another connection',
	ERR_INVALID_URL: 'the address is not a valid URL',
};
