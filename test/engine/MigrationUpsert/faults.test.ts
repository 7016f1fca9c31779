import { startSandbox } from '../../../sandbox';
import { behaviours } from '../../../testing/behaviours';
import {
	expectStored,
	pairs,
	row,
	sentTo,
	storedIn,
	tableOf,
	upsertWith,
} from '../../../testing/orderLines';
import { useEngine, useSandbox } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const sandbox = useSandbox();
/** Services that accept at most seven orders at once, by the status with which they refuse more. */
const small = ([413, 400] as const).map((migrationStatus) => ({
	migrationStatus,
	service: useSandbox({ seed: 'none', limits: { migrationOrders: 7, migrationStatus } }),
}));
const { runNode } = useEngine(sandbox);
const upsert = upsertWith(runNode);

describe('a service with limits and faults', () => {
	const rows = tableOf(60);
	/** Only a fault that never responds is waited for; a busy machine must not look like one. */
	const patient = (kind: string) => ({
		options: {
			batchSize: 20,
			requests: { maxRetries: 6, retryBudget: 60, timeout: kind === 'timeout' ? 1500 : 20_000 },
		},
	});

	it.each(small)(
		'splits batches that are too large until they fit: $migrationStatus',
		async ({ service, migrationStatus }) => {
			const { items } = await upsert(rows, { options: { batchSize: 100 } }, { service });
			expect(items).toHaveLength(60);
			expect(service.requests.map(({ status }) => status)).toContain(migrationStatus);
			expect(service.requests.length).toBeLessThan(35);
			expectStored(rows, service);
		},
	);

	itSince('errorDetails')('rejects the one order that is too large by itself', async () => {
		const tight = await startSandbox({ seed: 'none', limits: { bodyBytes: 4000 } });
		try {
			const bulky = rows.map((each) =>
				each.order_external_id === 'm-7' ? { ...each, memo: 'x'.repeat(5000) } : each,
			);
			const given = { service: tight, onError: 'continueErrorOutput' } as const;
			const { items, failed } = await upsert(bulky, {}, given);
			expect(items).toHaveLength(59);
			expect(pairs(failed)).toEqual([{ 'm-7': [7, 67, 127, 187] }]);
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
			['no response though the work was done', { kind: 'timeout', when: 'after' } as const],
			['an error though the work was done', { kind: 'error', when: 'after', status: 500 } as const],
			['a response cut in half', { kind: 'truncate' } as const],
			[
				'too many requests',
				{ kind: 'error', status: 429, retryAfter: 0.05, retryAfterAs: 'ms' } as const,
			],
		])('sends again after %s, and stores each order once or rejects it', async (_, fault) => {
			sandbox.setBehaviour(behaviour);
			sandbox.setFaults({
				faults: [{ ...fault, count: 2, operations: ['upsertMigrationOrders'] }],
			});
			const nobody = { company_external_id: 'nobody' };
			const { items, failed } = await upsert(
				[...rows, row('m-60', nobody), row('m-61', nobody)],
				patient(fault.kind),
				{ onError: 'continueErrorOutput' },
			);
			expect(items).toHaveLength(60);
			expect(failed.map(({ json }) => String(json.error))).toEqual([
				expect.stringMatching(
					/^The service rejected the order m-60: Company with .*nobody does not exist$/,
				),
				expect.stringMatching(
					/^The service rejected the order m-61: Company with .*nobody does not exist$/,
				),
			]);
			// After a time-out the orders go out in smaller batches.
			if (fault.kind === 'timeout') expect(sentTo(sandbox).length).toBeLessThan(15);
			else expect(sentTo(sandbox).length).toBe(6);
			expectStored(rows, sandbox);
		});
	});

	itSince('errorDetails')('fails only one batch, and a second run completes it', async () => {
		sandbox.setFaults({ faults: [{ kind: 'error', status: 503, count: 1 }] });
		const parameters = {
			options: { batchSize: 20, requests: { maxRetries: 0, maxParallelRequests: 1 } },
		};
		const first = await upsert(rows, parameters, { onError: 'continueErrorOutput' });
		expect([first.items.length, first.failed.length]).toEqual([40, 20]);
		expect(first.failed[0].json).toMatchObject({ details: { kind: 'unavailable', status: 503 } });
		await upsert(rows, parameters);
		expectStored(rows, sandbox);
	});

	it.each([80, 250, 450])('can be cancelled after %d ms and run again', async (cancelAfterMs) => {
		sandbox.setFaults({ faults: [{ kind: 'latency', ms: 100 }] });
		const parameters = { options: { batchSize: 5, requests: { maxParallelRequests: 2 } } };
		const first = await upsert(rows, parameters, { cancelAfterMs });
		expect(first.status).toBe('canceled');
		expect(storedIn(sandbox).length).toBeLessThan(60);
		sandbox.setFaults({ faults: [] });
		const { items } = await upsert(rows, parameters);
		expect(items).toHaveLength(60);
		expectStored(rows, sandbox);
	});
});
