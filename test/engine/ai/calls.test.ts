import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, oneByOne } from '../../../testing/parameters';
import type { RunNodeOptions } from '../../../testing/runNode';
import { useCustomEngine } from '../../../testing/setUp';

const { service, runNode, credentials } = useCustomEngine();

/** Neither names the record: the tests ask for several. */
const enriched = {
	data: {
		run_id: 'run-1',
		pipeline_version: 'v1',
		request_hash: 'hash-1',
		updated_builtin_fields: { address: '1 Main Street' },
	},
	message: 'Enriched',
	ctx_id: 'ctx-1',
};
const scored = {
	data: {
		snapshot_id: 'snapshot-1',
		algorithm_key: 'fit',
		algorithm_version: '1',
		input_hash: 'in',
		output_hash: 'out',
		score: 71,
		band: 'medium',
		dimensions: [],
		reasons: [{ text: 'It grows' }],
	},
	message: 'Scored',
	ctx_id: 'ctx-2',
};

/** Runs Enrich or Score on items. */
async function run(
	node: 'Enrich' | 'Score',
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	options: RunNodeOptions = {},
) {
	service.reply = () => ({ body: node === 'Enrich' ? enriched : scored });
	const type = node.toLowerCase();
	return await runNode(type, type, { output: 'raw', ...parameters }, { items, ...options });
}

/** Of calls, not of look-ups. */
const bodies = () => service.requests.flatMap(({ body }) => (body === undefined ? [] : [body]));

describe('Enrich sends', () => {
	const company = { resource: 'company' };
	const call = { object_type: 'company', record_id: 'company-1' };
	const off = { dry_run: false, force_refresh: false };

	it('one request with the token, and outputs its result', async () => {
		const { items, hints } = await run('Enrich', { ...company, ...byId('company-1') });
		const { authorization, 'content-type': type, ...headers } = service.requests[0].headers;
		expect([authorization, type]).toEqual(['Bearer a-token', 'application/json']);
		expect(headers).toMatchObject({ 'accept-language': 'en' });
		expect(headers).not.toHaveProperty('x-workspace-code');
		expect(service.requests).toMatchObject([{ method: 'POST', url: '/v1/enrich' }]);
		expect(bodies()).toEqual([{ ...call, ...off }]);
		const { data, ...response } = enriched;
		const own = { id: 'company-1', outcome: 'changed', dry_run: false };
		expect(items).toEqual([{ json: { ...own, ...data, response }, pairedItem: { item: 0 } }]);
		expect(hints).toEqual([]);
	});

	it('the company of each item, from the list or an expression', async () => {
		const parameters = { ...company, ...byId('={{ $json.company }}', 'list'), ...oneByOne };
		await run('Enrich', parameters, [{ company: 'company-1' }, { company: 42 }]);
		expect(bodies()).toEqual(['company-1', '42'].map((id) => ({ ...call, record_id: id, ...off })));
	});

	it.each([
		['name', 'name', ' Acme '],
		['website', 'url', ' https://acme.example '],
	])('a company that need not be there by its %s', async (mode, key, value) => {
		const options = { additionalBodyFields: '={{ { seed: { external_id: "erp-1" } } }}' };
		const { items } = await run('Enrich', { ...company, ...byId(value, mode), options });
		const seed = { [key]: value.trim() };
		expect(bodies()).toMatchObject([{ seed: { ...seed, external_id: 'erp-1' } }]);
		expect(items[0].json).toMatchObject(seed);
	});

	it.each([
		['dryRun', true, { ...off, dry_run: true }],
		['dryRun', '={{ "True" }}', { ...off, dry_run: true }],
		['dryRun', '={{ "false" }}', off],
		['forceRefresh', true, { ...off, force_refresh: true }],
		['forceRefresh', '={{ "true" }}', { ...off, force_refresh: true }],
		['calls', { retryUnknownOutcome: true }, off],
	])('the option %s when it is %s', async (option, value, sent) => {
		await run('Enrich', { ...company, ...byId('company-1'), options: { [option]: value } });
		expect(bodies()).toEqual([{ ...call, ...sent }]);
	});

	it('the options of each item, and reports how many of them it contradicts', async () => {
		const options = {
			...oneByOne.options,
			dryRun: '={{ $json.dry }}',
			forceRefresh: '={{ !$json.dry }}',
		};
		const parameters = { ...company, ...byId('company-1'), options };
		const { items, hints } = await run('Enrich', parameters, [{ dry: true }, { dry: false }]);
		expect(bodies()).toMatchObject([
			{ dry_run: true, force_refresh: false },
			{ dry_run: false, force_refresh: true },
		]);
		expect(items.map(({ json }) => json.dry_run)).toEqual([true, false]);
		// The stand-in writes all the same.
		expect(hints).toEqual([
			'1 of 2 results: Dry Run is on, but the service says that it wrote address',
		]);
	});

	it('the custom field map, without incomplete pairs', async () => {
		const pair = [
			{ enriched: 'industry', property: 'sector' },
			{ enriched: 'founded_year', property: ' year ' },
			{ enriched: 'city', property: '' },
			{ enriched: '', property: 'town' },
		];
		for (const some of [pair, pair.slice(2)]) {
			const options = { customFieldMap: { pair: some } };
			await run('Enrich', { ...company, ...byId('company-1'), options });
		}
		const custom_field_map = { industry: 'sector', founded_year: 'year' };
		expect(bodies()).toEqual([
			{ ...call, custom_field_map, ...off },
			{ ...call, ...off },
		]);
	});

	it.each([
		['id', '={{ "" }}', 'The ID of the company is empty'],
		['name', ' ', 'The name of the company is empty'],
		['website', '={{ ["a"] }}', 'Website is ["a"]'],
	])('nothing for a %s like %j', async (mode, value, words) => {
		const { error } = await run('Enrich', { ...company, ...byId(value, mode) });
		expect(error?.message).toBe(words);
		expect(error?.context).toMatchObject({ parameter: 'recordId' });
		expect(service.requests).toEqual([]);
	});
});

describe.each(['Enrich', 'Score'] as const)('%s takes additional body fields', (node) => {
	const parameters = (additionalBodyFields: unknown) =>
		({
			resource: 'company',
			...byId('company-1'),
			options: { additionalBodyFields },
		}) as INodeParameters;

	it('and sends them as they are', async () => {
		await run(node, parameters({ depth: { level: 2 } }));
		expect(bodies()).toMatchObject([{ record_id: 'company-1', depth: { level: 2 } }]);
	});

	it.each([
		['{"record_id": 1}', 'Additional Body Fields sets "record_id", which the node sends already'],
		['[1]', 'Additional Body Fields is "[1]"'],
	])('but not %s', async (given, words) => {
		const { error } = await run(node, parameters(given));
		expect([error?.message, service.requests]).toEqual([words, []]);
	});
});

describe('Score sends', () => {
	it.each(['company', 'deal'])(
		'a %s by its ID with the token, and outputs the result',
		async (resource) => {
			const { items } = await run('Score', { resource, ...byId('record-1') });
			expect(service.requests).toMatchObject([
				{ method: 'POST', url: '/v1/score', headers: { authorization: 'Bearer a-token' } },
			]);
			expect(service.requests[0].headers).not.toHaveProperty('x-workspace-code');
			expect(bodies()).toEqual([{ object_type: resource, record_id: 'record-1' }]);
			const { data, ...response } = scored;
			const own = { id: 'record-1', outcome: 'scored' };
			expect(items).toEqual([{ json: { ...own, ...data, response }, pairedItem: { item: 0 } }]);
		},
	);

	it('the record and the model of each item, without blank models', async () => {
		const options = { ...oneByOne.options, scoreModelId: '={{ $json.model }}' };
		const parameters = { resource: 'deal', ...byId('={{ $json.deal }}', 'list'), options };
		await run('Score', parameters, [
			{ deal: 'deal-1', model: ' model-1 ' },
			{ deal: 7, model: '' },
			{ deal: 'deal-3', model: ' ' },
			{ deal: 'deal-4' },
		]);
		expect(bodies()).toEqual([
			{ object_type: 'deal', record_id: 'deal-1', score_model_id: 'model-1' },
			{ object_type: 'deal', record_id: '7' },
			{ object_type: 'deal', record_id: 'deal-3' },
			{ object_type: 'deal', record_id: 'deal-4' },
		]);
	});

	it('nothing for a record without ID', async () => {
		const { error } = await run('Score', { resource: 'deal', ...byId('={{ "" }}') });
		expect(error?.message).toContain('The ID of the deal is empty');
		expect(service.requests).toEqual([]);
	});
});

/** With a token and a workspace code. */
const runWithBoth = async (node: 'Enrich' | 'Score', parameters: INodeParameters) => {
	const internal = { baseUrl: service.url, workspaceSecret: 'a-code' };
	const both = { ...credentials(), workspaceRecordsInternalApi: internal };
	return await run(node, parameters, [{}], { credentials: both });
};

describe('the workspace code', () => {
	it.each([
		['Enrich', { resource: 'company' }, '/v1/enrich'],
		['Score', { resource: 'deal' }, '/v1/score'],
	] as const)('is what %s sends instead of the token, once chosen', async (node, own, url) => {
		const parameters = { ...own, ...byId('record-1') };
		await runWithBoth(node, { ...parameters, authentication: 'workspaceCode' });
		await runWithBoth(node, parameters);
		const sent = service.requests.map(({ headers }) => [
			headers['x-workspace-code'],
			headers.authorization,
		]);
		expect(sent).toEqual([
			['a-code', undefined],
			[undefined, 'Bearer a-token'],
		]);
		expect(service.requests.map((request) => request.url)).toEqual([url, url]);
	});

	it('does not go to the call that Read Previous Values makes, and a hint says so', async () => {
		const parameters = { resource: 'company', ...byId('company-1'), output: 'simplified' };
		const more = { options: { readPreviousValues: true }, authentication: 'workspaceCode' };
		const { hints } = await runWithBoth('Enrich', { ...parameters, ...more });
		expect(service.requests.map((request) => request.url)).toEqual(['/v1/enrich']);
		expect(hints).toEqual([
			expect.stringContaining('not read before: A workspace code cannot read the company'),
		]);
	});
});

describe('a record that is given by external ID', () => {
	it.each([
		['Enrich', 'company'],
		['Score', 'deal'],
	] as const)('cannot be looked up by %s with a workspace code', async (node, resource) => {
		const own = byId('own-1', 'externalId');
		const parameters = { resource, ...own, authentication: 'workspaceCode' };
		const { errorText } = await runWithBoth(node, parameters);
		expect(errorText).toContain(`A workspace code cannot read the ${resource}`);
		expect(service.requests).toEqual([]);
	});
});

const BY_ITEM = '={{ $json.value }}';

describe('an option that is true or false', () => {
	it.each([
		['Enrich', 'Dry Run', { dryRun: BY_ITEM }],
		['Enrich', 'Force Refresh', { forceRefresh: BY_ITEM }],
		['Enrich', 'Include Input Fields', { includeInputFields: BY_ITEM }],
		['Enrich', 'Retry Unknown Outcomes', { calls: { retryUnknownOutcome: BY_ITEM } }],
		['Score', 'Retry Unknown Outcomes', { calls: { retryUnknownOutcome: BY_ITEM } }],
	] as const)(
		'is rejected without a value, not read as false: %s %s',
		async (node, label, options) => {
			const values = [{}, { value: null }, { value: '' }, { value: ' ' }, { value: 'perhaps' }];
			const { items, failed } = await run(
				node,
				{ resource: 'company', ...byId('company-1'), options },
				[...values, { value: 'true' }],
				{ onError: 'continueErrorOutput' },
			);
			expect(failed.map(({ json }) => json.error)).toEqual([
				...Array<string>(4).fill(`${label} has no value`),
				`${label} is "perhaps"`,
			]);
			expect(failed.map(({ json }) => json.message)).toEqual(Array(5).fill('Enter true or false.'));
			expect(items).toHaveLength(1);
			expect(service.requests).toHaveLength(1);
		},
	);
});
