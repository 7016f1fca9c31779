import { CompactKeys } from '../../../nodes/shared/resource/actions/lists/compactKeys';
import { GivenRows, KeptRows } from '../../../nodes/shared/resource/actions/lists/passRows';
import { company } from '../../../nodes/Company/company';
import fc from '../../../testing/properties';

describe('keys of 64 bits', () => {
	it('are known as those of a Set are', () => {
		fc.assert(
			fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 300 }), (given) => {
				const keys = new CompactKeys();
				const set = new Set<string>();
				for (const key of given) {
					expect(keys.has(key)).toBe(set.has(key));
					expect(keys.add(key)).toBe(!set.has(key));
					set.add(key);
				}
				expect(keys.size).toBe(set.size);
				const both = new CompactKeys();
				both.addAll(keys);
				both.addAll(keys);
				expect(both.size).toBe(set.size);
				both.clear();
				expect(both.size).toBe(0);
			}),
		);
	});

	it('tell 200,000 IDs and numbers apart that follow each other', () => {
		const keys = new CompactKeys();
		for (let index = 0; index < 100_000; index += 1) {
			keys.add(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
			keys.add(String(index));
		}
		expect(keys.size).toBe(200_000);
	});
});

describe('rows that are not kept', () => {
	const keyOf = ({ id }: { id?: unknown }) => String(id);
	const rowsOf = (ids: readonly number[]) => ids.map((id) => ({ id, company_id: id }));
	const both = async (ids: readonly number[]) => {
		const sink = { take: async () => undefined };
		const kept = new KeptRows(company, keyOf);
		const given = new GivenRows(company, keyOf, sink, Infinity);
		for (const row of rowsOf(ids)) {
			await kept.add([row]);
			await given.add([row]);
		}
		return { kept, given };
	};

	it('are known to be in order, and to be others from their end, as kept ones are', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 5 }),
				fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 5 }),
				fc.boolean(),
				async (ids, others, isReversed) => {
					const one = await both(ids);
					const other = await both(isReversed ? [...ids].reverse() : others);
					for (const order of ['company_id', '-company_id', 'name'])
						expect(one.given.isStrictlyIn(order)).toBe(one.kept.isStrictlyIn(order));
					expect(one.given.isReverseOf(other.given)).toBe(one.kept.isReverseOf(other.kept));
				},
			),
		);
	});
});
