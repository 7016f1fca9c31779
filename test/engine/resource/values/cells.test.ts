/** What cells say that show nothing, clear a key, or hold what no text has (docs/reading-values.md). */
import type { INodeParameters } from 'n8n-workflow';

import { byId, fromItem, mapped } from '../../../../testing/parameters';
import { useSandbox } from '../../../../testing/setUp';
import { fill, row, table, useSync } from '../sync/syncTable';

const { service, sync, run, runNode, bodies } = useSync({ mode: 'upsert' });
const sandbox = useSandbox();
const runOrders = async (
	operation: 'createMany' | 'upsertOrders',
	items: Array<Record<string, unknown>>,
	parameters: INodeParameters,
) => {
	const node = operation === 'createMany' ? 'order' : 'migrationUpsert';
	const options = { items, service: sandbox, onError: 'continueErrorOutput' as const };
	return await runNode(node, operation, { ...fromItem, ...parameters }, options);
};
const errors = (failed: ReadonlyArray<{ json: { error?: unknown } }>) =>
	failed.map(({ json }) => json.error);

const byKey = byId('erp-0', 'externalId');
const different = { options: { onlyIfDifferent: true } };
const BLANKS = [' ', '\t', '\u00a0', '\u200b', '\u2800', '\u3164', ' \ufeff\u3000 '];
const THERE = { phone_number: '1', email: 'a@b.example' };

describe('a blank cell is an empty one', () => {
	it.each(BLANKS)('in a row that is synced, updated or found: %j', async (blank) => {
		fill(1);
		Object.assign(table.companies[0], THERE, { url: blank, address: null });
		const cells = { name: blank, phone_number: blank, email: blank, url: null, address: blank };
		const { items } = await sync([row(0, cells)]);
		expect(items[0].json).toMatchObject({ outcome: 'unchanged', changes: {} });
		const same = await run('update', [row(0, cells)], { ...byKey, ...different });
		expect(same.items[0].json).toMatchObject({ changed: false, changed_fields: [] });
		const again = await run('upsert', [row(0, cells)], different);
		expect(again.items[0].json).toMatchObject({ changed: false });
		const clears = { ...byKey, ...different, fieldsToClear: ['url'] };
		expect((await run('update', [{}], clears)).items[0].json).toMatchObject({ changed: false });
		expect(bodies()).toEqual([]);
		await run('update', [row(0, { ...cells, name: 'New' })], byKey);
		await run('create', [cells], mapped({ ...cells, name: 'By hand' }));
		const changed = expect.objectContaining({ external_id: 'erp-0', name: 'New' });
		expect(bodies()).toEqual([changed, { name: 'By hand' }]);
		expect(table.companies[0]).toMatchObject({ ...THERE, name: 'New' });
	});

	it.each(BLANKS)('where one is required, and in a locator: %j', async (blank) => {
		const { failed } = await run('create', [{}], mapped({ name: blank }));
		expect(errors(failed)).toEqual(['No field of the company is set']);
		const got = await run('get', [{}], byId(blank));
		expect(errors(got.failed)).toEqual(['The ID of the company is empty']);
		expect(service.requests).toEqual([]);
	});
});

describe('the key', () => {
	const key = 'External ID';
	const clear = { fieldsToClear: ['external_id'] };
	const body = { options: { additionalBodyFields: '{"external_id": null}' } };
	it.each<[string, object, INodeParameters, string]>([
		...[null, '', ...BLANKS, 'NULL', undefined].map(
			(value): [string, object, INodeParameters, string] => [
				'upsert',
				{ name: 'A', external_id: value },
				{},
				value === 'NULL' ? `${key} is required` : `No row has the ${key}; the columns are "name"`,
			],
		),
		['upsert', row(0), clear, `${key} is the key of Create or Update`],
		['update', { name: 'A' }, { ...byKey, ...body }, `Additional Body Fields clears ${key}`],
		['update', row(0), { ...byKey, fieldsToClear: ['name'] }, 'Name is set to "Company 0"'],
		['upsert', row(0), { fieldsToClear: ['Name'] }, 'Name is set to "Company 0"'],
	])('is refused in %s: %j, %j', async (operation, item, parameters, error) => {
		fill(1);
		const { failed } = await run(operation, [item], parameters);
		expect(errors(failed)).toEqual([expect.stringContaining(error)]);
		expect(service.requests).toEqual([]);
	});

	it.each<[string, INodeParameters, string]>([
		['upsert', {}, 'with your own ID of each record, or match by another field with Sync.'],
		['findOrCreate', {}, 'otherwise add a column with this name, or match by another field.'],
		['sync', {}, 'with your own ID of each record, or match by another field.'],
		['sync', { matchBy: 'company_id' }, 'Name the column Company ID, or choose another field'],
		['sync', mapped({ name: 'A' }), 'Map a value to External ID, or choose another field'],
	])(
		'in no row is said with the columns and what to do: %s, %j',
		async (operation, more, remedy) => {
			const parameters = { mode: 'upsert', matchBy: 'external_id', ...more };
			const { failed, errorText } = await run(operation, [{ Ref: 'a', name: 'A' }], parameters);
			const said = errorText || `${String(failed[0].json.error)} ${String(failed[0].json.message)}`;
			expect(said).toMatch(
				/^No row has the (External ID|Company ID|Website); the columns are "Ref", "name"/,
			);
			expect(said).toContain(remedy);
			expect(service.requests).toEqual([]);
		},
	);

	it('is cleared by nothing but Fields to Clear of Update', async () => {
		fill(1);
		table.companies[0].email = 'a@b.example';
		const item = { name: 'A', email: 'a@b.example', external_id: null };
		await run('update', [item], byId(table.companies[0].id));
		await sync([{ ...item, name: 'B' }], { matchBy: 'email' });
		await run('findOrCreate', [{ ...item, email: '', name: 'C' }], {
			...{ findBy: 'name', whenFound: 'update' },
		});
		expect(table.companies.map(({ external_id: id }) => id)).toContain('erp-0');
		expect(bodies().every((sent) => !('external_id' in (sent as object)))).toBe(true);
		await run('update', [{ external_id: ' ' }], { ...byId(table.companies[0].id), ...clear });
		expect(table.companies[0].external_id).toBeNull();
	});
});

const NUL = 'A\u0000';
const HALF = `${'😀'.charAt(0)}b`;
const SAID = { [NUL]: 'holds a NUL character', [HALF]: 'holds half a character' };

describe.each(Object.entries(SAID))('text that no service can keep: %j', (bad, said) => {
	it.each<[string, object, INodeParameters, string]>([
		['create', row(0, { name: bad }), {}, 'Name: expected text, given '],
		['create', row(0, { external_id: bad }), {}, 'External ID: expected an ID as text, given '],
		['upsert', row(0, { external_id: bad }), {}, 'External ID: expected an ID as text, given '],
		['update', { name: 'A' }, byId(bad, 'externalId'), 'The external ID of the company is '],
		['get', {}, byId(bad), 'The ID of the company is '],
		['findOrCreate', row(0, { email: bad }), { findBy: 'email' }, 'Email: expected text, given '],
		[
			'create',
			row(0),
			{ options: { additionalBodyFields: { tags: [bad] } } },
			'Additional Body Fields: given ',
		],
		[
			'create',
			row(0, { region: { [bad]: 1 } }),
			{ options: { reading: { unknownColumns: 'send' } } },
			'Additional Body Fields: given ',
		],
	])('is refused before any request by %s: %j', async (operation, item, parameters, error) => {
		const { items, failed } = await run(operation, [item], parameters);
		expect(items).toEqual([]);
		expect(errors(failed)).toEqual([expect.stringContaining(error)]);
		expect(errors(failed)).toEqual([expect.stringContaining(said)]);
		expect(service.requests).toEqual([]);
	});

	it('rejects its own row of a sync, of many orders and of a migration', async () => {
		const { items } = await sync([row(0), row(1, { name: bad }), row(2)]);
		expect(items.map(({ json }) => json.outcome)).toEqual(['created', 'rejected', 'created']);
		expect(items[1].json._error).toMatch(new RegExp(`^Name: .*${said}`));
		const orders = (name: string) => ['a', bad, 'c'].map((id) => ({ [name]: id }));
		const lines = { itemsSource: 'json', itemsJson: '[{"itemExternalId": "acme-item-desk"}]' };
		const many = await runOrders('createMany', orders('externalId'), lines);
		expect([many.items.length, many.failed.length, many.requests.length]).toEqual([2, 1, 1]);
		expect(errors(many.failed)).toEqual([expect.stringContaining(said)]);
		const item = { item_external_id: 'acme-item-desk' };
		const rows = orders('order_external_id').map((each) => ({ ...each, ...item }));
		const migrated = await runOrders('upsertOrders', rows, { partner: 'acme', inputMode: 'line' });
		expect([migrated.items.length, migrated.failed.length]).toEqual([2, 1]);
		expect(JSON.stringify(migrated.failed[0].json)).toContain(said);
	});
});

describe('a field that is true or false', () => {
	it.each([
		['yes', true],
		['No', false],
		[' ON ', true],
		['off', false],
	])('takes %j, and compares by it', async (word, value) => {
		fill(1);
		table.companies[0].allowed_in_store = value;
		const { items } = await sync([row(0, { allowed_in_store: word })]);
		expect(items[0].json.outcome).toBe('unchanged');
		await run('create', [{ name: 'A', allowed_in_store: word }]);
		const hand = mapped({ name: 'A', allowed_in_store: '={{ $json.word }}' });
		await run('create', [{ word }], hand);
		expect(bodies()).toEqual(Array(2).fill({ name: 'A', allowed_in_store: value }));
		const dry = { options: { onlyIfDifferent: word } };
		const same = await run('upsert', [row(0)], dry);
		expect('changed' in same.items[0].json).toBe(value);
		const count = await run('upsert', [row(0)], { options: { onlyIfDifferent: '={{ 0 }}' } });
		expect(errors(count.failed)).toEqual(['Only If Different is 0']);
	});
});

describe('a number that is none in a list of the input', () => {
	it.each([NaN, -Infinity])('is refused, naming item and place: %s', async (number) => {
		const lines = { itemsSource: 'json', itemsJson: '={{ $json.lines }}' };
		const list = (quantity: number, more = {}) => [
			{ itemExternalId: 'acme-item-desk', quantity, ...more },
		];
		const rows = [list(1), list(number), list(1, { weight: number })];
		const items = rows.map((each, at) => ({ externalId: `n-${at}`, lines: each }));
		const options = { reading: { unknownColumns: 'send' } };
		const { failed } = await runOrders('createMany', items, { ...lines, options });
		expect(errors(failed)).toEqual([
			expect.stringMatching(`Line Items, row 1, Quantity: .*given ${number}`),
			expect.stringMatching(`Line Items: given ${number} in "0.weight"`),
		]);
	});
});
