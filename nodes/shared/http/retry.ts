import { JITTER, MAX_WAIT_MS, type Outcome } from './limiter/permit';
import { isSuccess } from './judge';
import type { Headers, NoResponse, ServiceRequest } from './request';

/** One attempt of a request, as far as the retry decision needs to know it. */
export type Attempt =
	| {
			readonly kind: 'response';
			readonly status: number;
			readonly headers: Headers;
			/** Its body breaks a limit, as it would again. */
			readonly isTooMuch?: boolean;
			/** Something else than the service has responded, or nobody can read it: a 2xx took effect, but the result is unknown. */
			readonly isForeign?: boolean;
			/** A gateway that does not find the service, which responded before: the request did not reach it. */
			readonly isGateway?: boolean;
	  }
	| Omit<NoResponse, 'reason'>;

/** What is known of a request when one of its attempts has ended. */
export interface Progress
	extends Pick<ServiceRequest, 'idempotent' | 'splitsOnTimeout' | 'isAbsent'> {
	/** Attempts so far, this one included. */
	readonly attempts: number;
	/** Retries so far that count against `maxRetries`. */
	readonly retries: number;
	/** Milliseconds since the first attempt. */
	readonly elapsedMs: number;
	/** The service is known to be down: requests wait until it is up, and that is no retry. */
	readonly isOutage?: boolean;
}

const INITIAL_WAIT_MS = 500;

/** Statuses of transient errors: RFC 9110, and those of Cloudflare from 520 on. */
const TRANSIENT_STATUSES = new Set([
	...[408, 500, 502, 503, 504],
	...[520, 521, 522, 523, 524, 525, 526, 527, 529, 530],
]);

/** Statuses that say a request took too long: RFC 9110 (15.5.9, 15.6.5), and Cloudflare’s 524. */
const TIMEOUT_STATUSES = new Set([408, 504, 524]);

/** Whether this attempt took too long, here or at the service. */
export function isTimeout(attempt: Attempt): boolean {
	return attempt.kind === 'noResponse'
		? attempt.timedOut === true
		: TIMEOUT_STATUSES.has(attempt.status);
}

/**
 * Whether the request of this attempt may have had an effect at the service.
 *
 * @param isBulk it carries many records: a 429 may come when some of them are written
 */
export function mayHaveHappened(attempt: Attempt, isBulk = false): boolean {
	if (attempt.kind === 'noResponse') return attempt.reached === 'maybe';
	const { status, isForeign, isGateway } = attempt;
	if (isSuccess(status)) return isForeign === true;
	if (isGateway) return false;
	return status === 408 || status >= 500 || (isBulk && status === 429);
}

/**
 * Whether the service asks to come again later: 429, or a 503 that says when. Neither costs it much, however often it
 * comes. That a 503 was not processed is promised nowhere (RFC 9110, 15.6.4): a gateway may say so of what is done.
 */
function asksToWait(attempt: Attempt): boolean {
	if (attempt.kind !== 'response') return false;
	const { status, headers } = attempt;
	return status === 429 || (status === 503 && parseRetryAfter(headers, 0) !== undefined);
}

/** Statuses of a service that is down, as gateways say it. */
const DOWN_STATUSES = new Set([502, 503, 504]);

/**
 * What later attempts learn about the service from this one.
 *
 * @param splitsOnTimeout it may have taken too long because it was large
 * @param now milliseconds since 1970
 */
export function outcomeOf(attempt: Attempt, splitsOnTimeout: boolean, now: number): Outcome {
	if (attempt.kind === 'noResponse') {
		return { kind: 'failed', timedOut: attempt.timedOut === true };
	}
	if (asksToWait(attempt)) {
		const isUnsure = mayHaveHappened(attempt);
		return { kind: 'refused', askedMs: parseRetryAfter(attempt.headers, now), isUnsure };
	}
	if (DOWN_STATUSES.has(attempt.status) || attempt.isGateway) {
		return { kind: 'failed', timedOut: splitsOnTimeout && isTimeout(attempt) };
	}
	return { kind: 'responded', isForeign: attempt.isForeign };
}

/**
 * Decides what follows an attempt. Pure: clock and randomness are arguments.
 * Waits and header names as the service's public client uses them (observed).
 *
 * @param now milliseconds since 1970, against which a date is read where the response has none of its own
 * @param random from 0 to 1
 */
export function decideRetry(
	attempt: Attempt,
	request: Progress,
	limits: { readonly maxRetries: number; readonly budgetMs: number },
	now: number,
	random: number,
) {
	const askedMs = attempt.kind === 'response' ? parseRetryAfter(attempt.headers, now) : undefined;
	const isOutage = request.isOutage === true && limits.maxRetries > 0;
	const isHeld = asksToWait(attempt) || isOutage;
	const waitMs = askedMs ?? backOff(isHeld ? 1 : request.attempts, random);
	/** @param kind `giveUp`: another attempt might help, but is not allowed */
	const step = (kind: 'done' | 'retry' | 'giveUp') => ({
		kind,
		/** Milliseconds until another attempt makes sense. */
		waitMs,
		/** The limiter makes it wait, with all other requests to the service, and it does not count against `maxRetries`. */
		isHeld,
		/** Milliseconds that the service itself asked to wait. */
		askedMs,
	});

	if (!isRetryable(attempt, request.idempotent)) return step('done');
	const isProvable = request.isAbsent && attempt.kind === 'response' && attempt.status === 503;
	if (mayHaveHappened(attempt) && !request.idempotent && !isProvable) return step('giveUp');
	if (request.splitsOnTimeout && isTimeout(attempt)) return step('giveUp');
	if (!isHeld && request.retries >= limits.maxRetries) return step('giveUp');
	return step(request.elapsedMs + waitMs > limits.budgetMs ? 'giveUp' : 'retry');
}

function isRetryable(attempt: Attempt, idempotent: boolean): boolean {
	if (attempt.kind === 'noResponse') return true;
	if (attempt.isTooMuch) return false;
	const advice = String(attempt.headers['x-should-retry'] ?? '').toLowerCase();
	if (advice === 'false') return false;
	if (attempt.isGateway) return true;
	if (isSuccess(attempt.status)) return attempt.isForeign === true;
	if (advice === 'true' && idempotent) return true;
	return attempt.status === 429 || TRANSIENT_STATUSES.has(attempt.status);
}

function backOff(attempts: number, random: number): number {
	const wait = Math.min(INITIAL_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS);
	return Math.round(wait * (1 - JITTER * random));
}

/**
 * Milliseconds that the response asks to wait: `retry-after-ms`, else `Retry-After` in seconds or as a
 * date (RFC 9110, 10.2.3). 0 means now; a date that has passed says nothing on when.
 */
function parseRetryAfter(headers: Headers, now: number): number | undefined {
	const milliseconds = numberFrom(headers['retry-after-ms']);
	if (milliseconds !== undefined) return milliseconds;
	const given = headers['retry-after'];
	if (given === undefined) return undefined;
	const seconds = numberFrom(given);
	if (seconds !== undefined) return seconds * 1000;
	// Against the service's own clock, where the response shows it.
	const sentAt = Date.parse(String(headers.date));
	const waitMs = Date.parse(String(given)) - (Number.isNaN(sentAt) ? now : sentAt);
	return waitMs > 0 ? waitMs : undefined;
}

function numberFrom(value: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
