import type { IDataObject } from 'n8n-workflow';

import { judge, type Evidence } from '../../../nodes/shared/resource/actions/lists/completeness';
import { placeLate, RowDirection } from '../../../nodes/shared/resource/actions/lists/pages';
import fc from '../../../testing/properties';

describe('the direction of rows', () => {
	it('is noted row by row as all rows together show it', () => {
		const numbers = fc.array(fc.nat({ max: 9 }), { maxLength: 5 });
		const orders = fc.constantFrom('company_id', '-company_id', 'created_at', '-created_at');
		fc.assert(
			fc.property(numbers, fc.boolean(), orders, (some, areSorted, order) => {
				const values = areSorted ? [...new Set(some)].sort() : some;
				const direction = new RowDirection(order);
				for (const number of values)
					direction.add({ company_id: number, created_at: new Date(number).toISOString() });
				const sign = order.startsWith('-') ? -1 : 1;
				const isStrict = values.every(
					(value, at) => at === 0 || sign * (value - values[at - 1]) > 0,
				);
				expect(direction.isStrict).toBe(values.length > 1 && isStrict);
			}),
		);
	});
});

describe('rows that came late', () => {
	const named = (...names: Array<string | null>): IDataObject[] =>
		names.map((name, index) => ({ id: `${String(name)}-${index}`, name }));

	it.each<[string, string | undefined, string[], Array<string | null>, string[]]>([
		[
			'beside their like',
			'-name',
			['b', 'b', 'a'],
			['a', 'b'],
			['b-0', 'b-1', 'b-4', 'a-2', 'a-3'],
		],
		['at the end otherwise', 'name', ['a', 'c'], [null, 'b'], ['a-0', 'c-1', 'null-2', 'b-3']],
		['at the end in no order', undefined, ['b', 'a'], ['b'], ['b-0', 'a-1', 'b-2']],
	])('stand %s', (_, order, inTime, late, expected) => {
		const rows = placeLate(order, named(...inTime, ...late), inTime.length);
		expect(rows.map(({ id }) => id)).toEqual(expected);
	});
});

describe('whether a list is complete', () => {
	it.each<[Evidence['by'], boolean, boolean, boolean, ReturnType<typeof judge>]>([
		// by, isLimited, isCounted, isLast
		['proof', true, false, true, 'whole'],
		['number', true, true, true, 'moved'],
		[undefined, true, true, false, 'moved'],
		['proof', false, true, false, 'whole'],
		['number', false, true, true, 'whole'],
		['onePage', false, true, false, 'onePage'],
		['proof', false, false, false, 'again'],
		['proof', false, false, true, 'incomplete'],
		['onePage', false, false, true, 'incomplete'],
		[undefined, false, true, false, 'again'],
		[undefined, false, true, true, 'incomplete'],
	])('by %s, limited %s, counted %s, last %s: %s', (by, isLimited, isCounted, isLast, verdict) => {
		expect(judge({ by, isLimited, isCounted, isLast })).toBe(verdict);
	});
});
