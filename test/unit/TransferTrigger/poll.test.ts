import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { budgetOf } from '../../../nodes/shared/polling/polling';
import { pollTransfers } from '../../../nodes/TransferTrigger/poll';
import { pollContext } from './polled';

const ids = Array.from({ length: 40 }, (_, index) => `t-${String(index).padStart(2, '0')}`);

beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2030, 0, 1) }));
afterEach(() => jest.useRealTimers());

const delay = async (ms: number) => await new Promise((passed) => setTimeout(passed, ms));

/** Lets the test's time go on until a poll has ended. @returns what it gave or threw, and how long it took */
async function timed(poll: Promise<unknown>) {
	const startedAt = Date.now();
	let ended: { output?: unknown; error?: unknown } | undefined;
	poll.then(
		(output) => (ended = { output }),
		(error: unknown) => (ended = { error }),
	);
	while (!ended) await jest.advanceTimersByTimeAsync(1);
	return { ...ended, ms: Date.now() - startedAt };
}

/** A poll of a service whose reads take their time. */
function pollOf(given: {
	budgetMs?: number;
	readMs?: number;
	parallel?: number;
	/** What the service shows of each transfer. */
	record?: object;
}) {
	const staticData: IDataObject = {};
	const log = { asked: [] as string[], underWay: 0, most: 0 };
	const options = { requests: { maxParallelRequests: given.parallel ?? 5 } };
	const parameters: IDataObject = { transferIds: ids.join(','), events: ['finished'], options };
	const context = pollContext({
		parameters: () => parameters,
		staticData: () => staticData,
		budgetMs: given.budgetMs,
		async respond(path) {
			const id = path.split('/').at(-1) ?? '';
			log.asked.push(id);
			log.underWay += 1;
			log.most = Math.max(log.most, log.underWay);
			await delay(given.readMs ?? 0);
			log.underWay -= 1;
			return { statusCode: 200, headers: {}, body: { id, status: 'running', ...given.record } };
		},
	});
	return { context, log, staticData };
}

describe('a poll', () => {
	test('remembers little of records of 10 MB', async () => {
		const checkpoint = Array.from({ length: 100_000 }, (_, row) => ({ row, text: 'x'.repeat(70) }));
		const record = { progress: 5, checkpoint_details: { checkpoint } };
		const { context, staticData } = pollOf({ record });
		await timed(pollTransfers(context));
		const remembered = JSON.stringify(staticData);
		for (const id of ids) expect(remembered).toContain(id);
		expect(remembered.length).toBeLessThan(ids.length * 1000);
	});

	test('stays within the time that n8n allows, and continues from there the next time', async () => {
		const { context, log } = pollOf({ budgetMs: 300, readMs: 40, parallel: 3 });
		const perPoll: number[] = [];
		while (new Set(log.asked).size < ids.length) {
			const before = log.asked.length;
			const { ms, error } = await timed(pollTransfers(context));
			expect(error).toBeUndefined();
			expect(ms).toBeLessThanOrEqual(300);
			perPoll.push(log.asked.length - before);
		}
		expect(perPoll.length).toBeGreaterThan(1);
		expect(Math.min(...perPoll)).toBeGreaterThanOrEqual(3);
		expect([...new Set(log.asked)]).toEqual(ids);
	});

	test('has as many reads under way as allowed, and also runs where n8n names no time', async () => {
		const { context, log } = pollOf({ readMs: 5, parallel: 4 });
		await timed(pollTransfers(context));
		expect(log.asked.sort()).toEqual(ids);
		expect(log.most).toBe(4);
	});

	test('ends in time where the service hangs, says so, and takes in nothing afterwards', async () => {
		const { context, staticData } = pollOf({ budgetMs: 300, readMs: 900, parallel: 5 });
		const { ms, error } = await timed(pollTransfers(context));
		expect(error).toMatchObject({ message: expect.stringContaining('time that n8n allows') });
		expect(ms).toBeLessThanOrEqual(300);
		const stored = JSON.stringify(staticData);
		await jest.advanceTimersByTimeAsync(900);
		expect(JSON.stringify(staticData)).toBe(stored);
	});

	test('is not made while another one of the same node is under way', async () => {
		const { context, log } = pollOf({ readMs: 20, parallel: 4 });
		const { output } = await timed(Promise.all([pollTransfers(context), pollTransfers(context)]));
		expect([output, log.asked.length]).toEqual([[null, null], ids.length]);
	});
});

describe('the time of a poll', () => {
	const contextWith = (budgetMs: number) =>
		({
			getMode: () => 'trigger',
			getActivationMode: () => 'activate',
			getPollBudgetMs: () => budgetMs,
		}) as unknown as IPollFunctions;
	const secondsOf = ({ until }: { until: number }) =>
		Math.round((until - performance.now()) / 1000);

	test('leaves a slow service more than eight seconds for a request', () => {
		const { options, begins } = budgetOf(contextWith(36_000), 5);
		expect([options.timeoutMs, begins]).toEqual([18_000, undefined]);
	});

	test('is short for the first poll of an activation, and as long as n8n allows for the others', () => {
		const context = contextWith(300_000);
		const [first, second] = [budgetOf(context, 5), budgetOf(context, 5)];
		const expected = ['activate', 23, 12_000];
		expect([first.begins, secondsOf(first), first.options.timeoutMs]).toEqual(expected);
		const later = [second.begins, secondsOf(second), second.options.timeoutMs];
		expect(later).toEqual([undefined, 299, 20_000]);
	});
});
