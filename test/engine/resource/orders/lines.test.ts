/** What a person enters in the form of a record, and what an item brings: what is sent of it, and what is refused. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, fromItem, mapped } from '../../../../testing/parameters';
import { useCustomEngine } from '../../../../testing/setUp';

const { service, runNode, columnsOf } = useCustomEngine();

const ID = '6f1c1c1e-0000-4000-8000-000000000001';
const byJson = { itemsSource: 'json', itemsJson: '={{ $json.lines }}' };

async function write(
	type: string,
	operation: string,
	parameters: INodeParameters,
	json: IDataObject = {},
) {
	service.requests.length = 0;
	service.reply = () => ({ body: { ok: true, id: ID } });
	const run = await runNode(type, operation, parameters, { items: [json] });
	return { ...run, body: service.requests[0]?.body as IDataObject | undefined };
}
const update = async (type: string, parameters: INodeParameters, json: IDataObject = {}) =>
	await write(type, 'update', { ...byId(ID), ...parameters }, json);

describe('an update', () => {
	it.each<[string, INodeParameters, IDataObject]>([
		['order', mapped({ deliveryStatus: 'shipped' }), { order: { deliveryStatus: 'shipped' } }],
		['inventoryTransaction', mapped({ amount: 3 }), { amount: 3 }],
		['inventory', mapped({ name: 'Stock' }), { name: 'Stock' }],
	])('of one field of the %s needs no other', async (type, parameters, expected) => {
		const { body, errorText } = await update(type, parameters);
		expect([errorText, body]).toEqual(['', expected]);
	});

	it('of an order by ID takes the only result for its own, whatever external ID that shows', async () => {
		service.requests.length = 0;
		const result = { external_id: 'o-1', order_id: ID, status: 'updated', errors: [] };
		service.reply = () => ({ body: { ok: true, results: [result] } });
		const parameters = { ...byId(ID), ...mapped({ deliveryStatus: 'shipped' }) };
		const { items, errorText } = await runNode('order', 'update', parameters);
		expect(errorText).toBe('');
		expect(items[0].json).toMatchObject({ id: ID, external_id: 'o-1' });
		service.reply = () => ({
			body: { ok: true, results: [{ ...result, status: 'failed', errors: ['locked'] }] },
		});
		expect((await runNode('order', 'update', parameters)).errorText).toContain('locked');
	});

	it('does not take the number of an order for its external ID', async () => {
		const order = { id: ID, order_id: 5, delivery_status: 'shipped' };
		const { body } = await update('order', fromItem, order);
		expect(body).toEqual({ order: { deliveryStatus: 'shipped' } });
		const given = { order_id: 'A-5', delivery_status: 'x' };
		const { body: own } = await update('order', fromItem, given);
		expect(own).toEqual({ order: { externalId: 'A-5', deliveryStatus: 'x' } });
	});

	it('takes the stage of a deal from its value, and not from its label', async () => {
		const shown = { id: ID, stage_label: 'Open', stage_key: 'k', pipeline_name: 'Sales' };
		const { body } = await update('deal', fromItem, { ...shown, case_status: 'open' });
		expect(body).toEqual({ caseStatus: 'open' });
		const { body: without } = await update('deal', fromItem, { ...shown, name: 'Acme' });
		expect(without).toEqual({ name: 'Acme' });
	});

	it.each(['order', 'subscription'])(
		'of the lines of the %s to none is refused, unless the option says so',
		async (type) => {
			const parameters = { ...mapped({}), ...byJson };
			const { body, errorText } = await update(type, parameters, { lines: [] });
			expect(body).toBeUndefined();
			expect(errorText).toMatch(/Items is an empty list, .*Remove All Lines/);
			const options = { removeAllLines: true };
			const removed = await update(type, { ...parameters, options }, { lines: [] });
			expect(JSON.stringify(removed.body)).toContain('"items":[]');
		},
	);
});

describe('lines that are entered', () => {
	const order = mapped({ externalId: 'o-1' });
	const item_id = { __rl: true, mode: 'list', value: '' };
	const blank = { item_id, itemExternalId: '', quantity: '' };

	it('are left out where the row is blank', async () => {
		const row = [blank, { itemExternalId: 'sku-1', quantity: '2', price: '' }, {}];
		const { body } = await write('order', 'create', { ...order, items: { row } });
		expect(body).toMatchObject({ order: { items: [{ itemExternalId: 'sku-1', quantity: 2 }] } });
		const items = { row: [blank] };
		const { body: others } = await update('order', { ...mapped({ deliveryStatus: 'x' }), items });
		expect(others).toEqual({ order: { deliveryStatus: 'x' } });
	});

	it('are refused where they name no item', async () => {
		const row = [{ itemExternalId: 'sku-1' }, { ...blank, quantity: '2' }];
		const { body, errorText } = await write('order', 'create', { ...order, items: { row } });
		expect(body).toBeUndefined();
		expect(errorText).toContain('Line Items, row 2 names no item');
		expect(errorText).toContain('Enter Item ID or Item External ID, or remove the row.');
	});
});

describe('a field of the input', () => {
	it('is not called unknown where an expression takes it', async () => {
		const json = { externalId: 'o-1', lines: [{ itemExternalId: 's' }], other: 1, line: 2 };
		const { hints } = await write('order', 'create', { ...fromItem, ...byJson }, json);
		expect(hints).toContainEqual(expect.stringMatching(/^other, line → ignored\./));
		const options = { reading: { unknownColumns: 'fail' } };
		const { errorText } = await write('order', 'create', { ...fromItem, ...byJson, options }, json);
		expect(errorText).toMatch(/2 columns match no field: "?other"?, "?line"?/);
	});

	it('may hold fields as the body has them', async () => {
		const reportMetadata = { name: 'Sent', reportType: { type: 'invoices' }, detailColumns: ['a'] };
		const { body, errorText } = await write('report', 'create', fromItem, { reportMetadata });
		expect([errorText, body]).toEqual(['', { reportMetadata }]);
	});

	it('is refused where its number has more digits than are sent', async () => {
		const { body, errorText } = await update('item', mapped({ price: '9007199254740993' }));
		expect(body).toBeUndefined();
		expect(errorText).toContain('9007199254740993');
		const { body: exact } = await update('item', mapped({ price: '9007199254740992' }));
		expect(exact).toEqual({ price: 9007199254740992 });
	});

	it('keeps a comma in double quotes together', async () => {
		const values = mapped({ name: 'Size', choice_values: 'a, b, "c, d", "say ""so"""' });
		const { body } = await write('property', 'create', { ...values, objectName: 'orders' });
		expect(body).toMatchObject({ choice_values: ['a', 'b', 'c, d', 'say "so"'] });
	});
});

it('two pairs of the Custom Field Map for one enriched field are refused', async () => {
	const enriched = 'industry';
	const pair = ['sector', 'branch'].map((property) => ({ enriched, property }));
	const { body, errorText } = await write('enrich', 'enrich', {
		...{ resource: 'company', ...byId(ID), options: { customFieldMap: { pair } } },
	});
	expect(body).toBeUndefined();
	expect(errorText).toContain('gives "industry" two properties: "sector" and "branch"');
});

describe('a response that says nothing', () => {
	it.each([{ status: 'error' }, { status: 'error', message: 'no such event' }, {}])(
		'%j is no calendar',
		async (body) => {
			service.reply = () => ({ body });
			expect((await runNode('calendar', 'bootstrap')).errorText).not.toBe('');
		},
	);

	it.each([{ status: 'error' }, {}, { ok: true, workspace_id: null }])(
		'%j prepares no workspace',
		async (body) => {
			service.reply = () => ({ body });
			const { errorText } = await runNode('migrationUpsert', 'bootstrap', { partner: 'erp' });
			expect(errorText).not.toBe('');
		},
	);

	it('of one record in a list does not lose the others', async () => {
		const row = { id: ID, created_at: '2026-03-01T00:00:00Z', updated_at: '2026-03-01T00:00:00Z' };
		service.reply = () => ({ body: [row, { ...row, created_at: null }] });
		const { items } = await runNode('inventoryTransaction', 'getAll', { returnAll: true });
		expect(items).toHaveLength(2);
	});
});

describe('the stages of a deal in the editor', () => {
	const column = async (pipelines: unknown) => {
		service.reply = () => ({ body: pipelines });
		const fields = await columnsOf('deal', 'create');
		expect(fields.map(({ id }) => id)).toContain('name');
		return fields.find(({ id }) => id === 'caseStatus');
	};
	const stages = (...all: unknown[]) => [{ id: 'p', name: 'Sales', stages: all }];
	const open = { name: 'Open', internal_value: 'open' };

	const offered = { name: 'Sales › Open', value: 'open' };
	const leftOut = { name: '1 left out: no value', value: 'n8n:notice' };

	it.each<[string, unknown, unknown[]]>([
		['null', stages(null, open), [offered, leftOut]],
		['a number', stages(7, open), [{ name: 'Sales › 7', value: '7' }, offered]],
		['a label alone', stages({ name: 'Lost' }, open), [offered, leftOut]],
		['a text', stages('Lost', open), [{ name: 'Sales › Lost', value: 'Lost' }, offered]],
		['an object of them', [{ id: 'p', name: 'Sales', stages: { a: open } }], [offered]],
		[
			'an odd pipeline',
			[...stages(open), { id: 'q', name: 'Odd', stages: true }],
			[offered, leftOut],
		],
		['another key', stages({ name: 'Open', value: 'open' }), [offered]],
		[
			'the same twice, and blanks',
			stages('a', 'a', '', ' ', open),
			[{ name: 'Sales › a', value: 'a' }, offered, { ...leftOut, name: '2 left out: no value' }],
		],
		['labels that are no texts', stages({ name: [], internal_value: 'open' }), [{ value: 'open' }]],
	])('are offered, with %s among them', async (_, pipelines, options) => {
		expect(await column(pipelines)).toMatchObject({ options });
	});

	it('are entered as text where none has a value, which the name of the field says', async () => {
		const given = await column(stages({ name: 'Open' }, null));
		const expected = { type: 'string', displayName: expect.stringContaining('internal_value') };
		expect(given).toMatchObject(expected);
	});

	it('are as many as there are, though two pipelines have the same value', async () => {
		const pipelines = [...stages(open), { id: 'q', name: 'Renewals', stages: [open] }];
		expect(await column(pipelines)).toMatchObject({
			options: [
				{ name: 'Sales › Open', value: 'open' },
				{ name: 'Renewals › Open', value: 'open' },
			],
		});
	});
});
