import type { Account } from '../../../bench/chaos/account';
import { runChaos } from '../../../bench/chaos/chaos';
import { runMigrationChaos } from '../../../bench/chaos/migration';
import { behaviours } from '../../../testing/behaviours';

jest.setTimeout(180_000);

const expectClean = ({ name, lost, doubled, wronglyReported, failed, unavoidable }: Account) => {
	expect({ name, lost, doubled, wronglyReported, failed }).toEqual({
		name,
		lost: 0,
		doubled: 0,
		wronglyReported: 0,
		failed: unavoidable,
	});
};

it.each(behaviours)(
	'loses, doubles and misreports nothing while everything goes wrong at times at $service',
	async ({ behaviour }) => {
		const accounts = await runChaos({ items: 400, seed: 7, behaviour });
		accounts.forEach(expectClean);
		const sum = (key: 'items' | 'retries' | 'failed') =>
			accounts.reduce((total, account) => total + account[key], 0);
		expect(sum('items')).toBe(400);
		// Something did go wrong, or nothing was shown.
		expect(sum('retries')).toBeGreaterThan(10);
		expect(sum('failed')).toBeGreaterThan(5);
	},
);

it('loses and doubles no order of a migration that is killed, cancelled and run again', async () => {
	const account = await runMigrationChaos({
		lines: 800,
		seed: 5,
		interruptions: 2,
		batchSize: 2,
		// The orders that are refused are told of in all ways.
		behaviour: { errors: 'mixed' },
	});
	expectClean(account);
	expect(account.name).toContain('interrupted: 2');
	expect(account.items).toBe(200);
	expect(account.retries).toBeGreaterThan(3);
});
