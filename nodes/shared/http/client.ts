import {
	unexpectedResponse,
	gatewayError,
	httpError,
	notFoundIn,
	notSent,
	rejected,
	undecided,
	unknownOutcome,
	unreachable,
} from './failures';
import { readErrorBody, explain } from './noResponse';
import { isSuccess, judge } from './judge';
import { Limiter, type LimiterStats, type Queue } from './limiter/limiter';
import { MAX_WAIT_MS, type Outcome } from './limiter/permit';
import type { SendResult, ServiceRequest, ServiceResponse } from './request';
import { UnreadBody, isStreamed, readBody } from './body';
import { mayHaveHappened, decideRetry, isTimeout, outcomeOf } from './retry';
import { badInput, Failure, failureOf, settleNow } from './failure';
import { monotonicNow } from '../lifetime';
import type { Secrets } from './secrets';
import { wait } from './wait';
import { fetchFile } from './download';
import { receiveRows } from './page';
import type { Session } from './session';

export interface ServiceOptions {
	/** Maximum number of concurrent requests of this node. */
	readonly maxParallelRequests: number;
	/** Retries per request; after a rate limit they do not count. */
	readonly maxRetries: number;
	/** The Accept-Language of every request; English when left out. */
	readonly language?: string;
	/** Milliseconds until a request without a response is aborted. */
	readonly timeoutMs: number;
	/** Milliseconds from the first attempt of a request after which no further one starts. */
	readonly budgetMs: number;
	/** Of a poll or look-up: time by the clock of `monotonicNow` after which no request starts that had to wait. */
	readonly turnUntil?: number;
	/** Of a poll: since when it has had no turn, by the same clock; since now when left out. */
	readonly unservedSince?: number;
}

/** The service, ready to be called by one execution of one node. */
export interface Service {
	/**
	 * Sends a request; repeats it only if that is safe.
	 *
	 * @returns a response that the judge takes for done
	 * @throws Failure
	 */
	send(request: ServiceRequest): Promise<ServiceResponse>;
	/** What the service's limits meant so far; of the AI interface where those mattered more. */
	readonly stats: LimiterStats;
	/** Stands for service and credential: one object for all executions of this process that share them. */
	readonly account: object;
}

export interface ServiceParts {
	/** Sends once, never throws. */
	readonly sendOnce: (request: ServiceRequest) => Promise<SendResult>;
	/** Shared by all who use this service with this credential; one of its own when left out. */
	readonly limiter?: Limiter;
	/** The same for calls of the AI interface: no pause and no outage is shared with the others. */
	readonly aiLimiter?: () => Limiter;
	/** Whether a request goes to another server, which has limits of its own. */
	readonly isForeign?: (request: ServiceRequest) => boolean;
	/** Pick lists and polls go before the work of executions. */
	readonly isInteractive?: boolean;
	/** Somebody waits in the editor, and the service's address may be wrong. */
	readonly isAttended?: boolean;
	/** What no failure may show. */
	readonly secrets?: Secrets;
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
	const { sendOnce, signal, now = monotonicNow, random = Math.random, sleep = wait } = parts;
	const wallNow = parts.now ?? (() => Date.now());
	const queueOptions = {
		max: options.maxParallelRequests,
		isInteractive: parts.isInteractive ?? false,
		unservedSince: options.unservedSince,
		maxWaitMs: Math.max(options.budgetMs, MAX_WAIT_MS),
		maxFirstWaitMs: parts.isAttended ? MAX_FIRST_WAIT_MS : undefined,
		signal,
	};
	const ownLimiter = () => new Limiter({ now, random, sleep });
	const limiter = parts.limiter ?? ownLimiter();
	const queue = limiter.openQueue(queueOptions);
	let aiQueue: Queue | undefined;
	const queueFor = (request: ServiceRequest) => {
		if (parts.isForeign?.(request)) return ownLimiter().openQueue(queueOptions);
		if (!request.isAi) return queue;
		return (aiQueue ??= (parts.aiLimiter ?? ownLimiter)().openQueue(queueOptions));
	};

	const redacted = (failure: Failure) => parts.secrets?.blotFailure(failure) ?? failure;

	return {
		account: limiter,
		async send(request) {
			const places = queueFor(request);
			let firstSentAt: number | undefined;
			let retries = 0;
			let repeated = false;
			/** What the caller gets when no further attempt is made; set by each of them. */
			let last!: ServiceResponse | Failure;
			for (let attempts = 1; ; attempts += 1) {
				const { turnUntil = Infinity } = options;
				const permit = await places.acquire({
					isRetry: attempts > 1,
					isIdempotent: request.idempotent,
					deadline: Math.min(turnUntil, (firstSentAt ?? Infinity) + options.budgetMs),
				});
				if (permit.kind !== 'acquired') {
					const isOver = permit.kind === 'cancelled' || permit.kind === 'coolingDown';
					if (isOver || attempts === 1) throw notSent(request, permit);
					break;
				}
				// Waiting for a place before the first attempt is free; later it counts as time of the request.
				firstSentAt ??= now();
				const { splitsOnTimeout = false, isAbsent } = request;
				let outcome: Outcome = { kind: 'notSent' };
				let attempt: Judged;
				try {
					attempt = judgeSent(await sendOnce(request), request, places.limiter.wasReached);
					outcome = outcomeOf(attempt, splitsOnTimeout, wallNow());
				} catch (error) {
					throw redacted(thrownWhileSent(request, error));
				} finally {
					places.release(permit, signal?.aborted ? { kind: 'notSent' } : outcome);
				}
				const step = decideRetry(
					attempt,
					{
						...request,
						attempts,
						retries,
						elapsedMs: now() - firstSentAt,
						isOutage: outcome.kind === 'failed' && places.isDown,
					},
					options,
					wallNow(),
					random(),
				);

				repeated ||= request.method !== 'GET' && mayHaveHappened(attempt, isAbsent !== undefined);
				last = conclude(attempt, request, repeated, step.askedMs);
				if (last instanceof Failure && repeated) last = last.with({ mayHaveHappened: true });
				if (last instanceof Failure && isTimeout(attempt)) last = last.with({ timedOut: true });
				if (step.kind !== 'retry') break;
				if (!step.isHeld) {
					retries += 1;
					await sleep(step.waitMs, signal);
				}
				if (request.idempotent || !repeated) continue;
				if (!(await isAbsent?.())) break;
				repeated = false;
			}
			if (last instanceof Failure) throw redacted(last);
			return last;
		},
		get stats() {
			const ai = aiQueue?.stats;
			return ai && ai.waitedMs + ai.refused >= queue.stats.waitedMs ? ai : queue.stats;
		},
	};
}

/** An attempt that was made, with what the judge says of its response. */
type Judged = ReturnType<typeof judgeSent>;

function judgeSent(sent: SendResult, { asks }: ServiceRequest, wasReached: boolean) {
	if (sent.kind === 'stopped') throw sent.failure;
	if (sent.kind === 'noResponse') return sent;
	const { status, headers, body } = sent.response;
	const verdict = judge(sent.response, asks);
	const isForeign = verdict.kind === 'foreign';
	const isGateway = isForeign && status >= 400 && wasReached;
	const isTooMuch = body instanceof UnreadBody;
	return { ...sent, verdict, status, headers, isForeign, isGateway, isTooMuch };
}

/** What it means that something was thrown: a value may fail to become JSON, or a mistake of ours come to light. */
function thrownWhileSent({ body = {}, ...request }: ServiceRequest, error: unknown): Failure {
	if (error instanceof Failure) return error;
	const name = Object.keys(body).find((key) => !settleNow(() => JSON.stringify(body[key])).ok);
	if (name !== undefined) {
		return badInput(
			name,
			`The value of ${name} cannot be written as JSON; nothing was sent`,
			'Use texts, numbers, booleans, and lists and objects of these.',
		);
	}
	const failure = failureOf(error);
	return request.method === 'GET' ? failure : unknownOutcome(request, failure.message);
}

/**
 * What the last attempt means for the caller.
 *
 * @param mayHave a write that may have happened, in this attempt or in an earlier one
 */
function conclude(
	attempt: Judged,
	request: ServiceRequest,
	mayHave: boolean,
	retryAfterMs?: number,
): ServiceResponse | Failure {
	const mustNotRepeat = mayHave && !request.idempotent;
	if (attempt.kind === 'noResponse') {
		const { reason } = attempt;
		return mustNotRepeat ? unknownOutcome(request, reason) : unreachable(request, reason, mayHave);
	}
	const { response, verdict } = attempt;
	if (mustNotRepeat) {
		const { message = verdict.evidence } = readErrorBody(response.body);
		return unknownOutcome(
			request,
			`the service responded with HTTP ${response.status}: ${message}`,
			response,
		);
	}
	if (!isSuccess(response.status)) {
		return attempt.isGateway
			? gatewayError(response, request)
			: httpError(response, request, mayHave, retryAfterMs);
	}
	switch (verdict.kind) {
		case 'done':
			return isNothing(response.body) ? { ...response, body: {} } : response;
		case 'rejected':
			return rejected(request, response, verdict);
		case 'notFound':
			return notFoundIn(response, request);
		case 'foreign':
			return unexpectedResponse(request, verdict.evidence, response);
		case 'unknown':
			return undecided(request, verdict.evidence, response);
	}
}

/** A body that says nothing beside the status. */
const isNothing = (body: unknown) =>
	body === undefined || body === null || typeof body === 'string';

/**
 * Sends requests of a session, each once, and reads the responses; files are stored.
 *
 * @returns a function that never throws
 */
export function createTransport(
	session: Session,
	{ timeoutMs, language = 'en' }: Pick<ServiceOptions, 'timeoutMs' | 'language'>,
): (request: ServiceRequest) => Promise<SendResult> {
	const options = { timeoutMs, signal: session.signal };
	return async function sendOnce({ file, rows, ...request }) {
		try {
			if (file) return await fetchFile(session, { ...request, file }, options);
			const sent = await session.request({
				method: request.method,
				url: session.baseUrl + request.path,
				qs: request.query,
				headers: {
					// One fixed language, so that localised words do not depend on the caller.
					'Accept-Language': language,
					...(request.body && { 'Content-Type': 'application/json' }),
				},
				// n8n keeps what it gets for long: an object with all that is in it (docs/decisions.md, Files).
				body: request.body && Buffer.from(JSON.stringify(request.body)),
				json: true,
				// n8n would receive a response of any size, for any time.
				encoding: 'stream',
				timeout: timeoutMs,
			});
			if (sent.kind !== 'response') return sent;
			const { status, body: given } = sent.response;
			const body =
				rows && isSuccess(status) && isStreamed(given)
					? await receiveRows(given, rows, options)
					: await readBody(given, options);
			return { ...sent, response: { ...sent.response, body } };
		} catch (error) {
			return error instanceof Failure ? { kind: 'stopped', failure: error } : explain(error);
		}
	};
}
