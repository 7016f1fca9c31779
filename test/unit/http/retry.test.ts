import {
	mayHaveHappened,
	decideRetry,
	outcomeOf,
	type Attempt,
	type Progress,
} from '../../../nodes/shared/http/retry';

const response = (status: number, headers: Record<string, unknown> = {}): Attempt => ({
	kind: 'response',
	status,
	headers,
});
const lost: Attempt = { kind: 'noResponse', reached: 'maybe' };
const neverSent: Attempt = { kind: 'noResponse', reached: 'no' };
const unreadable: Attempt = { kind: 'response', status: 200, headers: {}, isForeign: true };

const NOW = Date.parse('2026-11-21T10:00:00Z');
const limits = { maxRetries: 3, budgetMs: 120_000 };

function step(attempt: Attempt, changes: Partial<Progress> & { random?: number } = {}) {
	const { random = 0, ...request } = changes;
	const progress = { idempotent: true, attempts: 1, retries: 0, elapsedMs: 0, ...request };
	return decideRetry(attempt, progress, limits, NOW, random);
}

describe('a retry', () => {
	it.each([200, 201, 204, 301, 400, 401, 403, 404, 409, 413, 422])(
		'is not made for %i',
		(status) => {
			expect(step(response(status)).kind).toBe('done');
		},
	);

	it.each([408, 429, 500, 502, 503, 504, 524, 525, 526, 527, 529, 530])(
		'is made for a read after %i',
		(status) => {
			expect(step(response(status)).kind).toBe('retry');
		},
	);

	it('is made for a read after a lost connection and after a body that cannot be read', () => {
		expect(step(lost).kind).toBe('retry');
		expect(step(neverSent).kind).toBe('retry');
		expect(step(unreadable).kind).toBe('retry');
	});

	it.each([
		['a lost connection', lost],
		['500', response(500)],
		['502', response(502)],
		['503 without a time', response(503)],
		['503 with a time to come back', response(503, { 'retry-after': '2' })],
		['503 with a date', response(503, { 'retry-after': 'Sat, 21 Nov 2026 10:00:04 GMT' })],
		['503 with milliseconds', response(503, { 'retry-after-ms': '20' })],
		['502 with a time to come back', response(502, { 'retry-after': '2' })],
		['504', response(504)],
		['408', response(408)],
		['507 with advice to try again', response(507, { 'x-should-retry': 'true' })],
		['599 with advice to try again', response(599, { 'x-should-retry': 'true' })],
		['a 2xx that cannot be read', unreadable],
		['500 with advice to try again', response(500, { 'x-should-retry': 'true' })],
		['500 with a time to come back', response(500, { 'retry-after': '1' })],
	])('is never made for a create without a key after %s', (_, attempt) => {
		expect(mayHaveHappened(attempt)).toBe(true);
		expect(step(attempt, { idempotent: false }).kind).not.toBe('retry');
	});

	it.each([
		['a refused connection', neverSent],
		['429', response(429)],
	])('is made for a create without a key after %s, which was not processed', (_, attempt) => {
		expect(mayHaveHappened(attempt)).toBe(false);
		expect(step(attempt, { idempotent: false }).kind).toBe('retry');
	});

	it('follows x-should-retry', () => {
		expect(step(response(503, { 'x-should-retry': 'false' })).kind).toBe('done');
		expect(step(response(429, { 'x-should-retry': 'FALSE' })).kind).toBe('done');
		expect(step(response(409, { 'x-should-retry': 'true' })).kind).toBe('retry');
		const unkeyed = { idempotent: false };
		expect(step(response(409, { 'x-should-retry': 'true' }), unkeyed).kind).toBe('done');
		expect(step(response(200, { 'x-should-retry': 'true' })).kind).toBe('done');
	});

	it.each([
		['429', response(429)],
		['429 with a time to come back', response(429, { 'retry-after': '1' })],
		['503 with a time to come back', response(503, { 'retry-after': '1' })],
	])('retries %s as long as the budget lasts, however often', (_, attempt) => {
		expect(step(attempt, { retries: 100 })).toMatchObject({ kind: 'retry', isHeld: true });
		expect(step(attempt, { elapsedMs: 119_501 }).kind).toBe('giveUp');
	});

	it('fails after the last allowed attempt, or when the wait would exceed the budget', () => {
		expect(step(response(500), { retries: 2 })).toMatchObject({ kind: 'retry', isHeld: false });
		expect(step(response(500), { retries: 3 }).kind).toBe('giveUp');
		expect(step(response(503), { retries: 3 }).kind).toBe('giveUp');
		expect(step(neverSent, { retries: 3 }).kind).toBe('giveUp');
		expect(step(response(500), { elapsedMs: 119_500 }).kind).toBe('retry');
		expect(step(response(500), { elapsedMs: 119_501 }).kind).toBe('giveUp');
		const expected = { kind: 'giveUp', askedMs: 121_000 };
		expect(step(response(429, { 'retry-after': '121' }))).toMatchObject(expected);
	});
});

describe('the wait before a retry', () => {
	it('doubles from half a second to eight seconds', () => {
		const waits = [1, 2, 3, 4, 5, 6, 20].map((tries) => step(lost, { attempts: tries }).waitMs);
		expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
	});

	it('is shortened at random by up to a quarter', () => {
		expect(step(lost, { random: 1 }).waitMs).toBe(375);
		expect(step(lost, { random: 0.5, attempts: 2 }).waitMs).toBe(875);
	});

	it.each([
		[{ 'retry-after': '3' }, 3000],
		[{ 'retry-after': '0.25' }, 250],
		[{ 'retry-after': '0' }, 0],
		[{ 'retry-after': 2 }, 2000],
		[{ 'retry-after': 'Sat, 21 Nov 2026 10:00:04 GMT' }, 4000],
		[{ 'retry-after-ms': '150', 'retry-after': '9' }, 150],
		[{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9000],
	])('is as long as %j says', (headers, waitMs) => {
		expect(step(response(429, headers), { random: 1 })).toMatchObject({ waitMs, askedMs: waitMs });
	});

	it.each([
		[{ 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT' }],
		[{ 'retry-after': 'later' }],
		[{ 'retry-after': '-5' }],
		[{ 'retry-after': ['1', '2'] }],
	])('falls back to its own length for %j', (headers) => {
		expect(step(response(429, headers)).waitMs).toBe(500);
	});
});

describe('what the limiter is told', () => {
	const outcome = (attempt: Attempt, splits = false) => outcomeOf(attempt, splits, NOW);

	it('is a refusal for 429 and for 503 with a time, with that time', () => {
		const refused = (askedMs?: number) => ({ kind: 'refused', askedMs, isUnsure: false });
		expect(outcome(response(429))).toEqual(refused());
		expect(outcome(response(429, { 'retry-after': '2' }))).toEqual(refused(2000));
		const unsure = { ...refused(20), isUnsure: true };
		expect(outcome(response(503, { 'retry-after-ms': '20' }))).toEqual(unsure);
	});

	it('is a failure of the service for no connection, 502, 503 and 504, and for nothing else', () => {
		for (const attempt of [lost, neverSent, response(502), response(503), response(504)]) {
			expect(outcome(attempt)).toEqual({ kind: 'failed', timedOut: false });
		}
		for (const status of [200, 400, 401, 404, 408, 422, 500, 501, 505, 520, 524]) {
			expect(outcome(response(status)).kind).toBe('responded');
		}
	});

	it('weighs a time-out less, and a 504 that may be due to the size of the request', () => {
		const slow: Attempt = { kind: 'noResponse', reached: 'maybe', timedOut: true };
		expect(outcome(slow)).toEqual({ kind: 'failed', timedOut: true });
		expect(outcome(response(504), true)).toEqual({ kind: 'failed', timedOut: true });
		expect(outcome(response(502), true)).toEqual({ kind: 'failed', timedOut: false });
	});
});

describe('while the service is down', () => {
	it('counts no retry, unless none is allowed', () => {
		const outage = { isOutage: true, retries: 3 };
		expect(step(neverSent, outage)).toMatchObject({ kind: 'retry', isHeld: true });
		expect(step(response(503), outage)).toMatchObject({ kind: 'retry', isHeld: true });
		expect(step(response(503), { ...outage, idempotent: false }).kind).toBe('giveUp');
		expect(step(neverSent, { ...outage, elapsedMs: 119_501 }).kind).toBe('giveUp');
		const none = { maxRetries: 0, budgetMs: 120_000 };
		const progress = { idempotent: true, attempts: 1, retries: 0, elapsedMs: 0, isOutage: true };
		expect(decideRetry(neverSent, progress, none, NOW, 0).kind).toBe('giveUp');
	});
});
