import fc from 'fast-check';

import { mapperColumns } from '../../../nodes/MigrationUpsert/orderColumns';
import { headerFields, lineFields } from '../../../nodes/MigrationUpsert/fields';
import { columnMatcher } from '../../../nodes/MigrationUpsert/matchColumns';

const all = [...headerFields, ...lineFields];
const match = (row: Record<string, unknown>) => columnMatcher(all).match(row);

describe('matching columns', () => {
	it.each(all.map((field) => [field.name, field.label, field.spellings] as const))(
		'knows %s by its wire name, its label and every spelling, each in any style',
		(name, label, spellings) => {
			for (const spelling of [name, label, ...spellings]) {
				const styles = [
					spelling,
					spelling.toUpperCase(),
					spelling.toLowerCase(),
					spelling.replace(/ /g, '_'),
					spelling.replace(/ /g, '-'),
					`\uFEFF${spelling}`,
					` ${spelling}: `,
				];
				for (const style of styles)
					expect(match({ [style]: 'value' })).toEqual({ [name]: 'value' });
			}
		},
	);

	it('prefers the better name, wherever the columns stand', () => {
		const better = { quantity: 1, Qty: 2, pieces: 3 };
		expect(match(better)).toEqual({ quantity: 1 });
		expect(match(Object.fromEntries(Object.entries(better).reverse()))).toEqual({ quantity: 1 });
		expect(match({ Qty: '', pieces: 3 })).toEqual({ quantity: 3 });
	});

	it('remembers columns that no field takes, unless they are empty', () => {
		const matcher = columnMatcher(all);
		matcher.match({ Colour: 'red', SKU: 'x', Empty: '', Nothing: null });
		matcher.match({ Colour: 'blue', Size: 0 });
		expect([...matcher.unmatched]).toEqual(['Colour', 'Size']);
	});

	it('handles names that every object has', () => {
		const row = JSON.parse('{"__proto__": "x", "constructor": "y", "toString": "z", "SKU": "s"}');
		expect(match(row)).toEqual({ item_external_id: 's' });
	});

	it('takes nothing that was not there, whatever the columns are called', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.string()), (row) => {
				const matcher = columnMatcher(all);
				const values = matcher.match(row);
				for (const value of Object.values(values)) expect(Object.values(row)).toContain(value);
				expect(Object.keys(values).length + matcher.unmatched.size).toBeLessThanOrEqual(
					Object.keys(row).length,
				);
			}),
		);
	});

	it('has no spelling twice', () => {
		const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9%#]/g, '');
		const names = all.flatMap(({ name, label, spellings }) => [
			...new Set([name, label, ...spellings].map(plain)),
		]);
		expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
	});
});

describe('columns to map by hand', () => {
	it('are those of an order, and of a line where an item is one', () => {
		const ids = (mode: 'line' | 'order') => mapperColumns(mode).map(({ id }) => id);
		expect(ids('order')).toEqual(headerFields.map(({ name }) => name));
		expect(ids('line')).toEqual(all.map(({ name }) => name));
		const required = mapperColumns('line').filter((column) => column.required);
		expect(required.map(({ id }) => id)).toEqual(['order_external_id']);
	});
});
