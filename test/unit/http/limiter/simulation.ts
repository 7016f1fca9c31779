/**
 * Services with limits and the executions that use them, in simulated time: a minute takes milliseconds.
 * The services are written from the definitions of their algorithms, and know nothing of the limiter.
 */
import { Limiter } from '../../../../nodes/shared/http/limiter/limiter';
import type { AcquiredPermit } from '../../../../nodes/shared/http/limiter/permit';

/** A clock that jumps to the next event. */
export function createClock() {
	let now = 1_000_000;
	let order = 0;
	const events: Array<{ at: number; order: number; happen: () => void }> = [];
	const at = (time: number, happen: () => void) => {
		const event = { at: Math.max(now, time), order: (order += 1), happen };
		let low = 0;
		let high = events.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (events[middle].at <= event.at) low = middle + 1;
			else high = middle;
		}
		events.splice(low, 0, event);
	};
	return {
		now: () => now,
		at,
		sleep: async (ms: number) => await new Promise<void>((wake) => at(now + ms, wake)),
		get pending() {
			return events.length;
		},
		/** Lets time pass until the condition holds, or nothing is left to happen. */
		async run(until: () => boolean, limitMs = Infinity) {
			const end = now + limitMs;
			for (;;) {
				await new Promise((settled) => setImmediate(settled));
				if (until()) return;
				const event = events.shift();
				if (!event || event.at > end) return;
				now = event.at;
				event.happen();
			}
		},
	};
}

export type Clock = ReturnType<typeof createClock>;

/** Whether a request that arrives now is accepted; a function to call when it has been responded to. */
export type Admission = (now: number) => { readonly ended?: () => void } | undefined;

/** RFC 2697's single-rate meter in its simplest form: `burst` tokens, `perSecond` new ones. */
export function tokenBucket(
	perSecond: number | ((now: number) => number),
	burst: number,
): Admission {
	const rateAt = typeof perSecond === 'number' ? () => perSecond : perSecond;
	let tokens = burst;
	let last: number | undefined;
	return (now) => {
		tokens = Math.min(burst, tokens + ((now - (last ?? now)) / 1000) * rateAt(now));
		last = now;
		if (tokens < 1 - 1e-9) return undefined;
		tokens -= 1;
		return {};
	};
}

/** So many in each window of the clock. */
export function fixedWindow(count: number, windowMs: number): Admission {
	let window = -1;
	let used = 0;
	return (now) => {
		const current = Math.floor(now / windowMs);
		if (current !== window) {
			window = current;
			used = 0;
		}
		if (used >= count) return undefined;
		used += 1;
		return {};
	};
}

/** So many at the same time. */
export function concurrency(limit: number): Admission {
	let active = 0;
	return () => {
		if (active >= limit) return undefined;
		active += 1;
		return { ended: () => (active -= 1) };
	};
}

export interface World {
	readonly clock: Clock;
	readonly admit: Admission;
	/** Milliseconds until the response, and how much that varies. */
	readonly latencyMs: number;
	readonly jitterMs?: number;
	/** Milliseconds until the request arrives; the rest it is under way in the service. Half when left out. */
	readonly oneWayMs?: number;
	/** Seconds in Retry-After; none when left out. */
	readonly retryAfterSeconds?: number;
	readonly random?: () => number;
}

export interface Run {
	readonly items: number;
	readonly parallel: number;
	readonly interactive?: boolean;
	/** Milliseconds after the others. */
	readonly startsAfterMs?: number;
}

export interface Measured {
	/** When each item was done, milliseconds after the start. */
	readonly doneAt: number[];
	readonly refused: number;
	readonly notDone: number;
}

export const limiterIn = (clock: Clock, random = Math.random): Limiter =>
	new Limiter({ now: clock.now, sleep: clock.sleep, random });

/** One execution: items one after another, so many at once; a refused one asks again. */
export async function runItems(limiter: Limiter, world: World, run: Run): Promise<Measured> {
	const { clock, admit, latencyMs, jitterMs = 0, retryAfterSeconds, random = Math.random } = world;
	const { oneWayMs = latencyMs / 2 } = world;
	if (run.startsAfterMs) await clock.sleep(run.startsAfterMs);
	const queue = limiter.openQueue({
		max: run.parallel,
		isInteractive: run.interactive ?? false,
		maxWaitMs: 120_000,
	});
	const start = clock.now();
	const doneAt: number[] = [];
	let refused = 0;
	let notDone = 0;
	let next = 0;
	const sendOnce = async (permit: AcquiredPermit): Promise<boolean> => {
		const there = oneWayMs + random() * jitterMs;
		await clock.sleep(there);
		const accepted = admit(clock.now());
		await clock.sleep(accepted ? latencyMs - oneWayMs : 1);
		accepted?.ended?.();
		queue.release(
			permit,
			accepted
				? { kind: 'responded' }
				: {
						kind: 'refused',
						askedMs: retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000,
					},
		);
		return accepted !== undefined;
	};
	const one = async () => {
		for (let isRetry = false; ; isRetry = true) {
			const permit = await queue.acquire({ isRetry, isIdempotent: true });
			if (permit.kind !== 'acquired') {
				notDone += 1;
				return;
			}
			if (await sendOnce(permit)) {
				doneAt.push(clock.now() - start);
				return;
			}
			refused += 1;
		}
	};
	const worker = async () => {
		while (next < run.items) {
			next += 1;
			await one();
		}
	};
	await Promise.all(Array.from({ length: run.parallel }, worker));
	return { doneAt, refused, notDone };
}

const LIMIT_MS = 3_600_000;

/** Runs executions beside each other; every entry of `limiters` is a process of its own. */
export async function simulate(world: World, runs: readonly Run[], limiters: readonly Limiter[]) {
	const start = world.clock.now();
	let done = false;
	const all = Promise.all(
		runs.map(async (run, index) => await runItems(limiters[index % limiters.length], world, run)),
	).then((measured) => {
		done = true;
		return measured;
	});
	await world.clock.run(() => done, LIMIT_MS);
	if (!done) throw new Error(`Not done after ${LIMIT_MS} ms`);
	const measured = await all;
	return {
		measured,
		seconds:
			(Math.max(...measured.flatMap(({ doneAt }) => doneAt)) || world.clock.now() - start) / 1000,
		refused: measured.reduce((sum, one) => sum + one.refused, 0),
		notDone: measured.reduce((sum, one) => sum + one.notDone, 0),
	};
}
