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
import { MAX_WAIT_MS, mayHaveHappened, decideRetry, isTimeout, type Attempt } from './retry';
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
}

export interface ServiceParts {
	/** Sends once, never throws. */
	readonly sendOnce: (request: ServiceRequest) => Promise<SendResult>;
	readonly signal?: AbortSignal;
	/** Clock and randomness; tests pass their own. */
	readonly now?: () => number;
	readonly random?: () => number;
	readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Adds retries to a transport that sends once; one concurrency limiter for all requests of the node. */
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
				const permit = await limiter.acquire();
				if (permit.kind === 'cancelled') return cancelled();
				if (permit.kind === 'coolingDown')
					return remember(repeated, coolingDown(request, permit.forMs));
				// Waiting for a slot before the first attempt is free; later it counts as time of the request.
				firstSentAt ??= now();
				if (now() - firstSentAt > options.budgetMs) {
					limiter.release();
					return last;
				}
				const sent = await sendOnce(request);
				if (sent.kind === 'stopped') {
					limiter.release();
					return fail(sent.failure);
				}
				const attempt = asAttempt(sent);
				const step = decideRetry(
					attempt,
					{
						idempotent: request.idempotent,
						splitsOnTimeout: request.splitsOnTimeout,
						attempts,
						retries,
						elapsedMs: now() - firstSentAt,
					},
					options,
					now(),
					random(),
				);
				if (step.slowDown) limiter.backOff(step.waitMs, permit.epoch);
				else if (step.kind === 'done') limiter.succeeded();
				limiter.release();

				repeated ||= request.method !== 'GET' && mayHaveHappened(attempt);
				last = conclude(sent, request, repeated, step.askedMs);
				if (!last.ok && isTimeout(attempt)) last = fail({ ...last.failure, timedOut: true });
				if (step.kind !== 'retry') return last;
				if (step.counts) retries += 1;
				await sleep(step.waitMs, signal);
			}
		},
	};
}

type Completed = Exclude<SendResult, { kind: 'stopped' }>;

function asAttempt(sent: Completed): Attempt {
	if (sent.kind === 'noResponse') return sent;
	const { status, headers, body } = sent.response;
	const unreadable = typeof body === 'string' && !NO_CONTENT.has(status);
	return { kind: 'response', status, headers, unreadable };
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
