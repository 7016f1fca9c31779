import { allFields, linesOfOrder } from '../../../nodes/MigrationUpsert/fields';
import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node';
import { contact } from '../../../nodes/Contact/WorkspaceRecordsContact.node';
import { item } from '../../../nodes/Item/WorkspaceRecordsItem.node';
import { bill } from '../../../nodes/Bill/WorkspaceRecordsBill.node';
import { inventory } from '../../../nodes/Inventory/WorkspaceRecordsInventory.node';
import { inventoryTransaction } from '../../../nodes/InventoryTransaction/WorkspaceRecordsInventoryTransaction.node';
import { invoice } from '../../../nodes/Invoice/WorkspaceRecordsInvoice.node';
import { payment } from '../../../nodes/Payment/WorkspaceRecordsPayment.node';
import { columnMatcher, couldBe, tableProblem } from '../../../nodes/shared/schema/columns/matcher';

const RECORDS = { companies: company.fields, contacts: contact.fields, items: item.fields };

/** Which column holds which field. */
function columnsOf(kind: 'orders' | keyof typeof RECORDS, ...lines: readonly string[]) {
	const [names, ...rows] = lines.map((line) => line.split('|'));
	const matcher =
		kind === 'orders'
			? columnMatcher(allFields, undefined, linesOfOrder)
			: columnMatcher(RECORDS[kind]);
	for (const row of rows) {
		matcher.observe(Object.fromEntries(names.map((name, at) => [name, row[at]])));
	}
	const plan = matcher.plan();
	const filled = [...plan.columns].filter(([field]) => plan.filled.has(field));
	return {
		...plan,
		plan,
		columns: Object.fromEntries(filled.map(([field, columns]) => [field, columns.join('+')])),
	};
}

describe('an ID and a number that name the same', () => {
	const orders = (...rows: readonly string[]) =>
		columnsOf('orders', 'id_pedido|numero_pedido|id_produto|codigo_produto', ...rows);

	it('are never guessed between, unless they say the same in all rows', () => {
		const tiesOf = (...rows: readonly string[]) => {
			const { message = '' } = tableProblem(orders(...rows).plan) ?? {};
			return message;
		};
		expect(tiesOf('7|1|5|A', '7|1|6|B', '8|2|5|A', '9|3|7|C')).toBe(
			'The columns "id_pedido" and "numero_pedido" could both be the Order External ID, "id_produto" and "codigo_produto" could both be the Item External ID, and they differ',
		);
		expect(tiesOf('7|7|A|A', '7|7|B|B', '8|8|A|A')).toBe('');
		const companies = columnsOf('companies', 'Customer No|Customer Code|Name', '1|A|x', '2|B|y');
		expect(tableProblem(companies.plan)?.message).toContain('could both be the External ID');
	});
});

describe('a column that is called ID only', () => {
	const idOf = (names: string, ...rows: readonly string[]) =>
		columnsOf('orders', names, ...rows).columns.order_external_id;

	it('is the order where no other column is named like an ID, and undecided beside one', () => {
		const rows = ['1|5', '2|6', '3|7'];
		expect(idOf('id|floor', ...rows)).toBe('id');
		expect(idOf('id|number', '1|1', '2|2')).toBe('id');
		expect(idOf('id|number', ...rows)).toBeUndefined();
		expect(idOf('id|visit_id', ...rows)).toBeUndefined();
	});

	it('is the order where it repeats in rows that stand together and comes back nowhere else', () => {
		const names = 'id|product_id|qty';
		const rows = ['7|A|1', '7|B|1', '4|A|2', '4|C|1', '9|B|1', '9|D|3'];
		expect(idOf(names, ...rows)).toBe('id');
		expect(idOf(names, ...rows, '7|C|1')).toBeUndefined();
	});
});

describe('names with marks around them', () => {
	it('are read without owners, systems, units and the mark of custom fields', () => {
		const names = 'pk_order|fk_customer|our price|vendor_product_id|qty_pcs|Order_Date__c';
		expect(columnsOf('orders', names, '7|K1|2.5|A|1|2026-01-02').columns).toEqual({
			order_external_id: 'pk_order',
			company_external_id: 'fk_customer',
			unit_price: 'our price',
			item_external_id: 'vendor_product_id',
			quantity: 'qty_pcs',
			order_date: 'Order_Date__c',
		});
	});

	it('count only where nothing has a plainer name', () => {
		const { columns } = columnsOf('orders', 'order_id|vendor_product_id|product_id', '7|A|5');
		expect(columns.item_external_id).toBe('product_id');
	});

	it('leave an external ID of Salesforce alone, which is of another system', () => {
		const { columns } = columnsOf('contacts', 'Id|External_id__c', '1|x', '2|', '3|');
		expect(columns.external_id).toBe('Id');
	});
});

describe('a reference that is the same in all orders', () => {
	const rows = ['1|A9', '2|A9', '3|A9'];

	it('is none, unless orders are few or it has the field’s own name', () => {
		const customerOf = (names: string, ...of: readonly string[]) =>
			columnsOf('orders', names, ...of);
		const { columns, notes } = customerOf('Order No|Customer ID', ...rows);
		expect(columns).toEqual({ order_external_id: 'Order No' });
		expect(notes).toEqual([expect.stringContaining('"Customer ID" holds one value for all')]);
		const taken = [
			customerOf('Order No|Customer ID', '1|A9', '2|A9'),
			customerOf('Order No|Customer ID', '1|A9', '2|A9', '3|B7'),
			customerOf('Order No|company_external_id', ...rows),
		].map((plan) => plan.columns.company_external_id);
		expect(taken).toEqual(['Customer ID', 'Customer ID', 'company_external_id']);
	});
});

describe('people', () => {
	it('have no last name beside a name that holds it', () => {
		const rows = ['Anne Exemple|Exemple', 'Luc Modèle|Modèle', 'Jean|Essai'];
		expect(columnsOf('contacts', 'Name|Last Name', ...rows).columns).toEqual({ name: 'Name' });
		const both = { name: 'Name', last_name: 'Last Name' };
		const parts = ['Ana María|García', 'Li|Li', 'Jo|Jones', 'Kim|Jones'];
		expect(columnsOf('contacts', 'Name|Last Name', ...parts).columns).toEqual(both);
		const names = 'Name|Last Name|First Name';
		const all = rows.map((row) => `${row}|Anne`);
		expect(columnsOf('contacts', names, ...all).columns).toMatchObject({ name: 'First Name' });
	});
	it('have no phone in a Brazilian postal code', () => {
		const { columns } = columnsOf('contacts', 'Nome|CEP', 'Ana|01310-100', 'Rui|20040-002');
		expect(columns).toEqual({ name: 'Nome' });
	});

	it('have the name beside a first name for a last name, unless it is the whole one', () => {
		const rows = ['Exemple|Anne', 'Modèle|Luc', 'Essai|Jean'];
		const { columns } = columnsOf('contacts', 'Nom|Prénom', ...rows);
		expect(columns).toEqual({ last_name: 'Nom', name: 'Prénom' });
		const whole = ['Anne Exemple|Anne', 'Luc Modèle|Luc', 'Jean Essai|Jean'];
		expect(columnsOf('contacts', 'Name|Vorname', ...whole).columns).toEqual({ name: 'Name' });
	});

	it('have a first and a last name behind the word for a customer', () => {
		const { columns } = columnsOf('contacts', 'CUST_FIRST_NAME|CUST_LAST_NAME', 'Ada|Lovelace');
		expect(columns).toEqual({ name: 'CUST_FIRST_NAME', last_name: 'CUST_LAST_NAME' });
	});
});

describe('several columns for one field', () => {
	const namesOf = (names: string, ...rows: readonly string[]) =>
		columnsOf('companies', names, ...rows).columns;

	it('are decided by how full they are where the better name is clearly emptier', () => {
		expect(namesOf('Firma|Nombre', '|Acme', '|Bolt', 'Cord|Co.')).toEqual({ name: 'Nombre' });
		const nearly = Array.from({ length: 20 }, (_, at) => `${at === 3 ? '' : 'A'}|B${at}`);
		expect(namesOf('Firma|Nombre', ...nearly)).toEqual({ name: 'Firma' });
		expect(namesOf('Firma|Name', ...nearly)).toEqual({ name: 'Name' });
		const { columns } = columnsOf('items', 'default_code|id|Name', 'A|1|x', '|2|y', '|3|z');
		expect(columns).toEqual({ externalId: 'id', name: 'Name' });
	});

	it('are not where one names the order: cells that were merged are empty', () => {
		const { columns } = columnsOf('orders', 'Order No|Order Ref', '17|A', '|B', '|C');
		expect(columns.order_external_id).toBe('Order No');
	});
});

describe('an address', () => {
	it('has no number of a customer in it, and a street beside its city is joined', () => {
		const rows = ['CL-00001|55 Calle Mayor|Madrid', 'CL-00002|7 Gran Vía|Bilbao'];
		const { columns } = columnsOf('companies', 'number|Address|City', ...rows);
		expect(columns).toEqual({ address: 'Address+City' });
		const whole = rows.map((row) => row.replace('|Madrid', ', Madrid|Madrid'));
		const full = whole.map((row) => row.replace('|Bilbao', ', Bilbao|Bilbao'));
		expect(columnsOf('companies', 'number|Address|City', ...full).columns.address).toBe('Address');
	});
});

describe('a general name of a number', () => {
	it('is no order number where the same comes back far apart, as at a till', () => {
		const till = ['1|A', '2|B', '3|C', '1|D', '2|E', '3|F'];
		expect(columnsOf('orders', 'order|sku', ...till).columns.order_external_id).toBeUndefined();
		const own = ['7|A', '7|B', '8|C', '9|D'];
		expect(columnsOf('orders', 'order|sku', ...own).columns.order_external_id).toBe('order');
	});

	it('is the external ID of a record, also as Odoo writes it', () => {
		const rows = ['base.main_partner|Acme', '__export__.res_partner_7|Bolt'];
		expect(columnsOf('companies', 'id|name', ...rows).columns.external_id).toBe('id');
	});

	it('is proposed after the columns that name each row', () => {
		const rows = ['7|1|a-1', '7|2|b-2', '7|3|c-3', '7|4|d_base'];
		const plan = columnsOf('companies', 'Type No|Line No|Slug', ...rows);
		expect(couldBe(plan.numbers)).toBe('; "Line No" or "Slug" or "Type No" could be');
	});
});

describe('a cell that a spreadsheet was told to keep as text', () => {
	it.each([
		['="00123"', '00123'],
		["'00123", '00123'],
		["'s-Hertogenbosch", "'s-Hertogenbosch"],
		['=A1', '=A1'],
	])('%s is %s', (cell, shown) => {
		const matcher = columnMatcher(company.fields);
		matcher.observe({ 'External ID': cell });
		expect(matcher.match({ 'External ID': cell })).toEqual({ external_id: shown });
	});
});

describe('documents as the systems of others write them', () => {
	it.each([
		[
			invoice,
			'InvoiceNumber|InvoiceDate|DueDate|Total|Currency',
			'external_id|start_date|due_date|total_price|currency',
		],
		[
			invoice,
			'number|invoice_date|invoice_date_due|amount_untaxed|amount_total|currency_id',
			'|start_date|due_date|total_price_without_tax|total_price|currency',
		],
		[
			invoice,
			'customerNumber|invoiceDate|totalAmountExcludingTax|totalAmountIncludingTax|currencyCode',
			'company_external_id|start_date|total_price_without_tax|total_price|currency',
		],
		[
			bill,
			'Bill No|Vendor No|Bill Date|Due Date|Amount|Memo',
			'external_id|company_external_id|issued_date|due_date|amount|notes',
		],
		[
			bill,
			'Umsatz|WKZ Umsatz|Belegdatum|Belegfeld 1|Buchungstext',
			'amount|currency|issued_date|external_id|notes',
		],
		[payment, 'id|Created date (UTC)|Amount|Currency', 'externalId|startDate|totalPrice|currency'],
		[inventory, 'SKU|On hand (current)|Unit cost', 'itemExternalId|initialValue|unitPrice'],
		[
			inventoryTransaction,
			'Movement type|Posting date|Qty',
			'transactionType|transactionDate|amount',
		],
	])('of case %#', ({ fields }, columns, wanted) => {
		const matcher = columnMatcher(fields);
		const values = { date: '2026-01-31', currency: 'EUR', number: '17.5', text: 'A-1' };
		const names = columns.split('|');
		const fieldOf = new Map(names.map((name, at) => [name, wanted.split('|')[at]]));
		const kindOf = (name: string) => {
			if (fieldOf.get(name) === 'currency') return 'currency';
			const { type = 'text' } = fields.find((field) => field.name === fieldOf.get(name)) ?? {};
			return type.startsWith('date') ? 'date' : type === 'number' ? type : 'text';
		};
		matcher.observe(Object.fromEntries(names.map((name) => [name, values[kindOf(name)]])));
		const found = [...matcher.plan().columns].map(([field, [column]]) => `${column} ${field}`);
		const expected = [...fieldOf].filter(([, field]) => field).map((pair) => pair.join(' '));
		expect(found.sort()).toEqual(expected.sort());
	});
});

describe('what a piece has cost', () => {
	it('is not its price', () => {
		expect(columnsOf('items', 'name|standard_price', 'Lamp|7').columns).toEqual({ name: 'name' });
	});
});
