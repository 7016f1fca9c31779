import { isHtml, readErrorBody } from './errorBody';
import { fail, type Failure, type FailureKind } from './result';
import type { ServiceResponse, ServiceRequest } from './request';

/** What the words of a failure need to know of the request: never its headers. */
type About = Pick<ServiceRequest, 'method' | 'purpose' | 'permission' | 'unknownRemedy'>;

type Failed = { readonly ok: false; readonly failure: Failure };

interface Words {
	readonly kind: FailureKind;
	readonly message: string;
	readonly remedy: string;
}

/**
 * Turns an answer that is not a success into a failure with the service's own words in it.
 *
 * @param mayHave a write that may have happened all the same, and that may be repeated
 * @param retryAfterMs how long the service asked to wait
 */
export function httpError(
	response: ServiceResponse,
	about: About,
	mayHave = false,
	retryAfterMs?: number,
): Failed {
	const { message: serviceMessage, ctxId, details } = readErrorBody(response.body);
	const words = wordsFor(response, about, mayHave, serviceMessage, retryAfterMs);
	return fail({
		...words,
		message: serviceMessage ? `${words.message}: ${serviceMessage}` : words.message,
		status: response.status,
		serviceMessage,
		serviceDetails: details,
		ctxId,
		retryAfterMs,
	});
}

function wordsFor(
	{ status, body }: ServiceResponse,
	about: About,
	mayHave: boolean,
	serviceMessage = '',
	retryAfterMs?: number,
): Words {
	const what = about.purpose;
	if (status >= 300 && status < 400) {
		return {
			kind: 'badAnswer',
			message: `The service redirected the request to ${what}`,
			remedy:
				'Redirects are not followed, so that the token stays where it belongs. Enter the final address as the base URL of the credential.',
		};
	}
	if (status === 413 || (status === 400 && /too large|too many/i.test(serviceMessage))) {
		return {
			kind: 'tooLarge',
			message: `The service found the request to ${what} too large`,
			remedy: 'Send less at once.',
		};
	}
	switch (status) {
		case 401:
			return {
				kind: 'unauthorized',
				message: 'The service does not accept the access token',
				remedy:
					'The token was deleted, replaced or has expired. Create a new one in the developers API area of your workspace and enter it in the credential.',
			};
		case 403:
			return {
				kind: 'forbidden',
				message: `The token may not ${what}`,
				remedy: `It needs the permission ${about.permission}. Use a token that has it.`,
			};
		case 404:
		case 410:
			return isHtml(body)
				? {
						kind: 'notFound',
						message: `There is no service at this address that could ${what}`,
						remedy: 'Check the base URL of the credential.',
					}
				: {
						kind: 'notFound',
						message: `Could not ${what}: the service did not find it`,
						remedy: 'Check the ID, and that the record belongs to the workspace of the token.',
					};
		case 409:
			return {
				kind: 'refused',
				message: `Could not ${what}: it conflicts with the record’s present state`,
				remedy: 'Read the record again, then decide.',
			};
		case 429:
			return {
				kind: 'rateLimited',
				message: `The service asked for fewer requests and did not ${what}`,
				remedy: retryAfterMs
					? `The service asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds. Run it again after that time, or raise Retry Time Limit in the options.`
					: 'Raise Retry Time Limit or lower Max Parallel Requests in the options, or run it again later.',
			};
	}
	if (status >= 500) {
		const support = 'If it goes on, give the ctx_id to the service’s support.';
		const isSafe = 'It may have happened all the same; running it again later is safe.';
		return mayHave
			? {
					kind: 'unavailable',
					message: `The service failed (HTTP ${status}) when asked to ${what}`,
					remedy: `${about.unknownRemedy ?? isSafe} ${support}`,
				}
			: {
					kind: 'unavailable',
					message: `The service failed (HTTP ${status}) and did not ${what}`,
					remedy: `Run it again later. ${support}`,
				};
	}
	return {
		kind: 'refused',
		message: `The service refused to ${what} (HTTP ${status})`,
		remedy: 'Correct what the message names, then run it again.',
	};
}

/** A write whose outcome nobody knows and that must not be sent again. */
export function unknownOutcome(about: About, reason: string, response?: ServiceResponse): Failed {
	const { message: serviceMessage, ctxId, details } = readErrorBody(response?.body);
	return fail({
		kind: 'unknownOutcome',
		message: `It is unknown whether the service did ${about.purpose}: ${reason}`,
		remedy:
			about.unknownRemedy ??
			'The record may exist. It was not sent again, because that could make a second one. Look for it in the service, by its name or external ID, before you run this item again.',
		status: response?.status,
		serviceMessage,
		serviceDetails: details,
		ctxId,
		mayHaveHappened: true,
	});
}

/**
 * No answer came, and running the request again does no harm.
 *
 * @param mayHave a write that may have happened all the same, and that may be repeated
 */
export function unreachable(about: About, reason: string, mayHave = false): Failed {
	const unknown = mayHave ? about.unknownRemedy : undefined;
	return fail({
		kind: 'unavailable',
		message: `Could not ${about.purpose}: ${reason}`,
		remedy: unknown
			? `Check that the service is up. ${unknown}`
			: 'Check the base URL of the credential and that the service is up; running it again is safe.',
	});
}

/** The service asked everyone to stay away for longer than the node waits; nothing was sent. */
export function coolingDown(about: About, retryAfterMs: number): Failed {
	return fail({
		kind: 'rateLimited',
		message: `Did not ${about.purpose}: the service asked for a pause of ${Math.ceil(retryAfterMs / 1000)} seconds`,
		remedy: 'Run it again after that time, or raise Retry Time Limit in the options.',
		retryAfterMs,
	});
}

/** The answer is not what the contract promises. */
export function unexpectedResponse(
	about: About,
	reason: string,
	response: ServiceResponse,
): Failed {
	const ctxId = readErrorBody(response.body).ctxId;
	return fail({
		kind: 'badAnswer',
		message: `The service answered the request to ${about.purpose} with ${reason}`,
		remedy:
			about.method === 'GET'
				? 'Check the base URL of the credential; a proxy or another service may have answered.'
				: about.unknownRemedy
					? `Check the base URL of the credential. ${about.unknownRemedy}`
					: 'Check the base URL of the credential, and whether the write happened, before you run it again.',
		status: response.status,
		ctxId,
		mayHaveHappened: about.method === 'GET' ? undefined : true,
	});
}

/** HTTP 200 with `ok: false` (specification: Errors): a failure all the same. */
export function rejected(about: About, response: ServiceResponse): Failed {
	const { message, ctxId, details } = readErrorBody(response.body);
	return fail({
		kind: 'refused',
		message: `The service did not ${about.purpose} (ok: false)${message ? `: ${message}` : ''}`,
		remedy: 'Correct what the message names, then run it again.',
		status: response.status,
		serviceMessage: message,
		serviceDetails: details,
		ctxId,
	});
}

export const cancelled = (): Failed =>
	fail({
		kind: 'cancelled',
		message: 'The execution was cancelled before this item was sent',
		remedy: 'Run the workflow again.',
	});
