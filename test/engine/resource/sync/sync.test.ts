import type { IDataObject } from 'n8n-workflow';

import { foretold, jsonOf } from '../../../../testing/runNode';
import { useSandbox } from '../../../../testing/setUp';
import { fill, names, outcomes, row, rowsOf, table, useSync } from './syncTable';

const { service, sync, writes } = useSync({ mode: 'upsert' });
const sandbox = useSandbox();

describe('Sync', () => {
	it('writes only what differs, and says of each row what it did', async () => {
		fill(4);
		table.companies[3].phone_number = '1';
		const changed = row(1, { name: 'Other', email: 'a@b.example' });
		const items = [row(0), changed, row(9), row(3, { phone_number: '' })];
		const run = await sync(items);
		expect(run.errorText).toBe('');
		expect(jsonOf(run.items)).toMatchObject([
			{ outcome: 'unchanged', external_id: 'erp-0', id: table.companies[0].id, name: 'Company 0' },
			{
				outcome: 'updated',
				changes: {
					name: { from: 'Company 1', to: 'Other' },
					email: { from: null, to: 'a@b.example' },
				},
			},
			{
				outcome: 'created',
				changes: {
					external_id: { from: null, to: 'erp-9' },
					name: { from: null, to: 'Company 9' },
				},
				external_id: 'erp-9',
				id: table.companies[4].id,
			},
			{ outcome: 'unchanged' },
		]);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		expect(writes()).toHaveLength(2);
		expect(run.hints.join('\n')).toContain('Companies: 1 created, 1 updated, 2 unchanged.');
		service.requests.length = 0;
		const again = await sync(items);
		expect(writes()).toEqual([]);
		expect(outcomes(again.items)).toEqual(Array(4).fill('unchanged'));
	});

	it('gives the same items in a dry run, and sends no write', async () => {
		fill(30);
		const items = [row(0, { name: 'New' }), ...rowsOf(28).slice(1), row(77)];
		const mirror = { mode: 'mirror' };
		const dry = await sync(items, { ...mirror, dryRun: true });
		expect(writes()).toEqual([]);
		const real = await sync(items, mirror);
		const facts = (run: typeof real) =>
			jsonOf(run.items).map(({ outcome, changes, name }) => [foretold(outcome), changes, name]);
		expect(facts(dry)).toEqual(facts(real));
		expect(outcomes(real.items).slice(-2)).toEqual(['archived', 'archived']);
		const archived = Array(2).fill('would_archive');
		expect(outcomes(dry.items).slice(-3)).toEqual(['would_create', ...archived]);
		expect(dry.items.every(({ json }) => json.dry_run === true)).toBe(true);
		expect(dry.hints.join()).toContain(
			'nothing was written): 1 would be created, 1 would be updated, 27 unchanged, 2 would be archived.',
		);
		expect(table.companies).toHaveLength(29);
	});

	it('updates only, or creates only, as its mode says', async () => {
		fill(1);
		const items = [row(0, { name: 'New' }), row(1)];
		const only = await sync(items, { mode: 'createOnly' });
		expect(outcomes(only.items)).toEqual(['skipped', 'created']);
		expect(only.items[0].json.reason).toContain('There is a company with the External ID erp-0');
		const updated = await sync([...items, row(2)], { mode: 'updateOnly' });
		expect(outcomes(updated.items)).toEqual(['updated', 'unchanged', 'skipped']);
		expect(names()).toEqual(['Company 1', 'New']);
	});

	it('takes the columns that Create or Update takes, and says where they go', async () => {
		const run = await sync([{ ID: '1001', Tel: '1', name: 'A', Region: 'N' }]);
		expect(run.items[0].json).toMatchObject({ outcome: 'created', external_id: '1001' });
		expect(run.hints[0]).toMatch(
			/^Region → ignored, Tel → Phone Number, ID → External ID\. Not written, without a column: Website, /,
		);
	});

	it('compares values by meaning', async () => {
		table.add({
			name: 'Acme',
			url: 'https://www.acme.example/',
			email: 'A@acme.example',
			allowed_in_store: true,
		});
		const items = [
			{ name: ' ACME ', url: 'acme.example', email: 'a@ACME.example', allowed_in_store: 'true' },
		];
		const byUrl = await sync(items, { matchBy: 'url' });
		const changes = { name: { from: 'Acme', to: ' ACME ' } };
		expect(jsonOf(byUrl.items)).toMatchObject([{ outcome: 'updated', changes }]);
		expect(byUrl.items[0].json.changes).not.toHaveProperty('url');
		expect(outcomes((await sync(items, { matchBy: 'name' })).items)).toEqual(['unchanged']);
	});

	it('takes a number of the service for a key, and creates nothing by it', async () => {
		fill(2);
		const items = [
			{ company_id: '02', name: 'Two' },
			{ company_id: 7, name: 'Seven' },
			{ name: 'None' },
		];
		const run = await sync(items, { matchBy: 'company_id' });
		expect(outcomes(run.items)).toEqual(['updated', 'rejected', 'rejected']);
		const expected = { ...items[1], _row: 2, _error: 'No company has the Company ID 7' };
		expect(run.items[1].json).toMatchObject(expected);
		expect(names()).toEqual(['Company 0', 'Two']);
	});

	it('never guesses: ambiguous rows and repeated keys change nothing', async () => {
		table.add({ name: 'Acme' });
		table.add({ name: 'Acme ' });
		table.add({ name: 'Beta' });
		const email = 'x@y.example';
		const items = ['Acme', 'Beta', ' Beta', 'Gamma'].map((name) => ({ name, email }));
		const run = await sync(items, { matchBy: 'name' });
		expect(outcomes(run.items)).toEqual(['ambiguous', 'rejected', 'rejected', 'created']);
		expect(run.items[0].json.reason).toContain('2 companies have the Name Acme');
		expect(run.items[1].json._error).toContain('comes 2 times (rows 2 and 3)');
		expect(run.hints[1]).toMatch(
			/^2 rejected \(rows 2 and 3\), first: The Name Beta comes 2 times .*; 1 ambiguous \(row 1\): /,
		);
		expect(writes()).toHaveLength(1);
	});

	it('gives rejected rows with all columns and why, and goes on', async () => {
		table.fault = ({ body }) =>
			(body as IDataObject | undefined)?.name === 'Bad'
				? { status: 422, body: { message: 'Name is bad', ctx_id: 'c' } }
				: undefined;
		const unread = row(0, { allowed_in_store: 'perhaps', note: 'n' });
		const items = [unread, row(1, { name: 'Bad' }), row(2)];
		const run = await sync(items);
		expect(run.errorText).toBe('');
		expect(jsonOf(run.items)).toMatchObject([
			{
				...items[0],
				outcome: 'rejected',
				_row: 1,
				_error: expect.stringContaining('Allowed in Store'),
			},
			{
				...items[1],
				outcome: 'rejected',
				_row: 2,
				_error: expect.stringContaining('Name is bad'),
				_remedy: expect.any(String),
			},
			{ outcome: 'created' },
		]);
		const corrected = jsonOf(run.items).map(({ allowed_in_store: _, ...others }) => others);
		table.fault = () => undefined;
		const again = await sync(corrected.slice(0, 2));
		expect(outcomes(again.items)).toEqual(['created', 'created']);
		expect(again.hints.join()).not.toContain('_row');
	});

	it('reads what the list does not show from each record', async () => {
		fill(3);
		table.companies.forEach((company) => (company.address = 'Main Street'));
		table.listHides = ['address'];
		const items = rowsOf(3).map((each) => ({ ...each, address: 'Main Street' }));
		const run = await sync(items);
		expect(outcomes(run.items)).toEqual(Array(3).fill('unchanged'));
		expect(service.requests.filter(({ path }) => path.includes('companies/'))).toHaveLength(3);
		items[1].address = 'Elsewhere';
		const changed = await sync(items);
		expect(changed.items[1].json.changes).toEqual({
			address: { from: 'Main Street', to: 'Elsewhere' },
		});
	});

	it('does not write a field in every run that nobody shows, and says so', async () => {
		fill(9);
		table.listHides = ['status'];
		table.getHides = ['status'];
		const items = rowsOf(9).map((each) => ({ ...each, status: 'vip' }));
		const run = await sync(items);
		expect(writes()).toEqual([]);
		expect(run.hints.join()).toContain(
			'Not compared, because neither the list nor Get shows it: Status',
		);
		// Three records are read to find out.
		expect(service.requests.filter(({ path }) => path.includes('companies/'))).toHaveLength(3);
	});

	it('looks external IDs up where the list does not show them', async () => {
		fill(3);
		table.listHides = ['external_id'];
		const items = [row(0), row(1, { name: 'New' }), row(8)];
		const run = await sync(items);
		expect(outcomes(run.items)).toEqual(['unchanged', 'updated', 'created']);
		expect(names()).toEqual(['Company 0', 'Company 2', 'Company 8', 'New']);
	});

	it('refuses a field that the list does not show', async () => {
		fill(3);
		const run = await sync([{ name: 'A', phone_number: '1' }], { matchBy: 'phone_number' });
		expect(run.errorText).toContain('does not show the Phone Number');
		expect(writes()).toEqual([]);
	});

	it('reads only the records of a filter', async () => {
		fill(12);
		const run = await sync([row(1), row(2)], { filters: { search: '1' }, mode: 'updateOnly' });
		expect(outcomes(run.items)).toEqual(['unchanged', 'skipped']);
		expect(run.hints.join()).toContain('Only the companies of the filters were read');
		const late = await sync([row(1)], { filters: { updatedAfter: '2026-01-01' } });
		expect(late.errorText).toContain('cannot be narrowed by Updated After');
	});

	it.each([
		['where the list shows it', {}, []],
		['where only its look-up finds it', {}, ['external_id']],
		['outside the filters', { filters: { search: 'New' } }, []],
	])('overwrites no record that has the external ID of a new row, %s', async (_, more, hidden) => {
		fill(3);
		table.listHides = hidden;
		const items = [row(1, { name: 'New 1' }), row(7, { name: 'New 7' })];
		for (const mode of ['upsert', 'createOnly']) {
			const run = await sync(items, { matchBy: 'name', mode, ...more });
			const reason = `The External ID erp-1 belongs to another company, ${table.companies[1].id}`;
			expect(run.items[0].json).toMatchObject({ outcome: 'ambiguous', reason });
			expect(table.companies[1].name).toBe('Company 1');
		}
		expect(names()).toEqual(['Company 0', 'Company 1', 'Company 2', 'New 7']);
	});

	it('creates nothing without an external ID beside filters, since it may be outside of them', async () => {
		fill(3);
		const filters = { search: '1' };
		const run = await sync([{ name: 'Company 2' }], { matchBy: 'name', filters });
		expect(run.items[0].json._error).toContain('may have this company already');
		expect(table.companies).toHaveLength(3);
	});

	it('works with the sandbox, whose list shows no external IDs', async () => {
		const options = { service: sandbox } as never;
		const items = [row(1, { url: 'https://one.example' }), row(2)];
		const first = await sync(items, {}, options);
		expect(outcomes(first.items)).toEqual(['created', 'created']);
		const second = await sync(items, {}, options);
		expect(outcomes(second.items)).toEqual(['unchanged', 'unchanged']);
		const third = await sync([row(1, { url: 'http://two.example' })], {}, options);
		expect(third.items[0].json.changes).toMatchObject({ url: { to: 'http://two.example' } });
	});
});
