/** The options that say how values and columns are read, on ordinary record nodes. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, fromItem, mapped } from '../../../../testing/parameters';
import { useCustomEngine } from '../../../../testing/setUp';

const { service, runNode } = useCustomEngine();
beforeEach(() => {
	service.reply = () => ({ body: { ok: true } });
});

/** What is sent for items whose columns are mapped by their names, in their order. */
async function create(
	node: string,
	items: object[],
	options: INodeParameters = {},
	parameters: INodeParameters = fromItem,
) {
	const run = await runNode(
		node,
		'create',
		{ ...parameters, options: { requests: { maxParallelRequests: 1 }, ...options } },
		{ items, onError: 'continueErrorOutput', settings: { timezone: 'America/New_York' } },
	);
	const bodies = service.requests.flatMap(({ body }) => (body ? [body as IDataObject] : []));
	return { ...run, bodies };
}
const lines = { itemsSource: 'json', itemsJson: '={{ $json.lines }}' };
const errors = (failed: Array<{ json: IDataObject }>) =>
	failed.map(({ json }) => String(json.error));

describe('a column of an ordinary node', () => {
	it('is read by the evidence of all its items, which a hint tells', async () => {
		const { bodies, hints } = await create('invoice', [
			{ 'Total Price': '1.250', Date: '01/02/2026' },
			{ 'Total Price': '12,50', Date: '31/01/2026' },
		]);
		expect(bodies).toEqual([
			{ total_price: 1250, start_date: '2026-02-01' },
			{ total_price: 12.5, start_date: '2026-01-31' },
		]);
		expect(hints.join('\n')).toContain('Total Price read as 1.234,50');
		expect(hints.join('\n')).toContain('Date read as day/month/year');
	});

	it('holds the rate of a document with its sign', async () => {
		const { bodies } = await create('invoice', [{ 'Tax Rate (%)': '23%' }, { tax_rate: '8 %' }]);
		expect(bodies).toEqual([{ tax_rate: 23 }, { tax_rate: 8 }]);
	});

	it('is read the same way when its fields are mapped by hand', async () => {
		const price = mapped({ total_price: '={{ $json.p }}' });
		const { bodies } = await create('invoice', [{ p: '1.250' }, { p: '12,50' }], {}, price);
		expect(bodies).toEqual([{ total_price: 1250 }, { total_price: 12.5 }]);
	});

	it('is refused where nothing decides, naming the option, which then decides', async () => {
		const items = [{ amount: '1.250', due_date: '01/02/2026' }];
		const { bodies, failed } = await create('bill', items);
		expect(bodies).toEqual([]);
		expect(errors(failed)[0]).toMatch(/Number Format|Date Format/);

		const options = { reading: { numberFormat: 'comma', dateFormat: 'monthDayYear' } };
		expect((await create('bill', items, options)).bodies).toEqual([
			{ amount: 1250, due_date: '2026-01-02' },
		]);
	});

	it('holds serial days of a spreadsheet, and days with a time of the workflow', async () => {
		const { bodies } = await create('invoice', [
			{ start_date: 46053, due_date: '2026-02-01T04:00:00Z' },
			{ start_date: '46053', due_date: '2026-02-01T00:00:00Z' },
		]);
		expect(bodies).toEqual([
			{ start_date: '2026-01-31', due_date: '2026-01-31' },
			{ start_date: '2026-01-31', due_date: '2026-02-01' },
		]);
	});
});

describe('Words for Empty', () => {
	const items = [{ name: 'NULL', external_id: 'N/A', last_name: 'keine' }];

	it('are those of programs in IDs, and NULL alone in texts', async () =>
		expect((await create('contact', items)).bodies).toEqual([{ last_name: 'keine' }]));

	it('are one’s own in every field when they are given', async () => {
		const { bodies } = await create('contact', items, { reading: { emptyWords: 'keine, N/A' } });
		expect(bodies).toEqual([{ name: 'NULL' }]);
	});
});

describe('Column Names', () => {
	const options = { reading: { columnNames: { column: [{ name: 'Firmenname', field: 'Name' }] } } };

	it('name columns of a company', async () => {
		const { bodies } = await create('company', [{ Firmenname: 'Acme' }], options);
		expect(bodies).toEqual([{ name: 'Acme' }]);
	});
});

describe('columns that the user named', () => {
	const named = (...column: Array<{ name: string; field: string }>) => ({
		reading: { columnNames: { column } },
	});

	it('hold that field, and what only looks like it gives way, with a hint', async () => {
		const { bodies, hints } = await create(
			'company',
			[
				{ Kunde: 'Acme Ltd', name: 'Ann Lee' },
				{ Kunde: '', name: 'Bob Ray', website: 'b.example' },
			],
			named({ name: 'Kunde', field: 'Name' }, { name: 'Firmierung', field: 'Address' }),
		);
		expect(bodies).toEqual([{ name: 'Acme Ltd' }, { url: 'b.example' }]);
		expect(hints.join('\n')).toMatch(/^name → ignored, .*Kunde → Name/);
		expect(hints.filter((hint) => hint.includes('Firmierung'))).toHaveLength(1);
	});

	it.each<[string, string, string[], string]>([
		['for a field that does not exist', 'Kunde', ['Nmae'], '"Nmae" is not a field'],
		['by a value that was dropped in', '={{ $json.Kunde }}', ['Name'], 'is a value and no name'],
		['without a name', ' ', ['Name'], 'a column has no name'],
		['for no field', 'Kunde', ['={{ null }}'], '"" is not a field'],
		['for a field that is empty', 'Kunde', [''], '"" is not a field'],
		['for two fields', 'Kunde', ['Name', 'Address'], 'column "Kunde" is given two fields'],
	])('are refused in a sentence: %s', async (_, name, fields, message) => {
		const given = named(...fields.map((field) => ({ name, field })));
		const { bodies, failed } = await create('company', [{ Kunde: 'Acme' }], given);
		expect(bodies).toEqual([]);
		expect(errors(failed)[0]).toMatch(/^Column Names: /);
		expect(errors(failed)[0]).toContain(message);
	});
});

describe('lost characters', () => {
	it('in IDs are refused with the field and what to set; in texts they are counted in one hint', async () => {
		const { bodies, failed, hints } = await create('company', [
			{ name: 'Caf\ufffd', external_id: 'c-1' },
			{ name: 'Stra\ufffde', external_id: 'c\ufffd2' },
		]);
		expect(bodies).toEqual([{ name: 'Caf\ufffd', external_id: 'c-1' }]);
		expect(errors(failed)).toEqual([
			expect.stringMatching(/^External ID: .*c\ufffd2.*Options → Encoding in Extract from File/),
		]);
		expect(hints.filter((hint) => hint.includes('\ufffd'))).toEqual([
			expect.stringMatching(/^2 texts hold \ufffd, the first in Name: .*Caf\ufffd/),
		]);
	});

	const email = { email: 'j\ufffd@acme.example', name: 'J' };
	const order = { externalId: 'o-\ufffd', lines: [{ itemExternalId: 's-1', quantity: 1 }] };
	it.each<[string, string, string, INodeParameters, RegExp]>([
		[
			...(['the ID of the record that is written', 'company', 'update'] as const),
			{ ...mapped({ name: 'Acme' }), ...byId('c\ufffd2', 'externalId') },
			/^The external ID of the company is "c\ufffd2"$/,
		],
		[
			...(['the value by which a record is looked for', 'contact', 'findOrCreate'] as const),
			{ ...mapped(email), findBy: 'email', whenFound: 'leave' },
			/^Email is "j\ufffd@acme\.example"$/,
		],
		[
			...(['IDs of orders that are created together', 'order', 'createMany'] as const),
			{ ...fromItem, ...lines },
			/External ID: .*o-\ufffd.*Encoding/,
		],
	])('are refused in %s', async (_, node, operation, parameters, message) => {
		const options = { items: [order], onError: 'continueErrorOutput' as const };
		const { failed } = await runNode(node, operation, parameters, options);
		expect(service.requests).toEqual([]);
		expect(errors(failed)).toEqual([expect.stringMatching(message)]);
	});
});

describe('Unknown Columns', () => {
	const items = [{ name: 'Acme' }, { name: 'Best', Umsatz: '5' }];

	it('are left out, and named in a hint', async () => {
		const { bodies, hints } = await create('company', items);
		expect(bodies).toEqual([{ name: 'Acme' }, { name: 'Best' }]);
		expect(hints.join('\n')).toContain('Umsatz');
	});

	it('stop the run before anything is sent, whichever item has them', async () => {
		const { bodies, failed } = await create('company', items, {
			reading: { unknownColumns: 'fail' },
		});
		expect(bodies).toEqual([]);
		expect(failed).toHaveLength(2);
		expect(errors(failed)[0]).toContain('A column matches no field: "Umsatz"');
	});
});

describe('an order with its lines', () => {
	it('takes the column names of sheets, for itself and for its lines', async () => {
		const { bodies, hints } = await create(
			'order',
			[
				{
					'Order No': 'A',
					'Customer ID': 'C-1',
					'Order Date': '31/01/2026 10:00',
					lines: [{ SKU: 's-1', Qty: '3.0', Price: '1.250', 'VAT %': '19 %' }],
				},
				{
					'Order No': 'B',
					'Customer ID': 'C-1',
					'Order Date': '01/02/2026 10:00',
					lines: [{ SKU: 's-2', Qty: 1, Price: '12,50', 'VAT %': '' }],
				},
			],
			{},
			{ ...fromItem, ...lines },
		);
		const line = (itemExternalId: string, quantity: number, price: number) => ({
			...{ itemExternalId, quantity, price },
		});
		const order = (id: string, at: string, item: object) => ({
			order: { externalId: id, companyExternalId: 'C-1', orderAt: at, items: [item] },
		});
		expect(bodies).toEqual([
			order('A', '2026-01-31T10:00:00-05:00', { ...line('s-1', 3, 1250), tax_rate: 19 }),
			order('B', '2026-02-01T10:00:00-05:00', line('s-2', 1, 12.5)),
		]);
		expect(hints.join('\n')).toContain('Price read as 1.234,50');
	});

	it('tells which of two columns for one field of its lines was taken', async () => {
		const item = { externalId: 'A', lines: [{ SKU: 's-1', 'Product ID': '9', Qty: 1 }] };
		const { hints, bodies } = await create('order', [item], {}, { ...fromItem, ...lines });
		expect(bodies).toMatchObject([{ order: { items: [{ itemExternalId: 's-1' }] } }]);
		expect(hints.join('\n')).toContain('Product ID → ignored');
	});
});
