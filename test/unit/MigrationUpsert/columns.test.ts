import { mapperColumns } from '../../../nodes/MigrationUpsert/parameters';
import { headerFields, lineFields } from '../../../nodes/MigrationUpsert/fields';
import { columnMatcher, describeColumns } from '../../../nodes/shared/schema/columnMatcher';
import fc from '../../../testing/properties';

const all = [...headerFields, ...lineFields];
type Row = Record<string, unknown>;
const decide = (...rows: Row[]) => {
	const matcher = columnMatcher(all);
	for (const row of rows) matcher.observe(row);
	return matcher;
};
const match = (row: Row) => decide(row).match(row);
const plain = (name: string) =>
	name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}%#]/gu, '');

describe('matching columns', () => {
	it.each(all.map((field) => [field.name, field.label, field.aliases ?? []] as const))(
		'knows %s by its wire name, its label and every alias, each in any style',
		(name, label, aliases) => {
			for (const alias of [name, label, ...aliases]) {
				const styles = [
					alias,
					alias.toUpperCase(),
					alias.toLowerCase(),
					alias.replace(/ /g, '_'),
					alias.replace(/ /g, '-'),
					alias.normalize('NFD'),
					`\uFEFF${alias}`,
					` ${alias}: `,
				];
				for (const style of styles) {
					const [[field, value]] = Object.entries(match({ [style]: 'value' }));
					expect(value).toBe('value');
					// A general name goes to the first of the fields that have it.
					const owners = all.filter(({ name: wire, label: shown, aliases: others = [] }) =>
						[wire, shown, ...others].some((other) => plain(other) === plain(alias)),
					);
					expect(owners.map((owner) => owner.name)).toContain(field);
					if (owners.length === 1) expect(field).toBe(name);
				}
			}
		},
	);

	it.each([
		['Customer', 'company_external_id'],
		['Product', 'item_external_id'],
		['Date', 'order_date'],
		['Shipped Date', 'shipping_date'],
		['Menge', 'quantity'],
		['Einzelpreis', 'unit_price'],
		['Bestell-Nr.', 'order_external_id'],
		['N° de commande', 'order_external_id'],
		['Quantité', 'quantity'],
		['Fecha de envío', 'shipping_date'],
		['Código de producto', 'item_external_id'],
		['IVA %', 'tax_rate_percent'],
	])('knows “%s”', (column, field) => expect(match({ [column]: 'x' })).toEqual({ [field]: 'x' }));

	it('gives a product column to the name where another one holds the ID', () => {
		expect(match({ Product: 'Lamp', SKU: 's-1' })).toEqual({
			item_name: 'Lamp',
			item_external_id: 's-1',
		});
	});

	it('prefers the better name, wherever the columns stand, and tells which was taken', () => {
		const better = { quantity: 1, Qty: 2, pieces: 3 };
		for (const row of [better, Object.fromEntries(Object.entries(better).reverse())]) {
			const matcher = decide(row);
			expect(matcher.match(row)).toEqual({ quantity: 1 });
			expect(matcher.plan().conflicts).toMatchObject([
				{ field: { name: 'quantity' }, taken: ['quantity'], isCertain: true },
			]);
			expect([...matcher.plan().conflicts[0].ignored].sort()).toEqual(['Qty', 'pieces']);
		}
	});

	it('decides once for all rows, so that an empty cell is empty', () => {
		const rows = [
			{ SKU: 's-1', 'Product ID': 'p-1' },
			{ SKU: '', 'Product ID': 'p-2' },
		];
		const matcher = decide(...rows);
		expect(rows.map((row) => matcher.match(row))).toEqual([
			{ item_external_id: 's-1' },
			{ item_external_id: '' },
		]);
	});

	it('takes columns for one that no row fills together, as rows from several sources have them', () => {
		const rows = [{ SKU: 's-1' }, { 'Product ID': 'p-2', SKU: '' }, { item_external_id: 'i-3' }];
		const matcher = decide(...rows);
		expect(rows.map((row) => matcher.matchFilled(row))).toEqual([
			{ item_external_id: 's-1' },
			{ item_external_id: 'p-2' },
			{ item_external_id: 'i-3' },
		]);
		expect(matcher.plan().conflicts).toEqual([]);
	});

	it('notices two columns for one field in one row, however late the second one comes', () => {
		const both = { SKU: 'c', 'Product ID': '7' };
		const alone = [{ SKU: 'a' }, { 'Product ID': '6' }];
		expect(decide(...alone).plan().conflicts).toEqual([]);
		expect(decide(...alone, both).plan().conflicts).toHaveLength(1);
		expect(decide({ SKU: 'a' }, both).plan().conflicts).toHaveLength(1);
		expect(decide({ 'Product ID': '6' }, both).plan().conflicts).toHaveLength(1);
	});

	it('does not take a column that is empty in all rows when another one holds values', () => {
		expect(match({ Qty: '', pieces: 3 })).toEqual({ quantity: 3 });
		expect(decide({ Qty: ' ', pieces: 3 }).plan().conflicts).toEqual([]);
	});

	it('takes names of one’s own before all others', () => {
		const row = { quantity: 1, 'Col 7': 2 };
		const matcher = columnMatcher(all, new Map([['col 7', 'quantity']]));
		matcher.observe(row);
		expect(matcher.match(row)).toEqual({ quantity: 2 });
		expect(matcher.plan().conflicts).toMatchObject([{ taken: ['Col 7'], isCertain: true }]);
	});

	const planWith = (named: Record<string, string>, ...rows: Row[]) => {
		const matcher = columnMatcher(all, new Map(Object.entries(named)));
		for (const row of rows) matcher.observe(row);
		return matcher;
	};

	it.each([
		['Product', 'item_name', 'item_external_id'],
		['Ship Date', 'delivery_date', 'shipping_date'],
		['Customer', 'created_by', 'company_external_id'],
	])('gives the column “%s” that the user named to %s, not to %s', (column, field) => {
		const row = { [column]: 'x' };
		expect(planWith({ [column]: field }, row).match(row)).toEqual({ [field]: 'x' });
	});

	it('lets a guess give way to the column that the user named, also where that is empty', () => {
		const rows = [
			{ order_external_id: 'o-1', Firma: 'c-1', Customer: 'Ann Lee' },
			{ order_external_id: 'o-2', Firma: '', Customer: 'Bob Ray' },
		];
		const matcher = planWith({ Firma: 'company_external_id' }, ...rows);
		expect(rows.map((row) => matcher.matchFilled(row))).toEqual([
			{ order_external_id: 'o-1', company_external_id: 'c-1' },
			{ order_external_id: 'o-2' },
		]);
		expect(describeColumns(matcher.plan())).toEqual([
			'Company External ID was taken from "Firma", as Column Names says; ignored: "Customer".',
		]);
	});

	it('takes the column that is written as the user named it, of two that differ in signs only', () => {
		const row = { item: 'Lamp', Item: 's-1' };
		const matcher = planWith({ Item: 'item_external_id' }, row);
		expect(matcher.matchFilled(row)).toEqual({ item_external_id: 's-1' });
		expect(matcher.plan().conflicts).toMatchObject([{ taken: ['Item'], ignored: ['item'] }]);
	});

	it('reports columns that the user named and that no table has, once', () => {
		const named = { Ware: 'item_external_id', Preis: 'unit_price' };
		const [one, other] = [
			planWith(named, { SKU: 's-1', Preis: 2 }),
			planWith(named, { SKU: 's-2' }),
		];
		expect(describeColumns(one.plan(), other.plan())).toEqual([
			'Column Names: the input has no column "Ware".',
		]);
		expect(describeColumns(planWith(named).plan())).toEqual([]);
	});

	it('remembers columns that no field takes, unless they are empty', () => {
		const matcher = decide(
			{ Colour: 'red', SKU: 'x', Empty: '', Nothing: null },
			{ Colour: 'blue', Size: 0 },
		);
		expect(matcher.plan().unknown).toEqual(['Colour', 'Size']);
	});

	it('handles names that every object has', () => {
		const row = JSON.parse('{"__proto__": "x", "constructor": "y", "toString": "z", "SKU": "s"}');
		expect(match(row)).toEqual({ item_external_id: 's' });
		const named = columnMatcher(all, new Map([['constructor', 'memo']]));
		named.observe({ constructor: 'x' });
		expect(named.match({ SKU: 's' })).toEqual({});
	});

	it('takes nothing that was not there, whatever the columns are called', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.string()), (row) => {
				const matcher = decide(row);
				const values = matcher.match(row);
				for (const value of Object.values(values)) expect(Object.values(row)).toContain(value);
				expect(Object.keys(values).length + matcher.plan().unknown.length).toBeLessThanOrEqual(
					Object.keys(row).length,
				);
			}),
		);
	});

	it('gives no field the same alias twice', () => {
		for (const { name, label, aliases = [] } of all) {
			const names = [...new Set([name, label].map(plain)), ...aliases.map(plain)];
			expect([name, names.filter((one, index) => names.indexOf(one) !== index)]).toEqual([
				name,
				[],
			]);
		}
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
