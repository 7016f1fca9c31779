import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { agentTypes, askAgent } from '../../../../testing/agent';
import { fromItem, mapped } from '../../../../testing/parameters';
import { useSandboxEngine, useCustomEngine } from '../../../../testing/setUp';

const { sandbox, runNode, n8n, credentials, columnsOf } = useSandboxEngine(agentTypes);
const find = async (resource: string, items: IDataObject[], parameters: INodeParameters = {}) =>
	await runNode(resource, 'find', { ...fromItem, ...parameters }, { items });
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

	it.each([
		['company', 'companies', 'email'],
		['contact', 'contacts', 'external_id'],
	])('needs no other column for a %s: %s by %s', async (node, object, findBy) => {
		const values = sandbox.records(object).map((record) => record[findBy]);
		const run = await find(node, [{ [findBy]: values.find(Boolean) as string }], { findBy });
		expect([run.errorText, run.items.map(({ json }) => json.found)]).toEqual(['', [true]]);
	});

	it('has a column for each value that says which record is meant, the chosen one first', async () => {
		const fields = await columnsOf('contact', 'find', { findBy: 'name' });
		expect(fields[0].id).toBe('name');
		const expected = ['email', 'external_id', 'last_name', 'name'];
		expect(fields.map(({ id }) => id).sort()).toEqual(expected);
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

describe('Find of many records', () => {
	const { service, runNode: run } = useCustomEngine();
	const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
	let rows: IDataObject[] = [];
	/** The list with its pages; a look-up by external ID finds nothing. */
	const serve = (total = (all: readonly unknown[]) => all.length) => {
		service.reply = ({ path, query }) => {
			if (!path.endsWith('s')) return { status: 404, body: {} };
			const { search = '', page = 1, limit = 100 } = query;
			const found = rows.filter((row) => JSON.stringify(row).includes(String(search)));
			const from = (Number(page) - 1) * Number(limit);
			const data = found.slice(from, from + Number(limit));
			return { body: { data, total: total(found) } };
		};
	};
	const contacts = (count: number, more = {}) =>
		Array.from({ length: count }, (_, at) => ({
			...{ id: `uuid-${at + 1}`, contact_id: at + 1, name: `N ${at}` },
			...{ email: `n${at}@find.example`, external_id: `x-${at}`, ...more, ...stamps },
		}));
	const itemsOf = (count: number, step = 10) =>
		Array.from({ length: count }, (_, at) => ({
			...{ email: `N${at * step}@find.example`, external_id: `x-${at * step}`, name: `N ${at}` },
		}));
	const findBy = async (count: number, findBy = 'email', options = {}) => {
		service.requests.length = 0;
		const parameters = { ...fromItem, findBy, options };
		const output = await run('contact', 'find', parameters, { items: itemsOf(count) });
		return { ...output, sent: service.requests.length };
	};

	it.each(['email', 'external_id'])('reads the list once by %s, in order', async (by) => {
		rows = contacts(500);
		serve();
		const { items, sent } = await findBy(60, by);
		expect(items.map(({ json: { id = '', found } }) => [found, id])).toEqual(
			itemsOf(60).map((_, at) => (at < 50 ? [true, `uuid-${at * 10 + 1}`] : [false, ''])),
		);
		expect(sent).toBeLessThanOrEqual(7);
	});

	it('looks each up where the list is longer, or few are wanted', async () => {
		rows = contacts(2000);
		serve();
		expect((await findBy(15)).sent).toBeLessThanOrEqual(16);
		rows = contacts(100);
		expect([(await findBy(9)).sent, (await findBy(10)).sent]).toEqual([9, 3]);
	});

	it('looks each up where the list is not proven complete, or does not show what is compared', async () => {
		rows = contacts(150);
		serve((found) => found.length + (found.length > 1 ? 1 : 0));
		expect((await findBy(20)).items.map(({ json }) => json.found)).toContain(true);
		expect(service.requests.filter(({ query }) => query.search)).toHaveLength(20);
		serve();
		// A first name may be one of two people.
		await findBy(20, 'name');
		const searched = service.requests.filter(({ query }) => query.search && query.page === '1');
		expect(searched).toHaveLength(20);
	});

	it('says of an archived record that it is one, however it was found', async () => {
		rows = contacts(20, { archived: true });
		serve();
		for (const count of [1, 12]) {
			const { items } = await findBy(count);
			expect(items[0].json).toEqual({ found: false, archived_found: true });
		}
		const { errorText } = await findBy(12, 'email', { failWhenNotFound: true });
		expect(errorText).toContain('Only an archived contact has the Email');
	});
});
