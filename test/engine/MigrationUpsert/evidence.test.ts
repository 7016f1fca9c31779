/** What Migration Upsert needs to know before it sends orders of rows or of a file. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { importWith } from '../../../testing/fileRuns';
import { ordersIn } from '../../../testing/orderLines';
import { useEngine, useSandbox } from '../../../testing/setUp';

const sandbox = useSandbox({ seed: 'none' });
const { n8n, runNode } = useEngine(sandbox);
const importFile = importWith(n8n, sandbox);

type Row = IDataObject;

const csvOf = (rows: readonly Row[]) =>
	[Object.keys(rows[0]), ...rows.map((row) => Object.values(row))]
		.map((cells) => `${cells.join(',')}\n`)
		.join('');

/** The same rows as items and as a file: what was sent, hints, and the errors' texts. */
const ways = {
	items: async (
		rows: readonly Row[],
		options: INodeParameters = {},
		more: INodeParameters = {},
	) => {
		const run = await runNode(
			'migrationUpsert',
			'upsertOrders',
			{ partner: 'my-erp', inputMode: 'line', ...more, options },
			{ items: [...rows], onError: 'continueErrorOutput' },
		);
		const errors = run.failed.map(({ json }) => `${String(json.error)} | ${String(json.message)}`);
		return { hints: run.hints, errors };
	},
	file: async (rows: readonly Row[], options: INodeParameters = {}, more: INodeParameters = {}) => {
		const run = await importFile(csvOf(rows), { ...more, options });
		const rejections = (run.summary.rejections ?? []) as IDataObject[];
		const errors = rejections.map(({ error, hint }) => `${String(error)} | ${String(hint)}`);
		return { hints: run.hints, errors: run.errorText ? [run.errorText, ...errors] : errors };
	},
};
const orders = () =>
	ordersIn(sandbox.requests.filter(({ path }) => path.endsWith('/orders/upsert')));

describe.each(Object.entries(ways))('rows as %s', (_, send) => {
	it('give no names of one word as the ID of a company, and have them as names of items', async () => {
		const row = (id: string, customer: string, product: string) => ({
			'Order No': id,
			Customer: customer,
			Product: product,
		});
		await send([row('a', 'Momo', 'Lamp'), row('b', 'Vertex', 'Chair'), row('c', 'Zeta', 'Desk')]);
		expect(orders()).toEqual([
			{ order_external_id: 'a', items: [{ item_name: 'Lamp' }] },
			{ order_external_id: 'b', items: [{ item_name: 'Chair' }] },
			{ order_external_id: 'c', items: [{ item_name: 'Desk' }] },
		]);
	});

	it('go into the field that the user named, whatever else a column could be', async () => {
		const rows = [{ 'Order No': 'a', Product: 'Lamp', 'Ship Date': '2026-03-01', SKU: '' }];
		const column = [
			{ name: 'Product', field: 'Item Name' },
			{ name: 'Ship Date', field: 'Delivery Date' },
			{ name: 'Lieferschein', field: 'Memo' },
		];
		const { hints } = await send(rows, { columnNames: { column } });
		expect(orders()).toEqual([
			{ order_external_id: 'a', delivery_date: '2026-03-01', items: [{ item_name: 'Lamp' }] },
		]);
		const missing = hints.filter((hint) => hint.includes('Lieferschein'));
		expect(missing).toEqual([
			expect.stringMatching(/^Column Names: the input has no column .*Lieferschein.*\.$/),
		]);
	});

	it('with lost characters in an ID are refused, with the field and what to set', async () => {
		const rows = [
			{ 'Order No': 'a', SKU: 'Stra\ufffde', Qty: 1 },
			{ 'Order No': 'b\ufffd', SKU: 's-1', Qty: 1 },
			{ 'Order No': 'c', SKU: 's-1', Qty: 1 },
		];
		const { errors } = await send(rows);
		expect(orders()).toMatchObject([{ order_external_id: 'c' }]);
		expect(errors).toHaveLength(2);
		const [line, order] = errors;
		expect(line).toMatch(/Order a .*(item 0|row 2): Item External ID: .*Stra\ufffde/);
		expect(order).toMatch(/^(Item 1|Row 3) .*Order External ID: .*b\ufffd/);
		for (const error of errors) expect(error).toContain('Options → Encoding in Extract from File');
	});

	it('with lost characters in other texts are sent, with one hint before', async () => {
		const rows = [
			{ 'Order No': 'a', SKU: 's-1', 'Item Name': 'Stuhl', Memo: '' },
			{ 'Order No': 'b', SKU: 's-2', 'Item Name': 'K\ufffdse', Memo: 'Stra\ufffde' },
			{ 'Order No': 'c', SKU: 's-2', 'Item Name': 'K\ufffdse', Memo: '' },
		];
		const { hints } = await send(rows, {}, { dryRun: true });
		const lost = hints.filter((hint) => hint.includes('\ufffd'));
		expect(lost).toEqual([
			expect.stringMatching(/^3 texts hold \ufffd, the first in Memo: .*Stra\ufffde.*Encoding/),
		]);
		expect(orders()).toEqual([]);
		await send(rows);
		expect(orders()).toHaveLength(3);
	});

	it('of which no column names an item are refused once, with the columns that could', async () => {
		const rows = [
			{ 'Order No': 'a', Ware: 'lamp', Zahl: 1 },
			{ 'Order No': 'a', Ware: 'desk', Zahl: 2 },
			{ 'Order No': 'b', Ware: 'lamp', Zahl: 1 },
		];
		const { errors } = await send(rows);
		expect(orders()).toEqual([]);
		expect(new Set(errors).size).toBe(1);
		expect(errors[0]).toMatch(
			/^No column names the item of an order line; not recognised: .*Ware.*Zahl.*Item External ID/,
		);
		const column = [
			{ name: 'Ware', field: 'Item External ID' },
			{ name: 'Zahl', field: 'Quantity' },
		];
		await send(rows, { columnNames: { column } });
		expect(orders()).toMatchObject([{ items: [{}, {}] }, { items: [{}] }]);
	});

	it('with a quantity and no item are refused once', async () => {
		const { errors } = await send([
			{ 'Order No': 'a', Qty: 1 },
			{ 'Order No': 'b', Qty: 2 },
		]);
		expect(orders()).toEqual([]);
		expect(new Set(errors).size).toBe(1);
		expect(errors[0]).toMatch(/^No column names the item of an order line \|/);
	});

	it('of orders alone are sent where somebody says that they are, also beside empty columns of lines', async () => {
		const rows = [
			{ 'Order No': 'a', Memo: 'x', Shop: 'north', SKU: '' },
			{ 'Order No': 'b', Memo: 'y', Shop: 'south', SKU: '' },
		];
		const { errors } = await send(rows);
		expect(orders()).toEqual([]);
		expect(new Set(errors).size).toBe(1);
		expect(errors[0]).toContain('turn on Lines Are Not in This Table');
		const meant = await send(rows, { linesElsewhere: true });
		expect(meant.errors).toEqual([]);
		expect(orders()).toEqual([
			{ order_external_id: 'a', memo: 'x' },
			{ order_external_id: 'b', memo: 'y' },
		]);
		expect(meant.hints[0]).toBe('No column names an item: orders have no lines.');
	});

	it('without quantities and prices say so first, with the columns that may be meant', async () => {
		const rows = [{ 'Order No': 'a', SKU: 's', 受注個: 2, Colour: 'red' }];
		const { hints } = await send(rows, { linesElsewhere: true });
		expect(orders()).toHaveLength(1);
		expect(hints.slice(0, 2)).toEqual([
			expect.stringMatching(/^No column is the Quantity.*"受注個".*choose Quantity/),
			expect.stringMatching(/^No column is the Unit Price/),
		]);
	});
});
