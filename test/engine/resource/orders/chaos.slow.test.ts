import type { AuditResult } from '../../../../tools/bench/chaos/auditResult';
import { runChaos } from '../../../../tools/bench/chaos/chaos';
import {
	runMigrationChaos,
	type MigrationChaosOptions,
} from '../../../../tools/bench/chaos/migration';
import { behaviours } from '../../../../testing/behaviours';
import { cases } from '../../../../testing/simulations';
import { itSince } from '../../../../testing/since';

jest.setTimeout(180_000);

const expectClean = ({
	name,
	lost,
	duplicated,
	wronglyReported,
	onlyHadToWait,
	failed,
	unavoidable,
}: AuditResult) => {
	expect({ name, lost, duplicated, wronglyReported, onlyHadToWait, failed }).toEqual({
		name,
		lost: 0,
		duplicated: 0,
		wronglyReported: 0,
		onlyHadToWait: 0,
		failed: unavoidable,
	});
};

itSince('errorDetails').each(behaviours)(
	'writes lose, duplicate and misreport no item under random faults at $service',
	async ({ behaviour }) => {
		const items = cases(200, 400);
		const results = await runChaos({ items, seed: 7, behaviour });
		results.forEach(expectClean);
		const sum = (key: 'items' | 'retries' | 'failed') =>
			results.reduce((total, result) => total + result[key], 0);
		expect(sum('items')).toBe(items);
		// Something did go wrong, or nothing was shown.
		expect(sum('retries')).toBeGreaterThan(10);
		expect(sum('failed')).toBeGreaterThan(5);
	},
);

const migrations = { lines: 800, seed: 5, interruptions: 2, batchSize: 2 };

it.each<[string, Partial<MigrationChaosOptions>]>([
	// The orders that are refused are reported in every form.
	['a migration', { behaviour: { errors: 'mixed' } }],
	['a file that goes on at the row that the log names', { fromFile: true }],
])('%s, killed, cancelled and run again, loses and duplicates no order', async (_, more) => {
	const result = await runMigrationChaos({ ...migrations, ...more });
	expectClean(result);
	expect(result.name).toContain('interrupted: 2');
	expect(result.items).toBe(200);
	expect(result.retries).toBeGreaterThan(3);
	// Otherwise every run had all of the file.
	if (more.fromFile) expect(Number(/from row (\d+)/.exec(result.name)?.[1])).toBeGreaterThan(100);
});

it('a migration with one to three bad orders in every batch loses, duplicates and rejects no good one', async () => {
	const bad = { seed: 3, batchSize: 25, poisoned: true };
	const result = await runMigrationChaos({ ...migrations, ...bad });
	expectClean(result);
	// 8 batches with 1, 2, 3, 1, 2, 3, 1 and 2 of them, and the orders of an unknown company.
	expect(result.failed).toBeGreaterThanOrEqual(15);
	expect(result.failed).toBeLessThan(25);
});
