import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';

const { service, runNode } = useCustomEngine();

const company = { resource: 'company', ...byId('company-1') };
const ID = '6f1c1c1e-0000-4000-8000-00000000000a';
const picked = {
	resource: 'company',
	recordId: { __rl: true, mode: 'list', value: 'company-1', cachedResultName: 'Acme' },
};

/** The one item of a run, with the service's answer to the call. */
async function itemOf(
	node: 'enrich' | 'score',
	parameters: INodeParameters,
	data: IDataObject,
): Promise<IDataObject> {
	service.reply = () => ({ body: { data, message: 'Done', ctx_id: 'ctx-1' } });
	const { items } = await runNode(node, node, parameters);
	expect(items).toHaveLength(1);
	return items[0].json;
}

const response = { message: 'Done', ctx_id: 'ctx-1' };
const scored = {
	object_type: 'company',
	record_id: 'company-1',
	input_hash: 'in',
	output_hash: 'out',
	score: 71,
	band: 'medium',
	dimensions: [],
	reasons: [{ text: 'It grows' }],
};
const enriched = {
	company_id: 'company-1',
	run_id: 'run-1',
	request_hash: 'hash-1',
	updated_builtin_fields: { address: '1 Main Street', url: 'https://new.example' },
	updated_custom_fields: { segment: 'large' },
	proposed_fields: {},
	skipped_fields: { name: 'already has a value' },
};

describe('Score', () => {
	it('gives what a person decides by, with the name under which the company was picked', async () => {
		const reasons = [{ text: 'It grows' }];
		expect(await itemOf('score', picked, scored)).toEqual({
			id: 'company-1',
			...{ name: 'Acme', outcome: 'scored' },
			score: 71,
			band: 'medium',
			reasons,
			response,
		});
	});

	it('gives all of it with Output set to Raw', async () => {
		const all = { id: 'company-1', outcome: 'scored', ...scored, response };
		expect(await itemOf('score', { ...company, output: 'raw' }, scored)).toEqual(all);
	});

	it('gives all of a result that has no score under the known name', async () => {
		const other = { points: 71, grade: 'B' };
		expect(await itemOf('score', company, other)).toMatchObject(other);
	});
});

describe('Enrich', () => {
	it('gives what changed and what was left alone', async () => {
		expect(await itemOf('enrich', company, enriched)).toEqual({
			...{ id: 'company-1', outcome: 'changed', dry_run: false },
			changes: [
				{ field: 'address', to: '1 Main Street', written: true },
				{ field: 'url', to: 'https://new.example', written: true },
				{ field: 'segment', to: 'large', written: true },
			],
			skipped_fields: { name: 'already has a value' },
			run_id: 'run-1',
			response,
		});
		expect(service.requests).toHaveLength(1);
	});

	it('has the name that it has written, not the one before', async () => {
		const renamed = { updated_builtin_fields: { name: 'Acme Inc.' } };
		expect(await itemOf('enrich', picked, renamed)).toHaveProperty('name', 'Acme Inc.');
	});

	it('gives all of it with Output set to Raw', async () => {
		const all = { id: 'company-1', outcome: 'changed', dry_run: false, ...enriched, response };
		expect(await itemOf('enrich', { ...company, output: 'raw' }, enriched)).toEqual(all);
	});

	it('gives all of a result that has no changes under the known names', async () => {
		const other = { company_id: 'company-1', fields: { address: '1 Main Street' } };
		expect(await itemOf('enrich', company, other)).toMatchObject({
			...{ ...other, outcome: 'nothing_found' },
		});
	});
});

describe.each(['enrich', 'score'] as const)('%s says in every item', (node) => {
	const given = [
		{ id: ID, external_id: 'erp-1', name: 'Acme', city: 'Oslo' },
		{ id: ID, outcome: 'created' },
		{ id: 'deal-1', company_id: ID, name: 'Pilot' },
	];
	const result = { ...(node === 'score' ? scored : enriched), record_id: ID, company_id: ID };
	const run = async (options: INodeParameters = {}) => {
		service.reply = ({ method }) => ({
			body: method === 'GET' ? { id: ID, name: 'Acme read' } : { data: result },
		});
		const parameters = { resource: 'company', ...byId('={{ $json.company_id ?? $json.id }}') };
		const { items } = await runNode(node, node, { ...parameters, options }, { items: given });
		return items.map(({ json }) => json);
	};

	it('which record it is, as far as that is known, and the input item on request', async () => {
		const outcome = node === 'score' ? 'scored' : 'changed';
		const done = await run();
		expect(done[0]).toMatchObject({ id: ID, external_id: 'erp-1', name: 'Acme', outcome });
		expect(done.filter((json) => 'name' in json || 'city' in json)).toEqual([done[0]]);
		const all = await run({ includeInputFields: true });
		expect(all).toMatchObject(given.map((json) => ({ ...json, id: ID, outcome })));
		const calls = { onlyIf: 'missing', missingFields: 'name' };
		const skipped = { outcome: 'skipped', skipped: true };
		expect(await run({ calls, includeInputFields: true })).toMatchObject([
			{ ...given[0], ...skipped },
			...Array(2).fill({ id: ID, name: 'Acme read', ...skipped }),
		]);
	});
});
