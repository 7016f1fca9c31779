import { getEventListeners } from 'node:events';

import { Limiter } from '../../../../nodes/shared/http/limiter/limiter';
import type { AcquireOptions, QueueOptions } from '../../../../nodes/shared/http/limiter/permit';
import { acquired, fresh } from '../requests';
import {
	createClock,
	limiterIn,
	simulate,
	tokenBucket,
	type Admission,
	type Run,
} from './simulation';

const responded = { kind: 'responded' } as const;
const failed = { kind: 'failed', timedOut: false } as const;

type Late = Partial<AcquireOptions>;

function setUp() {
	const clock = createClock();
	const limiter = new Limiter({ now: clock.now, sleep: clock.sleep, random: () => 0 });
	const log: string[] = [];
	const open = (options: Partial<QueueOptions> = {}) => {
		const usual = { max: 50, isInteractive: false, maxWaitMs: 120_000 };
		const queue = limiter.openQueue({ ...usual, ...options });
		/** Asks, and notes when it was allowed to go. */
		const ask = (name: string, options: Partial<AcquireOptions> = {}) => {
			const permit = Promise.resolve(queue.acquire({ ...fresh, ...options }));
			void permit.then(({ kind }) => log.push(kind === 'acquired' ? name : `${name} ${kind}`));
			return permit;
		};
		const release = queue.release.bind(queue);
		return { queue, ask, release };
	};
	const pass = async (ms: number) => {
		const until = clock.now() + ms;
		clock.at(until, () => {});
		await clock.run(() => clock.now() >= until);
		await new Promise((settled) => setImmediate(settled));
	};
	return { clock, limiter, log, open, pass };
}

describe('a service without limits', () => {
	it('gets a request at once, without a promise and without a timer', () => {
		const { clock, open } = setUp();
		const { queue } = open();
		for (let request = 0; request < 100; request += 1) {
			queue.release(acquired(queue.acquire(fresh)), responded);
		}
		expect(clock.pending).toBe(0);
	});

	it('gets five at first, and two more with each response', async () => {
		const { log, open, pass } = setUp();
		const { ask, release } = open();
		const permits = Array.from({ length: 20 }, (_, index) => ask(`r${index}`));
		await pass(0);
		expect(log).toHaveLength(5);
		release(acquired(await permits[0]), responded);
		await pass(0);
		expect(log).toHaveLength(7);
		await pass(1000);
		expect(log).toHaveLength(7);
	});

	it('lets one that waits give up at its deadline, before there is another place', async () => {
		const { clock, log, open, pass } = setUp();
		const { ask } = open();
		for (let request = 0; request < 5; request += 1) void ask(`r${request}`);
		const startedAt = clock.now();
		const poll = open({ isInteractive: true }).ask('poll', { deadline: startedAt + 30 });
		await clock.run(() => log.includes('poll expired'), 99);
		expect(await poll).toEqual({ kind: 'expired' });
		expect(clock.now() - startedAt).toBe(31);
		await pass(0);
	});

	it('gets no more of one queue than it allows', async () => {
		const { log, open, pass } = setUp();
		const { ask } = open({ max: 3 });
		for (let request = 0; request < 10; request += 1) void ask(`r${request}`);
		await pass(10_000);
		expect(log).toEqual(['r0', 'r1', 'r2']);
	});
});

describe('order', () => {
	/** What executions that share one limiter get of a service. */
	async function sharing(admit: Admission, latencyMs: number, ...runs: Run[]) {
		const clock = createClock();
		const random = () => 0.5;
		const world = { clock, admit, latencyMs, random };
		return (await simulate(world, runs, [limiterIn(clock, random)])).measured;
	}

	it('is: look-ups, then retries, then queues in turn', async () => {
		const { log, open, pass } = setUp();
		const [busy, a, b, editor] = [open(), open(), open(), open({ isInteractive: true })];
		const send = (queue: typeof a, name: string, options: Partial<AcquireOptions> = {}) =>
			void queue.ask(name, options).then((permit) => queue.release(acquired(permit), responded));
		// Nobody may go for a second.
		busy.release(acquired(await busy.ask('busy')), { kind: 'refused', askedMs: 1000 });
		for (const name of ['a1', 'a2', 'a3']) send(a, name);
		for (const name of ['b1', 'b2']) send(b, name);
		send(a, 'a0', { isRetry: true });
		send(editor, 'editor');
		await pass(999);
		expect(log).toEqual(['busy']);
		await pass(60_000);
		expect(log.slice(1)).toEqual(['editor', 'a0', 'b1', 'a1', 'b2', 'a2', 'a3']);
	});

	it('gives two executions the same share', async () => {
		const run = { items: 200, parallel: 10 };
		const measured = await sharing(tokenBucket(20, 5), 20, run, run);
		const half = measured.map(({ doneAt }) => doneAt[99]);
		expect(Math.abs(half[0] - half[1])).toBeLessThan(1000);
	});

	it('lets 10 items through beside 5,000 in at most twice their fair share of time', async () => {
		const latencyMs = 50;
		const few = { items: 10, parallel: 5, startsAfterMs: 10_000 };
		const many = { items: 5000, parallel: 20 };
		const measured = await sharing(tokenBucket(50, 20), latencyMs, many, few);
		// Half of 50 per second, and one round trip.
		expect(measured[1].doneAt[9]).toBeLessThanOrEqual((2 * 10_000) / 25 + latencyMs);
	});

	it('lets a look-up of the editor wait for one place only', async () => {
		const lookUp = { items: 1, parallel: 1, startsAfterMs: 10_000, interactive: true };
		const work = { items: 300, parallel: 20 };
		const measured = await sharing(tokenBucket(10, 1), 20, work, lookUp);
		expect(measured[1].doneAt[0]).toBeLessThanOrEqual(1000);
	});
});

describe('a pause that the service asks for', () => {
	it('holds everybody back, also for refusals that come late', async () => {
		const { log, open, pass } = setUp();
		const [a, b] = [open(), open()];
		const first = acquired(await a.ask('a1'));
		const second = acquired(await b.ask('b1'));
		a.release(first, { kind: 'refused', askedMs: 1000 });
		void b.ask('b2');
		await pass(500);
		b.release(second, { kind: 'refused', askedMs: 2000 });
		await pass(1999);
		expect(log).toEqual(['a1', 'b1']);
		await pass(600);
		expect(log).toEqual(['a1', 'b1', 'b2']);
	});

	it.each([
		[true, 1],
		[false, 4],
	])(
		'lets one find out whether it is over where a write may have been done (%s)',
		async (isUnsure, first) => {
			const { log, open, pass } = setUp();
			const { ask, release } = open();
			const permits = Array.from({ length: 20 }, (_, index) => ask(`r${index}`));
			await pass(0);
			for (const permit of permits.slice(0, 5))
				release(acquired(await permit), { kind: 'refused', askedMs: 200, isUnsure });
			await pass(3000);
			expect(log.length - 5).toBe(first);
		},
	);

	it('doubles up to eight seconds while nothing succeeds, where the service names no time', async () => {
		const { clock, open, pass } = setUp();
		const { ask, release } = open();
		const waits: number[] = [];
		for (let refusal = 0; refusal < 7; refusal += 1) {
			const askedAt = clock.now();
			const permit = ask('r').then(acquired);
			void permit.then(() => waits.push(clock.now() - askedAt));
			await pass(9000);
			release(await permit, { kind: 'refused' });
		}
		expect(waits.slice(-2)).toEqual([3200, 6400]);
	});

	it.each([
		['a pause as long as it may wait', 10_000, {}, 'r', 10_000],
		['a longer one', 10_001, {}, 'r coolingDown', 0],
		['a longer one, as a retry', 10_001, { isRetry: true }, 'r refusing', 10_000],
		['one until its last moment', 8000, { deadline: 8000 }, 'r', 8000],
		['one until after it', 8001, { deadline: 8000 }, 'r expired', 0],
		['a longer one, in its last moment', 10_001, { deadline: 0 }, 'r coolingDown', 0],
		['a longer one, too late', 10_001, { deadline: -1 }, 'r expired', 0],
	])('waits for %s, or does not', async (_, askedMs, options: Late, outcome, afterMs) => {
		const { clock, log, open, pass } = setUp();
		const { ask, release } = open({ maxWaitMs: 10_000 });
		release(acquired(await ask('first')), { kind: 'refused', askedMs });
		const start = clock.now();
		const { deadline = Infinity } = options;
		const ended = ask('r', { ...options, deadline: start + deadline }).then(clock.now);
		await pass(12_000);
		expect([log[1], (await ended) - start]).toEqual([outcome, afterMs]);
	});

	it('is given up only while it pauses', async () => {
		const { log, open, pass } = setUp();
		const { ask, release } = open({ maxWaitMs: 3000, max: 1 });
		const other = open({ max: 1 });
		release(acquired(await ask('first')), { kind: 'refused', askedMs: 2000 });
		const slow = ask('slow');
		await pass(2600);
		expect(log).toEqual(['first', 'slow']);
		void ask('second');
		await pass(2000);
		// Its time is over, but nothing holds it except the request before it.
		expect(log).toEqual(['first', 'slow']);
		release(acquired(await slow), { kind: 'refused', askedMs: 2000 });
		await pass(0);
		expect(log.at(-1)).toBe('second refusing');
		await pass(2600);
		void other.ask('other');
		await pass(0);
		expect(log.at(-1)).toBe('other');
	});

	it('sends away who would wait longer than allowed, and a retry whose time is over', async () => {
		const { clock, log, open, pass } = setUp();
		const { ask, release } = open({ maxWaitMs: 10_000 });
		release(acquired(await ask('r1')), { kind: 'refused', askedMs: 10_001 });
		expect(await ask('r2')).toEqual({ kind: 'coolingDown', forMs: 10_001 });
		await ask('r3', { isRetry: true, deadline: clock.now() + 10_000 });
		await pass(10_001);
		await ask('r4');
		expect(log).toEqual(['r1', 'r2 coolingDown', 'r3 expired', 'r4']);
	});
});

describe('a service that is down', () => {
	const outage = async () => {
		const set = setUp();
		const queue = set.open();
		queue.release(acquired(await queue.ask('up')), responded);
		for (let request = 0; request < 3; request += 1) {
			queue.release(acquired(await queue.ask(`down${request}`)), failed);
		}
		set.log.length = 0;
		return { ...set, queue };
	};

	it('is noticed after three failures in a row, and not by any other response', async () => {
		const { open } = setUp();
		const { ask, release, queue } = open();
		for (const outcome of [failed, failed, responded, failed, failed]) {
			release(acquired(await ask('r')), outcome);
		}
		expect(queue.isDown).toBe(false);
		release(acquired(await ask('r')), failed);
		expect(queue.isDown).toBe(true);
	});

	it('is noticed after nine time-outs in a row', async () => {
		const { open } = setUp();
		const { ask, release, queue } = open();
		for (let request = 0; request < 9; request += 1) {
			expect(queue.isDown).toBe(false);
			release(acquired(await ask('r')), { kind: 'failed', timedOut: true });
		}
		expect(queue.isDown).toBe(true);
	});

	it('is probed by one request at a time, after 1, 2, 4, 8 and 8 seconds, best a harmless one', async () => {
		const { clock, queue, log, pass } = await outage();
		const start = clock.now();
		const times: number[] = [];
		void queue.ask('create', { isIdempotent: false });
		for (let probe = 0; probe < 5; probe += 1) {
			const permit = queue.ask('read').then(acquired);
			void permit.then(() => times.push(clock.now() - start));
			await pass(8001);
			expect(queue.queue.isDown).toBe(true);
			queue.release(await permit, failed);
		}
		expect(log).toEqual(Array.from({ length: 5 }, () => 'read'));
		expect(times[0]).toBe(1000);
		const last = queue.ask('read').then(acquired);
		await pass(8001);
		queue.release(await last, responded);
		await pass(10);
		expect(log.slice(5)).toEqual(['read', 'create']);
		expect(queue.queue.isDown).toBe(false);
	});

	it('does not hold a look-up of the editor', async () => {
		const { open, log, pass } = await outage();
		void open({ isInteractive: true }).ask('editor');
		await pass(0);
		expect(log).toEqual(['editor']);
	});

	it('is not why a request waits for another one of its queue', async () => {
		const { log, open, pass } = setUp();
		const impatient = { max: 1, maxWaitMs: 1000 };
		const [run, editor] = [open(impatient), open({ ...impatient, isInteractive: true })];
		const [probing, other] = [open(), open()];
		await run.ask('slow');
		for (let request = 0; request < 3; request += 1)
			other.release(acquired(await other.ask('down')), failed);
		void run.ask('second');
		await pass(5000);
		expect(log.slice(4)).toEqual([]);
		void probing.ask('probe');
		void editor.ask('editor');
		void editor.ask('next');
		await pass(5000);
		expect(log.slice(4)).toEqual(['second down', 'probe', 'editor']);
	});

	it('is waited for as long as a retry may take, once for the whole run, and not begun anew', async () => {
		const { clock, queue, log, open, pass } = await outage();
		const impatient = open({ maxWaitMs: 5000 });
		const probe = queue.ask('probe').then(acquired);
		for (const name of ['r1', 'r2', 'r3']) void impatient.ask(name);
		await pass(4999);
		expect(log).toEqual(['probe']);
		await pass(1);
		expect(log).toEqual(['probe', 'r1 down', 'r2 down', 'r3 down']);
		void impatient.ask('r4');
		await pass(0);
		expect(log[4]).toBe('r4 down');
		// Who begins later has its own time.
		const before = clock.now();
		const late = open({ maxWaitMs: 5000 }).ask('late');
		await pass(6000);
		expect(await late).toMatchObject({ kind: 'down' });
		expect(clock.now() - before).toBeGreaterThanOrEqual(5000);
		queue.release(await probe, responded);
	});

	it('is waited for shortly where somebody watches and it never responded', async () => {
		const { open, log, pass } = setUp();
		const { ask, release } = open({ maxFirstWaitMs: 10_000 });
		for (let request = 0; request < 3; request += 1) release(acquired(await ask('r')), failed);
		const probe = ask('probe');
		void ask('r1');
		await pass(1001);
		await probe;
		await pass(9001);
		expect(log.slice(3)).toEqual(['probe', 'r1 down']);
	});

	it('is waited for as long as elsewhere where it has refused a request before', async () => {
		const { open, log, pass } = setUp();
		const { ask, release } = open({ maxFirstWaitMs: 10_000 });
		release(acquired(await ask('r')), { kind: 'refused', askedMs: 1 });
		await pass(1000);
		for (let request = 0; request < 3; request += 1) {
			const permit = ask('r');
			await pass(1000);
			release(acquired(await permit), failed);
		}
		log.length = 0;
		void ask('probe');
		void ask('r1');
		await pass(20_000);
		expect(log).toEqual(['probe']);
	});

	it('is probed by the next request at once when a probe was not sent', async () => {
		const { queue, log, pass } = await outage();
		const probe = queue.ask('probe');
		void queue.ask('next');
		await pass(1001);
		expect(log).toEqual(['probe']);
		queue.release(acquired(await probe), { kind: 'notSent' });
		await pass(10);
		expect(log).toEqual(['probe', 'next']);
		expect(queue.queue.isDown).toBe(true);
	});

	it('costs nobody an item when it restarts within twenty seconds', async () => {
		const clock = createClock();
		const limiter = limiterIn(clock, () => 0.5);
		const start = clock.now();
		const isUp = () => clock.now() < start + 5000 || clock.now() > start + 25_000;
		const queues = Array.from({ length: 5 }, () =>
			limiter.openQueue({ max: 5, isInteractive: false, maxWaitMs: 120_000 }),
		);
		let sentWhileDown = 0;
		let done = 0;
		const one = async (queue: (typeof queues)[number]) => {
			for (let isRetry = false; ; isRetry = true) {
				const permit = acquired(await queue.acquire({ isRetry, isIdempotent: true }));
				await clock.sleep(100);
				if (!isUp()) sentWhileDown += 1;
				queue.release(permit, isUp() ? responded : failed);
				if (isUp()) return void (done += 1);
			}
		};
		const workers = queues.flatMap((queue) =>
			Array.from({ length: 5 }, async () => {
				for (let item = 0; item < 100; item += 1) await one(queue);
			}),
		);
		void Promise.all(workers);
		await clock.run(() => done === 2500);
		expect(done).toBe(2500);
		// Those under way when it went down, and the probes.
		expect(sentWhileDown).toBeLessThanOrEqual(25 + 7);
		expect(clock.now() - start).toBeLessThan(45_000);
	});
});

describe('cancel', () => {
	it('ends the wait of that execution, frees its places at once, and leaves nothing behind', async () => {
		const { clock, limiter, log, open, pass } = setUp();
		const cancel = new AbortController();
		const added = jest.spyOn(cancel.signal, 'addEventListener');
		const removed = jest.spyOn(cancel.signal, 'removeEventListener');
		const [a, b] = [open({ signal: cancel.signal }), open()];
		const names = ['a1', 'a2', 'a3', 'a4', 'a5'];
		const stuck = (await Promise.all(names.map((name) => a.ask(name)))).map(acquired);
		void a.ask('a6');
		void b.ask('b1');
		await pass(0);
		expect(log).toEqual(names);
		cancel.abort();
		await pass(0);
		expect(log).toEqual([...names, 'a6 cancelled', 'b1']);
		expect(await a.ask('a7')).toEqual({ kind: 'cancelled' });
		// What was under way ends later, and must not free a place twice.
		stuck.forEach((permit) => a.release(permit, { kind: 'notSent' }));
		expect(Number.isFinite(limiter.usedAt)).toBe(false);
		await pass(1000);
		expect(clock.pending).toBe(0);
		expect(added.mock.calls.length - removed.mock.calls.length).toBeLessThanOrEqual(1);
	});

	it('keeps a listener only while something waits or is under way', async () => {
		const { open } = setUp();
		const { signal } = new AbortController();
		const listeners = () => getEventListeners(signal, 'abort').length;
		const { ask, release } = open({ signal });
		const [one, two] = [acquired(await ask('r1')), acquired(await ask('r2'))];
		release(one, responded);
		expect(listeners()).toBe(1);
		release(two, responded);
		expect(listeners()).toBe(0);
	});

	it('frees a waiting timer soon', async () => {
		const { clock, open, pass } = setUp();
		const cancel = new AbortController();
		const { ask, release } = open({ signal: cancel.signal });
		release(acquired(await ask('r1')), { kind: 'refused', askedMs: 60_000 });
		void ask('r2');
		await pass(10);
		cancel.abort();
		await pass(200);
		expect(clock.pending).toBe(0);
	});
});

describe('what is reported', () => {
	it('counts requests, retries, refusals, and the time when nothing could be sent', async () => {
		const { open, pass } = setUp();
		const { ask, release, queue } = open();
		expect(queue.stats).toEqual({ requests: 0, retried: 0, refused: 0, waitedMs: 0 });
		release(acquired(await ask('r1')), { kind: 'refused', askedMs: 3000 });
		const retry = ask('r1', { isRetry: true }).then(acquired);
		await pass(3001);
		release(await retry, responded);
		expect(queue.stats).toMatchObject({ requests: 2, retried: 1, refused: 1, waitedMs: 3000 });
		expect(queue.stats.perSecond).toBeGreaterThan(0);
	});

	it('counts as waited only the time when nothing was under way', async () => {
		const { open, pass } = setUp();
		const [other, { ask, release, queue }] = [open(), open()];
		const first = acquired(await ask('first'));
		other.release(acquired(await other.ask('other')), { kind: 'refused', askedMs: 3000 });
		const second = ask('second').then(acquired);
		await pass(1000);
		release(first, responded);
		await pass(2001);
		release(await second, responded);
		expect(queue.stats.waitedMs).toBe(2000);
		await pass(1000);
		release(acquired(await ask('third')), responded);
		expect(queue.stats.waitedMs).toBe(2000);
	});
});
