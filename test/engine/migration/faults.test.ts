import { startSandbox, type Sandbox } from '../../../sandbox';
import { behaviours } from '../../../testing/behaviours';
import {
	expectStored,
	pairs,
	row,
	sandbox,
	sent,
	stored,
	tableOf,
	upsert,
	useMigrations,
} from '../../../testing/migrations';
import { itSince } from '../../../testing/since';

/** A service that takes at most seven orders at once. */
let small: Sandbox;

useMigrations();
beforeAll(async () => {
	small = await startSandbox({ seed: 'none', limits: { migrationOrders: 7 } });
});
afterAll(async () => await small.close());

describe('a service with limits and faults', () => {
	const rows = tableOf(60);
	/** Only a fault that never responds is waited for; a busy machine must not look like one. */
	const patient = (kind: string) => ({
		options: { maxRetries: 6, retryBudget: 60, timeout: kind === 'timeout' ? 1500 : 20_000 },
	});

	it('halves batches that are too large until they fit', async () => {
		small.reset();
		const { main } = await upsert(rows, { url: small.url, parameters: { batchSize: 100 } });
		expect(main[0]).toHaveLength(60);
		expect(small.requests.filter(({ status }) => status === 413).length).toBeGreaterThan(0);
		expect(small.requests.length).toBeLessThan(25);
		expectStored(rows, small);
	});

	it('does so too when the service says it with 400', async () => {
		const strict = await startSandbox({
			seed: 'none',
			limits: { migrationOrders: 7, migrationStatus: 400 },
		});
		try {
			const { main } = await upsert(rows, { url: strict.url });
			expect(main[0]).toHaveLength(60);
			expect(strict.requests.some(({ status }) => status === 400)).toBe(true);
			expectStored(rows, strict);
		} finally {
			await strict.close();
		}
	});

	itSince('errorDetails')('rejects the one order that is too large by itself', async () => {
		const tight = await startSandbox({ seed: 'none', limits: { bodyBytes: 4000 } });
		try {
			const bulky = rows.map((each) =>
				each.order_external_id === 'm-7' ? { ...each, memo: 'x'.repeat(5000) } : each,
			);
			const { main } = await upsert(bulky, { url: tight.url, onError: 'continueErrorOutput' });
			expect(main[0]).toHaveLength(59);
			expect(pairs(main[1])).toEqual([['m-7', [7, 67, 127, 187]]]);
		} finally {
			await tight.close();
		}
	});

	describe.each(behaviours)('at $service', ({ behaviour }) => {
		it.each([
			[
				'a connection that breaks after the work was done',
				{ kind: 'reset', when: 'after' } as const,
			],
			['no answer though the work was done', { kind: 'timeout', when: 'after' } as const],
			['an error though the work was done', { kind: 'error', when: 'after', status: 500 } as const],
			['an answer cut in half', { kind: 'truncate' } as const],
			[
				'too many requests',
				{ kind: 'error', status: 429, retryAfter: 0.05, retryAfterAs: 'ms' } as const,
			],
		])('sends again after %s; each order is there once, or refused', async (_, fault) => {
			sandbox.setBehaviour(behaviour);
			sandbox.setFaults({
				faults: [{ ...fault, count: 2, operations: ['upsertMigrationOrders'] }],
			});
			const nobody = { company_external_id: 'nobody' };
			const { main } = await upsert([...rows, row('m-60', nobody), row('m-61', nobody)], {
				parameters: { batchSize: 20, ...patient(fault.kind) },
				onError: 'continueErrorOutput',
			});
			expect(main[0]).toHaveLength(60);
			expect(main[1].map(({ json }) => String(json.error))).toEqual([
				expect.stringMatching(
					/^The service rejected the order m-60: Company with .*nobody does not exist$/,
				),
				expect.stringMatching(
					/^The service rejected the order m-61: Company with .*nobody does not exist$/,
				),
			]);
			// After a time-out the orders go out in smaller batches.
			if (fault.kind === 'timeout') expect(sent().length).toBeLessThan(15);
			else expect(sent().length).toBe(6);
			expectStored(rows);
		});
	});

	itSince('errorDetails')('gives up on a batch only, and a second run completes it', async () => {
		sandbox.setFaults({ faults: [{ kind: 'error', status: 503, count: 1 }] });
		const parameters = { batchSize: 20, options: { maxRetries: 0, maxParallelRequests: 1 } };
		const first = await upsert(rows, { parameters, onError: 'continueErrorOutput' });
		expect([first.main[0].length, first.main[1].length]).toEqual([40, 20]);
		expect(first.main[1][0].json).toMatchObject({ details: { kind: 'unavailable', status: 503 } });
		await upsert(rows, { parameters });
		expectStored(rows);
	});

	it.each([80, 250, 450])('can be cancelled after %d ms and run again', async (cancelAfterMs) => {
		sandbox.setFaults({ faults: [{ kind: 'latency', ms: 100 }] });
		const parameters = { batchSize: 5, options: { maxParallelRequests: 2 } };
		const first = await upsert(rows, { parameters, cancelAfterMs });
		expect(first.status).toBe('canceled');
		expect(stored().length).toBeLessThan(60);
		sandbox.setFaults({ faults: [] });
		const { main } = await upsert(rows, { parameters });
		expect(main[0]).toHaveLength(60);
		expectStored(rows);
	});
});
