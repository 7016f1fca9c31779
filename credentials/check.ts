import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { readBaseUrl } from '../nodes/shared/http/request';
import { readErrorBody, blockedBy, codeOf, noResponse } from '../nodes/shared/http/noResponse';
import { isHtml } from '../nodes/shared/http/evidence';
import { judge } from '../nodes/shared/http/judge';
import { readBody, UnreadBody } from '../nodes/shared/http/body';
import { Secrets } from '../nodes/shared/http/secrets';
import { isObject } from '../nodes/shared/schema/values';
import { settleNow } from '../nodes/shared/http/failure';
import { tokenRejected } from './fields';

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

/** A text as short as this may be a workspace code; tokens are longer (assumed). */
const MAX_CODE_LENGTH = 24;
const MAYBE_CODE =
	' A workspace code goes into a credential of the type Workspace Records Internal API.';
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
	if (wanted === 'token' && status === 401)
		return tokenRejected(words) + (secret.length <= MAX_CODE_LENGTH ? MAYBE_CODE : '');
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
