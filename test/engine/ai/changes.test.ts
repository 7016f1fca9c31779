import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, oneByOne } from '../../../testing/parameters';
import { jsonOf } from '../../../testing/runNode';
import { useCustomEngine } from '../../../testing/setUp';

const { service, runNode } = useCustomEngine();

const company = { resource: 'company', ...byId('company-1') };

/** The one item that Enrich makes of this result, and the hints below it. */
async function enrich(data: IDataObject, options: INodeParameters = {}) {
	service.reply = () => ({ body: { data: { company_id: 'company-1', ...data } } });
	const { items, hints } = await runNode('enrich', 'enrich', { ...company, options });
	expect(items).toHaveLength(1);
	return { json: items[0].json, hints };
}

const changesOf = async (data: IDataObject, options: INodeParameters = {}) =>
	(await enrich(data, options)).json.changes;

describe('Enrich says of each change', () => {
	it('whether it was written or only proposed', async () => {
		expect(
			await changesOf({
				updated_builtin_fields: { address: '1 Main Street' },
				updated_custom_fields: { segment: 'large' },
				proposed_fields: { name: 'Acme Inc.' },
			}),
		).toEqual([
			{ field: 'address', to: '1 Main Street', written: true },
			{ field: 'segment', to: 'large', written: true },
			{ field: 'name', to: 'Acme Inc.', written: false },
		]);
	});

	it('once what was written and proposed, and what was proposed instead', async () => {
		expect(
			await changesOf({
				updated_builtin_fields: { address: 'A', name: 'Acme' },
				proposed_fields: { address: 'A', name: 'Acme Inc.' },
			}),
		).toEqual([
			{ field: 'address', to: 'A', written: true },
			{ field: 'name', to: 'Acme', written: true, proposed: 'Acme Inc.' },
		]);
	});

	it.each<[string, unknown]>([
		['an object of an old and a new one', { old: 'A', new: 'B', confidence: 0.8 }],
		['an object', { street: '1 Main Street', value: 2 }],
		['a list', ['a', 'b']],
		['null', null],
	])('its value as it came: %s', async (_, to) => {
		const data = { updated_builtin_fields: { address: to } } as IDataObject;
		expect(await changesOf(data)).toEqual([{ field: 'address', to, written: true }]);
	});

	it('the same where the fields come as a list', async () => {
		const entry = { field: 'address', old: 'A', new: 'B' };
		expect(await changesOf({ updated_builtin_fields: [entry], proposed_fields: ['name'] })).toEqual(
			[
				{ field: 'address', to: entry, written: true },
				{ field: 'name', written: false },
			],
		);
	});

	it('three sources at most, short, with their count; all of them with Raw', async () => {
		const sources = [1, 2, 3, 4].map((n) => ({
			url: `https://s${n}.example`,
			text: 'x'.repeat(300),
		}));
		const field_evidence = { address: sources };
		const data = { updated_builtin_fields: { address: 'A' }, field_evidence };
		expect(await changesOf(data)).toEqual([
			{
				...{ field: 'address', to: 'A', written: true, source_count: 4 },
				sources: sources.slice(0, 3).map(({ url }) => ({ url, text: 'x'.repeat(200) })),
			},
		]);
		service.reply = () => ({ body: { data: { company_id: 'company-1', ...data } } });
		const raw = await runNode('enrich', 'enrich', { ...company, output: 'raw' });
		expect(raw.items[0].json.field_evidence).toEqual({ address: sources });
	});

	it('the evidence of the fact that goes into a custom property', async () => {
		const pair = [{ enriched: 'industry', property: 'sector' }];
		const field_evidence = { industry: { domain: 'acme.example', confidence: 0.9 } };
		expect(
			await changesOf(
				{ updated_custom_fields: { sector: 'Steel' }, field_evidence },
				{ customFieldMap: { pair } },
			),
		).toEqual([
			{
				...{ field: 'sector', to: 'Steel', written: true, confidence: 0.9 },
				...{ sources: [{ url: 'acme.example' }], source_count: 1 },
			},
		]);
	});
});

describe('Enrich keeps', () => {
	it('the run, what it cost and how sure it is', async () => {
		const { json } = await enrich({
			...{ run_id: 'run-1', cost: 0.2, confidence: 0.7, request_hash: 'hash' },
			updated_builtin_fields: { address: 'A' },
		});
		expect(json).toMatchObject({ run_id: 'run-1', cost: 0.2, confidence: 0.7 });
		expect(json).not.toHaveProperty('request_hash');
	});
});

describe('a dry run', () => {
	const dryRun = { dryRun: true };

	it('is said to have written nothing where the service only proposes', async () => {
		const { json, hints } = await enrich({ proposed_fields: { address: 'A' } }, dryRun);
		const changes = [{ written: false }];
		expect(json).toMatchObject({ outcome: 'proposed', dry_run: true, changes });
		expect(hints).toEqual([
			'1 of 1 result: dry run, nothing was written: changes are only proposed',
		]);
	});

	it.each<[string, IDataObject, string]>([
		[
			'names fields that it wrote',
			{ updated_builtin_fields: { address: 'A' } },
			'it wrote address',
		],
		['says that it was none', { dry_run: false, proposed_fields: {} }, 'this was no dry run'],
	])('is contradicted loudly where the service %s', async (_, data, what) => {
		const { json, hints } = await enrich(data, dryRun);
		const warning = `Dry Run is on, but the service says that ${what}`;
		expect(json).toMatchObject({ dry_run: true, warnings: [warning] });
		expect(hints).toEqual([`1 of 1 result: ${warning}`]);
	});

	it('that nobody asked for is said, too', async () => {
		const { json, hints } = await enrich({ dry_run: true, proposed_fields: { address: 'A' } });
		expect(json.dry_run).toBe(false);
		expect(hints).toEqual([
			'1 of 1 result: Dry Run is off, but the service says that it wrote nothing',
		]);
	});
});

describe('Read Previous Values', () => {
	const ID = '6f1c1c1e-0000-4000-8000-00000000000a';
	const OTHER = '6f1c1c1e-0000-4000-8000-00000000000b';
	const changed = {
		updated_builtin_fields: { address: 'new' },
		updated_custom_fields: { segment: 'large' },
	};

	/** Enriches the company with this ID, which is read like this before. */
	async function withRecord(record: IDataObject, status = 200, id = ID) {
		service.reply = ({ method }) =>
			method === 'GET'
				? { status, body: record }
				: { body: { data: { company_id: id, ...changed } } };
		const parameters = { resource: 'company', ...byId(id), options: { readPreviousValues: true } };
		const { items, hints } = await runNode('enrich', 'enrich', parameters);
		return { json: items[0].json, hints };
	}

	it.each<[string, IDataObject]>([
		['below custom', { custom: { segment: 'small' } }],
		['below custom_fields', { custom_fields: { segment: 'small' } }],
		[
			'in a list of properties',
			{ custom_properties: [{ internal_name: 'segment', value: 'small' }] },
		],
		['beside the others', { segment: 'small' }],
	])('finds a custom field %s', async (_, custom) => {
		const { json, hints } = await withRecord({ id: ID, name: 'Acme', address: 'old', ...custom });
		expect(json).toMatchObject({
			name: 'Acme',
			changes: [
				{ field: 'address', from: 'old', to: 'new' },
				{ field: 'segment', from: 'small', to: 'large' },
			],
		});
		expect(hints).toEqual([]);
	});

	it.each<[string, string, IDataObject]>([
		['of another company', ID, { id: OTHER, name: 'Other', address: 'old' }],
		['of a company with another number', '53', { id: 54, name: 'Other', address: 'old' }],
		['without an ID', ID, { name: 'Other', address: 'old' }],
		['with an ID of another form', 'a1', { id: 54, name: 'Other', address: 'old' }],
	])('does not believe a record %s, and says so', async (_, id, record) => {
		const { json, hints } = await withRecord(record, 200, id);
		expect(json).not.toHaveProperty('name');
		for (const change of json.changes as IDataObject[]) expect(change).not.toHaveProperty('from');
		expect(json.warnings).toEqual([expect.stringMatching(/^the company was not read before: /)]);
		expect(hints).toEqual([
			expect.stringMatching(/^1 of 1 result: the company was not read before/),
		]);
	});

	it('says that a read was refused, in the words of the service', async () => {
		const { json, hints } = await withRecord({ message: 'Scope is missing' }, 403);
		expect((json.changes as IDataObject[])[0]).not.toHaveProperty('from');
		expect(json.warnings).toEqual([expect.stringContaining('Scope is missing')]);
		expect(hints).toHaveLength(1);
	});

	it('shows what was there before the run where a company comes twice, by ID and by number', async () => {
		const stored: IDataObject = { id: ID, company_id: 53, address: 'before' };
		service.reply = ({ method, body }) => {
			if (method === 'GET') return { body: { ...stored } };
			const { force_refresh: again } = body as IDataObject;
			stored.address = again ? 'second' : 'first';
			return { body: { data: { updated_builtin_fields: { address: stored.address } } } };
		};
		const { requests } = oneByOne.options;
		const again = { readPreviousValues: true, forceRefresh: '={{ $json.again }}', requests };
		const items = [
			{ id: ID, again: false },
			{ id: ID, again: true },
			{ id: '53', again: true },
		];
		const parameters = { resource: 'company', ...byId('={{ $json.id }}'), options: again };
		const run = await runNode('enrich', 'enrich', parameters, { items });
		const before = Array(3).fill({ changes: [{ from: 'before' }] });
		expect(jsonOf(run.items)).toMatchObject(before);
	});
});
