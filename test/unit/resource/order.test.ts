import type { IDataObject } from 'n8n-workflow';

import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { RowDirection, sortIn } from '../../../nodes/shared/resource/actions/lists/pages';
import fc from '../../../testing/properties';

describe('the direction of rows', () => {
	it('is noted row by row as all rows together show it', () => {
		const numbers = fc.array(fc.nat({ max: 9 }), { maxLength: 5 });
		fc.assert(
			fc.property(numbers, numbers, fc.boolean(), (some, others, areSorted) => {
				const values = areSorted ? [...new Set(some)].sort() : some;
				const rows = values.map((number, index) => ({
					company_id: number,
					created_at: new Date(others[index] ?? 0).toISOString(),
				}));
				const follows = (read: (row: (typeof rows)[0]) => number, sign: number) =>
					rows.length > 1 &&
					rows.every((row, at) => at === 0 || sign * (read(row) - read(rows[at - 1])) > 0);
				const byNumber = [1, -1].find((sign) => follows((row) => row.company_id, sign));
				const byTime = [1, -1].find((sign) => follows((row) => Date.parse(row.created_at), sign));
				const direction = new RowDirection(company);
				for (const row of rows) direction.add(row);
				for (const field of ['company_id', 'created_at']) {
					expect(direction.isStrictlyIn(field)).toBe((byNumber ?? byTime) === 1);
					expect(direction.isStrictlyIn(`-${field}`)).toBe((byNumber ?? byTime) === -1);
				}
				expect(direction.isStrictlyIn('name')).toBe(false);
			}),
		);
	});
});

describe('rows that came late', () => {
	const named = (...names: Array<string | null>): IDataObject[] =>
		names.map((name, index) => ({ id: `${String(name)}-${index}`, name }));
	const sorted = (order: string | undefined, inTime: string[], late: Array<string | null>) => {
		const rows = named(...inTime, ...late);
		return sortIn(company, order, rows, inTime.length).map(({ id }) => id);
	};

	it.each<[string, string | undefined, string[], Array<string | null>, string[]]>([
		['by code', 'name', ['B', 'a'], ['Z', 'B'], ['B-0', 'B-3', 'Z-2', 'a-1']],
		['by code, null last', 'name', ['A', 'C'], [null, 'B'], ['A-0', 'B-3', 'C-1', 'null-2']],
		['downwards', '-name', ['c', 'a'], ['b'], ['c-0', 'b-2', 'a-1']],
		['by the rules of a language', 'name', ['a', 'B'], ['ä', 'C'], ['a-0', 'ä-2', 'B-1', 'C-3']],
		['as they came', 'name', ['b', 'a', 'c'], ['a', 'x'], ['b-0', 'a-1', 'a-3', 'c-2', 'x-4']],
		['behind the others in no order', undefined, ['b', 'a'], ['a'], ['b-0', 'a-1', 'a-2']],
	])('are sorted in %s', (_, order, inTime, late, expected) => {
		expect(sorted(order, inTime, late)).toEqual(expected);
	});

	it('are sorted in by number where the service follows that order', () => {
		const rows = ['2', 10, 9, '1'].map((company_id) => ({ company_id }));
		const numbers = (inTime: number) =>
			sortIn(company, 'company_id', rows, inTime).map(({ company_id }) => Number(company_id));
		expect(numbers(2)).toEqual([1, 2, 9, 10]);
		expect(numbers(3)).toEqual([2, 10, 9, 1]);
	});
});
