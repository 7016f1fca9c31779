import { wait } from './wait';

/**
 * How many requests of one node may be under way at once. Starts at the most that the person
 * allows; halves when the service says it is too much, and grows back one step per full round
 * of successes.
 */
export interface Pace {
	/** Waits for a free place; resolves to false when the execution was cancelled meanwhile. */
	enter(): Promise<boolean>;
	leave(): void;
	/** The service asked for less: halve, and let nobody in for `waitMs`. */
	slowDown(waitMs: number, startedAt: number): void;
	succeeded(): void;
	readonly limit: number;
}

export function createPace(
	most: number,
	signal?: AbortSignal,
	now: () => number = Date.now,
): Pace {
	let limit = Math.max(1, most);
	let underWay = 0;
	let closedUntil = 0;
	let halvedAt = -Infinity;
	let successes = 0;
	const queue: Array<() => void> = [];

	const wakeNext = () => {
		while (queue.length > 0 && underWay < limit) {
			underWay += 1;
			queue.shift()?.();
		}
	};
	signal?.addEventListener('abort', () => queue.splice(0).forEach((resume) => resume()), {
		once: true,
	});

	return {
		async enter() {
			if (signal?.aborted) return false;
			if (underWay < limit && queue.length === 0) underWay += 1;
			else await new Promise<void>((resume) => queue.push(resume));
			for (let left = closedUntil - now(); left > 0; left = closedUntil - now()) {
				if (signal?.aborted) return false;
				await wait(left, signal);
			}
			return !signal?.aborted;
		},
		leave() {
			underWay -= 1;
			wakeNext();
		},
		slowDown(waitMs, startedAt) {
			closedUntil = Math.max(closedUntil, now() + waitMs);
			// Answers to requests of the same burst tell the same news; halve once for all of them.
			if (startedAt < halvedAt) return;
			halvedAt = now();
			limit = Math.max(1, Math.floor(limit / 2));
			successes = 0;
		},
		succeeded() {
			successes += 1;
			if (limit >= most || successes < limit) return;
			successes = 0;
			limit += 1;
			wakeNext();
		},
		get limit() {
			return limit;
		},
	};
}
