import { DigestTable } from '../../../nodes/shared/execution/digest';
import fc, { itForAll } from '../../../testing/properties';

const steps = fc.array(
	fc.record({
		does: fc.constantFrom('set', 'set', 'find', 'delete'),
		id: fc.nat({ max: 40 }).map((number) => `SO-${number}`),
		value: fc.constantFrom('one', 'two'),
	}),
	{ maxLength: 200 },
);

itForAll(100, steps)('digests of orders are found as those of a Map are', (all) => {
	const digests = new DigestTable('pairs');
	const map = new Map<string, string>();
	const ever = new Set<string>();
	for (const { does, id, value } of all) {
		if (does === 'set') {
			expect(digests.has(id)).toBe(ever.has(id));
			expect(digests.compare(id, () => value) !== undefined).toBe(map.has(id));
			digests.set(id, value);
			map.set(id, value);
			ever.add(id);
		} else if (does === 'find') {
			const known = map.get(id);
			const wanted = known === undefined ? undefined : known === value ? 'same' : 'other';
			expect(digests.compare(id, () => value)).toBe(wanted);
		} else {
			digests.forget(id);
			map.delete(id);
		}
	}
	expect(digests.size).toBe(ever.size);
});

it('tells 100,000 orders apart', () => {
	const digests = new DigestTable('pairs');
	for (let order = 0; order < 100_000; order += 1) {
		digests.set(`SO-2026-${order}`, `value ${order}`);
	}
	expect(digests.size).toBe(100_000);
	for (let order = 0; order < 100_000; order += 997) {
		expect(digests.compare(`SO-2026-${order}`, () => `value ${order}`)).toBe('same');
		expect(digests.compare(`SO-2026-${order}`, () => `value ${order + 1}`)).toBe('other');
	}
	expect(digests.compare('SO-2025-1', () => '')).toBeUndefined();
});

describe('keys of 64 bits', () => {
	itForAll(100, fc.array(fc.string({ maxLength: 3 }), { maxLength: 300 }))(
		'are known as those of a Set are',
		(given) => {
			const keys = new DigestTable();
			const set = new Set<string>();
			for (const key of given) {
				expect([keys.has(key), keys.add(key)]).toEqual([set.has(key), !set.has(key)]);
				set.add(key);
			}
			expect(keys.size).toBe(set.size);
		},
	);

	it('tell 200,000 IDs and numbers apart that follow each other, in 11 to 22 bytes each', () => {
		const keys = new DigestTable();
		const each = new Set<number>();
		for (let index = 0; index < 100_000; index += 1) {
			keys.add(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
			keys.add(String(index));
			if (index % 5000 > 0 || index === 0) continue;
			const bytes = Object.values(keys)
				.flat()
				.map((one) => (one as Uint32Array).byteLength ?? 0);
			each.add(Math.round(bytes.reduce((sum, one) => sum + one) / keys.size));
		}
		expect(keys.size).toBe(200_000);
		expect(Math.min(...each)).toBeGreaterThanOrEqual(11);
		expect(Math.max(...each)).toBeLessThanOrEqual(22);
	});
});
