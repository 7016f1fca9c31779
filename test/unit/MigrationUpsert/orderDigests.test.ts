import { OrderDigests } from '../../../nodes/MigrationUpsert/orderDigests';
import fc from '../../../testing/properties';

const steps = fc.array(
	fc.record({
		does: fc.constantFrom('set', 'set', 'find', 'delete'),
		id: fc.nat({ max: 40 }).map((number) => `SO-${number}`),
		value: fc.constantFrom('one', 'two'),
	}),
	{ maxLength: 200 },
);

it('digests of orders are found as those of a Map are', () => {
	fc.assert(
		fc.property(steps, (all) => {
			const digests = new OrderDigests();
			const map = new Map<string, string>();
			const ever = new Set<string>();
			for (const { does, id, value } of all) {
				if (does === 'set') {
					expect(digests.set(id, value)).toBe(map.has(id));
					map.set(id, value);
					ever.add(id);
				} else if (does === 'find') {
					const known = map.get(id);
					const wanted = known === undefined ? undefined : known === value ? 'same' : 'other';
					expect(digests.find(id, () => value)).toBe(wanted);
				} else {
					digests.delete(id);
					map.delete(id);
				}
			}
			expect(digests.size).toBe(ever.size);
		}),
	);
});

it('tells 100,000 orders apart', () => {
	const digests = new OrderDigests();
	let known = 0;
	for (let order = 0; order < 100_000; order += 1) {
		known += Number(digests.set(`SO-2026-${order}`, `value ${order}`));
	}
	expect(known).toBe(0);
	expect(digests.size).toBe(100_000);
	for (let order = 0; order < 100_000; order += 997) {
		expect(digests.find(`SO-2026-${order}`, () => `value ${order}`)).toBe('same');
		expect(digests.find(`SO-2026-${order}`, () => `value ${order + 1}`)).toBe('other');
	}
	expect(digests.find('SO-2025-1', () => '')).toBeUndefined();
});
