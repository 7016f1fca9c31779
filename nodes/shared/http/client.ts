import {
	unexpectedResponse,
	cancelled,
	coolingDown,
	httpError,
	notSent,
	rejected,
	unknownOutcome,
	unreachable,
} from './failures';
import { readErrorBody } from './errorBody';
import { isHtml } from './html';
import { createLimiter } from './limiter/limiter';
import type { Limiter, LimiterStats } from './limiter/limiterTypes';
import type { ServiceResponse, ServiceRequest } from './request';
import { UnreadBody } from './responseBody';
import {
	MAX_WAIT_MS,
	mayHaveHappened,
	decideRetry,
	isTimeout,
	outcomeOf,
	type Attempt,
} from './retry';
import { fail, succeed, type Failure, type Result } from './result';
import type { SendResult } from './transport';
import { wait } from './wait';

export interface ServiceOptions {
	/** Maximum number of concurrent requests of this node. */
	readonly maxParallelRequests: number;
	/** Retries per request; after a rate limit they do not count. */
	readonly maxRetries: number;
	/** Milliseconds until a request without a response is aborted. */
	readonly timeoutMs: number;
	/** Milliseconds from the first attempt of a request after which no further one starts. */
	readonly budgetMs: number;
}

/** The service, ready to be called by one execution of one node. */
export interface Service {
	/** Sends a request with retries, but never a write twice. Any JSON response of status 2xx is a value. */
	send(request: ServiceRequest): Promise<Result<ServiceResponse>>;
	/** What the service's limits meant so far. */
	readonly stats: LimiterStats;
}

export interface ServiceParts {
	/** Sends once, never throws. */
	readonly sendOnce: (request: ServiceRequest) => Promise<SendResult>;
	/** Shared by all who use this service with this credential; one of its own when left out. */
	readonly limiter?: Limiter;
	/** Whether a request goes to another server, which has limits of its own. */
	readonly isForeign?: (request: ServiceRequest) => boolean;
	/** Pick lists and polls go before the work of executions. */
	readonly isInteractive?: boolean;
	/** Somebody waits in the editor, and the service's address may be wrong. */
	readonly isAttended?: boolean;
	readonly signal?: AbortSignal;
	/** Clock and randomness; tests pass their own. */
	readonly now?: () => number;
	readonly random?: () => number;
	readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** While somebody watches, a service that has never responded is waited for no longer than this. */
const MAX_FIRST_WAIT_MS = 10_000;

/** Adds retries to a transport that sends once; every attempt waits for its turn at the limiter. */
export function createService(parts: ServiceParts, options: ServiceOptions): Service {
	const { sendOnce, signal, now = Date.now, random = Math.random, sleep = wait } = parts;
	const queueOptions = {
		max: options.maxParallelRequests,
		isInteractive: parts.isInteractive ?? false,
		maxWaitMs: Math.max(options.budgetMs, MAX_WAIT_MS),
		maxFirstWaitMs: parts.isAttended ? MAX_FIRST_WAIT_MS : undefined,
		signal,
	};
	const ownLimiter = () => createLimiter({ now, random, sleep });
	const queue = (parts.limiter ?? ownLimiter()).openQueue(queueOptions);

	return {
		async send(request) {
			const places = parts.isForeign?.(request) ? ownLimiter().openQueue(queueOptions) : queue;
			let firstSentAt: number | undefined;
			let retries = 0;
			let repeated = false;
			/** What the caller gets when no further attempt is made. */
			let last: Result<ServiceResponse> = cancelled();
			for (let attempts = 1; ; attempts += 1) {
				const permit = await places.acquire({
					isRetry: attempts > 1,
					isIdempotent: request.idempotent,
					deadline: firstSentAt === undefined ? undefined : firstSentAt + options.budgetMs,
				});
				if (permit.kind !== 'acquired') {
					if (permit.kind === 'cancelled') return cancelled();
					if (permit.kind === 'coolingDown') return coolingDown(request, permit.forMs);
					return permit.kind === 'down' && attempts === 1 ? notSent(request, permit.forMs) : last;
				}
				// Waiting for a place before the first attempt is free; later it counts as time of the request.
				firstSentAt ??= now();
				const sent = await sendOnce(request);
				if (sent.kind === 'stopped') {
					places.release(permit, { kind: 'notSent' });
					return fail(sent.failure);
				}
				const attempt = asAttempt(sent);
				const { idempotent, splitsOnTimeout = false } = request;
				const outcome = outcomeOf(attempt, splitsOnTimeout, now());
				places.release(permit, signal?.aborted ? { kind: 'notSent' } : outcome);
				const step = decideRetry(
					attempt,
					{
						idempotent,
						splitsOnTimeout,
						attempts,
						retries,
						elapsedMs: now() - firstSentAt,
						isOutage: outcome.kind === 'failed' && places.isDown,
					},
					options,
					now(),
					random(),
				);

				repeated ||= request.method !== 'GET' && mayHaveHappened(attempt);
				last = conclude(sent, request, repeated, step.askedMs);
				if (!last.ok && isTimeout(attempt)) last = fail({ ...last.failure, timedOut: true });
				if (step.kind !== 'retry') return last;
				if (step.counts) retries += 1;
				if (!step.isHeld) await sleep(step.waitMs, signal);
			}
		},
		get stats() {
			return queue.stats;
		},
	};
}

type Completed = Exclude<SendResult, { kind: 'stopped' }>;

function asAttempt(sent: Completed): Attempt {
	if (sent.kind === 'noResponse') return sent;
	const { status, headers, body } = sent.response;
	const isTooMuch = body instanceof UnreadBody;
	const unreadable = isTooMuch || (typeof body === 'string' && !NO_CONTENT.has(status));
	return { kind: 'response', status, headers, unreadable, isTooMuch };
}

/** Successes that have no body (RFC 9110, 15.3.5 and 15.3.6). */
const NO_CONTENT: ReadonlySet<number> = new Set([204, 205]);

/**
 * What the last attempt means for the caller.
 *
 * @param mayHave a write that may have happened, in this attempt or in an earlier one
 */
function conclude(
	sent: Completed,
	request: ServiceRequest,
	mayHave: boolean,
	retryAfterMs?: number,
): Result<ServiceResponse> {
	const mustNotRepeat = mayHave && !request.idempotent;
	if (sent.kind === 'noResponse') {
		return mustNotRepeat
			? unknownOutcome(request, sent.reason)
			: remember(mayHave, unreachable(request, sent.reason, mayHave));
	}
	const { response } = sent;
	if (mustNotRepeat) {
		const { message = describeText(response.body) } = readErrorBody(response.body);
		return unknownOutcome(
			request,
			`the service responded with HTTP ${response.status}: ${message}`,
			response,
		);
	}
	if (response.status < 200 || response.status >= 300) {
		return remember(mayHave, httpError(response, request, mayHave, retryAfterMs));
	}
	if (NO_CONTENT.has(response.status)) return succeed({ ...response, body: {} });
	if (response.body instanceof UnreadBody) {
		return unexpectedResponse(request, `it has ${response.body.reason}`, response);
	}
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
	!body ? 'an empty body' : isHtml(body) ? 'a web page instead of JSON' : 'a body that is not JSON';

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
