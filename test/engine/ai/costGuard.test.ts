import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { canvas } from '../../../testing/canvas';
import { accessWith } from '../../../testing/credential';
import { jsonOf } from '../../../testing/runNode';
import { useCustomEngine } from '../../../testing/setUp';

const { service, n8n, runNode } = useCustomEngine();

const COMPANY = '/v1/public/companies/';
const PROPERTIES = '/v1/public/properties/companies';

/** Companies of which every tenth has no industry. */
const companies = Array.from({ length: 1000 }, (_, at) => ({
	id: `0b9c7a52-6a0f-4f3e-9b1d-${String(at).padStart(12, '0')}`,
	company_id: at + 1,
	name: `Company ${at}`,
	custom_fields: at % 10 === 0 ? { industry: '' } : { industry: 'Steel' },
}));

const byId = new Map(companies.map((company) => [company.id, company]));
byId.set('2', companies[1]);

beforeEach(() => {
	service.reply = ({ path, body }) => {
		if (path === PROPERTIES) return { status: 404, body: { message: 'None here' } };
		if (path.startsWith(COMPANY)) return { body: byId.get(path.slice(COMPANY.length))! };
		const { record_id: id } = body as IDataObject;
		return path === '/v1/score'
			? { body: { data: { record_id: id, score: 7, band: 'high' }, message: 'OK' } }
			: {
					body: {
						data: { run_id: 'r', updated_builtin_fields: { industry: 'Steel' } },
						message: 'OK',
					},
				};
	};
});

const billed = () => service.requests.filter(({ method }) => method === 'POST');
const reads = () => service.requests.filter(({ path }) => path.startsWith(COMPANY));

const named = (value: string, mode = 'id') => ({ recordId: { __rl: true, mode, value } });
const record = named('={{ $json.id }}');
const limited = (calls: INodeParameters, more: INodeParameters = {}): INodeParameters => ({
	...{ ...record, options: { requests: { maxParallelRequests: 20 }, calls }, ...more },
});
const missing = (fields = 'name, industry', more: INodeParameters = {}) =>
	limited({ onlyIf: 'missing', missingFields: fields }, more);

const enrich = async (parameters: INodeParameters, items: readonly object[], more: object = {}) =>
	await runNode('enrich', 'enrich', { resource: 'company', ...parameters }, { items, ...more });

describe('Only If: Fields Are Missing', () => {
	it('makes 100 calls for 1,000 companies of which 900 are complete, without a read', async () => {
		const { items, hints, errorText } = await enrich(missing(), companies);
		expect(errorText).toBe('');
		expect(billed()).toHaveLength(100);
		expect(reads()).toHaveLength(0);
		expect(items).toHaveLength(1000);
		const skipped = jsonOf(items).filter(({ skipped }) => skipped === true);
		expect(skipped).toHaveLength(900);
		expect(skipped[0]).toEqual({
			...{ id: companies[1].id, name: 'Company 1', outcome: 'skipped', skipped: true },
			reason: 'No field is missing: name, industry',
		});
		expect(hints).toContain('900 of 1000 items were skipped. No field is missing: name, industry.');
	});

	it('reads the record where the item is another one, or does not show the fields', async () => {
		const [, complete] = companies;
		const bare = { id: complete.company_id };
		const other = { ...companies[0], company: complete.id };
		const fromOther = named('={{ $json.company ?? $json.id }}');
		for (const item of [bare, other]) {
			const { items } = await enrich(missing(undefined, fromOther), [item]);
			expect(jsonOf(items)).toMatchObject([{ name: complete.name, outcome: 'skipped' }]);
		}
		expect(reads()).toHaveLength(2);
		expect(billed()).toHaveLength(0);
	});

	it('takes the item for a company that is not given by its ID', async () => {
		const seed = named('={{ $json.name }}', 'name');
		const given = [{ name: 'Acme', industry: 'Steel' }, { name: 'Beta' }];
		const { items } = await enrich(missing('industry', seed), given);
		expect(billed()).toHaveLength(1);
		expect(jsonOf(items)).toMatchObject([{ name: 'Acme', skipped: true }, { changes: [{}] }]);
	});

	it('reads custom fields below another key, and does not take the name of one for a field', async () => {
		const [{ id }] = companies;
		const custom_fields = [
			{ name: 'size', value: 7 },
			{ name: 'industry', value: null },
		];
		await enrich(missing('size'), [{ id, custom_fields }]);
		expect(service.requests).toHaveLength(0);
		await enrich(missing('industry'), [{ id, custom_fields }]);
		expect(reads()).toHaveLength(0);
		expect(billed()).toHaveLength(1);
		await enrich(missing('name'), [{ id, custom_fields }]);
		expect(reads()).toHaveLength(1);
		expect(billed()).toHaveLength(1);
	});

	it('refuses a name that no field of the object has, before any call', async () => {
		const { reply } = service;
		service.reply = (request) =>
			request.path === PROPERTIES
				? { body: { data: [{ name: 'Staff', internal_name: 'employee_band' }] } }
				: reply(request);
		const bare = companies
			.slice(0, 2)
			.map(({ id, company_id, name }) => ({ id, company_id, name }));
		const given = bare.map((company) => ({ ...company, custom_fields: {} }));
		for (const { id } of given) byId.set(id, { ...byId.get(id)!, custom_fields: {} as never });
		const { errorText } = await enrich(missing('name, employe_band'), given);
		expect(errorText).toMatch(/the company has no field "employe_band"/);
		expect(errorText).toMatch(/It has external_id, name, .*employee_band, Staff\./);
		expect(billed()).toHaveLength(0);
		await enrich(missing('address, employee_band'), given);
		expect(billed()).toHaveLength(2);
		expect(service.requests.filter(({ path }) => path === PROPERTIES)).toHaveLength(2);
	});

	it('refuses what it cannot find out, before any call', async () => {
		const none = await enrich(missing(' , '), [companies[0]]);
		expect(none.errorText).toContain('Fields That May Be Missing is empty');
		for (const limit of ['onlyIf', 'maxCalls']) {
			const unset = await enrich(limited({ [limit]: '={{ $json.none }}' }), [companies[0]]);
			expect(unset.errorText).toMatch(/^(Only If|Max Calls) is undefined/);
		}
		const code = missing('industry', { authentication: 'workspaceCode' });
		const credentials = {
			workspaceRecordsInternalApi: { baseUrl: service.url, workspaceCode: 'a-code' },
		};
		const unread = await enrich(code, [{ id: companies[0].id }], { credentials });
		expect(unread.errorText).toContain('A workspace code cannot read the company');
		expect(service.requests).toHaveLength(0);
	});

	it('is the same for Score', async () => {
		const custom_score = (at: number) => ({ custom_score: at < 900 ? 5 : null });
		const items = companies.map((company, at) => ({ ...company, ...custom_score(at) }));
		const parameters = { resource: 'company', ...missing('custom_score') };
		await runNode('score', 'score', parameters, { items });
		expect(billed()).toHaveLength(100);
	});
});

describe('Max Calls', () => {
	it('50 makes exactly 50 calls for 1,000 items at 20 parallel', async () => {
		const { items, hints } = await enrich(limited({ maxCalls: 50 }), companies);
		expect(billed()).toHaveLength(50);
		const skipped = jsonOf(items).filter(({ skipped }) => skipped === true);
		expect(skipped).toHaveLength(950);
		const reason = 'Max Calls is reached for the Enrich and Score nodes of this execution';
		expect(skipped[0]).toMatchObject({ id: companies[50].id, reason });
		expect(hints.join()).toContain('950 of 1000 items were skipped. Max Calls is reached');
	});

	it('0 makes no call where an expression comes to it', async () => {
		const none = limited({ maxCalls: '={{ $json.company_id - 1 }}' });
		const { items } = await enrich(none, [companies[0]]);
		expect(billed()).toHaveLength(0);
		expect(jsonOf(items)).toMatchObject([{ skipped: true }]);
	});

	it('counts what items share once', async () => {
		const same = Array.from({ length: 30 }, () => companies[0]);
		const { items } = await enrich(limited({ maxCalls: 1 }), [...same, companies[1]]);
		expect(billed()).toHaveLength(1);
		expect(jsonOf(items).filter(({ shared }) => shared === true)).toHaveLength(29);
		expect(jsonOf(items).at(-1)).toMatchObject({ skipped: true });
	});

	it('is one budget for all Enrich and Score nodes and all their runs', async () => {
		const parameters = { resource: 'company', ...limited({ maxCalls: 7 }) };
		const branches = ['A', 'B', 'C'];
		const workflow = canvas(
			[
				...branches.map((name) => ({ name, type: 'n8n-nodes-base.noOp' })),
				...['Enrich', 'Score'].map((name) => ({
					...{ name, type: `workspaceRecords${name}` },
					parameters: { operation: name.toLowerCase(), ...parameters },
				})),
			],
			{
				Start: [[...branches, 'Score']],
				...Object.fromEntries(branches.map((name) => [name, [['Enrich']]])),
			},
		);
		const items = companies.slice(0, 4).map((json) => ({ json }));
		const options = { credentials: accessWith(service.url, 'a-token'), items };
		const { nodes } = await n8n.runWorkflow(workflow, options);
		expect(nodes.Enrich.runs).toHaveLength(3);
		expect(billed()).toHaveLength(7);
		await n8n.runWorkflow(workflow, options);
		expect(billed()).toHaveLength(14);
	});

	it('is not used up by calls that the node itself does not send', async () => {
		service.reply = () => ({ status: 402, body: { message: 'No credit' } });
		const { failed } = await enrich(
			limited(
				{ maxCalls: 3 },
				{ options: { calls: { maxCalls: 3 }, requests: { maxParallelRequests: 1 } } },
			),
			companies.slice(0, 6),
			{ onError: 'continueErrorOutput' },
		);
		expect(failed).toHaveLength(6);
		expect(billed()).toHaveLength(1);
	});
});
