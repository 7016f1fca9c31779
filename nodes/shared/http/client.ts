import {
	unexpectedResponse,
	cancelled,
	coolingDown,
	httpError,
	rejected,
	unknownOutcome,
	unreachable,
} from './failures';
import { isHtml, readErrorBody } from './errorBody';
import { createLimiter } from './limiter';
import type { ServiceResponse, ServiceRequest } from './request';
import { MAX_WAIT_MS, mayHaveHappened, decideRetry, type Attempt } from './retry';
import { fail, succeed, type Failure, type Result } from './result';
import type { Sent } from './transport';
import { wait } from './wait';

export interface ServiceOptions {
	/** Requests of this node that may be under way at once. */
	readonly maxParallelRequests: number;
	/** Retries per request; after a rate limit they do not count. */
	readonly maxRetries: number;
	/** Milliseconds until a request without an answer is given up. */
	readonly timeoutMs: number;
	/** Milliseconds from a request's first send after which no further one starts. */
	readonly budgetMs: number;
}

/** The service, ready to be called by one execution of one node. */
export interface Service {
	/** Sends a request, patiently but never doubling a write. Any JSON answer of status 2xx is a value. */
	send(request: ServiceRequest): Promise<Result<ServiceResponse>>;
}

export interface ServiceParts {
	/** Sends once, never throws. */
	readonly sendOnce: (request: ServiceRequest) => Promise<Sent>;
	readonly signal?: AbortSignal;
	/** Time and chance; tests bring their own. */
	readonly now?: () => number;
	readonly random?: () => number;
	readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Puts patience and safety around a bare transport; one pace for all requests of the node. */
export function createService(parts: ServiceParts, options: ServiceOptions): Service {
	const { sendOnce, signal, now = Date.now, random = Math.random, sleep = wait } = parts;
	const limiter = createLimiter({
		max: options.maxParallelRequests,
		maxWaitMs: Math.max(options.budgetMs, MAX_WAIT_MS),
		signal,
		now,
		sleep,
	});

	return {
		async send(request) {
			let firstSentAt: number | undefined;
			let retries = 0;
			let repeated = false;
			/** What the caller gets when no further attempt is made. */
			let last: Result<ServiceResponse> = cancelled();
			for (let attempts = 1; ; attempts += 1) {
				const entry = await limiter.enter();
				if (entry.kind === 'cancelled') return cancelled();
				if (entry.kind === 'closed') return remember(repeated, coolingDown(request, entry.forMs));
				// Waiting for a place before the first send is free; later it is time of the request.
				firstSentAt ??= now();
				if (now() - firstSentAt > options.budgetMs) {
					limiter.leave();
					return last;
				}
				const sent = await sendOnce(request);
				if (sent.kind === 'stopped') {
					limiter.leave();
					return fail(sent.failure);
				}
				const attempt = asAttempt(sent);
				const step = decideRetry(
					attempt,
					{ idempotent: request.idempotent, attempts, retries, elapsedMs: now() - firstSentAt },
					options,
					now(),
					random(),
				);
				if (step.slowDown) limiter.slowDown(step.waitMs, entry.round);
				else if (step.kind === 'done') limiter.succeeded();
				limiter.leave();

				repeated ||= request.method !== 'GET' && mayHaveHappened(attempt);
				last = conclude(sent, request, repeated, step.askedMs);
				if (step.kind !== 'retry') return last;
				if (step.counts) retries += 1;
				await sleep(step.waitMs, signal);
			}
		},
	};
}

type Completed = Exclude<Sent, { kind: 'stopped' }>;

function asAttempt(sent: Completed): Attempt {
	if (sent.kind === 'noAnswer') return sent;
	const { status, headers, body } = sent.response;
	const unreadable = typeof body === 'string' && !NO_CONTENT.has(status);
	return { kind: 'answer', status, headers, unreadable };
}

/** Successes that have no body (RFC 9110, 15.3.5 and 15.3.6). */
const NO_CONTENT: ReadonlySet<number> = new Set([204, 205]);

/**
 * What the last try means for the caller.
 *
 * @param mayHave a write that may have happened, in this try or in one before
 */
function conclude(
	sent: Completed,
	request: ServiceRequest,
	mayHave: boolean,
	retryAfterMs?: number,
): Result<ServiceResponse> {
	const mustNotRepeat = mayHave && !request.idempotent;
	if (sent.kind === 'noAnswer') {
		return mustNotRepeat
			? unknownOutcome(request, sent.reason)
			: remember(mayHave, unreachable(request, sent.reason, mayHave));
	}
	const { response } = sent;
	if (mustNotRepeat) {
		const { message = describeText(response.body) } = readErrorBody(response.body);
		return unknownOutcome(request, `it answered HTTP ${response.status} with ${message}`, response);
	}
	if (response.status < 200 || response.status >= 300) {
		return remember(mayHave, httpError(response, request, mayHave, retryAfterMs));
	}
	if (NO_CONTENT.has(response.status)) return succeed({ ...response, body: {} });
	if (typeof response.body === 'string') {
		return unexpectedResponse(request, describeText(response.body), response);
	}
	if (isObject(response.body) && response.body.ok === false && !request.reportsEach) {
		return remember(mayHave, rejected(request, response));
	}
	return succeed(response);
}

function remember(mayHaveHappened: boolean, failed: { ok: false; failure: Failure }) {
	return mayHaveHappened ? fail({ ...failed.failure, mayHaveHappened }) : failed;
}

const describeText = (body: unknown) =>
	!body ? 'nothing' : isHtml(body) ? 'a web page instead of JSON' : 'something that is not JSON';

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
