import { keptRecord } from '../../../nodes/TransferTrigger/poll';

const record = { id: 't', status: 'running', progress: 5, checkpoint_details: { row: 7 } };
const keys = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));

describe('what is kept of a transfer record', () => {
	it('is all of a usual one', () => {
		expect(keptRecord(record)).toBe(record);
		const many = { ...record, ...keys(400) };
		expect(keptRecord(many)).toBe(many);
	});

	it.each<[string, object]>([
		['objects with many keys', { a: keys(49_000), b: keys(49_000) }],
		['many keys', keys(49_000)],
		['a long list', { a: Array.from({ length: 2000 }, () => 1) }],
		['many small lists', { a: Array.from({ length: 900 }, () => [1]) }],
		['a long text', { note: 'x'.repeat(1_000_000) }],
		['a long key', { ['x'.repeat(1_000_000)]: 1 }],
	])('is what the service is specified to show where it has %s', (_, more) => {
		expect(keptRecord({ ...more, ...record })).toEqual({
			id: 't',
			status: 'running',
			progress: 5,
		});
	});

	it('has no long texts then', () => {
		const kept = keptRecord({ ...record, error_message: 'x'.repeat(1_000_000) });
		expect(String(kept.error_message)).toHaveLength(1000);
	});
});
