import { wait } from './wait';

/** The result of asking for a slot among the concurrent requests. */
export type Permit =
	/** `epoch` counts the halvings before it. */
	| { readonly kind: 'acquired'; readonly epoch: number }
	| { readonly kind: 'cancelled' }
	/** The service asked for a longer pause than a request may wait. */
	| { readonly kind: 'coolingDown'; readonly forMs: number };

/**
 * Limits the concurrent requests of one node. Starts at the configured maximum, halves when the
 * service rejects for load, and grows back by one after as many successes as the current limit
 * (additive increase, multiplicative decrease).
 */
export interface ConcurrencyLimiter {
	/** Waits for a free slot. A permit of kind `acquired` has to be released. */
	acquire(): Promise<Permit>;
	release(): void;
	/**
	 * The service asked for less: halves the limit and starts no request for `waitMs`. Responses to
	 * requests of the same epoch carry the same news, so one halving counts for all of them.
	 */
	backOff(waitMs: number, epoch: number): void;
	succeeded(): void;
	readonly limit: number;
}

export interface LimiterParts {
	/** Maximum number of concurrent requests. */
	readonly max: number;
	/** Maximum number of milliseconds that a request waits for the service. */
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
	let active = 0;
	let coolingDownUntil = 0;
	let epoch = 0;
	let successes = 0;
	const queue: Array<() => void> = [];

	const admit = () => {
		while (queue.length > 0 && active < limit) {
			active += 1;
			queue.shift()?.();
		}
	};
	const release = () => {
		active -= 1;
		admit();
	};
	signal?.addEventListener('abort', () => queue.splice(0).forEach((resume) => resume()), {
		once: true,
	});

	return {
		async acquire() {
			if (!signal?.aborted) {
				await new Promise<void>((resume) => {
					queue.push(resume);
					admit();
				});
			}
			for (;;) {
				if (signal?.aborted) return { kind: 'cancelled' };
				const forMs = coolingDownUntil - now();
				if (forMs <= 0) return { kind: 'acquired', epoch };
				if (forMs > maxWaitMs) {
					release();
					return { kind: 'coolingDown', forMs };
				}
				await sleep(forMs, signal);
			}
		},
		release,
		backOff(waitMs, startedIn) {
			coolingDownUntil = Math.max(coolingDownUntil, now() + waitMs);
			if (startedIn < epoch) return;
			epoch += 1;
			limit = Math.max(1, Math.floor(limit / 2));
			successes = 0;
		},
		succeeded() {
			successes += 1;
			if (limit >= max || successes < limit) return;
			successes = 0;
			limit += 1;
			admit();
		},
		get limit() {
			return limit;
		},
	};
}
