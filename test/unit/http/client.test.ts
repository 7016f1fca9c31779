import { Failure, settle } from '../../../nodes/shared/http';
import { createService, type ServiceOptions } from '../../../nodes/shared/http/client';
import type { SendResult, ServiceRequest } from '../../../nodes/shared/http/request';
import { plain } from '../plain';
import { create, read, response, upsert } from './requests';
import { createTime } from './time';

const lost: SendResult = { kind: 'noResponse', reached: 'maybe', reason: 'the request timed out' };
const neverSent: SendResult = {
	kind: 'noResponse',
	reached: 'no',
	reason: 'the connection was refused',
};
const failed = (status: number, headers = {}) =>
	response(status, { message: 'Oh no', errors: { a: 1 }, ctx_id: 'ctx-1' }, headers);

/** A service whose transport returns these responses, one per request; the last one over and over. */
function setUp(
	responses: SendResult[],
	options: Partial<ServiceOptions> = {},
	signal?: AbortSignal,
	isInteractive = false,
) {
	const time = createTime();
	const sent: Array<{ at: number; request: ServiceRequest }> = [];
	const started = time.now();
	let underWay = 0;
	const seen = { mostUnderWay: 0 };
	const created = createService(
		{
			...time,
			signal,
			isInteractive,
			random: () => 0,
			sendOnce: async (request) => {
				const reply = responses[Math.min(sent.length, responses.length - 1)];
				sent.push({ at: time.now() - started, request });
				underWay += 1;
				seen.mostUnderWay = Math.max(seen.mostUnderWay, underWay);
				await time.sleep(10);
				underWay -= 1;
				return reply;
			},
		},
		{ maxParallelRequests: 4, maxRetries: 3, timeoutMs: 1000, budgetMs: 120_000, ...options },
	);
	/** What comes of its requests is compared as data, unless it is a mistake of the client. */
	const service = {
		send: async (request: ServiceRequest) => {
			const result = await settle(created.send(request));
			if (!result.ok) expect(result.failure.kind).not.toBe('defect');
			return result;
		},
		get stats() {
			return created.stats;
		},
	};
	const send = async (request: ServiceRequest, ms = 200_000) => {
		const result = service.send(request);
		await time.pass(ms);
		return await result;
	};
	return { time, service, send, sent, seen, times: () => sent.map(({ at }) => at) };
}

describe('retries', () => {
	it('returns the response of the first attempt that succeeds, with waits that double', async () => {
		const { send, times } = setUp([failed(500), lost, response(200, '<html>'), response(200)]);
		const value = { status: 200, headers: {}, body: { ok: true, data: [], company_id: 'c1' } };
		expect(await send(upsert)).toEqual({ ok: true, value });
		expect(times()).toEqual([0, 510, 1520, 3530]);
	});

	it('fails after the last allowed attempt, and reports that it may have happened', async () => {
		const { send, sent } = setUp([failed(500)]);
		expect(await send(upsert)).toMatchObject({
			ok: false,
			failure: {
				kind: 'unavailable',
				status: 500,
				ctxId: 'ctx-1',
				serviceMessage: 'Oh no',
				serviceDetails: { errors: { a: 1 } },
				mayHaveHappened: true,
				message: expect.stringContaining('when asked to create the company: Oh no'),
				remedy: expect.stringContaining('running it again later is safe'),
			},
		});
		expect(sent).toHaveLength(4);
	});

	it('never says of a read that it may have happened', async () => {
		for (const reply of [failed(500), lost, response(200, 'cut of'), failed(404)]) {
			const result = await setUp([reply]).send(read);
			expect(result).toMatchObject({ ok: false });
			expect(result).not.toHaveProperty('failure.mayHaveHappened', true);
		}
	});

	it('keeps within the time budget, counted from the first try', async () => {
		const { send, times } = setUp([lost], { maxRetries: 20, budgetMs: 5000 });
		expect(await send(upsert)).toMatchObject({ ok: false });
		// From the third failure on, the service is taken to be down and probed after 1 and 2 seconds.
		expect(times()).toEqual([0, 510, 1520, 2530, 4540]);
	});

	it('does not count a rate limit as a retry', async () => {
		const limited = Array.from({ length: 30 }, () => failed(429, { 'retry-after': '1' }));
		const { send, sent } = setUp([...limited, failed(500), response(200)], { maxRetries: 1 });
		expect(await send(upsert)).toMatchObject({ ok: true });
		expect(sent).toHaveLength(32);
	});

	it.each(['0', '1'])('takes seconds for twelve refusals with Retry-After: %s', async (seconds) => {
		const limited = Array.from({ length: 12 }, () => failed(429, { 'retry-after': seconds }));
		const { send, times } = setUp([...limited, response(200)]);
		expect(await send(upsert)).toMatchObject({ ok: true });
		expect(times()[12]).toBeLessThan(13_000);
	});

	it('asks a service that always says Retry-After: 0 about once a second', async () => {
		const { send, sent } = setUp([failed(429, { 'retry-after': '0' })]);
		expect(await send(upsert)).toMatchObject({ ok: false, failure: { kind: 'rateLimited' } });
		expect(sent.length).toBeLessThan(140);
	});

	it('gives up all that waited while nothing but refusals came, and sends nothing again after the budget', async () => {
		const options = { maxParallelRequests: 1, budgetMs: 5000 };
		const { time, service, sent } = setUp([failed(429, { 'retry-after': '1' })], options);
		const requests = Array.from({ length: 8 }, (_, index) => ({ ...upsert, path: `/${index}` }));
		const results = requests.map(async (request) => await service.send(request));
		await time.pass(200_000);
		for (const result of await Promise.all(results)) {
			expect(result).toMatchObject({ ok: false, failure: { kind: 'rateLimited' } });
		}
		// One after the other they took 40 s. The limiter waits for eight at least.
		expect(Math.max(...sent.map(({ at }) => at))).toBeLessThanOrEqual(8000);
		for (const { path } of requests) {
			const own = sent.filter(({ request }) => request.path === path).map(({ at }) => at);
			expect(Math.max(0, ...own)).toBeLessThanOrEqual((own[0] ?? 0) + 5000);
		}
	});

	it('does not count the wait for a first place against the budget', async () => {
		const { time, service } = setUp([response(200)], { maxParallelRequests: 1, budgetMs: 5 });
		const results = Array.from({ length: 50 }, () => service.send(upsert));
		await time.pass(10_000);
		for (const result of await Promise.all(results)) expect(result).toMatchObject({ ok: true });
	});

	it('names the wait that was asked for when it is longer than the budget', async () => {
		const { send } = setUp([failed(429, { 'retry-after': '600' })]);
		expect(await send(upsert)).toMatchObject({
			failure: {
				kind: 'rateLimited',
				remedy: expect.stringContaining('600 seconds'),
				retryAfterMs: 600_000,
			},
		});
	});

	it('tries once when no retries are allowed, and waits for the gate all the same', async () => {
		const options = { maxRetries: 0, budgetMs: 0 };
		const { time, service, sent } = setUp([failed(429), response(200)], options);
		const first = service.send(upsert);
		await time.pass(10);
		const second = service.send(upsert);
		await time.pass(10_000);
		expect(await first).toMatchObject({ ok: false, failure: { kind: 'rateLimited' } });
		expect(await second).toMatchObject({ ok: true });
		// One request accepted in no time is taken for two per second.
		expect(sent[1].at).toBe(526);
	});

	it('sends nothing while the service wants more time than anyone has', async () => {
		const refused = failed(429, { 'retry-after': '300' });
		const { time, service, send, sent } = setUp([refused, response(200)]);
		const first = service.send(upsert);
		await time.pass(10);
		const second = service.send(upsert);
		await time.pass(1000);
		expect(await first).toMatchObject({ ok: false });
		expect(await second).toMatchObject({
			ok: false,
			failure: { kind: 'rateLimited', message: expect.stringContaining('pause of 300 seconds') },
		});
		expect(sent).toHaveLength(1);
		await time.pass(300_000);
		expect(await send(upsert, 10)).toMatchObject({ ok: true });
	});
});

describe('the whole node', () => {
	it('slows down after a 429: nobody is sent until the wait is over, then retries before others', async () => {
		const refused = Array.from({ length: 4 }, () => failed(429, { 'retry-after': '2' }));
		const { time, service, sent } = setUp([...refused, response(200)]);
		const requests = Array.from({ length: 12 }, (_, index) => ({ ...create, path: `/${index}` }));
		const all = requests.map(async (request) => await service.send(request));
		await time.pass(2009);
		const first = ['/0', '/1', '/2', '/3'];
		expect(sent.map(({ request }) => request.path)).toEqual(first);
		await time.pass(20_000);
		expect((await Promise.all(all)).every(({ ok }) => ok)).toBe(true);
		const paths = requests.map(({ path }) => path);
		expect(sent.map(({ request }) => request.path)).toEqual([...first, ...paths]);
		expect(service.stats).toMatchObject({ requests: 16, retried: 4, refused: 4 });
	});

	it('continues at full speed when only one item fails', async () => {
		const { time, service, times } = setUp([failed(500), response(200)]);
		const all = Array.from({ length: 8 }, async () => await service.send(upsert));
		await time.pass(20);
		expect(times()).toEqual([0, 0, 0, 0, 10, 10, 10, 10]);
		await time.pass(1000);
		expect((await Promise.all(all)).every(({ ok }) => ok)).toBe(true);
	});
});

describe('a service that is down', () => {
	it('costs no item when it comes back within the budget, however few retries are allowed', async () => {
		const down = Array.from({ length: 7 }, () => neverSent);
		const { send, sent } = setUp([...down, response(200)], { maxRetries: 2 });
		expect(await send(create)).toMatchObject({ ok: true });
		expect(sent).toHaveLength(8);
	});

	it('fails a poll or a pick list after its own retries, with their waits', async () => {
		const { send, times } = setUp([neverSent], { maxRetries: 5 }, undefined, true);
		expect(await send(read)).toMatchObject({ ok: false });
		expect(times()).toEqual([0, 510, 1520, 3530, 7540, 15_550]);
	});

	it('fails what was sent as what became of it, and the rest as not sent, in the budget', async () => {
		const { time, service, sent } = setUp([neverSent], { budgetMs: 30_000 });
		const all = Array.from({ length: 500 }, async () => await service.send(create));
		await time.pass(32_000);
		const results = await Promise.all(all);
		const wasNotSent = (result: unknown) =>
			expect(result).toMatchObject({
				ok: false,
				failure: { kind: 'unavailable', message: expect.stringContaining('not sent, because') },
			});
		expect(results[0]).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
		results.slice(10).forEach(wasNotSent);
		expect(sent.length).toBeLessThan(15);
	});
});

describe('a 401 or 404 that is not of the service', () => {
	const page = (status: number) => response(status, '<html><title>404 not found</title></html>');

	it.each([401, 404])('is an outage once the service has responded: %i', async (status) => {
		const restarting = Array.from({ length: 6 }, () => page(status));
		const replies = [response(200), ...restarting, response(200)];
		const { send, sent } = setUp(replies, { maxRetries: 2 });
		expect(await send(create, 1000)).toMatchObject({ ok: true });
		expect(await send(create, 60_000)).toMatchObject({ ok: true });
		expect(sent).toHaveLength(8);
	});

	it('fails at last with what to look at, as something that was not done', async () => {
		const { send } = setUp([response(200), page(404)], { budgetMs: 5000 });
		await send(create, 1000);
		const second = await send(create, 60_000);
		expect(second).toMatchObject({
			failure: {
				kind: 'unavailable',
				status: 404,
				message: expect.stringMatching(/something else responded in its place .*404 not found/),
			},
		});
		expect(second).not.toHaveProperty('failure.mayHaveHappened');
	});

	it.each([
		[401, 'unauthorized'],
		[404, 'notFound'],
	])('is a verdict on the credential before that: %i', async (status, kind) => {
		const { send, sent } = setUp([page(status)]);
		for (let count = 1; count <= 3; count += 1) {
			expect(await send(read, 1000)).toMatchObject({ failure: { kind } });
			expect(sent).toHaveLength(count);
		}
	});

	it('is a verdict also after it, where it has words of the service or none', async () => {
		for (const reply of [failed(404), response(404, ''), response(404, { detail: 'No.' })]) {
			const { send, sent } = setUp([response(200), reply]);
			await send(create, 1000);
			expect(await send(read, 1000)).toMatchObject({ failure: { kind: 'notFound' } });
			expect(sent).toHaveLength(2);
		}
	});
});

describe('a create without a key', () => {
	const pause = failed(503, { 'retry-after': '1' });

	it('is reported with the request’s own remedy, where it has one', async () => {
		const unknownRemedy = 'Look at the bill.';
		const billed = { ...create, unknownRemedy };
		const sent = await setUp([lost]).send(billed);
		expect(sent).toMatchObject({ failure: { kind: 'unknownOutcome', remedy: unknownRemedy } });
		// Once it may be repeated, every attempt may have happened.
		for (const [reply, remedy] of [
			[lost, 'Check that the service is up. Look at the bill.'],
			[failed(500), 'Look at the bill. If it persists, give the ctx_id to the service’s support.'],
			[response(200, '<html>'), 'Check the base URL of the credential. Look at the bill.'],
			[pause, expect.stringContaining('Look at the bill.')],
			[neverSent, expect.not.stringContaining('bill')],
		] as Array<[SendResult, string]>) {
			const result = await setUp([reply]).send({ ...billed, idempotent: true });
			expect(result).toMatchObject({ failure: { remedy } });
		}
	});

	it.each<[string, SendResult[], boolean[], true | string]>([
		['429 and none there', [failed(429), response(200)], [true], true],
		['503 and none there, twice', [pause, pause, response(200)], [true, true], true],
		['429 and some there', [failed(429)], [false], 'unknownOutcome'],
		['503 and none there, then some', [failed(503), pause], [true, false], 'unknownOutcome'],
		['504, for which nobody is asked', [failed(504)], [], 'unknownOutcome'],
	])('of many records is sent again once none is found: %s', async (_, replies, absent, end) => {
		const { send, sent } = setUp(replies);
		const result = await send({ ...create, isAbsent: async () => absent.shift() === true });
		const expected = [end, replies.length, []];
		expect([result.ok || result.failure.kind, sent.length, absent]).toEqual(expected);
	});

	it('goes first and alone after a 503, while the others wait for what becomes of it', async () => {
		const { time, service, sent } = setUp([pause, pause, pause, pause, pause, response(200)]);
		const all = Array.from({ length: 8 }, async () => await service.send(create));
		const update = service.send(upsert);
		await time.pass(10_000);
		const kinds = (await Promise.all(all)).map((result) => result.ok || result.failure.kind);
		// Those under way, and the one that went first.
		expect(kinds.filter((kind) => kind === 'unknownOutcome')).toHaveLength(5);
		expect([await update, sent.length]).toMatchObject([{ ok: true }, 9]);
		const [first, second, third] = sent.slice(4).filter(({ request }) => request.body?.name);
		expect(second.at - first.at).toBeGreaterThan(1000);
		expect(third.at - second.at).toBeGreaterThan(9);
	});

	it('is reported as not sent when no connection was made', async () => {
		const result = await setUp([neverSent]).send(create);
		expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
		expect(result).not.toHaveProperty('failure.mayHaveHappened', true);
	});
});

describe('responses', () => {
	it('takes ok: false in a 200 for a failure, with the service’s words', async () => {
		const reply = response(200, { ok: false, message: 'No stock', ctx_id: 'ctx-2' });
		const failure = { kind: 'refused', serviceMessage: 'No stock', ctxId: 'ctx-2', status: 200 };
		expect(await setUp([reply]).send(create)).toMatchObject({ ok: false, failure });
	});

	it('remembers through a refusal that an earlier try may have happened', async () => {
		for (const reply of [
			failed(404),
			failed(409),
			response(200, { ok: false, message: '', ctx_id: '' }),
		]) {
			const deleted = await setUp([lost, reply]).send({ ...upsert, method: 'DELETE' });
			expect(deleted).toMatchObject({ ok: false, failure: { mayHaveHappened: true } });
			const written = await setUp([neverSent, reply]).send(upsert);
			expect(written).not.toHaveProperty('failure.mayHaveHappened', true);
		}
	});

	it('does not try again without a token', async () => {
		const failure = { kind: 'unauthorized' as const, message: 'no', remedy: 'enter one' };
		const { send, sent } = setUp([{ kind: 'stopped', failure: new Failure(failure) }]);
		expect(plain(await send(upsert))).toEqual({ ok: false, failure });
		expect(sent).toHaveLength(1);
	});
});

describe('cancel', () => {
	it('ends the wait for another try and sends nothing further', async () => {
		const cancel = new AbortController();
		const { time, service, sent } = setUp([failed(500)], {}, cancel.signal);
		const result = service.send(upsert);
		await time.pass(100);
		cancel.abort();
		await time.settle();
		expect(await result).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
		await time.pass(100_000);
		expect(sent).toHaveLength(1);
	});

	it('ends the wait of the whole node and of the queue', async () => {
		const cancel = new AbortController();
		const refused = failed(429, { 'retry-after': '60' });
		const { time, service, sent } = setUp([refused], {}, cancel.signal);
		const all = Array.from({ length: 10 }, async () => await service.send(upsert));
		await time.pass(100);
		cancel.abort();
		await time.settle();
		for (const result of await Promise.all(all)) {
			expect(result).toMatchObject({ failure: { kind: 'cancelled' } });
		}
		expect(sent).toHaveLength(4);
	});

	it('still reports what became of a write that was in progress', async () => {
		const cancel = new AbortController();
		const { time, service } = setUp([response(200)], {}, cancel.signal);
		const result = service.send(create);
		await time.settle();
		cancel.abort();
		await time.pass(10);
		expect(await result).toMatchObject({ ok: true });
	});
});
