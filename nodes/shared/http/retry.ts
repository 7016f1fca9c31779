/** One attempt of a request, as far as the retry decision needs to know it. */
export type Attempt =
	| {
			readonly kind: 'response';
			readonly status: number;
			readonly headers: Headers;
			/** A 2xx whose body cannot be read: it took effect, but the result is unknown. */
			readonly unreadable?: boolean;
	  }
	| {
			readonly kind: 'noResponse';
			readonly reached: 'no' | 'maybe';
			readonly timedOut?: boolean;
	  };

/** Response headers with lower-case names, as n8n's HTTP helper gives them. */
export type Headers = Readonly<Record<string, unknown>>;

export interface Limits {
	/** Retries of a request; after a rate limit they do not count. */
	readonly maxRetries: number;
	/** Milliseconds from the first attempt after which no further one starts. */
	readonly budgetMs: number;
}

/** What is known of a request when one of its attempts has ended. */
export interface Progress {
	readonly idempotent: boolean;
	/** After a time-out the caller sends smaller parts instead. */
	readonly splitsOnTimeout?: boolean;
	/** Attempts so far, this one included. */
	readonly attempts: number;
	/** Retries so far that count against `maxRetries`. */
	readonly retries: number;
	/** Milliseconds since the first attempt. */
	readonly elapsedMs: number;
}

export interface RetryDecision {
	/** `giveUp`: another attempt might help, but is not allowed. */
	readonly kind: 'done' | 'retry' | 'giveUp';
	/** Whether a retry would count against `maxRetries`. */
	readonly counts: boolean;
	/** Milliseconds until another attempt makes sense. */
	readonly waitMs: number;
	/** The wait is for all requests of the node, which should become fewer at once. */
	readonly slowDown: boolean;
	/** Milliseconds that the service itself asked to wait. */
	readonly askedMs?: number;
}

const INITIAL_WAIT_MS = 500;
/** The longest wait that the service did not ask for. */
export const MAX_WAIT_MS = 8_000;
/** Random part of a computed wait, so that many clients do not retry at the same time. */
const JITTER = 0.25;

/** Statuses of transient errors. */
const TRANSIENT_STATUSES = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524]);

/** Statuses that say a request took too long: RFC 9110 (15.5.9, 15.6.5), and Cloudflare’s 524. */
const TIMEOUT_STATUSES = new Set([408, 504, 524]);

/** Whether this attempt took too long, here or at the service. */
export function isTimeout(attempt: Attempt): boolean {
	return attempt.kind === 'noResponse'
		? attempt.timedOut === true
		: TIMEOUT_STATUSES.has(attempt.status);
}

/** Whether the request of this attempt may have had an effect at the service. */
export function mayHaveHappened(attempt: Attempt): boolean {
	if (attempt.kind === 'noResponse') return attempt.reached === 'maybe';
	if (attempt.unreadable) return true;
	return !isRateLimit(attempt) && (attempt.status === 408 || attempt.status >= 500);
}

/**
 * Whether the service rejected the attempt before processing it, to be asked again later: 429, or a
 * 503 that says when. Such a rejection costs the service next to nothing, however often it comes.
 */
function isRateLimit(attempt: Attempt): boolean {
	if (attempt.kind !== 'response') return false;
	return (
		attempt.status === 429 ||
		(attempt.status === 503 && parseRetryAfter(attempt.headers, 0) !== undefined)
	);
}

/**
 * Decides what follows an attempt. Pure: clock and randomness are arguments.
 * Waits and header names as the service's public client uses them (observed).
 *
 * @param now milliseconds since 1970, against which a date in Retry-After is read
 * @param random from 0 to 1
 */
export function decideRetry(
	attempt: Attempt,
	request: Progress,
	limits: Limits,
	now: number,
	random: number,
): RetryDecision {
	const askedMs = attempt.kind === 'response' ? parseRetryAfter(attempt.headers, now) : undefined;
	// "Now", or a date that has passed on our clock, says nothing on when.
	const waitMs = askedMs || backOff(request.attempts, random);
	const slowDown =
		attempt.kind === 'response' && (attempt.status === 429 || attempt.status === 503);
	const counts = !isRateLimit(attempt);
	const step = (kind: RetryDecision['kind']) => ({ kind, counts, waitMs, slowDown, askedMs });

	if (!isRetryable(attempt)) return step('done');
	if (mayHaveHappened(attempt) && !request.idempotent) return step('giveUp');
	if (request.splitsOnTimeout && isTimeout(attempt)) return step('giveUp');
	if (counts && request.retries >= limits.maxRetries) return step('giveUp');
	return step(request.elapsedMs + waitMs > limits.budgetMs ? 'giveUp' : 'retry');
}

function isRetryable(attempt: Attempt): boolean {
	if (attempt.kind === 'noResponse') return true;
	const advice = String(attempt.headers['x-should-retry'] ?? '').toLowerCase();
	if (advice === 'false') return false;
	if (attempt.status >= 200 && attempt.status < 300) return attempt.unreadable === true;
	return advice === 'true' || attempt.status === 429 || TRANSIENT_STATUSES.has(attempt.status);
}

function backOff(attempts: number, random: number): number {
	const wait = Math.min(INITIAL_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS);
	return Math.round(wait * (1 - JITTER * random));
}

/** Milliseconds that the response asks to wait: `retry-after-ms`, else `Retry-After` in seconds or as a date. */
function parseRetryAfter(headers: Headers, now: number): number | undefined {
	const milliseconds = numberFrom(headers['retry-after-ms']);
	if (milliseconds !== undefined) return milliseconds;
	const given = headers['retry-after'];
	if (given === undefined) return undefined;
	const seconds = numberFrom(given);
	if (seconds !== undefined) return seconds * 1000;
	const date = Date.parse(String(given));
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberFrom(value: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
