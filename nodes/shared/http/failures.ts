import { readErrorBody } from './noResponse';
import { small } from '../schema/limits';
import { isObject } from '../schema/values';
import { isBrokenJson, isHtml, type Verdict } from './judge';
import { Failure, type FailureFacts, type FailureKind } from './failure';
import type { AcquiredPermit, Permit } from './limiter/permit';
import type { ServiceResponse, ServiceRequest } from './request';

/** What the text of a failure needs to know about the request: never its headers. */
type About = Pick<
	ServiceRequest,
	'method' | 'purpose' | 'permission' | 'idempotent' | 'unknownRemedy' | 'foundBy' | 'isAi'
>;

type Words = Pick<FailureFacts, 'kind' | 'message' | 'remedy'>;
type Advice = Omit<Words, 'kind'>;

type Refusal = Exclude<Permit, AcquiredPermit>;

/** What a response says of itself. */
function saidIn(response?: ServiceResponse) {
	const { message, ctxId, details } = readErrorBody(response?.body);
	return { status: response?.status, serviceMessage: message, serviceDetails: details, ctxId };
}

/** The service's own words, behind ours. */
const behind = (words?: string) => (words ? `: ${words}` : '');

/**
 * Turns a response that is not a success into a failure with the service's own words in it.
 *
 * @param mayHave a write that may have happened nevertheless, and that may be repeated
 * @param retryAfterMs how long the service asked to wait
 */
export function httpError(
	response: ServiceResponse,
	about: About,
	mayHave = false,
	retryAfterMs?: number,
): Failure {
	const facts = { ...saidIn(response), retryAfterMs };
	const { message, ...words } = wordsFor(response, about, mayHave, facts);
	return new Failure({ ...facts, ...words, message: message + behind(facts.serviceMessage) });
}

function wordsFor(
	{ status, body, sentWith = 'accessToken' }: ServiceResponse,
	about: About,
	mayHave: boolean,
	{ serviceMessage = '', serviceDetails, ctxId, retryAfterMs }: Partial<Failure>,
): Words {
	const what = about.purpose;
	const isRead = about.method === 'GET';
	if (status >= 300 && status < 400) {
		return {
			kind: 'unexpectedResponse',
			message: `The service redirected the request to ${what}`,
			remedy:
				'Redirects are not followed, so that the token is never sent to another server. Enter the final URL as the base URL of the credential.',
		};
	}
	if (status === 413) {
		return {
			kind: 'tooLarge',
			message: `The request to ${what} is too large for the service`,
			remedy: isRead
				? 'Ask for less: narrow the list with filters or, where the node has a Limit, lower it.'
				: 'Send less at once: shorter values, or of many records a smaller Batch Size.',
		};
	}
	const namesQuota = saysQuota(serviceMessage, serviceDetails);
	if (status === 402 || (namesQuota && (status === 403 || (about.isAi && status < 429)))) {
		return usedUp(what, status === 402 ? 'Payment required' : undefined);
	}
	switch (status) {
		case 401:
			return { kind: 'unauthorized', ...UNAUTHORIZED[sentWith] };
		case 403:
			return {
				kind: 'forbidden',
				message: `The service refused to ${what} (HTTP 403)`,
				remedy: `Required permission: ${about.permission}. Use a token that has it.`,
			};
		case 404:
		case 410:
			return { kind: 'notFound', ...notFound(about, body) };
		case 409:
			return {
				kind: 'refused',
				message: `Could not ${what}: it conflicts with the record’s current state`,
				remedy:
					about.foundBy === RECORD_ID
						? 'Read the record again and check its current state before you retry.'
						: isRead
							? 'Run it again later.'
							: 'Another record may have the same external ID, or another value that must be unique. Check that before you run it again.',
			};
		case 429:
			return {
				kind: 'rateLimited',
				message: `Rate limit exceeded; could not ${what}`,
				remedy: retryAfterMs
					? `The service asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds. Run it again after that time. ${WAIT_LONGER}`
					: `Run it again later, or with fewer Max Parallel Requests. ${WAIT_LONGER}`,
			};
	}
	if (status >= 500) {
		const support = `If it persists, ${ctxId ? 'give the ctx_id to' : 'contact'} the service’s support.`;
		const isSafe =
			'The request may have taken effect all the same; running it again later is safe.';
		const advice = mayHave ? (about.unknownRemedy ?? isSafe) : 'Run it again later.';
		return {
			kind: 'unavailable',
			message: mayHave
				? `The service failed (HTTP ${status}) when asked to ${what}`
				: `The service failed (HTTP ${status}) and did not ${what}`,
			remedy: `${advice} ${support}`,
		};
	}
	return {
		kind: 'refused',
		message: `The service rejected the request to ${what} (HTTP ${status})`,
		remedy: serviceMessage
			? 'Correct the problem that the message names, then run it again.'
			: 'The service gives no reason. Check the parameters and the values, then run it again.',
	};
}

/** A 2xx that says that the record does not exist. */
export function notFoundIn(response: ServiceResponse, about: About): Failure {
	return httpError({ ...response, status: 404 }, about).with({ status: response.status });
}

/** A 401 or 404 that is not of the service, which responded before: as long as it restarts, a gateway speaks for it. */
export function gatewayError(response: ServiceResponse, about: About): Failure {
	const { status, serviceMessage } = saidIn(response);
	return new Failure({
		kind: 'unavailable',
		message: `Could not ${about.purpose}: the service is not there; something else responded in its place (HTTP ${status})${behind(serviceMessage)}`,
		remedy:
			'Check that the service is up, and run it again. If it stays so, check the base URL and the token of the credential.',
		status,
	});
}

/** `foundBy` of requests about one record. */
export const RECORD_ID = 'the ID';

const WAIT_LONGER = 'Nodes with Retry Time Limit in their options can wait longer.';

/** What a person does when the service does not accept what the request was sent with. */
const UNAUTHORIZED: Readonly<Record<NonNullable<ServiceResponse['sentWith']>, Advice>> = {
	accessToken: {
		message: 'The service does not accept the access token',
		remedy:
			'It is mistyped, or was deleted, replaced or has expired. Paste it into the credential again; if that fails, create a new one in the developers API area of your workspace.',
	},
	refreshedToken: {
		message: 'The service does not accept the access token, although it was refreshed just now',
		remedy:
			'If other operations work, this one needs a permission that the token does not have. Otherwise get a new refresh token and enter it in the credential.',
	},
	workspaceCode: {
		message: 'The service does not accept the workspace code',
		remedy: 'Check the Workspace Code in the credential.',
	},
};

/**
 * Words for a quota that is used up; the statuses alone do not name one (assumed). Witnesses: "credit balance is too low" with
 * 400 (anthropic-sdk-typescript 618), `insufficient_quota` and "exceeded your current quota" (OpenAI, error codes), "exceeded
 * your daily request quota" with 200 (Google Maps).
 */
const QUOTA =
	/quota[ _-](has |have |is |was |been )*(used|exceed|exhaust|reach|over)|(exceeded|insufficient|reached)[ _-](your |the |current |daily |monthly |request |plan |ai )*quota|(no|out of|over)[ _-](more )?quota|(usage|spending|plan|daily|monthly)[ _-]limit|(no|out of|insufficient)[ _-](credit|balance|fund)|credits?[ _-](are |is )?(used|exhausted|exceeded)|balance is too low/i;

const saysQuota = (words?: string, details?: unknown): boolean =>
	QUOTA.test(`${words} ${JSON.stringify(details)}`.slice(0, MAX_WORDS));

const usedUp = (what: string, why = 'Quota used up'): Words => ({
	kind: 'quota',
	message: `${why}; could not ${what}`,
	remedy:
		'Check the plan, the payment and the usage of the workspace at the service. Run it again when there is something left to use.',
});

/** Distinguishes an unknown record and an address without a service, as far as the response does. */
function notFound({ purpose: what, foundBy, method }: About, body: unknown): Advice {
	const words = isObject(body) && typeof body.message === 'string' ? body.message : undefined;
	const isRecord = foundBy === RECORD_ID;
	if (words !== undefined) {
		const others = method === 'GET' ? 'the filters and options' : 'the IDs in the values';
		const remedy = isRecord
			? 'Check the ID, and that the record belongs to the workspace of the token and is not archived.'
			: `Check ${foundBy ?? others}, and that the token is for the right workspace.`;
		return { message: `Could not ${what}`, remedy };
	}
	const base = 'the base URL of the credential: it is the address of the service, without /v1.';
	const isElsewhere = isHtml(body);
	return {
		message: isElsewhere
			? `Could not ${what}: there is no such service at this address`
			: `Could not ${what}: the service has nothing at this address`,
		remedy:
			foundBy && !isElsewhere
				? `Check ${foundBy}. If other operations fail as well, check ${base}`
				: `Check ${base}`,
	};
}

/** Maximum length searched for a keyword. */
const MAX_WORDS = 1000;

/**
 * `create the company` → `the company may or may not have been created`. The verbs of all writes are
 * regular.
 */
function mayHaveBeenDone(purpose: string): string {
	const [verb, ...rest] = purpose.split(' ');
	return `${rest.join(' ')} may or may not have been ${verb}${verb.endsWith('e') ? 'd' : 'ed'}`;
}

/** A write whose outcome is unknown. */
export function unknownOutcome(about: About, reason: string, response?: ServiceResponse): Failure {
	return new Failure({
		kind: 'unknownOutcome',
		message: `Outcome unknown: ${mayHaveBeenDone(about.purpose)}: ${reason}`,
		remedy: whatNow(about),
		...saidIn(response),
		mayHaveHappened: true,
	});
}

const CHECK_FIRST =
	'The record may exist. It was not sent again, because that could create a duplicate. Check before sending it again: look for it in the service, by its name or external ID.';
const SAFE = 'Sending it again is safe: it does no more than sending it once.';

/** What a person does about a write that may have happened. */
const whatNow = ({ unknownRemedy, idempotent }: About) =>
	unknownRemedy ?? (idempotent ? SAFE : CHECK_FIRST);

/** A 2xx that says neither yes nor no of a write, or of a read not what was asked for. */
export function undecided(about: About, missing: string, response: ServiceResponse): Failure {
	const { status, serviceMessage } = saidIn(response);
	const words = behind(serviceMessage);
	if (about.method === 'GET') return unexpectedResponse(about, missing + words, response);
	const reason = `the response (HTTP ${status}) does not say whether it was done (${missing})${words}`;
	return unknownOutcome(about, reason, response);
}

/**
 * No response came, and running the request again does no harm.
 *
 * @param mayHave a write that may have happened nevertheless, and that may be repeated
 */
export function unreachable(about: About, reason: string, mayHave = false): Failure {
	const unknown = mayHave ? about.unknownRemedy : undefined;
	return new Failure({
		kind: 'unavailable',
		message: `Could not ${about.purpose}: ${reason}`,
		remedy: unknown
			? `Check that the service is up. ${unknown}`
			: 'Check the base URL of the credential and that the service is up; running it again is safe.',
	});
}

/** The limiter gave no permit; nothing was sent. */
export function notSent({ purpose }: Pick<About, 'purpose'>, permit: Refusal): Failure {
	const { kind, forMs = 0 } = permit as Refusal & { readonly forMs?: number };
	const seconds = `${Math.ceil(forMs / 1000)} seconds`;
	const limited = `Rate limit exceeded; could not ${purpose}`;
	const words: Readonly<Record<typeof kind, readonly [FailureKind, string, string]>> = {
		cancelled: [
			'cancelled',
			'The execution was cancelled before this item was sent',
			'Run the workflow again.',
		],
		coolingDown: [
			'rateLimited',
			`${limited}: the service asked for a pause of ${seconds}`,
			`Run it again in ${seconds}. ${WAIT_LONGER}`,
		],
		refusing: [
			'rateLimited',
			`${limited}: not sent, because the service has refused every request for ${seconds}`,
			`Run it again later, and let fewer workflows use the service at the same time. ${WAIT_LONGER}`,
		],
		down: [
			'unavailable',
			`Could not ${purpose}: not sent, because the service has been down for ${seconds}`,
			`Check that the service is up, and run it again; nothing was sent. ${WAIT_LONGER}`,
		],
		expired: [
			'unserved',
			`Could not ${purpose}: the service allows fewer requests than are wanted, and others were first`,
			'Try again later, or let fewer workflows use the service at the same time.',
		],
	};
	const [of, message, remedy] = words[kind];
	return new Failure({
		kind: of,
		message,
		remedy,
		...(kind === 'coolingDown' && { retryAfterMs: forMs }),
	});
}

/** The response does not match the contract. */
export function unexpectedResponse(
	about: About,
	reason: string,
	response: ServiceResponse,
): Failure {
	const { status, ctxId } = saidIn(response);
	const isRead = about.method === 'GET';
	const whose = isBrokenJson(response.body)
		? 'Report it to the service’s support, which alone can correct what the service sends.'
		: 'Check the base URL of the credential; a proxy or another service may have responded.';
	return new Failure({
		kind: 'unexpectedResponse',
		message: `Unexpected response to the request to ${about.purpose}: ${reason}`,
		remedy: isRead ? whose : `Check the base URL of the credential. ${whatNow(about)}`,
		status,
		ctxId,
		mayHaveHappened: isRead ? undefined : true,
	});
}

/** A 2xx that says no (specification: Errors): a failure all the same. */
export function rejected(
	about: About,
	response: ServiceResponse,
	{ evidence, isDone, said = response.body }: Extract<Verdict, { kind: 'rejected' }>,
): Failure {
	const { serviceMessage, serviceDetails, ctxId } = saidIn({ ...response, body: said });
	const facts = {
		status: response.status,
		serviceMessage,
		serviceDetails: isDone ? small(response.body) : serviceDetails,
		ctxId: ctxId ?? saidIn(response).ctxId,
	};
	if (about.isAi && !isDone && saysQuota(serviceMessage, serviceDetails)) {
		const { message, ...words } = usedUp(about.purpose);
		return new Failure({ ...facts, ...words, message: message + behind(serviceMessage) });
	}
	return new Failure({
		kind: 'refused',
		message: `The service rejected the request to ${about.purpose} (${evidence})${behind(serviceMessage)}`,
		remedy: isDone
			? `The response names problems, but also shows that it may have been done. ${about.unknownRemedy ?? 'Check that in the service before you run it again.'}`
			: 'Correct the problem that the message names, then run it again.',
		...(isDone && { mayHaveHappened: true }),
		...facts,
	});
}

/** n8n could not take a file. */
export const notStored = (reason: string): Failure =>
	new Failure({
		kind: 'unavailable',
		message: `n8n could not store the file: ${reason}`,
		remedy: 'Check the binary data storage of n8n: its mode, its free space and its limits.',
	});

export const cancelled = (): Failure => notSent({ purpose: '' }, { kind: 'cancelled' });
