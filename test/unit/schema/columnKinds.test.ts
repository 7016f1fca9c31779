import { allFields, linesOfOrder } from '../../../nodes/MigrationUpsert/fields';
import { contact } from '../../../nodes/Contact/WorkspaceRecordsContact.node';
import { columnMatcher } from '../../../nodes/shared/schema/columnMatcher';

/** Which column holds which field. */
function columnsOf(kind: 'orders' | 'contacts', ...lines: readonly string[]) {
	const [names, ...rows] = lines.map((line) => line.split('|'));
	const matcher =
		kind === 'orders'
			? columnMatcher(allFields, undefined, linesOfOrder)
			: columnMatcher(contact.fields);
	for (const row of rows) {
		matcher.observe(Object.fromEntries(names.map((name, at) => [name, row[at]])));
	}
	const plan = matcher.plan();
	const filled = [...plan.columns].filter(([field]) => plan.filled.has(field));
	return {
		...plan,
		columns: Object.fromEntries(filled.map(([field, columns]) => [field, columns.join('+')])),
	};
}

describe('an ID and a number that name the same', () => {
	const orders = (...rows: readonly string[]) =>
		columnsOf('orders', 'id_pedido|numero_pedido|id_produto|codigo_produto', ...rows);

	it('are the ID of the order and the number of the item', () => {
		const { columns, conflicts } = orders('7|1|5|A', '7|1|6|B', '8|2|5|A', '9|3|7|C');
		expect(columns).toEqual({ order_external_id: 'id_pedido', item_external_id: 'codigo_produto' });
		expect(conflicts.map(({ isCertain, isTied }) => [isCertain, isTied])).toEqual([
			[true, false],
			[true, false],
		]);
	});

	it('are the ID also where several orders share a number, if orders have several rows', () => {
		const shared = orders('7|1|5|A', '7|1|6|B', '8|2|5|A', '9|1|7|C');
		expect(shared.columns.order_external_id).toBe('id_pedido');
		expect(shared.conflicts[0]).toMatchObject({ isCertain: true });
	});

	it('stay undecided where the ID may be that of the row, or rows are few', () => {
		expect(orders('7|1|5|A', '8|1|6|B', '9|2|5|A').conflicts[0]).toMatchObject({ isTied: true });
		expect(orders('7|1|5|A', '8|2|6|B').conflicts[0]).toMatchObject({ isTied: true });
	});
});

describe('a column that is called ID only', () => {
	const idOf = (names: string, ...rows: readonly string[]) =>
		columnsOf('orders', names, ...rows).columns.order_external_id;

	it('is the order beside the IDs of people and places, and undecided beside that of anything else', () => {
		const rows = ['1|5', '2|6', '3|7'];
		expect(idOf('id|user_id', ...rows)).toBe('id');
		expect(idOf('id|store_id', ...rows)).toBe('id');
		expect(idOf('id|visit_id', ...rows)).toBeUndefined();
		expect(idOf('id|user_note_no', ...rows)).toBeUndefined();
	});

	it('is the order where it repeats in rows that stand together and have different items', () => {
		const names = 'id|product_id|qty';
		const rows = ['7|A|1', '7|B|1', '4|A|2', '4|C|1', '9|B|1', '9|D|3'];
		expect(idOf(names, ...rows)).toBe('id');
		expect(idOf(names, ...rows, '7|C|1')).toBeUndefined();
		expect(idOf(names, ...rows.map((row) => row.replace(/[A-D]/, 'A')))).toBeUndefined();
		expect(idOf(names, ...rows.slice(0, 4))).toBeUndefined();
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

describe('an account', () => {
	const rows = ['1|A9|Ada', '2|A9|Bob', '3|A9|Cyd'];

	it('that is the same beside different buyers is the seller’s', () => {
		const { columns, doubts } = columnsOf('orders', 'Order No|AccountId|Buyer Name', ...rows);
		expect(columns).toEqual({ order_external_id: 'Order No' });
		expect(doubts).toEqual([expect.stringContaining('holds one value beside different buyers')]);
	});

	it('is the customer otherwise', () => {
		const customerOf = (names: string, ...of: readonly string[]) =>
			columnsOf('orders', names, ...of).columns.company_external_id;
		expect(customerOf('Order No|AccountId|City', ...rows)).toBe('AccountId');
		const differing = rows.map((row, at) => row.replace('9', String(at)));
		expect(customerOf('Order No|AccountId|Buyer Name', ...differing)).toBe('AccountId');
		expect(customerOf('Order No|Customer No|Buyer Name', ...rows)).toBe('Customer No');
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

	it('have an email in the only column that holds nothing else, if each has its own', () => {
		const rows = ['Ana Exemplu|a@x.example', 'Ion Model|b@x.example', 'Dan Schema|c@x.example'];
		const { columns, doubts } = columnsOf('contacts', 'nume|kontaktweg', ...rows);
		expect(columns).toEqual({ name: 'nume', email: 'kontaktweg' });
		expect(doubts).toEqual(['Email was taken from "kontaktweg", which holds nothing else.']);
		const shared = rows.map((row) => row.replace(/\w@/, 's@'));
		expect(columnsOf('contacts', 'nume|kontaktweg', ...shared).columns.email).toBeUndefined();
		expect(columnsOf('contacts', 'nume|owner', ...rows).columns.email).toBeUndefined();
	});
});
