/** What a process must not suffer from in months: values that throw, clocks that jump, crowds, long pauses. */
import { limiterFor } from '../../../nodes/shared/http/connect';
import { createService, type ServiceOptions } from '../../../nodes/shared/http/client';
import { settle } from '../../../nodes/shared/http';
import { Limiter } from '../../../nodes/shared/http/limiter/limiter';
import type { QueueOptions } from '../../../nodes/shared/http/limiter/permit';
import { outcomeOf } from '../../../nodes/shared/http/retry';
import type { SendResult, ServiceRequest } from '../../../nodes/shared/http/request';
import { Cache } from '../../../nodes/shared/lifetime';
import { randomNumbers } from '../../../sandbox/random';
import { createClock, limiterIn, simulate, tokenBucket } from './limiter/simulation';
import { acquired, create, fresh, hostile, response } from './requests';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const options: ServiceOptions = {
	maxParallelRequests: 5,
	maxRetries: 3,
	timeoutMs: 1000,
	budgetMs: 120_000,
};
const queueOptions: QueueOptions = { max: 50, isInteractive: false, maxWaitMs: 120_000 };

/** The time that `Date` returns goes on from this far away. */
function setClock(byMs: number) {
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + byMs);
}
afterEach(() => jest.restoreAllMocks());

describe('a value that throws while it is written as JSON', () => {
	/** As the transport does it. */
	const send = (replies: SendResult[]) => async (request: ServiceRequest) => {
		JSON.stringify(request.body);
		return await Promise.resolve(replies.shift() ?? response(200));
	};

	it('is one sentence about that field, and gives its turn back', async () => {
		const limiter = new Limiter();
		const sendOnce = send([response(429, {}, { 'retry-after-ms': '300' })]);
		const service = createService({ limiter, sendOnce }, options);
		for (let item = 0; item < 7; item += 1) {
			const failed = await settle(service.send({ ...create, body: { a: hostile } }));
			const message = 'The value of a cannot be written as JSON; nothing was sent';
			expect(failed).toMatchObject({ ok: false, failure: { kind: 'input', message } });
		}
		expect(Number.isFinite(limiter.usedAt)).toBe(true);
		expect(await settle(service.send(create))).toMatchObject({ ok: true });
	});

	it('that is thrown after sending leaves the outcome of a write unknown', async () => {
		const limiter = new Limiter();
		const sendOnce = async () => await Promise.reject<SendResult>(new Error('a mistake'));
		const service = createService({ limiter, sendOnce }, options);
		const failure = { kind: 'unknownOutcome', mayHaveHappened: true };
		expect(await settle(service.send(create))).toMatchObject({ ok: false, failure });
		expect(Number.isFinite(limiter.usedAt)).toBe(true);
	});

	it('gives back a permit once, however often it is released', async () => {
		const limiter = new Limiter();
		const queue = limiter.openQueue(queueOptions);
		const [one, other] = [0, 1].map(() => acquired(queue.acquire(fresh)));
		queue.release(one, { kind: 'responded' });
		queue.release(one, { kind: 'responded' });
		expect(Number.isFinite(limiter.usedAt)).toBe(false);
		queue.release(other, { kind: 'responded' });
		expect(Number.isFinite(limiter.usedAt)).toBe(true);
	});
});

describe('a clock that is set', () => {
	it('back by an hour does not prolong a pause', async () => {
		const queue = new Limiter().openQueue({ ...queueOptions, maxWaitMs: 10_000 });
		queue.release(acquired(queue.acquire(fresh)), { kind: 'refused', askedMs: 300 });
		setClock(-HOUR);
		// Otherwise it comes in an hour.
		expect(await queue.acquire(fresh)).toMatchObject({ kind: 'acquired' });
	});

	it('by a day does not keep what a cache holds', () => {
		const cache = new Cache<string>({ name: 'Refused refreshes', max: 10, maxAgeMs: 30_000 });
		const startedAt = performance.now();
		cache.set('a', 'refused');
		setClock(-DAY);
		jest.spyOn(performance, 'now').mockReturnValue(startedAt + 31_000);
		// Another entry is enough.
		cache.sweep();
		expect(cache.size).toBe(0);
	});

	it('differently from the service’s leaves its dates as long as it meant them', () => {
		const sent = 'Sat, 21 Nov 2026 10:00:00 GMT';
		const until = 'Sat, 21 Nov 2026 10:00:05 GMT';
		const headers = { date: sent, 'retry-after': until };
		const now = Date.parse(sent) + 3 * HOUR;
		const told = outcomeOf({ kind: 'response', status: 429, headers }, false, now);
		expect(told).toMatchObject({ kind: 'refused', askedMs: 5000 });
	});
});

describe('a long pause of the service', () => {
	it('is as long as the service said, however long the limiter was not used', () => {
		const limiter = limiterFor('paused');
		const queue = limiter.openQueue(queueOptions);
		queue.release(acquired(queue.acquire(fresh)), { kind: 'refused', askedMs: HOUR });
		const startedAt = performance.now();
		jest.spyOn(performance, 'now').mockReturnValue(startedAt + 59 * MINUTE);
		limiterFor('another');
		expect(limiterFor('paused')).toBe(limiter);
	});
});

describe('polls and look-ups beside work', () => {
	it('leave it half of what the service grants: twenty creates at 20/s with 18 polls/s', async () => {
		const clock = createClock();
		const random = randomNumbers(3);
		const world = { clock, admit: tokenBucket(20, 5), latencyMs: 50, jitterMs: 2, random };
		const polls = Array.from({ length: 18 * 20 }, (_, index) => ({
			items: 1,
			parallel: 1,
			interactive: true,
			startsAfterMs: (index * 1000) / 18,
		}));
		const creates = { items: 20, parallel: 5, startsAfterMs: 5000 };
		const { measured } = await simulate(world, [creates, ...polls], [limiterIn(clock, random)]);
		expect(measured[0].doneAt).toHaveLength(20);
		expect(measured[0].doneAt.at(-1)).toBeLessThanOrEqual(5000);
	});

	it('are served by how long they had no turn, and leave the line when their time is over', async () => {
		const clock = createClock();
		const limiter = limiterIn(clock, () => 0);
		const work = limiter.openQueue(queueOptions);
		work.release(acquired(work.acquire(fresh)), { kind: 'refused', askedMs: 1000 });
		const served: string[] = [];
		const poll = (name: string, unservedSince: number, deadline = Infinity) => {
			const options = { ...queueOptions, isInteractive: true, unservedSince };
			const queue = limiter.openQueue(options);
			const asked = queue.acquire({ ...fresh, deadline });
			void Promise.resolve(asked).then((given) => {
				served.push(`${name} ${given.kind}`);
				if (given.kind === 'acquired') queue.release(given, { kind: 'responded' });
			});
		};
		const now = clock.now();
		poll('new', now);
		poll('late', now, now + 500);
		poll('old', now - MINUTE);
		await clock.run(() => served.length === 3, 10_000);
		expect(served).toEqual(['late expired', 'old acquired', 'new acquired']);
	});

	it('are no more than a thousand in the line', async () => {
		const clock = createClock();
		const limiter = limiterIn(clock, () => 0);
		const work = limiter.openQueue(queueOptions);
		work.release(acquired(work.acquire(fresh)), { kind: 'refused', askedMs: 10_000 });
		const asked = Array.from({ length: 1001 }, () =>
			limiter.openQueue({ ...queueOptions, isInteractive: true }).acquire(fresh),
		);
		expect(await Promise.race(asked)).toEqual({ kind: 'expired' });
		expect(asked.filter((each) => !(each instanceof Promise))).toHaveLength(1);
	});
});
