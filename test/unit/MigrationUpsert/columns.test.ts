import { mapperColumns } from '../../../nodes/MigrationUpsert/parameters';
import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../../../nodes/Contact/WorkspaceRecordsContact.node.js';
import { item } from '../../../nodes/Item/WorkspaceRecordsItem.node.js';
import { headerFields, lineFields, linesOfOrder } from '../../../nodes/MigrationUpsert/fields';
import {
	LEFT_OUT,
	namesOf,
	Rank,
	type NamedField,
} from '../../../nodes/shared/schema/columns/names';
import {
	columnMatcher,
	couldBe,
	describeColumns,
} from '../../../nodes/shared/schema/columns/matcher';

import fc from '../../../testing/properties';
import { isTried } from '../../../testing/simulations';

const all = [...headerFields, ...lineFields];
type Row = Record<string, unknown>;
const decide = (...rows: Row[]) => {
	const matcher = columnMatcher(all);
	for (const row of rows) matcher.observe(row);
	return matcher;
};
const match = (row: Row) => decide(row).match(row);
/** What a matcher reads of a row without empty cells, by wire name. */
const filledIn = (matcher: ReturnType<typeof decide>, row: Row) => {
	const values = matcher.matchFilled(row);
	return Object.fromEntries(
		all.flatMap(({ name }, at) => (values[at] === undefined ? [] : [[name, values[at]]])),
	);
};
const plain = (name: string) =>
	name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}%#]/gu, '');

/** The usual names of a field beside its own. */
const aliasesOf = (field: NamedField) =>
	[...namesOf(field, '', field).values()]
		.filter(({ rank }) => rank >= Rank.Listed && rank < Rank.TwoWords)
		.map(({ written }) => written);

/** The fields that have a name, by what of it counts. */
const owners = new Map<string, string[]>();
for (const field of all) {
	const { name, label } = field;
	for (const key of new Set([name, label, ...aliasesOf(field)].map(plain)))
		owners.set(key, [...(owners.get(key) ?? []), name]);
}

describe('matching columns', () => {
	it.each(all.map((field) => [field.name, field.label, aliasesOf(field)] as const))(
		'knows %s by its wire name, its label and every alias, each in any style; in npm test by turns',
		(name, label, aliases) => {
			for (const [place, alias] of [name, label, ...aliases].entries()) {
				const styles = new Set([
					alias,
					alias.toUpperCase(),
					alias.toLowerCase(),
					alias.replace(/ /g, '_'),
					alias.replace(/ /g, '-'),
					alias.normalize('NFD'),
					`\uFEFF${alias}`,
					` ${alias}: `,
				]);
				for (const style of [...styles].filter((_, at) => isTried(place + at, styles.size))) {
					const [[field, value]] = Object.entries(match({ [style]: 'value' }));
					expect(value).toBe('value');
					// A general name goes to the first of the fields that have it.
					const having = owners.get(plain(alias));
					expect(having).toContain(field);
					if (having?.length === 1) expect(field).toBe(name);
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
			const [note] = matcher.plan().notes;
			expect(note).toMatch(
				/^Quantity was taken from "quantity"; ignored: ("Qty", "pieces"|"pieces", "Qty")\.$/,
			);
		}
	});

	it('decides once for all rows, so that an empty cell is empty', () => {
		const rows = [
			{ SKU: 's-1', 'Product ID': 'p-1' },
			{ SKU: 's-2', 'Product ID': '' },
			{ SKU: '', 'Product ID': 'p-3' },
		];
		const matcher = decide(...rows);
		expect(rows.map((row) => matcher.match(row))).toEqual([
			{ item_external_id: 's-1' },
			{ item_external_id: 's-2' },
			{ item_external_id: '' },
		]);
	});

	it('takes columns for one that no row fills together, as rows from several sources have them', () => {
		const rows = [{ SKU: 's-1' }, { 'Product ID': 'p-2', SKU: '' }, { item_external_id: 'i-3' }];
		const matcher = decide(...rows);
		expect(rows.map((row) => filledIn(matcher, row))).toEqual([
			{ item_external_id: 's-1' },
			{ item_external_id: 'p-2' },
			{ item_external_id: 'i-3' },
		]);
		expect(matcher.plan().notes).toEqual([]);
	});

	it('notices two columns for one field in one row, however late the second one comes', () => {
		const both = { SKU: 'c', 'Product ID': '7' };
		const alone = [{ SKU: 'a' }, { 'Product ID': '6' }];
		expect(decide(...alone).plan().notes).toEqual([]);
		expect(decide(...alone, both).plan().notes).toHaveLength(1);
		expect(decide({ SKU: 'a' }, both).plan().notes).toHaveLength(1);
		expect(decide({ 'Product ID': '6' }, both).plan().notes).toHaveLength(1);
	});

	it('does not take a column that is empty in all rows when another one holds values', () => {
		expect(match({ Qty: '', pieces: 3 })).toEqual({ quantity: 3 });
		expect(decide({ Qty: ' ', pieces: 3 }).plan().notes).toEqual([]);
	});

	it('takes names of one’s own before all others', () => {
		const row = { quantity: 1, 'Col 7': 2 };
		const matcher = columnMatcher(all, new Map([['col 7', 'quantity']]));
		matcher.observe(row);
		expect(matcher.match(row)).toEqual({ quantity: 2 });
		expect(matcher.plan().notes).toEqual([expect.stringContaining('was taken from "Col 7"')]);
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
		expect(rows.map((row) => filledIn(matcher, row))).toEqual([
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
		expect(filledIn(matcher, row)).toEqual({ item_external_id: 's-1' });
		expect(matcher.plan().notes).toEqual([
			'Item External ID was taken from "Item", as Column Names says; ignored: "item".',
		]);
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
		for (const field of all) {
			const { name, label } = field;
			const names = [...new Set([name, label].map(plain)), ...aliasesOf(field).map(plain)];
			expect([name, names.filter((one, index) => names.indexOf(one) !== index)]).toEqual([
				name,
				[],
			]);
		}
	});
});

describe('names made of two words', () => {
	it.each([
		['IdFattura', 'invoice_external_id'],
		['id_objednavky', 'order_external_id'],
		['IDZamówienia', 'order_external_id'],
		['siparis_no', 'order_external_id'],
		['注文番号', 'order_external_id'],
		['номер заказа', 'order_external_id'],
		['amazon-order-id', 'order_external_id'],
		['PO Number', 'order_external_id'],
		['customerNumber', 'company_external_id'],
		['partner_id/id', 'company_external_id'],
		['Cód. do cliente', 'company_external_id'],
		['ProduktID', 'item_external_id'],
		['商品コード', 'item_external_id'],
		['DataWysylki', 'shipping_date'],
		['Unit Price (EUR)', 'unit_price'],
		['OrderQty', 'quantity'],
	])('knows “%s”', (column, field) => expect(match({ [column]: '1' })).toEqual({ [field]: '1' }));

	it.each([
		'item-price',
		'Totale',
		'SALESORDERITEM',
		'id_detalle',
		'Must Ship By',
		'RequiredDate',
		'Sales Rep',
		'Customer Name',
		'parent order ID',
	])('takes “%s” for none', (column) => expect(match({ [column]: '1' })).toEqual({}));

	it('takes a weaker name only where there is no better one', () => {
		expect(match({ 'PO Number': 'p', 'Order Number': 'o' })).toEqual({ order_external_id: 'o' });
	});
});

describe('the values of columns', () => {
	const rowsOf = (column: string, ...values: unknown[]) =>
		values.map((value, index) => ({ 'Order ID': `o-${index}`, [column]: value }));
	const planOf = (...rows: Row[]) => decide(...rows).plan();

	it.each([
		['Customer', 'company_external_id', ['Larch & Sons', 'Kim Martin'], 'names, no IDs'],
		['得意先', 'company_external_id', ['山田商店', '株式会社大谷'], 'names, no IDs'],
		['Datum', 'order_date', ['new', 'old', 'open'], 'no dates'],
		['Menge', 'quantity', ['S', 'M', 'L'], 'no numbers'],
	])('keep %s from being %s', (column, field, values, what) => {
		const plan = planOf(...rowsOf(column, ...values));
		expect(plan.columns.has(field)).toBe(false);
		expect(plan.notes).toEqual([expect.stringContaining(`"${column}" holds ${what}, so `)]);
		const named = columnMatcher(all, new Map([[column, field]]));
		for (const row of rowsOf(column, ...values)) named.observe(row);
		expect(named.plan().columns.get(field)).toEqual([column]);
	});

	it.each([
		['Customer', 'company_external_id', ['ALFKI', 'C 12', 'Larch & Sons']],
		['SKU', 'item_external_id', ['RED MUG', 'BLUE MUG']],
		['Qty', 'quantity', ['N/A', '2', '3']],
	])('leave %s to be %s', (column, field, values) => {
		expect(planOf(...rowsOf(column, ...values)).columns.get(field)).toEqual([column]);
	});

	it('keep a column that changes within orders from being of the order', () => {
		const rows = (differs: number) =>
			['a', 'b', 'c', 'd'].flatMap((order, index) => [
				{ 'Order ID': order, 'Delivery Date': '2026-01-31', SKU: 's1' },
				{ 'Order ID': order, 'Delivery Date': `2026-01-${index < differs ? 30 : 31}`, SKU: 's2' },
			]);
		const lines = (...given: Row[]) => {
			const matcher = columnMatcher(all, new Map(), linesOfOrder);
			for (const row of given) matcher.observe(row);
			return matcher.plan();
		};
		expect(lines(...rows(4)).columns.has('delivery_date')).toBe(false);
		expect(lines(...rows(4)).notes).toEqual([
			expect.stringContaining('"Delivery Date" holds different values for the same "Order ID", so'),
		]);
		// One order that disagrees is wrong itself, and is rejected.
		expect(lines(...rows(1)).columns.get('delivery_date')).toEqual(['Delivery Date']);
	});

	it.each([
		['number', ['1001', '1002'], false],
		['name', ['SO-7', 'SO-8'], true],
		['name', ['#1001', '#1001'], true],
		['name', ['Lamp', 'Mug'], false],
	])('decide whether “%s” with %j is the order number: %s', (name, values, isIt) => {
		const plan = planOf(...values.map((value) => ({ [name]: value, Date: '2026-01-31' })));
		expect(plan.columns.has('order_external_id')).toBe(isIt);
	});

	it('tell which columns could be a number that is not named', () => {
		const plan = planOf({ Id: '7', InvoiceNo: 'A-7', Total: '1.50', Day: '2026-01-31', Text: 'x' });
		expect(couldBe(plan.numbers)).toBe('; "Id" or "InvoiceNo" could be');
	});
});

describe('columns that the user leaves out or puts together', () => {
	it('takes nothing from a column that is left out, and does not call it unknown', () => {
		const matcher = columnMatcher(all, new Map([['Note', LEFT_OUT]]));
		matcher.observe({ Note: 'x', Other: 'y' });
		expect(matcher.match({ Note: 'x', Other: 'y' })).toEqual({});
		expect(matcher.plan().unknown).toEqual(['Other']);
	});

	it('puts several columns of one text into it, in their order', () => {
		const named = new Map([
			['First', 'created_by'],
			['Last', 'created_by'],
		]);
		const matcher = columnMatcher(all, named);
		const row = { First: 'Ada', Last: 'Lovelace' };
		matcher.observe(row);
		expect(matcher.match(row)).toEqual({ created_by: 'Ada Lovelace' });
		expect(matcher.match({ Last: 'Hopper' })).toEqual({ created_by: 'Hopper' });
	});
});

describe('columns of records', () => {
	const take = (fields: readonly NamedField[], ...rows: Row[]) => {
		const matcher = columnMatcher(fields);
		for (const row of rows) matcher.observe(row);
		return rows.map((row) => matcher.match(row));
	};

	it('takes the first name beside the last name, and else the whole one', () => {
		const whole = { Name: 'Ada Lovelace', 'First Name': 'Ada', 'Last Name': 'Lovelace' };
		expect(take(contact.fields, whole)).toEqual([{ name: 'Ada', last_name: 'Lovelace' }]);
		expect(take(contact.fields, { Name: 'Ada Lovelace' })).toEqual([{ name: 'Ada Lovelace' }]);
	});

	it('puts the parts of an address into one line, unless it stands there as a whole', () => {
		const parts = { City: 'Springfield', Street: '1 Main Street', Country: '' };
		expect(take(company.fields, parts)).toEqual([{ address: '1 Main Street, Springfield' }]);
		expect(take(company.fields, { Region: 'north', Country: 'FR' })).toEqual([{}]);
		const whole = { ...parts, Address: '1 Main Street, Springfield' };
		expect(take(company.fields, whole)).toEqual([{ address: '1 Main Street, Springfield' }]);
		expect(take(company.fields, { ...parts, Street: 'Main Street' })).toEqual([{}]);
		const apart = { ...parts, Street: 'Main Street', 'House No': '1' };
		expect(take(company.fields, apart)).toEqual([{ address: 'Main Street, 1, Springfield' }]);
	});

	it('takes the ID of another system only where it names one row', () => {
		const rows = (...ids: string[]) => ids.map((id) => ({ 'Customer ID': id, name: 'x' }));
		expect(take(company.fields, ...rows('1', '2'))).toMatchObject([{ external_id: '1' }, {}]);
		expect(take(company.fields, ...rows('1', '1', '2'))).toEqual(Array(3).fill({ name: 'x' }));
		// The service’s own number of the record.
		expect(take(company.fields, { company_id: '7' })).toEqual([{}]);
	});

	it('takes no name of a currency for its code', () => {
		expect(take(item.fields, { currency: 'US Dollar' })).toEqual([{}]);
		expect(take(item.fields, { currency: 'USD' })).toEqual([{ currency: 'USD' }]);
		expect(take(item.fields, { currency: 'Points 2' })).toEqual([{ currency: 'Points 2' }]);
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
