import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { agentTypes, askAgent } from '../../../testing/agent';
import { fromItem, mapped } from '../../../testing/parameters';
import { useCustomService, useEngine, useSandbox } from '../../../testing/setUp';

const sandbox = useSandbox();
const { runNode, n8n, credentials } = useEngine(sandbox, agentTypes);
const find = async (resource: string, items: IDataObject[], parameters: INodeParameters = {}) =>
	await runNode(resource, 'find', { ...fromItem, ...parameters }, { items });
const jsonOf = ({ items }: { items: Array<{ json: IDataObject }> }) =>
	items.map(({ json }) => json);
const methods = () => new Set(sandbox.requests.map(({ method }) => method));

describe('Find', () => {
	it.each([
		['company', 'companies', 'external_id', {}],
		['deal', 'deals', 'external_id', {}],
		['estimate', 'estimates', 'external_id', {}],
		['invoice', 'invoices', 'external_id', {}],
		['order', 'orders', 'externalId', {}],
		['company', 'companies', 'url', {}],
		['contact', 'contacts', 'email', { name: 'no key', start_date: 'no date' }],
	])('gives one item for each %s, and writes nothing: %s by %s', async (node, object, by, more) => {
		const [record] = sandbox.records(object);
		const value = record[by === 'externalId' ? 'external_id' : by] as string;
		const items = [
			{ [by]: value, ...more },
			{ [by]: by === 'email' ? 'no@find.example' : `not-there-1` },
		];
		const run = await find(node, items, { findBy: by, ...mappedBy(by) });
		expect(run.errorText).toBe('');
		const [one, none] = run.items;
		expect([one.json.found, [record.id, 1]]).toEqual([true, expect.arrayContaining([one.json.id])]);
		expect([none.json, none.pairedItem]).toEqual([{ found: false }, { item: 1 }]);
		expect(methods()).toEqual(new Set(['GET']));
	});

	/** What was mapped for another operation stays in the mapper. */
	const mappedBy = (by: string) => mapped({ [by]: `={{ $json.${by} }}`, stray: 'x' });

	it('fails where it is to, and names field and value', async () => {
		const options = { failWhenNotFound: true };
		const { errorText } = await find('contact', [{ email: 'no@find.example' }], { options });
		expect(errorText).toContain('No contact has the Email "no@find.example"');
		expect(errorText).toContain('Fail When Not Found');
	});

	it('needs the value, and sends nothing without', async () => {
		const { errorText } = await find('contact', [{ name: 'Ada' }]);
		expect(errorText).toContain('No row has the Email; the columns are "name"');
		expect(sandbox.requests).toEqual([]);
	});

	it('refuses several matches, or takes the oldest', async () => {
		const twins = ['1', '2'].map((n) => ({ name: `Twin ${n}`, email: 'twin@find.example' }));
		const [first] = jsonOf(await runNode('contact', 'create', fromItem, { items: twins }));
		const { errorText } = await find('contact', twins.slice(0, 1));
		expect(errorText).toContain('2 contacts have the email "twin@find.example"');
		const options = { whenSeveral: 'oldest' };
		const [found] = jsonOf(await find('contact', twins.slice(1), { options }));
		expect(found).toMatchObject({ found: true, id: first.id });
	});

	it('has a column for each value that says which record is meant, the chosen one first', async () => {
		const { fields } = await n8n.resourceMapping('workspaceRecordsContact', 'getColumns', {
			parameters: { resource: 'contact', operation: 'find', findBy: 'name' },
			credentials: credentials(),
		});
		expect(fields[0].id).toBe('name');
		expect(fields.map(({ id }) => id).sort()).toEqual([
			'email',
			'external_id',
			'last_name',
			'name',
		]);
		expect(fields.some(({ required }) => required)).toBe(false);
	});

	it('is a tool that gives a record, and reads only', async () => {
		const [{ email, id }] = sandbox.records('contacts');
		const parameters = { operation: 'find', findBy: 'email', ...mapped({ email: FROM_AI }) };
		const tool = { type: 'Contact', name: 'find_contact', parameters };
		const ask = async (value: string) =>
			await askAgent(n8n, credentials(), [tool], [{ tool: tool.name, args: { email: value } }]);
		expect(JSON.stringify(await ask(String(email)))).toContain(String(id));
		expect(JSON.stringify(await ask('no@find.example'))).toMatch(/found[^a-z]*false/);
		expect(methods()).toEqual(new Set(['GET']));
	});
	const FROM_AI = "={{ $fromAI('email', '', 'string', '') }}";
});

describe('Find of records that the service searches', () => {
	const service = useCustomService();
	const { runNode: run } = useEngine(service);
	const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
	const contact = { id: 'uuid-1', contact_id: 1, name: 'N 1', email: 'n1@find.example' };
	const find = async (record: IDataObject, options = {}) => {
		service.reply = ({ query }) => {
			const data = JSON.stringify(record).includes(String(query.search)) ? [record] : [];
			return { body: { data, total: data.length } };
		};
		service.requests.length = 0;
		const items = Array.from({ length: 12 }, (_, at) => ({ email: `N${at}@find.example` }));
		return await run('contact', 'find', { ...fromItem, findBy: 'email', options }, { items });
	};

	it('looks each up', async () => {
		const { items } = await find({ ...contact, ...stamps });
		const found = items.map(({ json: { id, found: isFound } }) => [isFound, id]);
		expect(found).toEqual(items.map((_, at) => (at === 1 ? [true, 'uuid-1'] : [false, undefined])));
		expect(service.requests).toHaveLength(12);
	});

	it('says of an archived record that it is one', async () => {
		const archived = { ...contact, archived: true, ...stamps };
		const { items } = await find(archived);
		expect(items[1].json).toEqual({ found: false, archived_found: true });
		const { errorText } = await find(archived, { failWhenNotFound: true });
		expect(errorText).toMatch(/has the Email/);
	});
});
