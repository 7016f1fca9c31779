/**
 * Services with limits, in simulated time, written from the definitions of other algorithms than those
 * in `simulation.ts`, which the limiter was tuned on; it was not tuned on these. Executions send to them through the limiter.
 */
import { Limiter } from '../../../../nodes/shared/http/limiter/limiter';
import type { AcquiredPermit } from '../../../../nodes/shared/http/limiter/permit';
import type { Clock } from './simulation';

/** A limit on requests. Times are in milliseconds. */
export interface Limit {
	/** A request arrives: 0 when it may pass, otherwise how long until one may. */
	arrive(now: number): number;
	/** A request that has passed was worked off. */
	leave?(): void;
}

/**
 * The generic cell rate algorithm (ITU-T I.371, virtual scheduling): a request conforms when it is no
 * earlier than its theoretical time, less a tolerance.
 */
export function cellRate(perSecond: number, burst: number): Limit {
	const increment = 1000 / perSecond;
	const tolerance = (burst - 1) * increment;
	let theoretical = -Infinity;
	return {
		arrive(now) {
			const early = theoretical - tolerance - now;
			if (early > 0) return early;
			theoretical = Math.max(theoretical, now) + increment;
			return 0;
		},
	};
}

/** At most `count` requests in any window of this length: a log of their times. */
export function slidingLog(count: number, windowMs: number): Limit {
	const log: number[] = [];
	return {
		arrive(now) {
			while (log.length > 0 && log[0] <= now - windowMs) log.shift();
			if (log.length >= count) return log[0] + windowMs - now;
			log.push(now);
			return 0;
		},
	};
}

/**
 * The sliding window of two counters, as proxies approximate the log: the last window counts by the part
 * of it that the sliding one still covers.
 */
export function slidingCounter(count: number, windowMs: number): Limit {
	let window = -1;
	let current = 0;
	let last = 0;
	return {
		arrive(now) {
			const index = Math.floor(now / windowMs);
			if (index !== window) {
				last = index === window + 1 ? current : 0;
				current = 0;
				window = index;
			}
			const elapsed = (now % windowMs) / windowMs;
			if (last * (1 - elapsed) + current + 1 > count) return windowMs / count;
			current += 1;
			return 0;
		},
	};
}

/** At most so many requests in work; nobody knows when one will leave. */
export function workers(count: number): Limit {
	let busy = 0;
	return {
		arrive: () => (busy >= count ? 1 : ((busy += 1), 0)),
		leave: () => void (busy -= 1),
	};
}

export interface Service {
	readonly limit: Limit;
	/** From the client to the service, and back again. */
	readonly networkMs: number;
	readonly workMs: number;
	/** Retry-After in whole seconds, rounded up (RFC 9110, 10.2.3). */
	readonly sendsRetryAfter?: boolean;
}

export interface Execution {
	readonly items: number;
	readonly parallel: number;
	readonly startsAfterMs?: number;
}

export interface Ended {
	/** When each item was done, milliseconds since the execution started. */
	readonly done: number[];
	/** When each was done, milliseconds since the simulation started. */
	readonly at: number[];
	refused: number;
}

/** Runs executions of one process against a service until all items are done, or nothing happens any more. */
export async function execute(
	clock: Clock,
	{ limit, networkMs, workMs, sendsRetryAfter }: Service,
	executions: readonly Execution[],
	random: () => number,
): Promise<Ended[]> {
	const limiter = new Limiter({ now: clock.now, sleep: clock.sleep, random });
	const begin = clock.now();
	/** Networks take a little more or less time. */
	const travel = async () => await clock.sleep(networkMs * (0.45 + 0.1 * random()));
	const ended = executions.map((): Ended => ({ done: [], at: [], refused: 0 }));

	const request = async (): Promise<{ refusedForMs?: number }> => {
		await travel();
		const earlyMs = limit.arrive(clock.now());
		if (earlyMs === 0) {
			await clock.sleep(workMs);
			limit.leave?.();
		}
		await travel();
		return earlyMs === 0 ? {} : { refusedForMs: earlyMs };
	};
	const run = async ({ items, parallel, startsAfterMs = 0 }: Execution, result: Ended) => {
		await clock.sleep(startsAfterMs);
		const start = clock.now();
		const queue = limiter.openQueue({ max: parallel, isInteractive: false, maxWaitMs: 1e9 });
		let next = 0;
		const worker = async () => {
			while (next < items) {
				next += 1;
				for (let isRetry = false; ; isRetry = true) {
					const permit = (await queue.acquire({ isRetry, isIdempotent: true })) as AcquiredPermit;
					const { refusedForMs } = await request();
					if (refusedForMs === undefined) {
						queue.release(permit, { kind: 'responded' });
						break;
					}
					result.refused += 1;
					const askedMs = sendsRetryAfter ? Math.ceil(refusedForMs / 1000) * 1000 : undefined;
					queue.release(permit, { kind: 'refused', askedMs });
				}
				result.done.push(clock.now() - start);
				result.at.push(clock.now() - begin);
			}
		};
		await Promise.all(Array.from({ length: parallel }, worker));
	};
	const all = Promise.all(executions.map(async (one, index) => await run(one, ended[index])));
	let isOver = false;
	void all.then(() => (isOver = true));
	await clock.run(() => isOver);
	return ended;
}
