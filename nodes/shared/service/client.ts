import {
	badAnswer,
	cancelled,
	closed,
	refusal,
	rejected,
	unknownOutcome,
	unreachable,
} from './failures';
import { isHtml, readErrorBody } from './errorBody';
import { createPace } from './pace';
import type { Answer, ServiceRequest } from './request';
import { LONGEST_WAIT_MS, mayHaveHappened, nextStep, type Attempt } from './retry';
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
	send(request: ServiceRequest): Promise<Result<Answer>>;
}

export interface ServiceParts {
	/** Sends once, never throws. */
	readonly transmit: (request: ServiceRequest) => Promise<Sent>;
	readonly signal?: AbortSignal;
	/** Time and chance; tests bring their own. */
	readonly now?: () => number;
	readonly chance?: () => number;
	readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Puts patience and safety around a bare transport; one pace for all requests of the node. */
export function createService(parts: ServiceParts, options: ServiceOptions): Service {
	const { transmit, signal, now = Date.now, chance = Math.random, sleep = wait } = parts;
	const pace = createPace({
		most: options.maxParallelRequests,
		longestWaitMs: Math.max(options.budgetMs, LONGEST_WAIT_MS),
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
			let last: Result<Answer> = cancelled();
			for (let tries = 1; ; tries += 1) {
				const entry = await pace.enter();
				if (entry.kind === 'cancelled') return cancelled();
				if (entry.kind === 'closed') return remember(repeated, closed(request, entry.forMs));
				// Waiting for a place before the first send is free; later it is time of the request.
				firstSentAt ??= now();
				if (now() - firstSentAt > options.budgetMs) {
					pace.leave();
					return last;
				}
				const sent = await transmit(request);
				if (sent.kind === 'stopped') {
					pace.leave();
					return fail(sent.failure);
				}
				const attempt = asAttempt(sent);
				const step = nextStep(
					attempt,
					{ repeatable: request.repeatable, tries, retries, elapsedMs: now() - firstSentAt },
					options,
					now(),
					chance(),
				);
				if (step.slowDown) pace.slowDown(step.waitMs, entry.round);
				else if (step.kind === 'done') pace.succeeded();
				pace.leave();

				repeated ||= request.method !== 'GET' && mayHaveHappened(attempt);
				last = conclude(sent, request, repeated, step.askedMs);
				if (step.kind !== 'retry') return last;
				if (step.counts) retries += 1;
				await sleep(step.waitMs, signal);
			}
		},
	};
}

type Tried = Exclude<Sent, { kind: 'stopped' }>;

function asAttempt(sent: Tried): Attempt {
	if (sent.kind === 'noAnswer') return sent;
	const { status, headers, body } = sent.answer;
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
	sent: Tried,
	request: ServiceRequest,
	mayHave: boolean,
	retryAfterMs?: number,
): Result<Answer> {
	const mustNotRepeat = mayHave && !request.repeatable;
	if (sent.kind === 'noAnswer') {
		return mustNotRepeat
			? unknownOutcome(request, sent.because)
			: remember(mayHave, unreachable(request, sent.because, mayHave));
	}
	const { answer } = sent;
	if (mustNotRepeat) {
		const { message = describeText(answer.body) } = readErrorBody(answer.body);
		return unknownOutcome(request, `it answered HTTP ${answer.status} with ${message}`, answer);
	}
	if (answer.status < 200 || answer.status >= 300) {
		return remember(mayHave, refusal(answer, request, mayHave, retryAfterMs));
	}
	if (NO_CONTENT.has(answer.status)) return succeed({ ...answer, body: {} });
	if (typeof answer.body === 'string') {
		return badAnswer(request, describeText(answer.body), answer);
	}
	if (isObject(answer.body) && answer.body.ok === false && !request.reportsEach) {
		return remember(mayHave, rejected(request, answer));
	}
	return succeed(answer);
}

function remember(mayHaveHappened: boolean, failed: { ok: false; failure: Failure }) {
	return mayHaveHappened ? fail({ ...failed.failure, mayHaveHappened }) : failed;
}

const describeText = (body: unknown) =>
	!body ? 'nothing' : isHtml(body) ? 'a web page instead of JSON' : 'something that is not JSON';

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
