import { wait } from './wait';

/** What became of asking for a place among the requests under way. */
export type Entry =
	/** `round` counts the halvings before it. */
	| { readonly kind: 'in'; readonly round: number }
	| { readonly kind: 'cancelled' }
	/** The service asked all requests to stay away for longer than anyone wants to wait. */
	| { readonly kind: 'closed'; readonly forMs: number };

/**
 * How many requests of one node may be under way at once. Starts at the most that the person
 * allows; halves when the service says it is too much, and grows back one step per full round
 * of successes.
 */
export interface ConcurrencyLimiter {
	/** Waits for a free place. Who is in has to leave. */
	enter(): Promise<Entry>;
	leave(): void;
	/**
	 * The service asked for less: halves, and lets nobody in for `waitMs`. Answers to requests of the
	 * same round tell the same news, so one halving counts for all of them.
	 */
	slowDown(waitMs: number, round: number): void;
	succeeded(): void;
	readonly limit: number;
}

export interface LimiterParts {
	/** Requests under way at most. */
	readonly max: number;
	/** Milliseconds that a request waits for the service at most. */
	readonly maxWaitMs: number;
	readonly signal?: AbortSignal;
	readonly now?: () => number;
	readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export function createLimiter({
	max,
	maxWaitMs,
	signal,
	now = Date.now,
	sleep = wait,
}: LimiterParts): ConcurrencyLimiter {
	let limit = Math.max(1, max);
	let underWay = 0;
	let closedUntil = 0;
	let round = 0;
	let successes = 0;
	const queue: Array<() => void> = [];

	const letIn = () => {
		while (queue.length > 0 && underWay < limit) {
			underWay += 1;
			queue.shift()?.();
		}
	};
	const leave = () => {
		underWay -= 1;
		letIn();
	};
	signal?.addEventListener('abort', () => queue.splice(0).forEach((resume) => resume()), {
		once: true,
	});

	return {
		async enter() {
			if (!signal?.aborted) {
				await new Promise<void>((resume) => {
					queue.push(resume);
					letIn();
				});
			}
			for (;;) {
				if (signal?.aborted) return { kind: 'cancelled' };
				const forMs = closedUntil - now();
				if (forMs <= 0) return { kind: 'in', round };
				if (forMs > maxWaitMs) {
					leave();
					return { kind: 'closed', forMs };
				}
				await sleep(forMs, signal);
			}
		},
		leave,
		slowDown(waitMs, startedIn) {
			closedUntil = Math.max(closedUntil, now() + waitMs);
			if (startedIn < round) return;
			round += 1;
			limit = Math.max(1, Math.floor(limit / 2));
			successes = 0;
		},
		succeeded() {
			successes += 1;
			if (limit >= max || successes < limit) return;
			successes = 0;
			limit += 1;
			letIn();
		},
		get limit() {
			return limit;
		},
	};
}
