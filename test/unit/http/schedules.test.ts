/**
 * Random schedules of executions, polls, look-ups, cancels, values that throw, outages and limits: nothing hangs, and
 * every permit comes back. `SCHEDULE_SEED=17` runs one.
 */
import { settle } from '../../../nodes/shared/http';
import { createService, type ServiceOptions } from '../../../nodes/shared/http/client';
import { Limiter } from '../../../nodes/shared/http/limiter/limiter';
import type { SendResult, ServiceRequest } from '../../../nodes/shared/http/request';
import { randomNumbers } from '../../../sandbox/random';
import { seeds } from '../../../testing/simulations';
import { createClock, tokenBucket } from './limiter/simulation';
import { create, hostile, read, response } from './requests';

const DAY = 24 * 60 * 60_000;
const RUNS = 12;

/** Runs one schedule; what is left at its end. */
async function play(seed: number) {
	const clock = createClock();
	const random = randomNumbers(seed);
	const below = (limit: number) => Math.floor(random() * limit);
	const is = (share: number) => random() < share;
	const parts = { now: clock.now, random, sleep: clock.sleep };
	const limiter = new Limiter(parts);
	const bucket = tokenBucket(1 + below(50), 1 + below(10));
	const isDown = (() => {
		const [from, for_] = [below(60_000), is(0.5) ? below(40_000) : 0];
		const start = clock.now();
		return () => clock.now() >= start + from && clock.now() < start + from + for_;
	})();
	const refuse = () => {
		const asked = [undefined, 0, 1, 5, 3600, 10 * 24 * 3600][below(is(0.1) ? 6 : 4)];
		return response(429, {}, asked === undefined ? {} : { 'retry-after': String(asked) });
	};
	const sendOnce = async (request: ServiceRequest): Promise<SendResult> => {
		JSON.stringify(request.body);
		await clock.sleep(1 + below(200));
		if (is(0.02)) throw new Error('a mistake');
		if (isDown()) return { kind: 'noResponse', reached: 'no', reason: 'down' };
		if (!bucket(clock.now())) return refuse();
		if (is(0.02)) return { kind: 'noResponse', reached: 'maybe', timedOut: true, reason: 'late' };
		return response(is(0.05) ? [400, 401, 404, 500, 503][below(5)] : 200);
	};
	let underWay = 0;
	const run = async () => {
		await clock.sleep(below(60_000));
		const cancel = new AbortController();
		const isInteractive = is(0.5);
		const options: ServiceOptions = {
			maxParallelRequests: 1 + below(6),
			maxRetries: below(4),
			timeoutMs: 20_000,
			budgetMs: isInteractive ? 20_000 : 120_000,
			...(isInteractive && { turnUntil: clock.now() + 20_000 }),
		};
		const used = { ...parts, limiter, sendOnce, isInteractive, signal: cancel.signal };
		const service = createService(used, options);
		if (is(0.2)) clock.at(clock.now() + below(20_000), () => cancel.abort());
		const worker = async () => {
			for (let item = below(20); item >= 0; item -= 1) {
				const body = is(0.05) ? { a: hostile } : create.body;
				await settle(service.send(isInteractive || is(0.3) ? read : { ...create, body }));
			}
		};
		await Promise.all(Array.from({ length: options.maxParallelRequests }, worker));
		underWay -= 1;
	};
	for (let index = 0; index < RUNS; index += 1) {
		underWay += 1;
		void run();
	}
	await clock.run(() => underWay === 0, 2 * DAY);
	await clock.run(() => false, 120_000);
	return { seed, stuck: underWay, isIdle: Number.isFinite(limiter.usedAt), timers: clock.pending };
}

const { SCHEDULE_SEED } = globalThis.process.env;

it('random schedules leave nothing stuck and no permit behind', async () => {
	const left: Array<Awaited<ReturnType<typeof play>>> = [];
	for (const seed of SCHEDULE_SEED ? [Number(SCHEDULE_SEED)] : seeds(10, 2000)) {
		const end = await play(seed);
		if (end.stuck > 0 || !end.isIdle || end.timers > 0) left.push(end);
	}
	expect(left).toEqual([]);
}, 3_600_000);
