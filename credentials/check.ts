import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { readBaseUrl } from '../nodes/shared/http/request';
import { readErrorBody, blockedBy, codeOf, noResponse } from '../nodes/shared/http/noResponse';
import { isHtml } from '../nodes/shared/http/evidence';
import { judge } from '../nodes/shared/http/judge';
import { readBody, UnreadBody } from '../nodes/shared/http/body';
import { Secrets } from '../nodes/shared/http/secrets';
import { isObject } from '../nodes/shared/schema/values';
import { settleNow } from '../nodes/shared/http/failure';

/** A response, or why there was none. */
export type Response =
	| { readonly status: number; readonly body: unknown }
	| { readonly reason: string };

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

/** What a response says of itself, to go behind a sentence; without the secret that it was asked with, which it may quote. */
export function wordsOf(response: Response, secret: string): string {
	const { message } = 'body' in response ? readErrorBody(response.body) : {};
	return message ? `: ${new Secrets([secret]).redact(message)}` : '';
}

/**
 * Why a response shows nobody whose token it is; undefined where it does.
 *
 * @param token the token, which is left out
 */
export function whyNobody(response: Response, token: string): string | undefined {
	if ('reason' in response) return undefined;
	const verdict = judge(response, { kind: 'facts' });
	// The only status of a successful call (specification: Errors).
	if (verdict.kind === 'done' && response.status === 200) return undefined;
	const words = wordsOf(response, token);
	return verdict.kind === 'rejected'
		? `The service does not let this token in (${verdict.evidence})${words}. Check in the developers API area of your workspace what it may do, or create a new one.`
		: `The response (HTTP ${response.status}) does not say whose token this is${words}. Check the base URL: another service may have responded.`;
}

/**
 * Why a response to a request without a token does not say that the service is there: it asks for a token, or answers.
 *
 * @param secret what the request was not sent with, and what is left out all the same
 */
export function whyNoGate(baseUrl: string, response: Response, secret: string): string | undefined {
	const problem = whyNoService(baseUrl, response, secret);
	if (problem !== undefined || 'reason' in response) return problem;
	const { status } = response;
	const isRight = status === 200 && judge(response, { kind: 'facts' }).kind === 'done';
	return isRight || status === 401 || status === 403
		? undefined
		: `The service neither asks for a token nor says that it is there (HTTP ${status})${wordsOf(response, secret)}. Check the base URL: another service may have responded.`;
}

/**
 * Why a response says that there is no service, or none that works; undefined where it says that there is one.
 *
 * @param secret what the request was sent with, which is left out
 */
export function whyNoService(baseUrl: string, response: Response, secret = ''): string | undefined {
	if ('reason' in response) {
		return `Could not reach the service: ${response.reason}. Check the base URL, and that the service is running.`;
	}
	const { status, body } = response;
	const words = wordsOf(response, secret);
	if (status >= 300 && status < 400) {
		return `The address redirects to another one (HTTP ${status}). Redirects are not followed, so that the secret is never sent to another server: enter the final address as the base URL.`;
	}
	if (status === 404 || status === 405 || status === 410) {
		return `There is no such service at this address (HTTP ${status})${words}. ${whereToLook(baseUrl)}`;
	}
	if (status === 429) {
		return `The service allows no more requests at the moment (HTTP 429)${words}. Test the credential again later.`;
	}
	if (status >= 500) {
		return `The service failed (HTTP ${status})${words}. The credential could not be tested: test it again later.`;
	}
	if (status < 300 && (!isObject(body) || body instanceof UnreadBody)) {
		const what = isHtml(body) ? 'A web page' : 'Something else than the service';
		return `${what} responded at this address. ${whereToLook(baseUrl)}`;
	}
	return undefined;
}
