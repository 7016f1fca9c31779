import { risen, type Bounds } from '../../../scripts/check/lean/bounds';

const at = (lines: number, more: Partial<Bounds> = {}): Bounds => ({ lines, goal: {}, ...more });

describe('bounds', () => {
	it('may go down', () => expect(risen([at(10), at(8), at(8)])).toEqual([]));

	it.each([
		['than in the commit before', [at(10), at(11)]],
		['than in any commit before', [at(10), at(8), at(9)]],
	])('may not be higher %s', (_, versions) => {
		expect(risen(versions)).toEqual([expect.stringContaining('is higher than')]);
	});

	it('may have been raised before there was a goal', () =>
		expect(risen([{ lines: 5 }, { lines: 9 }, at(9)])).toEqual([]));

	it('have as much more room as an issue allows, once', () => {
		const allowed = [{ issue: 1, measure: 'lines', lines: 3 }];
		expect(risen([at(10), at(13, { allowed })])).toEqual([]);
		expect(risen([at(10), at(14, { allowed })])).toHaveLength(1);
		expect(risen([at(10), at(13, { allowed }), at(9, { allowed }), at(12, { allowed })])).toEqual([
			'lines: the bound 12 is higher than 9, as before',
		]);
	});

	it('may not go', () =>
		expect(risen([at(10), { goal: {} }])).toEqual(['lines: its bound has gone']));
});
