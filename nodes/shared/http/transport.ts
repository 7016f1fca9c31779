import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { cancelSignal, type ServiceContext } from './context';
import type { ServiceResponse, ServiceRequest } from './request';
import type { Failure } from './result';
import { wait } from './wait';

/** What came of one send: an answer, or none and how far the request got. */
export type Sent =
	| { readonly kind: 'answer'; readonly response: ServiceResponse }
	| {
			readonly kind: 'noAnswer';
			readonly reached: 'no' | 'maybe';
			/** Why, in words without addresses or secrets. */
			readonly reason: string;
	  }
	/** Trying again does not help: there is no token to send it with, or the file is not to be had. */
	| { readonly kind: 'stopped'; readonly failure: Failure };

/** The credential of one execution, decrypted once. */
export interface Session {
	readonly type: string;
	readonly baseUrl: string;
	/** What the credential holds now; replaced as a whole when tokens were renewed. */
	data: ICredentialDataDecryptedObject;
	/** A 401 is answered by a refresh instead of reaching us. */
	readonly renews: boolean;
	/** The one look for a newer stored token that is under way, or that found none. */
	lookup?: Promise<boolean>;
}

const ACCEPT_LANGUAGE = 'en';

/** Sends one request once. Never throws. */
export async function sendOnce(
	context: ServiceContext,
	session: Session,
	request: ServiceRequest,
	timeoutMs: number,
): Promise<Sent> {
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

/**
 * Sends with the token, through n8n's HTTP helper, which renews it on a 401. Never throws.
 *
 * Sends it again, at most once, when it was not accepted but a better token is at hand: one that was
 * renewed and had already expired too, or one that another worker has stored meanwhile.
 */
export async function sendWithCredential(
	context: ServiceContext,
	session: Session,
	options: IHttpRequestOptions,
): Promise<Sent> {
	if (!session.renews) return await sendWithCredentialOnce(context, session, options);
	const used = tokensOf(session);
	const sent = await sendWithCredentialOnce(context, session, options);
	const unauthorized = sent.kind === 'answer' && sent.response.status === 401;
	const better =
		(unauthorized && tokensOf(session) !== used) ||
		(sent.kind === 'stopped' && (await hasNewerToken(context, session, used)));
	return better ? await sendWithCredentialOnce(context, session, options) : sent;
}

const tokensOf = ({ data }: Session) => JSON.stringify([data.refreshToken, data.sessionToken]);

/** Waits before each look: the worker that was faster needs a moment to store what it got. */
const LOOK_AFTER_MS = [0, 200, 600, 1200];

/**
 * A refused refresh may mean that another worker has used the refresh token. Looks, once for all
 * requests of the execution, whether a newer token has been stored, and takes it over.
 */
async function hasNewerToken(context: ServiceContext, session: Session, used: string) {
	if (tokensOf(session) !== used) return true;
	session.lookup ??= (async () => {
		for (const ms of LOOK_AFTER_MS) {
			await wait(ms, cancelSignal(context));
			session.data = await context.getCredentials(session.type);
			if (tokensOf(session) !== used) {
				session.lookup = undefined;
				return true;
			}
		}
		return false;
	})();
	return await session.lookup;
}

async function sendWithCredentialOnce(
	context: ServiceContext,
	session: Session,
	options: IHttpRequestOptions,
): Promise<Sent> {
	// n8n puts renewed tokens into the object that it is given. One of its own for every request keeps
	// a 401 to an old token from being taken for a refusal of the new one.
	const before = session.data;
	const data = { ...before };
	const send = async (ignoreHttpStatusErrors: IHttpRequestOptions['ignoreHttpStatusErrors']) =>
		(await context.helpers.httpRequestWithAuthentication.call(
			context,
			session.type,
			{
				...options,
				returnFullResponse: true,
				// n8n would send the token along to wherever a redirect points.
				disableFollowRedirect: true,
				ignoreHttpStatusErrors,
			},
			{ credentialsDecrypted: { id: '', name: '', type: session.type, data } },
		)) as IN8nHttpFullResponse;
	try {
		const response = await send(session.renews ? { ignore: true, except: [401] } : true);
		// Before 2.20 n8n knows no exception to ignoring: it renews only when every failure is thrown.
		const given401 = session.renews && response.statusCode === 401;
		return received(given401 ? await send(false) : response);
	} catch (error) {
		return explain(error);
	} finally {
		if (session.data === before && data.sessionToken !== before.sessionToken) session.data = data;
	}
}

/** Sends without the token. Never throws. */
export async function sendWithoutCredential(
	context: ServiceContext,
	options: IHttpRequestOptions,
): Promise<Sent> {
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

const received = ({ statusCode, headers, body }: IN8nHttpFullResponse): Sent => ({
	kind: 'answer',
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
export function explain(error: unknown): Sent {
	let link = error as Cause | undefined;
	let code: string | undefined;
	for (let depth = 0; link && depth < 5; depth += 1) {
		if (typeof link.response?.status === 'number') {
			const { status, headers = {}, data } = link.response;
			return { kind: 'answer', response: { status, headers, body: data } };
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
			return { kind: 'answer', response };
		}
		if (httpCode.startsWith('REFRESH_')) return explainRefresh(httpCode, String(messages[0]));
		code = httpCode;
	}
	if (code !== undefined && code in NEVER_REACHED) {
		return { kind: 'noAnswer', reached: 'no', reason: NEVER_REACHED[code] };
	}
	if (code !== undefined && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
		return {
			kind: 'noAnswer',
			reached: 'no',
			reason: `the service’s certificate is not trusted (${code})`,
		};
	}
	const reason =
		code === 'ECONNABORTED' || code === 'ETIMEDOUT'
			? 'no answer came in time'
			: code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_BAD_RESPONSE'
				? 'the connection broke before the answer was complete'
				: `the connection failed${code ? ` (${code})` : ''}`;
	return { kind: 'noAnswer', reached: 'maybe', reason };
}

/** What the credential says when it has no token; the request itself surely had no effect. */
function explainRefresh(code: string, message: string): Sent {
	if (code === 'REFRESH_UNAVAILABLE') return { kind: 'noAnswer', reached: 'no', reason: message };
	const remedy =
		code === 'REFRESH_REFUSED'
			? 'Open the credential and enter a new refresh token.'
			: 'Check the base URL of the credential; another service may have answered.';
	const kind = code === 'REFRESH_REFUSED' ? 'unauthorized' : 'badAnswer';
	return { kind: 'stopped', failure: { kind, message, remedy } };
}

const NEVER_REACHED: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'the service refused the connection',
	ENOTFOUND: 'there is no such host',
	EAI_AGAIN: 'the host name could not be looked up',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
	EADDRNOTAVAIL: 'this machine has no free port for another connection',
	ERR_INVALID_URL: 'the address is not a valid URL',
};
