import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { ServiceContext } from './context';
import type { Answer, ServiceRequest } from './request';

/** What came of one send: an answer, or none and how far the request got. */
export type Sent =
	| { readonly kind: 'answer'; readonly answer: Answer }
	| {
			readonly kind: 'noAnswer';
			readonly reached: 'no' | 'maybe';
			/** Why, in words without addresses or secrets. */
			readonly because: string;
	  };

/** The credential of one execution, decrypted once. n8n puts a renewed token into `data` in place. */
export interface Session {
	readonly type: string;
	readonly baseUrl: string;
	readonly data: ICredentialDataDecryptedObject;
	/** A 401 is answered by a refresh instead of reaching us. */
	readonly renews: boolean;
}

const ACCEPT_LANGUAGE = 'en';

/** Sends one request through n8n's HTTP helper, once. Never throws. */
export async function transmit(
	context: ServiceContext,
	session: Session,
	request: ServiceRequest,
	timeoutMs: number,
): Promise<Sent> {
	const options: IHttpRequestOptions = {
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
		returnFullResponse: true,
		// n8n would send the token along to wherever a redirect points.
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: session.renews ? { ignore: true, except: [401] } : true,
	};
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			session.type,
			options,
			{
				credentialsDecrypted: { id: '', name: '', type: session.type, data: session.data },
			},
		)) as IN8nHttpFullResponse;
		return {
			kind: 'answer',
			answer: { status: response.statusCode, headers: response.headers, body: response.body },
		};
	} catch (error) {
		return explain(error);
	}
}

/** The first link of an error's chain of causes that carries a status or a network code. */
interface Cause {
	code?: unknown;
	cause?: unknown;
	response?: { status?: unknown; headers?: Record<string, unknown>; data?: unknown };
}

function explain(error: unknown): Sent {
	let link = error as Cause | undefined;
	let code: string | undefined;
	for (let depth = 0; link && depth < 5; depth += 1) {
		if (typeof link.response?.status === 'number') {
			const { status, headers = {}, data } = link.response;
			return { kind: 'answer', answer: { status, headers, body: data } };
		}
		if (typeof link.code === 'string') code ??= link.code;
		link = link.cause as Cause | undefined;
	}
	if (code !== undefined && code in NEVER_REACHED) {
		return { kind: 'noAnswer', reached: 'no', because: NEVER_REACHED[code] };
	}
	if (code !== undefined && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
		return {
			kind: 'noAnswer',
			reached: 'no',
			because: `the service’s certificate is not trusted (${code})`,
		};
	}
	const because =
		code === 'ECONNABORTED' || code === 'ETIMEDOUT'
			? 'no answer came in time'
			: code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_BAD_RESPONSE'
				? 'the connection broke before the answer was complete'
				: `the connection failed${code ? ` (${code})` : ''}`;
	return { kind: 'noAnswer', reached: 'maybe', because };
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
