/**
 * Tables as other systems export them, from what is known of their formats; what has to come out was written before
 * the package first read them.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { importWith } from '../../../testing/fileRuns';
import { acceptOrders, itemsOf, ordersIn, upsertBothWays } from '../../../testing/orderLines';
import { byId, fromItem } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';

const { service, runNode, n8n } = useCustomEngine();

/** Rows of a table that is written with a bar between its cells. */
const table = (...lines: string[]): IDataObject[] => {
	const [names, ...rows] = lines.map((line) => line.split('|'));
	return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
};

/** Names of tables, each with its rows, then what goes out of them as rows of wire names, then hints. */
const TABLES = `
# SAP, items of sales documents by their technical names
VBELN|POSNR|KUNNR|ERDAT|MATNR|ARKTX|KWMENG|NETPR|WAERK
0000012345|000010|0000100001|20260131|MAT-01|Schraube M8|10|0.25|EUR
0000012345|000020|0000100001|20260131|MAT-02|Mutter M8|12|0.10|EUR
=> order_external_id|company_external_id|order_date|item_external_id|item_name|quantity|unit_price
=> 0000012345|0000100001|2026-01-31|MAT-01|Schraube M8|10|0.25
=> 0000012345|0000100001|2026-01-31|MAT-02|Mutter M8|12|0.1

# Lexware, positions of orders
Auftragsnummer|Kundennummer|Auftragsdatum|Artikelnummer|Artikelbezeichnung|Menge|Einzelpreis|USt.-Satz
AB-1001|10023|31.01.2026|A-7|Stuhl "Bern"|4|1.249,00|19
AB-1001|10023|31.01.2026|A-8|Tisch|1|89,50|19
=> order_external_id|company_external_id|order_date|item_external_id|item_name|quantity|unit_price|tax_rate_percent
=> AB-1001|10023|2026-01-31|A-7|Stuhl "Bern"|4|1249|19
=> AB-1001|10023|2026-01-31|A-8|Tisch|1|89.5|19

# 1C, lines of customer orders
Номер заказа|Дата|Код товара|Номенклатура|Количество|Цена|Сумма
УТ-000017|31.01.2026 12:15:00|00-0042|Кабель 3 м|3|1 250,50|3 751,50
УТ-000018|01.02.2026 09:00:00|00-0043|Вилка|2|99,00|198,00
=> order_external_id|order_date|item_external_id|item_name|quantity|unit_price
=> УТ-000017|2026-01-31|00-0042|Кабель 3 м|3|1250.5
=> УТ-000018|2026-02-01|00-0043|Вилка|2|99
! Сумма

# an own database, German, with ProduktID and Unix times
BestellID|KundenID|Bestelldatum|ProduktID|Anzahl|Preis|Bemerkung
1|K1|1769856000|P1|2|12.5|NULL
2|K2|1769942400|P2|1|3|eilig
=> order_external_id|company_external_id|order_date|memo|item_external_id|quantity|unit_price
=> 1|K1|2026-01-31||P1|2|12.5
=> 2|K2|2026-02-01|eilig|P2|1|3
! NULL, which counts as empty
! seconds since 1970

# AdventureWorks, with OrderQty and numbers of customers as decimals
SalesOrderID|OrderDate|CustomerID|ProductID|OrderQty|UnitPrice|LineTotal
43659|2026-01-31 00:00:00.000|29825.0|776|1|2024.994|2024.994
43659|2026-01-31 00:00:00.000|29825.0|777|3|2024.994|6074.982
=> order_external_id|company_external_id|order_date|item_external_id|quantity|unit_price
=> 43659|29825|2026-01-31|776|1|2024.994
=> 43659|29825|2026-01-31|777|3|2024.994

# a shop in Brazil, of files put together
Número do Pedido|Código do Cliente|Data do Pedido|Código do Produto|Descrição do Produto|Quantidade|Preço Unitário
P-1|C-9|31/01/2026|S-1|Cadeira|2|1.428,60
Número do Pedido|Código do Cliente|Data do Pedido|Código do Produto|Descrição do Produto|Quantidade|Preço Unitário
P-2|C-9|01/02/2026|S-2|Mesa|1|59.38
=> order_external_id|company_external_id|order_date|item_external_id|item_name|quantity|unit_price
=> P-1|C-9|2026-01-31|S-1|Cadeira|2|1428.6
=> P-2|C-9|2026-02-01|S-2|Mesa|1|59.38
! is written in two ways (59.38 and 1.428,60)
! the names of the columns
`;
const OPTIONS: Record<string, INodeParameters> = {
	AdventureWorks: { reading: { numberFormat: 'point' } },
};

const NUMBERS = ['quantity', 'unit_price', 'tax_rate_percent'];
const OF_LINES = ['item_external_id', 'item_name', ...NUMBERS];

/** The orders of rows of wire names, by a few words of code. */
function ordersOf(lines: readonly string[]): IDataObject[] {
	const orders = new Map<unknown, IDataObject & { items: IDataObject[] }>();
	for (const row of itemsOf(lines)) {
		const cells = Object.entries(row).map(([name, cell]): [string, string | number] => [
			name,
			NUMBERS.includes(name) ? Number(cell) : String(cell),
		]);
		const [line, header] = [true, false].map((isOfLine) =>
			Object.fromEntries(cells.filter(([name]) => OF_LINES.includes(name) === isOfLine)),
		);
		const order = orders.get(row.order_external_id) ?? { ...header, items: [] };
		orders.set(row.order_external_id, order);
		order.items.push(line);
	}
	return [...orders.values()];
}

async function upsert(rows: object[], parameters: INodeParameters = {}) {
	service.reply = acceptOrders;
	const all = { ...fromItem, partner: 'erp', inputMode: 'line', ...parameters };
	const given = { items: rows, onError: 'continueErrorOutput' } as const;
	const run = await runNode('migrationUpsert', 'upsertOrders', all, given);
	return { ...run, orders: ordersIn(run.requests) };
}

describe('a table that nobody fitted', () => {
	const upsertLines = upsertBothWays(runNode, importWith(n8n, service), service);
	const tables = TABLES.trim().split('\n\n');
	it.each(tables.map((each) => each.split('\n')))('%s', async (title, ...lines) => {
		const after = (mark: string) =>
			lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
		const rows = lines.filter((line) => !/^(?:=>|!) /.test(line));
		const [, system] = /^# (\w*)/.exec(title) ?? [];
		const { orders, ofFile, hints } = await upsertLines(rows, OPTIONS[system]);
		const expected = ordersOf(after('=> '));
		expect([orders, ofFile]).toEqual([expected, expected]);
		for (const hint of after('! ')) expect(hints).toContain(hint);
	});
});

describe('what is no table of orders is refused once', () => {
	const names = 'Order No|SKU|Qty';
	it.each([
		[
			'two tables with an empty column between',
			table(`${names}|__EMPTY|Order No_1|SKU_1|Qty_1`, 'a|s|1||b|t|2'),
		],
		['a table beside a shorter one', table(`${names}|__EMPTY|Code|City`, 'a|s|1||B|Bern', 'b|s|1')],
	])('%s', async (_, rows) => {
		const { orders, failed } = await upsert(rows);
		expect(orders).toEqual([]);
		expect(failed[0].json.error).toContain('Two tables stand side by side');
	});

	it('two tables beside each other in a file', async () => {
		service.reply = acceptOrders;
		const before = service.requests.length;
		const content = Buffer.from('Order No,SKU,Qty,,Order No,SKU,Qty\r\na,s,1,,b,t,2\r\n');
		const { errorText } = await importWith(n8n, service)(content, {});
		expect(errorText).toContain('Two tables stand side by side');
		expect(service.requests.slice(before)).toEqual([]);
	});

	it('an empty column alone is none', async () => {
		const rows = table('Order No|SKU|__EMPTY|Qty|Memo', 'a|s||1|x', 'b|s||2|');
		expect((await upsert(rows)).orders).toHaveLength(2);
	});

	it('names without rows in a file are told', async () => {
		const { errorText } = await importWith(n8n, service)(Buffer.from('Order No,SKU,Qty\r\n'), {});
		expect(errorText).toContain('The file has no rows below its column names');
	});

	it.each([
		[
			'company',
			'upsert',
			table('Ref 1|Name', '17|A', '18|B'),
			'No row has the External ID; the columns are "Ref 1", ',
		],
		[
			'contact',
			'create',
			table('Name;Email;Phone', 'a;"b; x";c', 'd;"e";f'),
			'set Delimiter in the options',
		],
		[
			'order',
			'createMany',
			table('Ref 1|City', '17|Bern', '18|Basel'),
			'No row has the External ID; the columns are "Ref 1", ',
		],
	])('in %s › %s', async (node, operation, items, message) => {
		service.reply = () => ({ body: { ok: true } });
		const run = await runNode(node, operation, fromItem, { items });
		expect(run.errorText).toContain(message);
		expect(run.errorText.split(message)).toHaveLength(2);
		expect(run.errorText).not.toMatch(/Of \d+ items/);
		expect(run.requests).toEqual([]);
	});
});

describe('rows of records', () => {
	const created = async (node: string, ...rows: string[]) => {
		service.reply = () => ({ body: { ok: true, status: 'created', [`${node}_id`]: 'x-1' } });
		const run = await runNode(node, 'create', fromItem, { items: table(...rows) });
		return run.requests.map(({ body }) => body);
	};

	it('that came as one cell are read where that is plain', async () => {
		expect(await created('company', 'Name;E-mail;City', 'Acme;a@acme.example;Bern')).toEqual([
			{ name: 'Acme', email: 'a@acme.example' },
		]);
		const lines = table('Order No;SKU;Qty', 'a;s-1;2', 'a;s-2;1');
		expect((await upsert(lines)).orders).toEqual([
			{
				order_external_id: 'a',
				items: [
					{ item_external_id: 's-1', quantity: 2 },
					{ item_external_id: 's-2', quantity: 1 },
				],
			},
		]);
	});

	it('have the ID of elsewhere as their external ID, and never one of the service', async () => {
		expect(await created('company', 'id|Name', '1|Acme', '2|Bolt')).toEqual([
			{ external_id: '1', name: 'Acme' },
			{ external_id: '2', name: 'Bolt' },
		]);
		expect(await created('company', 'id|Customer No|Name', '1|K-7|Acme')).toEqual([
			{ external_id: 'K-7', name: 'Acme' },
		]);
		const uuid = '0b6e1f0a-3c1d-4f5e-9a77-0123456789ab';
		expect(await created('company', 'id|Name', `${uuid}|Acme`)).toEqual([{ name: 'Acme' }]);
		expect(await created('company', 'company_id|Name', '17|Acme')).toEqual([{ name: 'Acme' }]);
		expect(await created('company', 'company_id|Name', 'C-17|Acme')).toEqual([
			{ external_id: 'C-17', name: 'Acme' },
		]);
		const update = { ...fromItem, ...byId(uuid) };
		const run = await runNode('company', 'update', update, { items: table('id|Name', '7|Acme') });
		expect(run.requests.map(({ body }) => body)).toEqual([{ name: 'Acme' }]);
	});

	it('that repeat the names of the columns or hold a sum are rejected, and decide nothing', async () => {
		service.reply = () => ({ body: { ok: true, status: 'created', company_id: 'c-1' } });
		const names = 'Name|Customer No|Amount';
		const items = table(names, 'Acme|C-1|7', names, 'Bolt|C-2|8', 'Total|9|9', '|Total of 2|€ 24');
		const given = { items, onError: 'continueErrorOutput' } as const;
		const run = await runNode('company', 'create', fromItem, given);
		const sent = run.requests.map(({ body }) => (body as IDataObject).name);
		expect(sent).toEqual(['Acme', 'Bolt', 'Total']);
		expect(run.failed.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('The row repeats the names of the columns'),
			expect.stringContaining('The row holds nothing but a sum'),
		]);
	});
});

describe('orders as JSON', () => {
	const json = { inputMode: 'json', orders: '={{ $json }}' };
	it.each([
		[
			'Magento',
			`{"increment_id": "000000042", "entity_id": 42, "created_at": "2026-01-31 10:00:00",
			"customer_email": "ada@acme.example", "customer_id": 7, "base_currency_code": "EUR",
			"items": [{"sku": "WS-1", "name": "Shirt", "qty_ordered": 2, "price": 20, "tax_percent": 19, "row_total": 40}],
			"billing_address": {"city": "Bern"}}`,
			'order_external_id|company_external_id|order_date|item_external_id|item_name|quantity|unit_price|tax_rate_percent',
			'000000042|7|2026-01-31|WS-1|Shirt|2|20|19',
			'items › row_total',
		],
		[
			'ERPNext',
			`{"name": "SAL-ORD-2026-00001", "doctype": "Sales Order", "customer": "CUST-0001",
			"transaction_date": "2026-01-31", "delivery_date": "2026-02-10", "items":
			[{"item_code": "SKU005", "item_name": "T-Shirt", "qty": 3, "rate": 500, "amount": 1500, "uom": "Nos"}]}`,
			'order_external_id|company_external_id|order_date|delivery_date|item_external_id|item_name|quantity|unit_price',
			'SAL-ORD-2026-00001|CUST-0001|2026-01-31|2026-02-10|SKU005|T-Shirt|3|500',
			'items › uom',
		],
		[
			'WooCommerce',
			`{"id": 727, "number": "727", "status": "processing", "date_created": "2026-01-31T17:01:40",
			"customer_id": 26, "customer_note": "Ring twice", "billing": {"first_name": "Ada", "email": "ada@acme.example"},
			"line_items": [{"id": 315, "name": "Woo Single #1", "product_id": 93, "sku": "woo-1", "quantity": 2,
			"price": 3, "total": "6.00", "taxes": []}]}`,
			'order_external_id|company_external_id|order_date|memo|item_external_id|item_name|quantity|unit_price',
			'727|26|2026-01-31|Ring twice|woo-1|Woo Single #1|2|3',
			'items › taxes',
		],
	])('of %s are read at every level, and what is not used is named', async (...given) => {
		const [, order, names, row, hint] = given;
		const { orders, hints } = await upsert([JSON.parse(order) as IDataObject], json);
		expect(orders).toEqual(ordersOf([names, row]));
		expect(hints.join('\n')).toContain(hint);
	});

	const LINE = { itemExternalId: 's', quantity: 1, warehouse_bin: 'B7' };
	it.each([
		['ignored, with a hint', {}, { itemExternalId: 's', quantity: 1 }, /items › warehouse_bin/],
		['sent', { reading: { unknownColumns: 'send' } }, LINE, undefined],
		['refused', { reading: { unknownColumns: 'fail' } }, undefined, undefined],
	])('unknown keys of lines are %s, as the options say', async (_, options, line, hint) => {
		service.reply = () => ({ body: { ok: true, results: [{ external_id: 'o', created: true }] } });
		const run = await runNode(
			'order',
			'create',
			{ ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.items }}', options },
			{ items: [{ externalId: 'o', items: [LINE] }], onError: 'continueErrorOutput' },
		);
		const sent = run.requests.map(
			({ body }) => (body as { order: IDataObject }).order?.items ?? body,
		);
		if (line === undefined) expect(run.failed[0].json.error).toContain('items › warehouse_bin');
		else expect(sent).toEqual([[line]]);
		if (hint) expect(run.hints.join('\n')).toMatch(hint);
	});
});
