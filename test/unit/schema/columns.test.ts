import { mapperColumns } from '../../../nodes/MigrationUpsert/parameters';
import { allFields, headerFields, linesOfOrder } from '../../../nodes/MigrationUpsert/fields';
import { bill } from '../../../nodes/Bill/WorkspaceRecordsBill.node.js';
import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../../../nodes/Contact/WorkspaceRecordsContact.node.js';
import { inventory } from '../../../nodes/Inventory/WorkspaceRecordsInventory.node.js';
import { inventoryTransaction } from '../../../nodes/InventoryTransaction/WorkspaceRecordsInventoryTransaction.node.js';
import { invoice } from '../../../nodes/Invoice/WorkspaceRecordsInvoice.node.js';
import { item } from '../../../nodes/Item/WorkspaceRecordsItem.node.js';
import { payment } from '../../../nodes/Payment/WorkspaceRecordsPayment.node.js';
import {
	LEFT_OUT,
	namesOf,
	plainName,
	Rank,
	type NamedField,
} from '../../../nodes/shared/schema/columns/names';
import { columnMatcher } from '../../../nodes/shared/schema/columns/matcher';
import {
	couldBe,
	describeColumns,
	tableProblem,
} from '../../../nodes/shared/schema/columns/messages';

import fc, { itForAll } from '../../../testing/properties';
import { isTried } from '../../../testing/simulations';

type Row = Record<string, unknown>;

const FIELDS: Record<string, readonly NamedField[]> = {
	...{ bills: bill.fields, companies: company.fields, contacts: contact.fields },
	...{ inventories: inventory.fields, invoices: invoice.fields, items: item.fields },
	...{ movements: inventoryTransaction.fields, payments: payment.fields },
	...{ orders: allFields, lines: allFields },
};

/** A matcher that has seen these rows; `lines` are rows of orders, in which several may be of one. */
function matcherOf(kind: string, rows: readonly Row[], named: Record<string, string> = {}) {
	const names = new Map(Object.entries(named));
	const grouped = kind === 'lines' ? linesOfOrder : undefined;
	const matcher = columnMatcher(FIELDS[kind], names, grouped);
	for (const row of rows) matcher.observe(row);
	return matcher;
}

/** Rows of a table that is written with a bar between its cells. */
function rowsOf([heading, ...lines]: readonly string[]): Row[] {
	const names = heading.split('|');
	return lines.map((line) => {
		const cells = line.split('|');
		return Object.fromEntries(names.map((name, at) => [name, cells[at]]));
	});
}

const planOf = (kind: string, ...lines: readonly string[]) => matcherOf(kind, rowsOf(lines)).plan();

/** Which column with values holds which field: `name=Name, address=Street+City`. */
function columnsOf(kind: string, ...lines: readonly string[]): string {
	const { columns, filled } = planOf(kind, ...lines);
	const found = [...columns].filter(([field]) => filled.has(field));
	return found.map(([field, keys]) => `${field}=${keys.join('+')}`).join(', ');
}

const match = (row: Row) => matcherOf('orders', [row]).match(row);

/** What a matcher reads of rows without empty cells, by wire name. */
const filledIn = (matcher: ReturnType<typeof matcherOf>, ...rows: Row[]) =>
	rows.map((row) => {
		const values = matcher.matchFilled(row);
		const filled = allFields.map(({ name }, at) => [name, values[at]]);
		return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
	});

/** All names of a field but those of two words, its own first. */
const namesIn = (field: NamedField) =>
	[...namesOf(field, '', field).values()]
		.filter(({ rank }) => rank < Rank.TwoWords)
		.sort((one, other) => one.rank - other.rank)
		.map(({ written }) => written);

/** The fields that have a name, by what of it counts. */
const owners = new Map<string, string[]>();
for (const field of allFields) {
	for (const key of namesOf(field, '', field).keys())
		owners.set(key, [...(owners.get(key) ?? []), field.name]);
}

describe('names', () => {
	it.each(allFields.map((field) => [field.name, namesIn(field)] as const))(
		'of %s are known in any style; in npm test by turns',
		(name, names) => {
			expect(names.length).toBeGreaterThan(1);
			for (const [place, alias] of names.entries()) {
				const styles = [
					...[alias, alias.toUpperCase(), alias.toLowerCase(), alias.normalize('NFD')],
					...[alias.replace(/ /g, '_'), alias.replace(/ /g, '-'), `\uFEFF${alias}`, ` ${alias}: `],
				];
				const tried = [...new Set(styles)].filter((_, at, all) => isTried(place + at, all.length));
				for (const style of tried) {
					const [[field, value]] = Object.entries(match({ [style]: 'value' }));
					expect(value).toBe('value');
					// A general name goes to the first of the fields that have it.
					const having = owners.get(plainName(alias));
					expect(having).toContain(field);
					if (having?.length === 1) expect(field).toBe(name);
				}
			}
		},
	);

	it.each([
		['order_external_id', 'Bestell-Nr.', 'N° de commande', 'id_objednavky', 'IDZamówienia'],
		['order_external_id', 'siparis_no', '注文番号', 'номер заказа', 'amazon-order-id', 'PO Number'],
		['company_external_id', 'Customer', 'customerNumber', 'partner_id/id', 'Cód. do cliente'],
		['invoice_external_id', 'IdFattura', 'Número de la factura'],
		['item_external_id', 'Product', 'Código de producto', 'ProduktID', '商品コード'],
		['order_date', 'Date'],
		['shipping_date', 'Shipped Date', 'Fecha de envío', 'DataWysylki'],
		['quantity', 'Menge', 'Quantité', 'OrderQty'],
		['unit_price', 'Einzelpreis', 'Unit Price (EUR)'],
		['tax_rate_percent', 'IVA %'],
	])('of %s are “%s” and the like', (field, ...columns) => {
		for (const column of columns) expect(match({ [column]: '1' })).toEqual({ [field]: '1' });
	});

	it.each([
		...['Item Price', 'Totale', 'SALESORDERITEM', 'id_detalle', 'Must Ship By', '(–)'],
		...['Required Date', 'Reference', 'Sales Rep', 'Customer Name', 'parent order ID'],
	])('“%s” is none', (column) => expect(match({ [column]: '1' })).toEqual({}));

	it('that every object has are none', () => {
		const row = JSON.parse('{"__proto__": "x", "constructor": "y", "toString": "z", "SKU": "s"}');
		expect(match(row)).toEqual({ item_external_id: 's' });
		const named = matcherOf('orders', [{ constructor: 'x' }], { constructor: 'memo' });
		expect(named.match({ SKU: 's' })).toEqual({});
	});

	itForAll(100, fc.dictionary(fc.string(), fc.string()))(
		'take nothing that was not there, whatever the columns are called',
		(row) => {
			const matcher = matcherOf('orders', [row]);
			const values = Object.values(matcher.match(row));
			for (const value of values) expect(Object.values(row)).toContain(value);
			const read = values.length + matcher.plan().unknown.length;
			expect(read).toBeLessThanOrEqual(Object.keys(row).length);
		},
	);
});

/** What is shown, the kind of record, a table with its rows one after the other, and the columns that are taken. */
const TABLES = `
# a product is the name where another column holds the ID
orders: Product|SKU / Lamp|s-1 => item_external_id=SKU, item_name=Product
# a weaker name, and a column without values, come after better ones
orders: PO Number|Order Number|Qty|pieces / p|o||3 => order_external_id=Order Number, quantity=pieces+Qty
# owners, systems, units and the mark of custom fields do not count
lines: pk_order|fk_customer|our price / 7|K1|2.5 => order_external_id=pk_order, company_external_id=fk_customer, unit_price=our price
lines: vendor_product_id|qty_pcs|Order_Date__c / A|1|2026-01-02 => item_external_id=vendor_product_id, quantity=qty_pcs, order_date=Order_Date__c
# a plainer name comes before one with an owner
lines: order_id|vendor_product_id|product_id / 7|A|5 => order_external_id=order_id, item_external_id=product_id
# an external ID of Salesforce is of another system
contacts: Id|External_id__c / 1|x / 2| / 3| => external_id=Id
# a Brazilian postal code is no phone
contacts: Nome|CEP / Ana|01310-100 / Rui|20040-002 => name=Nome
# a first name comes before a whole one, beside the last name
contacts: Name|First Name|Last Name / Ada Lovelace|Ada|Lovelace => name=First Name, last_name=Last Name
# the name beside a first name is the last one, unless it holds the first one
contacts: Nom|Prénom / Exemple|Anne / Modèle|Luc / Essai|Jean => last_name=Nom, name=Prénom
contacts: Name|Vorname / Anne Exemple|Anne / Luc Modèle|Luc / Jean Essai|Jean => name=Name
# first and last name stand behind the word for a customer
contacts: CUST_FIRST_NAME|CUST_LAST_NAME / Ada|Lovelace => name=CUST_FIRST_NAME, last_name=CUST_LAST_NAME
# the better name counts unless it is clearly emptier, and that of the field always
companies: Firma|Nombre / |Acme / |Bolt / Cord|Co. => name=Nombre
companies: Firma|Nombre / A|a / B|b / C|c / D|d / E|e / F|f / G|g / H|h / I|i / J|j / |k => name=Firma
# a key that is half empty is none, but an order number may be in the first row only
items: default_code|id|Name / A|1|x / |2|y / |3|z => externalId=id, name=Name
lines: Order No|Order Ref / 17|A / |B / |C => order_external_id=Order No
# an address has no number of a customer in it; a street beside its city is joined, unless it holds it
companies: number|Address|City / CL-00001|55 Calle Mayor|Madrid / CL-00002|7 Gran Vía|Bilbao => address=Address+City
companies: number|Address|City / CL-1|55 Mayor, Madrid|Madrid / CL-2|7 Gran Vía, Bilbao|Bilbao => address=Address
# an ID is the order where it is alone, or says the same as another number
lines: id|floor / 1|5 / 2|6 / 3|7 => order_external_id=id
lines: id|number / 1|1 / 2|2 => order_external_id=id
lines: id|number / 1|5 / 2|6 / 3|7 =>
# an ID may repeat in rows that stand together, and not far apart
lines: id|product_id / 7|A / 7|B / 4|A / 4|C / 9|B / 9|D => item_external_id=product_id, order_external_id=id
lines: id|qty / 7|1 / 7|1 / 4|2 / 4|1 / 9|1 / 9|3 / 7|1 => quantity=qty
lines: order|sku / 1|A / 2|B / 3|C / 1|D / 2|E / 3|F => item_external_id=sku
# a number is no order, and a name only where it is one
orders: number|Date / 1001|2026-01-31 / 1002| => order_date=Date
orders: name / SO-7 / SO-8 => order_external_id=name
orders: name / #1001 / #1001 => order_external_id=name
orders: name / Lamp / Mug =>
# the ID of another system counts where it names one row, also as Odoo writes it; the service’s own does not
companies: id|name / base.main_partner|Acme / __export__.res_partner_7|Bolt => name=name, external_id=id
companies: Customer ID / 1 / 2 => external_id=Customer ID
companies: Customer ID / 1 / 1 / 2 =>
companies: company_id / 7 =>
# the name of a currency is no code
items: currency / US Dollar =>
items: currency / USD => currency=currency
# what a piece has cost is not its price
items: name|standard_price / Lamp|7 => name=name
# one reference for few orders, two, and one under the field’s own name are references
lines: Order No|Customer ID / 1|A9 / 2|A9 => order_external_id=Order No, company_external_id=Customer ID
lines: Order No|Customer ID / 1|A9 / 2|A9 / 3|B7 => order_external_id=Order No, company_external_id=Customer ID
lines: order_id|company_external_id / 1|A / 2|A / 3|A => order_external_id=order_id, company_external_id=company_external_id
# a reference is the number that a customer gave to its own order, not the customer’s
orders: Réf. client|SKU / 7|s-1 => item_external_id=SKU
# the account of a document is that of the books
bills: Account|Bill No / 6200|7 / 6200|8 => external_id=Bill No
# a shop's own number comes before one that counts lines
lines: Order No|Item #|SKU / 7|1|s-1 / 7|2|s-2 => order_external_id=Order No, item_external_id=SKU
# goods of several words, or without any digit, are called so, also in capitals; "product" alone may be either
lines: Pedido|Produto|Qtd / 1|POMADA FIX 80G|1 / 2|OLEO BOM 25ML|2 => order_external_id=Pedido, item_name=Produto, quantity=Qtd
lines: id_pedido|produto|data_criacao / 7|MONITOR 24|2026-01-31 / 8|Teclado|2026-01-31 / 9|FOGÃO|2026-01-31 => order_external_id=id_pedido, item_name=produto, order_date=data_criacao
lines: id|product / 7|A-1 / 8|B-2 => order_external_id=id, item_external_id=product
# counts and prices by the word for them and the one of what they are
lines: 注文番号|品番|受注個数|販売単価 / 1|A-1|2|3 => order_external_id=注文番号, item_external_id=品番, quantity=受注個数, unit_price=販売単価
items: Kod|Cena zakupu|Cena katalogowa / A-1|1|2 => externalId=Kod, purchasePrice=Cena zakupu, price=Cena katalogowa
inventories: SKU|Opening Qty|Selling Price / A-1|5|3 => itemExternalId=SKU, initialValue=Opening Qty
# the Arabic article, and words of a script without cases, which are no IDs
payments: رقم السند|المبلغ / A-1|7 => externalId=رقم السند, totalPrice=المبلغ
bills: 供应商|Bill No / 样品|7 / 样品|8 => external_id=Bill No
# a description is the name where nothing else is
items: varenr|beskrivelse / 7|Lamp => externalId=varenr, name=beskrivelse
items: navn|beskrivelse / Lamp|Red => name=navn, description=beskrivelse
# a name in more languages, also where it repeats
items: id|pavadinimas / 1|Lentyna / 2|Lentyna => externalId=id, name=pavadinimas
# with tax or without, behind the word for a total or in brackets; the first comes before one that says nothing
invoices: Total (VAT Exclusive)|Currency / 7|EUR => total_price_without_tax=Total (VAT Exclusive), currency=Currency
invoices: 合計金額(税抜)|合計金額 / 100|110 => total_price_without_tax=合計金額(税抜), total_price=合計金額
invoices: Total|Total inkl. moms / 100|125 => total_price=Total inkl. moms
bills: Номер на фактура|Сума / A-1|7 => external_id=Номер на фактура, amount=Сума
# Pipedrive begins names with the kind of record, and those of another kind are none of this one
companies: Organization - ID|Organization - Address|Person - Phone / 7|1 Elm St|x => external_id=Organization - ID, address=Organization - Address
contacts: Person - ID|Person - Phone|Deal - Status|Organization - Phone / 7|555|open|556 => external_id=Person - ID, phone_number=Person - Phone
# documents as Xero, Odoo, Business Central, QuickBooks, DATEV, Stripe, Shopify and others write them
invoices: InvoiceNumber|InvoiceDate|DueDate|AccountCode|Total|Currency / A-1|2026-01-31|2026-01-31|200|17.5|EUR => external_id=InvoiceNumber, start_date=InvoiceDate, due_date=DueDate, total_price=Total, currency=Currency
invoices: number|invoice_date|Date d'échéance / A-1|2026-01-31|2026-01-31 => external_id=number, start_date=invoice_date, due_date=Date d'échéance
bills: Bill No|Vendor No|Bill Date|Due Date|Amount|Memo / A-1|A-1|2026-01-31|2026-01-31|17.5|A-1 => external_id=Bill No, company_external_id=Vendor No, issued_date=Bill Date, due_date=Due Date, amount=Amount, notes=Memo
bills: Umsatz|WKZ Umsatz|Belegdatum|Belegfeld 1|Buchungstext / 17.5|EUR|2026-01-31|A-1|A-1 => amount=Umsatz, currency=WKZ Umsatz, issued_date=Belegdatum, external_id=Belegfeld 1, notes=Buchungstext
payments: id|Created date (UTC)|Amount|Currency / A-1|2026-01-31|17.5|EUR => externalId=id, startDate=Created date (UTC), totalPrice=Amount, currency=Currency
inventories: SKU|On hand (current)|Unit cost / A-1|17.5|17.5 => itemExternalId=SKU, initialValue=On hand (current), unitPrice=Unit cost
payments: Valor|Valor pago / 100|90 => totalPrice=Valor pago
movements: Movement type|Posting date|Qty / A-1|2026-01-31|17.5 => transactionType=Movement type, transactionDate=Posting date, amount=Qty
`;

describe('which column holds which field', () => {
	let title = '';
	for (const line of TABLES.trim().split('\n')) {
		const [, kind, table, expected] = /^(\w+): (.*) =>(.*)$/.exec(line) ?? [];
		if (line.startsWith('# ')) title = line.slice(2);
		else {
			it(`${title}: ${line}`, () => {
				const sorted = (columns: string) => columns.trim().split(', ').sort();
				const found = columnsOf(kind, ...table.split(' / '));
				expect(sorted(found)).toEqual(sorted(expected));
			});
		}
	}
});

describe('several columns for one field', () => {
	it.each([
		[9, 'Qty'],
		[8, 'pieces'],
	])('of which the better name fills %i rows of ten: %s is taken', (filled, taken) => {
		const rows = Array.from({ length: 10 }, (_, n) => ({ pieces: 1, Qty: n < filled ? 2 : '' }));
		expect(matcherOf('orders', rows).plan().columns.get('quantity')).toEqual([taken]);
	});

	it('are decided by name, wherever they stand, and it is told which was taken', () => {
		const better = { quantity: 1, Qty: 2, pieces: 3 };
		for (const row of [better, Object.fromEntries(Object.entries(better).reverse())]) {
			const matcher = matcherOf('orders', [row]);
			expect(matcher.match(row)).toEqual({ quantity: 1 });
			expect([...matcher.plan().passedOver].sort()).toEqual(['Qty', 'pieces']);
		}
	});

	it('are decided once for all rows, so that an empty cell is empty', () => {
		const rows = rowsOf(['SKU|Product ID', 's-1|p-1', 's-2|', '|p-3']);
		const matcher = matcherOf('orders', rows);
		expect(rows.map((row) => matcher.match(row).item_external_id)).toEqual(['s-1', 's-2', '']);
	});

	it('are one where no row fills two, as of rows from several sources, however late one does', () => {
		const rows = [{ SKU: 's-1' }, { 'Product ID': 'p-2', SKU: '' }, { item_external_id: 'i-3' }];
		const matcher = matcherOf('orders', rows);
		const ids = filledIn(matcher, ...rows).map(({ item_external_id: id }) => id);
		expect(ids).toEqual(['s-1', 'p-2', 'i-3']);
		expect(matcher.plan().notes).toEqual([]);
		const both = { SKU: 'c', 'Product ID': '7' };
		for (const earlier of [rows.slice(0, 2), rows.slice(0, 1), rows.slice(1, 2)]) {
			expect(matcherOf('orders', [...earlier, both]).plan().passedOver).toHaveLength(1);
		}
	});

	it('are never guessed between where they name an ID equally well, unless they say the same', () => {
		const names = 'id_pedido|numero_pedido|id_produto|codigo_produto';
		const tiesOf = (kind: string, ...lines: readonly string[]) =>
			tableProblem(planOf(kind, ...lines))?.message ?? '';
		expect(tiesOf('lines', names, '7|1|5|A', '7|1|6|B', '8|2|5|A', '9|3|7|C')).toBe(
			'The columns "id_pedido" and "numero_pedido" could both be the Order External ID, "id_produto" and "codigo_produto" could both be the Item External ID, and they differ',
		);
		expect(tiesOf('lines', names, '7|7|A|A', '7|7|B|B', '8|8|A|A')).toBe('');
		const companies = tiesOf('companies', 'Customer No|Customer Code|Name', '1|A|x', '2|B|y');
		expect(companies).toContain('could both be the External ID');
		const reference = 'Order No|Customer Code|Customer Reference';
		expect(tiesOf('lines', reference, '1|C1|PO 7', '2|C2|PO 8')).toBe('');
	});
});

describe('columns that the user named', () => {
	it.each([
		['Product', 'item_name'],
		['Ship Date', 'delivery_date'],
		['Customer', 'created_by'],
		['Col 7', 'quantity'],
	])('hold the field whatever their names say: “%s” %s', (column, field) => {
		const row = { [column]: 'x', quantity: 1 };
		const matcher = matcherOf('orders', [row], { [column.toLowerCase()]: field });
		expect(matcher.match(row)).toEqual({ quantity: 1, [field]: 'x' });
	});

	it('leave nothing to a guess, also where they are empty', () => {
		const rows = rowsOf(['order_external_id|Firma|Customer', 'o-1|c-1|Ann Lee', 'o-2||Bob Ray']);
		const matcher = matcherOf('orders', rows, { Firma: 'company_external_id' });
		expect(filledIn(matcher, ...rows)).toEqual([
			{ order_external_id: 'o-1', company_external_id: 'c-1' },
			{ order_external_id: 'o-2' },
		]);
		const { mapping, doubts } = describeColumns([], matcher.plan());
		expect(doubts[0]).toContain('"Customer" holds names, no IDs, so ');
		expect(mapping[0]).toMatch(
			/^Firma → Company External ID\. Not written, without a column: Management ID, /,
		);
	});

	it('are written as the user wrote them, of two that differ in signs only', () => {
		const row = { item: 'Lamp', Item: 's-1' };
		const matcher = matcherOf('orders', [row], { Item: 'item_external_id' });
		expect(filledIn(matcher, row)).toEqual([{ item_external_id: 's-1' }]);
		expect(matcher.plan().passedOver).toEqual(['item']);
	});

	it('are reported where no table has them, once', () => {
		const named = { Ware: 'item_external_id', Preis: 'unit_price' };
		const plans = [[{ SKU: 's-1', Preis: 2 }], [{ SKU: 's-2' }]].map((rows) =>
			matcherOf('orders', rows, named).plan(),
		);
		const lost = 'Column Names: the input has no column "Ware".';
		expect(describeColumns([], ...plans).doubts).toContain(lost);
		expect(describeColumns([], matcherOf('orders', [], named).plan()).doubts).toEqual([]);
	});

	it('are left out, and not called unknown', () => {
		const row = { Note: 'x', Other: 'y', Empty: '', Nothing: null, Size: 0 };
		const matcher = matcherOf('orders', [row], { Note: LEFT_OUT });
		expect(matcher.match(row)).toEqual({});
		expect(matcher.plan().unknown).toEqual(['Other', 'Size']);
	});

	it('are put together into one text, in their order', () => {
		const row = { First: 'Ada', Last: 'Lovelace' };
		const matcher = matcherOf('orders', [row], { First: 'created_by', Last: 'created_by' });
		expect(matcher.match(row)).toEqual({ created_by: 'Ada Lovelace' });
		expect(matcher.match({ Last: 'Hopper' })).toEqual({ created_by: 'Hopper' });
	});
});

describe('the values of columns', () => {
	const rowsWith = (column: string, ...values: unknown[]) =>
		values.map((value, index) => ({ 'Order ID': `o-${index}`, [column]: value }));

	it.each([
		['Customer', 'company_external_id', ['Larch & Sons', 'Kim Martin'], 'names, no IDs'],
		['得意先', 'company_external_id', ['山田商店', '大谷', '小林'], 'names, no IDs'],
		['Datum', 'order_date', ['new', 'old', 'open'], 'no dates'],
		['Menge', 'quantity', ['S', 'M', 'L'], 'no numbers'],
		['Menge', 'quantity', [...Array<string>(197).fill(''), ...'SML1234'], 'no numbers'],
	])('keep %s from being %s', (column, field, values, what) => {
		const rows = rowsWith(column, ...values);
		const plan = matcherOf('orders', rows).plan();
		expect(plan.columns.has(field)).toBe(false);
		expect(plan.notes).toEqual([expect.stringContaining(`"${column}" holds ${what}, so `)]);
		const named = matcherOf('orders', rows, { [column]: field });
		expect(named.plan().columns.get(field)).toEqual([column]);
	});

	it.each([
		['Customer', 'company_external_id', ['ALFKI', 'C 12', 'Larch & Sons']],
		['Qty', 'quantity', ['N/A', '2', '3']],
	])('leave %s to be %s', (column, field, values) => {
		const { columns } = matcherOf('orders', rowsWith(column, ...values)).plan();
		expect(columns.get(field)).toEqual([column]);
	});

	it.each([
		['Delivery Date', 4, 'different values for the same "Order ID"'],
		// One order that disagrees is wrong itself, and is rejected.
		['Delivery Date', 1, undefined],
		['Customer ID', 0, 'one value for all'],
	])('keep %s, which differs in %d orders, from being of the order', (column, differing, what) => {
		const lines = ['a', 'b', 'c', 'd'].flatMap((order, index) => [
			`${order}|2026-01-31`,
			`${order}|2026-01-${index < differing ? 30 : 31}`,
		]);
		const { columns, notes } = planOf('lines', `Order ID|${column}`, ...lines);
		expect(columns.size).toBe(what === undefined ? 2 : 1);
		expect(notes).toEqual(what ? [expect.stringContaining(`"${column}" holds ${what}, so`)] : []);
	});

	it('tell which columns could be a number, those that name each row first', () => {
		const proposed = (kind: string, ...lines: readonly string[]) =>
			couldBe(planOf(kind, ...lines).numbers);
		const table = ['Id|InvoiceNo|Total|Day|Text', '7|A-7|1.50|2026-01-31|x'];
		expect(proposed('orders', ...table)).toBe('; "Id" or "InvoiceNo" could be');
		const rows = ['7|1|a-1', '7|2|b-2', '7|3|c-3', '7|4|d_base'];
		expect(proposed('companies', 'Type No|Line No|Slug', ...rows)).toBe(
			'; "Line No" or "Slug" or "Type No" could be',
		);
	});

	it.each([
		['="00123"', '00123'],
		["'00123", '00123'],
		["'s-Hertogenbosch", "'s-Hertogenbosch"],
		['=A1', '=A1'],
	])('%s is shown as %s by a spreadsheet', (cell, shown) => {
		const row = { 'External ID': cell };
		expect(matcherOf('companies', [row]).match(row)).toEqual({ external_id: shown });
	});

	it.each([
		['City|Street|Country', 'Springfield|1 Main Street|', '1 Main Street, Springfield'],
		['Region|Country', 'north|FR', undefined],
		['City|Address', 'Springfield|1 Main Street, Springfield', '1 Main Street, Springfield'],
		['City|Street', 'Springfield|Main Street', undefined],
		['City|Street|House No', 'Springfield|Main Street|1', 'Main Street, 1, Springfield'],
	])('are one address: %s', (names, cells, address) => {
		const rows = rowsOf([names, cells]);
		expect(matcherOf('companies', rows).match(rows[0]).address).toBe(address);
	});
});

describe('columns to map by hand', () => {
	it('are those of an order, and of a line where an item is one', () => {
		const ids = (mode: 'line' | 'order') => mapperColumns(mode).map(({ id }) => id);
		expect(ids('order')).toEqual(headerFields.map(({ name }) => name));
		expect(ids('line')).toEqual(allFields.map(({ name }) => name));
		const required = mapperColumns('line').filter((column) => column.required);
		expect(required.map(({ id }) => id)).toEqual(['order_external_id']);
	});
});
