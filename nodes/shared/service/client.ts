import { badAnswer, cancelled, refusal, rejected, unknownOutcome, unreachable } from './failures';
import { isHtml } from './errorBody';
import { createPace } from './pace';
import type { Answer, ServiceRequest } from './request';
import { mayHaveHappened, nextStep, type Attempt } from './retry';
import { fail, succeed, type Result } from './result';
import type { Sent } from './transport';
import { wait } from './wait';

export interface ServiceOptions {
	/** Requests of this node that may be under way at once. */
	readonly maxParallelRequests: number;
	/** Tries after the first, per request. */
	readonly maxRetries: number;
	/** Milliseconds until a request without an answer is given up. */
	readonly timeoutMs: number;
	/** Milliseconds from a request's first try after which no further try starts. */
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
	const pace = createPace(options.maxParallelRequests, signal, now);

	return {
		async send(request) {
			const startedAt = now();
			let repeated = false;
			for (let tries = 1; ; tries += 1) {
				if (!(await pace.enter())) return cancelled();
				const triedAt = now();
				const sent = await transmit(request);
				pace.leave();
				if (signal?.aborted) return cancelled();
				if (sent.kind === 'noToken') return fail(sent.failure);

				const attempt = asAttempt(sent);
				const step = nextStep(
					attempt,
					{ repeatable: request.repeatable, tries, elapsedMs: now() - startedAt },
					options,
					now(),
					chance(),
				);
				if (step.kind !== 'retry') {
					if (step.kind === 'done') pace.succeeded();
					const retryAfterMs = step.kind === 'giveUp' ? step.retryAfterMs : undefined;
					return conclude(sent, request, { repeated, retryAfterMs });
				}
				repeated ||= mayHaveHappened(attempt);
				if (step.slowDown) pace.slowDown(step.waitMs, triedAt);
				else await sleep(step.waitMs, signal);
			}
		},
	};
}

type Tried = Exclude<Sent, { kind: 'noToken' }>;

function asAttempt(sent: Tried): Attempt {
	if (sent.kind === 'noAnswer') return sent;
	const { status, headers, body } = sent.answer;
	return { kind: 'answer', status, headers, unreadable: typeof body === 'string' };
}

/** What the last try means for the caller. */
function conclude(
	sent: Tried,
	request: ServiceRequest,
	history: { repeated: boolean; retryAfterMs?: number },
): Result<Answer> {
	const unsure = (because: string, status?: number) => unknownOutcome(request, because, status);
	if (sent.kind === 'noAnswer') {
		return sent.reached === 'maybe' && !request.repeatable
			? unsure(sent.because)
			: unreachable(request, sent.because, request.repeatable);
	}
	const answer = { ...sent.answer, repeated: history.repeated };
	if (answer.status < 200 || answer.status >= 300) {
		if (!request.repeatable && mayHaveHappened(asAttempt(sent))) {
			return unsure(`it answered HTTP ${answer.status}`, answer.status);
		}
		const { failure } = refusal(answer, request);
		return fail({
			...failure,
			retryAfterMs: history.retryAfterMs,
			mayHaveHappened: history.repeated || undefined,
		});
	}
	if (typeof answer.body === 'string') {
		return badAnswer(request, describeText(answer.body), answer);
	}
	if (isObject(answer.body) && answer.body.ok === false && !request.reportsEach) {
		return rejected(request, answer);
	}
	return succeed(answer);
}

const describeText = (body: string) =>
	body === '' ? 'nothing' : isHtml(body) ? 'a web page instead of JSON' : 'something that is not JSON';

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
