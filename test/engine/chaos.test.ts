import { runChaos } from '../../bench/chaos/chaos';

jest.setTimeout(180_000);

it('loses, doubles and misreports nothing while everything goes wrong at times', async () => {
	const accounts = await runChaos({ items: 400, seed: 7 });
	for (const { name, lost, doubled, wronglyReported, failed, unavoidable } of accounts) {
		expect({ name, lost, doubled, wronglyReported, failed }).toEqual({
			name,
			lost: 0,
			doubled: 0,
			wronglyReported: 0,
			failed: unavoidable,
		});
	}
	const sum = (key: 'items' | 'retries' | 'failed') =>
		accounts.reduce((total, account) => total + account[key], 0);
	expect(sum('items')).toBe(400);
	// Something did go wrong, or nothing was shown.
	expect(sum('retries')).toBeGreaterThan(10);
	expect(sum('failed')).toBeGreaterThan(5);
});
