import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { CredentialsByType } from '../../../../testing/engine';
import { toNode, workflowOf } from '../../../../testing/engine/workflow';
import { operationsOf } from '../../../../testing/outputSchema';
import { byId, fromItem, mapped } from '../../../../testing/parameters';
import { jsonOf } from '../../../../testing/runNode';
import { useEngine, useSandbox } from '../../../../testing/setUp';

const MINUTE = 60_000;

const sandbox = useSandbox({ transferClock: 'simulated' });
const { n8n, runNode, credentials, columnsOf } = useEngine(sandbox);

/** Runs a node that is expected to succeed. */
async function read(
	type: string,
	operation: string,
	parameters?: INodeParameters,
	items?: IDataObject[],
) {
	sandbox.requests.length = 0;
	const settings = { timezone: 'UTC' };
	const output = await runNode(type, operation, parameters, { items, settings });
	expect([output.status, output.error?.message]).toEqual(['success', undefined]);
	return { records: jsonOf(output.items), hints: output.hints };
}

describe('picking', () => {
	/** What a pick list of a node offers. */
	const search = async (node: string, method: string, filter?: string) => {
		const options = { credentials: credentials(), filter };
		return (await n8n.listSearch(`workspaceRecords${node}`, method, options)).results;
	};

	it('leaves the stage as text and says why when the list cannot be loaded', async () => {
		const stageWith = async (given: CredentialsByType) => {
			const fields = await columnsOf('deal', 'create', {}, given);
			return fields.find(({ id }) => id === 'caseStatus');
		};
		const refused = await stageWith(credentials('sandbox-no-such-token'));
		expect(refused?.type).toBe('string');
		expect(refused?.displayName).toMatch(/^Stage \(list not loaded: .*token/i);
		expect((await stageWith({}))?.displayName).toMatch(/No usable credential/);
	});

	it('offers the words that records of the workspace have, and any other by an expression', async () => {
		/** The status in the mapper of Create. */
		const statusWith = async (more?: INodeParameters) =>
			(await columnsOf('invoice', 'create', more)).find(({ id }) => id === 'status');
		const used = new Set(sandbox.records('invoices').map(({ status }) => String(status)));
		expect(used.size).toBeGreaterThan(0);
		const status = await statusWith();
		const values = status?.options?.map(({ value }) => value) ?? [];
		expect(values).toEqual(expect.arrayContaining([...used, 'draft', 'sent']));
		expect(status?.options?.at(-1)?.name).toMatch(/switch to Expression/);
		const kept = await statusWith(mapped({ status: 'in dispute' }));
		expect(kept?.options).toContainEqual({ name: 'in dispute', value: 'in dispute' });
	});

	it('puts the field first by which a record is found', async () => {
		const fields = await columnsOf('contact', 'findOrCreate', { findBy: 'email' });
		expect(fields[0].id).toBe('email');
	});

	it('links a contact to a company that is picked, by its name', async () => {
		const [acme] = sandbox.records('companies');
		const results = await search('Contact', 'searchCompany', String(acme.name));
		expect(results.map(({ value }) => value)).toContain(acme.name);
		const related = { related: { company: { __rl: true, mode: 'list', value: acme.name } } };
		const own = { ...mapped({ name: 'Ada', email: 'ada@link.example' }), ...related };
		await read('contact', 'create', own as INodeParameters);
		const stored = sandbox.records('contacts').find(({ email }) => email === 'ada@link.example');
		expect(stored?.company).toBe(acme.name);
	});

	it('says what to do where a workspace code reads no lists, and where there is no credential', async () => {
		const data = { baseUrl: sandbox.url, workspaceSecret: sandbox.tokens.workspaceCode };
		const codeOnly: CredentialsByType = { workspaceRecordsInternalApi: data };
		const lists = [
			n8n.listSearch.bind(n8n, 'workspaceRecordsScore', 'searchRecords'),
			n8n.listSearch.bind(n8n, 'workspaceRecordsEnrich', 'searchRecords'),
			n8n.loadOptions.bind(n8n, 'workspaceRecordsEnrich', 'getProperties'),
		];
		for (const list of lists) {
			const withCode = { authentication: 'workspaceCode' };
			await expect(list({ parameters: withCode, credentials: codeOnly })).rejects.toMatchObject({
				message: expect.stringMatching(/^A workspace code reads no lists: choose By ID/) as string,
			});
			await expect(list({ parameters: { authentication: 'token' } })).rejects.toMatchObject({
				message: 'No usable credential: select one first',
			});
		}
	});

	it('searches other records that a deal refers to, and the actions of a workflow step', async () => {
		const companies = await search('Deal', 'searchCompany', 'microsoft');
		expect(companies.map(({ name }) => name)).toEqual([expect.stringMatching(/^Microsoft/)]);
		const actions = await search('Workflow', 'searchGetActions');
		expect(actions.length).toBeGreaterThan(1);
		const [{ name, value }] = actions;
		const narrowed = await search('Workflow', 'searchGetActions', name.toUpperCase());
		expect(narrowed.map((result) => result.value)).toContain(value);
		expect(narrowed.length).toBeLessThan(actions.length);
	});

	it('offers the custom properties that Enrich can fill', async () => {
		const properties = await n8n.loadOptions('workspaceRecordsEnrich', 'getProperties', {
			credentials: credentials(),
		});
		expect(properties).toContainEqual({ name: 'Industry', value: 'industry' });
		expect(properties).toHaveLength(sandbox.records('properties').length);
		const refused = n8n.loadOptions('workspaceRecordsEnrich', 'getProperties', {
			credentials: credentials('sandbox-no-such-token'),
		});
		await expect(refused).rejects.toThrow(/token/i);
	});

	it('marks archived records, and shows name, number and status', async () => {
		await read('deal', 'create', mapped({ name: 'Marked one', status: 'active' }));
		await read('deal', 'create', mapped({ name: 'Marked two', status: 'deleted' }));
		const results = await search('Deal', 'searchRecords', 'Marked');
		expect(results.map(({ name }) => name)).toEqual([
			expect.stringMatching(/^Marked one · \d+ \(active\)$/),
			expect.stringMatching(/^Marked two · \d+ \(archived\)$/),
		]);
	});

	it('every pick list of every node has its method', async () => {
		const { pkg } = n8n;
		for (const name of pkg.nodeNames()) {
			const node = pkg.getByNameAndVersion(name);
			const wanted = JSON.stringify(node.description.properties).matchAll(
				/"(?:searchList|loadOptions|resourceMapper)Method":"(\w+)"/g,
			);
			const { listSearch, loadOptions, resourceMapping } = node.methods ?? {};
			const methods = Object.keys({ ...listSearch, ...loadOptions, ...resourceMapping });
			for (const [, method] of wanted) expect(methods).toContain(method);
		}
	});
});

describe('related records', () => {
	const created = (parameters: INodeParameters, items?: IDataObject[]) =>
		read('deal', 'create', { ...parameters }, items);
	const sent = () => sandbox.requests.map(({ body }) => body);

	it('are sent under the name that fits the mode they were picked in', async () => {
		const [company] = sandbox.records('companies');
		await created({
			...mapped({ name: 'Picked' }),
			related: {
				company: { __rl: true, mode: 'list', value: String(company.id) },
				contact: { __rl: true, mode: 'externalId', value: 'acme-contact-1' },
			},
		});
		expect(sent()).toEqual([
			{ name: 'Picked', companyId: company.id, contactExternalId: 'acme-contact-1' },
		]);
	});

	it('take precedence over mapped columns, and are ignored when empty', async () => {
		const [first, second] = sandbox.records('companies');
		const item = { name: 'Mapped', companyExternalId: String(first.external_id) };
		const picked = { __rl: true, mode: 'id', value: String(second.id) };
		await created({ ...fromItem, related: { company: picked } }, [item]);
		expect(sent()).toEqual([{ name: 'Mapped', companyId: second.id }]);
		await created({ ...fromItem, related: { company: { ...picked, value: '' } } }, [item]);
		expect(sent()).toEqual([item]);
	});

	it('can also be picked in the rows of an order', async () => {
		const [item] = sandbox.records('items');
		const row = [{ item_id: { __rl: true, mode: 'list', value: String(item.id) }, quantity: '2' }];
		await read('order', 'create', { ...mapped({ externalId: 'order-picked' }), items: { row } });
		expect(sent()).toEqual([
			{ order: { externalId: 'order-picked', items: [{ item_id: item.id, quantity: 2 }] } },
		]);
	});
});

describe('the output', () => {
	const deal = async (parameters: INodeParameters) => {
		const [{ id }] = sandbox.records('deals');
		const { records } = await read('deal', 'get', { ...byId(String(id)), ...parameters });
		return records[0];
	};

	it('is simplified unless asked otherwise, with the identifiers', async () => {
		const simplified = await deal({});
		expect(Object.keys(simplified)).toEqual(expect.arrayContaining(['id', 'deal_id', 'name']));
		const raw = await deal({ output: 'raw' });
		expect(Object.keys(raw)).toEqual(expect.arrayContaining(Object.keys(simplified)));
		expect(Object.keys(raw).length).toBeGreaterThan(Object.keys(simplified).length);
		expect(raw).toMatchObject(simplified);
	});

	it('holds the selected fields and the identifiers', async () => {
		const selected = await deal({ output: 'selected', outputFields: ['stage_label'] });
		expect(Object.keys(selected).sort()).toEqual(['deal_id', 'id', 'stage_label']);
		const onlyName = { output: 'selected', outputFields: ['name'] };
		const { records } = await read('deal', 'getAll', onlyName);
		for (const record of records)
			expect(Object.keys(record).sort()).toEqual(['deal_id', 'id', 'name']);
	});
});

describe('a limit', () => {
	it.each([
		['company', 'companies', 50],
		['deal', 'deals', 50],
	])('reports how many %s records there are', async (name, many, total) => {
		const { records, hints } = await read(name, 'getAll', { limit: 7 });
		expect(records).toHaveLength(7);
		expect(hints).toEqual([`7 of ${total} ${many} shown. Turn on Return All to get all.`]);
		expect((await read(name, 'getAll', { limit: total })).hints).toEqual([]);
		expect((await read(name, 'getAll', { returnAll: true })).hints).toEqual([]);
	});
});

describe('Updated After', () => {
	it('reads dates in the time zone of the workflow, and rejects what is not a time', async () => {
		const [{ id }] = sandbox.records('companies');
		sandbox.advance(MINUTE);
		await read('company', 'update', { ...byId(String(id)), ...mapped({ name: 'Changed' }) });
		const [{ updated_at: since }] = sandbox.records('companies').filter((each) => each.id === id);
		const updatedAfter = new Date(String(since)).toISOString().replace('Z', '');
		const changed = await read('company', 'getAll', { filters: { updatedAfter } });
		expect(changed.records.map((record) => record.id)).toEqual([id]);
		expect(changed.hints).toEqual([]);
		const { error } = await runNode('deal', 'getAll', { filters: { updatedAfter: 'yesterday' } });
		expect(error?.message).toContain('Updated After is "yesterday"');
		expect(error?.context).toMatchObject({ parameter: 'filters.updatedAfter' });
	});
});

describe('the canvas', () => {
	it('shows in words what each operation does', () => {
		const said: string[] = [];
		for (const type of n8n.pkg.nodeNames()) {
			const { properties, subtitle } = n8n.pkg.getByNameAndVersion(type).description;
			for (const [resource, operation] of operationsOf(properties)) {
				const parameters = { resource, operation, partner: 'my-erp' };
				const node = toNode(n8n.pkg, { type, parameters }, 0, {});
				const { expression } = workflowOf(node, n8n.pkg);
				said.push(String(expression.getSimpleParameterValue(node, subtitle, 'internal', {})));
			}
		}
		expect(said).toEqual(
			expect.arrayContaining([
				'create or update: company',
				'get many: purchase order',
				'get pipelines: deal',
				'create many: order',
				'who am I: account',
			]),
		);
		for (const words of said) expect(words).toMatch(/^[a-z][a-z ]+( I)?: [a-z][a-z -]+$/);
	});
});
