import type { Fault } from '../../sandbox/index';
import { fakeOnly } from '../../testing/fakeOnly';
import { useRunning } from './client';

const running = useRunning({ seed: 'none' });
beforeEach(() => running.sandbox.reset());

const create = async (name = 'X') => await running.api.post('/v1/public/companies', { name });
const stored = () => running.sandbox.records('companies').length;
const inject = (...faults: Fault[]) => running.sandbox.setFaults({ faults });

it('does nothing by default', async () => {
	expect((await create()).status).toBe(200);
	expect((await running.api.get('/__sandbox/faults')).data.faults).toEqual([]);
});

it('says when to retry, in every header format', async () => {
	const headers = async (fault: Partial<Fault>) => {
		inject({ kind: 'error', status: 429, ...fault });
		return (await create()).headers;
	};
	expect(await headers({})).not.toHaveProperty('retry-after');
	expect((await headers({ retryAfter: 3 }))['retry-after']).toBe('3');
	const restoreClock = fakeOnly(['Date'], Date.parse('2026-11-21T10:00:00Z'));
	const dated = await headers({ retryAfter: 30, retryAfterAs: 'date' });
	restoreClock();
	expect(dated['retry-after']).toBe('Sat, 21 Nov 2026 10:00:30 GMT');
	expect((await headers({ retryAfter: 0.2, retryAfterAs: 'ms' }))['retry-after-ms']).toBe('200');
	expect((await headers({ shouldRetry: false }))['x-should-retry']).toBe('false');
});

it('delays the response', async () => {
	inject({ kind: 'latency', ms: 2000, count: 1 });
	const responded: string[] = [];
	const delayed = create().then(() => responded.push('delayed'));
	await create().then(() => responded.push('next'));
	await delayed;
	expect(responded).toEqual(['next', 'delayed']);
});

it('responds with a web page instead of a write', async () => {
	inject({ kind: 'html' });
	const { status, data, headers } = await create();
	expect([status, stored()]).toEqual([502, 0]);
	expect(headers['content-type']).toContain('text/html');
	expect(data).toMatch(/^<!doctype html>/);
});

it('limits the requests of a second', async () => {
	inject({ kind: 'rateLimit', perSecond: 5 });
	const restoreClock = fakeOnly(['Date']);
	const responses = await Promise.all(Array.from({ length: 30 }, async () => await create()));
	restoreClock();
	const refused = responses.filter(({ status }) => status === 429);
	expect([refused.length, stored()]).toEqual([25, 5]);
	expect(refused[0].headers['retry-after']).toBe('1');
});

it.each([
	['reverse', ['c', 'b', 'a']],
	['drop', ['a', 'b']],
	['duplicate', ['a', 'b', 'c', 'a']],
] as const)('mixes up the results of a bulk write: %s', async (change, expected) => {
	inject({ kind: 'results', change });
	const orders = ['a', 'b', 'c'].map((externalId) => ({ externalId, items: [] }));
	const { data } = await running.api.post('/v1/public/orders/bulk', { orders });
	const ids = data.results.map((result: { external_id: string }) => result.external_id);
	expect(ids).toEqual(expected);
	expect(running.sandbox.records('orders')).toHaveLength(3);
	expect((await create()).data.ok).toBe(true);
});

describe('lists', () => {
	const page = async (number: number, limit: number, sort?: string) =>
		(await running.api.get('/v1/public/companies', { params: { page: number, limit, sort } })).data;
	const names = (body: { data: Array<{ name: string }> }) => body.data.map(({ name }) => name);

	beforeEach(async () => {
		for (let index = 1; index <= 12; index++) await create(`C${index}`);
	});

	it('can have smaller pages than asked for', async () => {
		inject({ kind: 'pageCap', rows: 5 });
		expect(names(await page(1, 10))).toEqual(['C1', 'C2', 'C3', 'C4', 'C5']);
		expect(names(await page(3, 10))).toEqual(['C11', 'C12']);
	});

	it('can lose and gain records between pages', async () => {
		inject({ kind: 'shift', remove: 2 });
		expect(names(await page(1, 4))).toEqual(['C1', 'C2', 'C3', 'C4']);
		expect(names(await page(2, 4))).toEqual(['C7', 'C8', 'C9', 'C10']);
		inject({ kind: 'shift', insert: 2 });
		expect(names(await page(1, 4))[0]).toBe('C3');
		const second = await page(2, 4);
		expect(names(second)).toEqual(['C5', 'C6', 'C7', 'C8']);
		expect(second.total).toBe(12);
	});
});

it('injects a fault into the chosen requests only, at most `count` times', async () => {
	inject({ kind: 'error', methods: ['POST'], path: 'compan', skip: 1, count: 2 });
	const statuses: number[] = [];
	for (let index = 0; index < 4; index++) statuses.push((await create()).status);
	expect(statuses).toEqual([200, 500, 500, 200]);
	inject({ kind: 'error', operations: ['listItems'] });
	expect((await running.api.get('/v1/public/items')).status).toBe(500);
	expect((await running.api.get('/v1/public/companies')).status).toBe(200);
});

it('injects the same faults for the same seed, and others for another seed', async () => {
	const pattern = async (seed: number) => {
		running.sandbox.setFaults({ seed, faults: [{ kind: 'error', probability: 0.5 }] });
		const statuses: number[] = [];
		for (let index = 0; index < 40; index++) statuses.push((await create()).status);
		return statuses.join();
	};
	const first = await pattern(7);
	expect(await pattern(7)).toBe(first);
	expect(await pattern(8)).not.toBe(first);
	expect(first).toMatch(/200.*500|500.*200/);
});

it('is set over the Control API, whose own requests get no faults', async () => {
	const { api } = running;
	await api.post('/__sandbox/faults', { faults: [{ kind: 'error', status: 503 }] });
	expect((await create()).status).toBe(503);
	expect((await api.get('/__sandbox/faults')).data.faults).toMatchObject([
		{ kind: 'error', injected: 1 },
	]);
	const { requests } = (await api.get('/__sandbox/requests')).data;
	expect(requests).toMatchObject([{ method: 'POST', path: '/v1/public/companies', status: 503 }]);
	await api.post('/__sandbox/reset');
	expect((await create()).status).toBe(200);
});
