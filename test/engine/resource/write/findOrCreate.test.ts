import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { fromItem, mapped } from '../../../../testing/parameters';
import { jsonOf } from '../../../../testing/runNode';
import { useSandboxEngine, useCustomEngine } from '../../../../testing/setUp';

const { sandbox, runNode, storedCredentials } = useSandboxEngine();
const calls = () => sandbox.requests.map(({ method, path }) => `${method} ${path.slice(11)}`);
const count = (object: string) => sandbox.records(object).length;
const find = async (resource: string, items: IDataObject[], parameters: INodeParameters = {}) =>
	await runNode(resource, 'findOrCreate', { ...fromItem, ...parameters }, { items });
/** What comes out of it. */
const outputOf = async (...given: Parameters<typeof find>) => jsonOf((await find(...given)).items);
const methods = () => sandbox.requests.map(({ method }) => method);
const posts = () => methods().filter((method) => method === 'POST').length;

describe('Find or Create by external ID', () => {
	it.each([
		['deal', 'deals', { external_id: 'new-1', name: 'A deal' }],
		['estimate', 'estimates', { external_id: 'new-1', notes: 'N' }],
		['invoice', 'invoices', { external_id: 'new-1', notes: 'N' }],
	])('%s › creates it once, and leaves it then', async (resource, object, fields) => {
		const before = count(object);
		const [made, again] = await outputOf(resource, [fields, { ...fields, status: 'other' }]);
		expect([made.created, again.created]).toEqual([true, false]);
		expect(made.external_id).toBe('new-1');
		expect(await outputOf(resource, [fields])).toEqual([
			expect.objectContaining({ created: false, external_id: 'new-1' }),
		]);
		expect(count(object)).toBe(before + 1);
		const record = sandbox.records(object).find(({ external_id: own }) => own === 'new-1');
		expect(record?.status).not.toBe('other');
	});

	it('order › creates it once, and leaves it then', async () => {
		const before = count('orders');
		const item = { externalId: 'new-1', items: [{ item_name: 'Desk', quantity: 1 }] };
		const parameters = { itemsSource: 'json', itemsJson: '[{"itemExternalId":"sku-1"}]' };
		const more = { ...parameters, createMissingItems: true };
		const given = { externalId: item.externalId, createMissingItems: true };
		const output = await outputOf('order', [given, given], more);
		expect(output.map(({ created }) => created)).toEqual([true, false]);
		expect(count('orders')).toBe(before + 1);
	});

	it('updates what it finds where it is to, with one look-up and one proof for the run', async () => {
		const [deal] = sandbox.records('deals');
		const item = { external_id: deal.external_id, name: 'Renamed' } as IDataObject;
		const [found] = await outputOf('deal', [item], { whenFound: 'update' });
		expect(found).toMatchObject({ created: false, external_id: deal.external_id });
		expect(calls()).toEqual([
			`GET deals/${String(deal.external_id)}`,
			`GET deals/${String(deal.id)}`,
			`PUT deals/${String(deal.id)}`,
		]);
		expect(sandbox.records('deals')[0].name).toBe('Renamed');
	});

	it('updates it only if it is different, where it is to', async () => {
		const [deal] = sandbox.records('deals');
		const item = { external_id: deal.external_id, name: deal.name } as IDataObject;
		const parameters = { whenFound: 'update', options: { onlyIfDifferent: true } };
		const [found] = await outputOf('deal', [item], parameters);
		expect(found).toMatchObject({ created: false, changed: false, changed_fields: [] });
		expect(methods()).toEqual(['GET', 'GET']);
	});

	it('writes what it finds even if nothing is different, unless told otherwise', async () => {
		const [deal] = sandbox.records('deals');
		const item = { external_id: deal.external_id, name: deal.name } as IDataObject;
		const [found] = await outputOf('deal', [item], { whenFound: 'update' });
		expect(found).not.toHaveProperty('changed');
		expect(methods()).toEqual(['GET', 'GET', 'PUT']);
	});

	it('needs the external ID, and sends nothing without', async () => {
		const { errorText } = await find('deal', [{ name: 'A deal' }]);
		expect(errorText).toContain('No row has the External ID; the columns are "name"');
		expect(calls()).toEqual([]);
	});

	it('creates nothing when the look-up fails', async () => {
		sandbox.setFaults({ faults: [{ kind: 'error', methods: ['GET'] }] });
		const { errorText } = await runNode('deal', 'findOrCreate', {
			...mapped({ external_id: 'new-2', name: 'N' }),
			options: { requests: { maxRetries: 0 } },
		});
		expect(errorText).not.toBe('');
		expect(posts()).toBe(0);
	});
});

describe('Find or Create of records that share an identifier', () => {
	it('makes one of two items with one external ID and different emails', async () => {
		const items = ['a', 'b'].map((name) => ({
			...{ external_id: 'shared-1', name },
			email: `${name}@shared.example`,
		}));
		const [first, second] = await outputOf('contact', items);
		expect([first.created, second.created, second.id]).toEqual([true, false, first.id]);
		const stored = sandbox.records('contacts').filter(({ external_id: own }) => own === 'shared-1');
		expect(stored.map(({ name, email }) => [name, email])).toEqual([['a', 'a@shared.example']]);
		expect(posts()).toBe(1);
	});

	it('makes one in ten executions of one process at once', async () => {
		const credentials = await storedCredentials();
		const items = [{ name: 'Ada', email: 'ada@ten.example' }];
		const runs = await Promise.all(
			Array.from({ length: 10 }, async () =>
				runNode('contact', 'findOrCreate', fromItem, { items, credentials }),
			),
		);
		const made = runs.flatMap(({ items: output }) => jsonOf(output));
		expect(made.filter(({ created }) => created)).toHaveLength(1);
		expect(new Set(made.map(({ id }) => id)).size).toBe(1);
		expect(posts()).toBe(1);
	});

	it('lets others have their turn after an execution that failed or was cancelled', async () => {
		const credentials = await storedCredentials();
		const items = [{ name: 'Bob', email: 'bob@ten.example' }];
		sandbox.setFaults({ faults: [{ kind: 'latency', methods: ['GET'], ms: 400 }] });
		const run = async (options: object = {}) =>
			await runNode('contact', 'findOrCreate', fromItem, { items, credentials, ...options });
		const cancelled = run({ cancelAfterMs: 100 });
		const unknown = { ...fromItem, findBy: 'shoe' };
		const failed = runNode('contact', 'findOrCreate', unknown, { items, credentials });
		const last = run();
		expect((await failed).errorText).not.toBe('');
		await cancelled;
		expect(jsonOf((await last).items)).toEqual([expect.objectContaining({ created: true })]);
		expect(posts()).toBe(1);
	});
});

describe('Find or Create by what people know', () => {
	it('finds a company by its domain, however the website is written', async () => {
		const before = count('companies');
		const [made] = await outputOf('company', [
			{ name: 'Find Me', url: 'https://www.find-me.example/' },
		]);
		expect(made.created).toBe(true);
		const urls = ['find-me.example', 'HTTP://FIND-ME.example/', 'https://find-me.example'];
		const others = urls.map((url) => ({ name: 'Other', url }));
		const again = await outputOf('company', others);
		expect(again.map(({ created, id, name }) => [created, id, name])).toEqual(
			urls.map(() => [false, made.id, 'Find Me']),
		);
		expect(count('companies')).toBe(before + 1);
		expect((await outputOf('company', [{ url: 'find-me.example/shop' }]))[0].created).toBe(true);
		expect((await outputOf('company', [{ url: 'find-me.example?id=1' }]))[0].created).toBe(true);
	});

	it('finds a contact by email, and creates one for two items of one run', async () => {
		const emails = ['ada@find.example', ' ADA@find.example', 'bob@find.example'];
		const items = emails.map((email) => ({ name: 'X', email }));
		const output = await outputOf('contact', items);
		expect(output.map(({ created }) => created)).toEqual([true, false, true]);
		expect(output[1].id).toBe(output[0].id);
	});

	it('finds a contact by name, and refuses to guess where the list shows no last name', async () => {
		const byName = { findBy: 'name' };
		await find('contact', [{ name: 'Ada King' }], byName);
		const item = { name: 'Ada', last_name: 'King' };
		expect((await outputOf('contact', [item], byName))[0].created).toBe(false);
		await runNode('contact', 'create', fromItem, { items: [{ name: 'Bob', last_name: 'Queen' }] });
		const before = count('contacts');
		for (const name of [{ name: 'Bob', last_name: 'Queen' }, { name: 'Bob Queen' }]) {
			const { errorText } = await find('contact', [name], byName);
			expect(errorText).toContain('contacts without a last name to compare');
		}
		expect(count('contacts')).toBe(before);
	});

	it('takes no record whose value only contains it', async () => {
		await find('contact', [{ name: 'X', email: 'not-ada@part.example' }]);
		const [made] = await outputOf('contact', [{ name: 'Y', email: 'ada@part.example' }]);
		expect(made.created).toBe(true);
	});

	it('does not overwrite the record that has the external ID of a new one', async () => {
		const [known] = sandbox.records('companies');
		const item = { external_id: known.external_id, name: 'Other', url: 'nowhere.example' };
		const [found] = await outputOf('company', [item as IDataObject]);
		expect(found).toMatchObject({ created: false, id: known.id });
		expect(sandbox.records('companies')[0]).toEqual(known);
	});

	it('refuses several matches, or takes the oldest', async () => {
		const twins = ['1', '2'].map((n) => ({ name: `Twin ${n}`, email: 'twin@find.example' }));
		const [first] = jsonOf((await runNode('contact', 'create', fromItem, { items: twins })).items);
		const before = posts();
		const { errorText } = await find('contact', twins.slice(0, 1));
		expect(errorText).toContain('2 contacts have the email "twin@find.example"');
		expect(errorText).toContain(String(first.id));
		const options = { whenSeveral: 'oldest' };
		const [found] = await outputOf('contact', twins.slice(1), { options });
		expect(found).toMatchObject({ created: false, id: first.id });
		expect(posts()).toBe(before);
	});

	it('updates what it finds', async () => {
		await find('contact', [{ name: 'X', email: 'up@find.example' }]);
		const item = { name: 'Y', email: 'up@find.example', phone_number: '+1 555 1' };
		const update = { whenFound: 'update', options: { onlyIfDifferent: true } };
		const first = await outputOf('contact', [item], update);
		expect(first).toMatchObject([{ created: false, changed_fields: ['name', 'phone_number'] }]);
		const second = await outputOf('contact', [item], update);
		expect(second).toMatchObject([{ created: false, changed: false }]);
		// A row of a list may show less than the record, which is therefore read before it is compared.
		expect(calls().at(-1)).toMatch(/^GET contacts\/\w/);
	});
});

describe('Find or Create with a service of its own ways', () => {
	const { service, runNode: run } = useCustomEngine();
	const contact = { name: 'Ada', email: 'ada@acme.example' };
	const findContact = async () => await run('contact', 'findOrCreate', mapped(contact));
	const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
	const posts = () => service.requests.filter(({ method }) => method === 'POST');

	it('finds what a create with an unknown outcome has made', async () => {
		const rows: IDataObject[] = [];
		service.reply = ({ method }) => {
			if (method === 'GET') return { body: { data: rows, total: rows.length } };
			rows.push({ id: 'uuid-1', contact_id: 1, ...contact, ...stamps });
			return { status: 502, body: {} };
		};
		const { items } = await findContact();
		expect(posts()).toHaveLength(1);
		expect(items[0].json).toMatchObject({
			created: true,
			id: 'uuid-1',
			response: {
				note: expect.stringContaining('it is unknown whether this request created it'),
			},
		});
	});

	it('fails when the outcome stays unknown', async () => {
		service.reply = ({ method }) =>
			method === 'GET' ? { body: { data: [], total: 0 } } : { status: 502, body: {} };
		const { errorText } = await findContact();
		expect(posts()).toHaveLength(1);
		expect(errorText).toContain('Right afterwards no contact matched');
	});

	it('creates nothing where the list does not show what is to be compared', async () => {
		const rows = [{ id: 'uuid-1', contact_id: 1, name: 'Ada', ...stamps }];
		service.reply = () => ({ body: { data: rows, total: 1 } });
		const { errorText } = await findContact();
		expect(errorText).toContain('contacts without "email" to compare');
		expect(posts()).toEqual([]);
	});

	it('finds it too where the service ignores the search', async () => {
		const rows = ['bob', 'ada'].map((name, index) => ({
			id: `uuid-${index}`,
			contact_id: index,
			name,
			email: `${name}@acme.example`,
			...stamps,
		}));
		service.reply = () => ({ body: { data: rows, total: 2 } });
		const { items } = await findContact();
		expect(items[0].json).toMatchObject({ created: false, id: 'uuid-1' });
	});

	describe('that has archived records', () => {
		const archived = { id: 'old-1', external_id: 'x-1', ...contact, ...stamps, archived: true };
		const active = { ...archived, id: 'new-1', archived: false };
		/** Each create is told, and `status` says what became of it. */
		const serve = (rows: IDataObject[], status = 'created', id = 'new-2') =>
			(service.reply = ({ method, path }) => {
				if (method === 'POST') return { body: { ok: true, status, id } };
				if (!path.endsWith('s')) return rows[0] ? { body: rows[0] } : { status: 404, body: {} };
				return { body: path.includes('deals') ? rows : { data: rows, total: rows.length } };
			});
		const body = { ...contact, external_id: 'x-1' };

		it.each([
			['contact', contact, {}],
			['contact', body, { findBy: 'external_id' }],
			['contact', body, { findBy: 'name', whenFound: 'update' }],
			['deal', { external_id: 'x-1', name: 'D' }, { whenFound: 'update' }],
		])('creates a %s where only such a one is found, or fails: %j %j', async (type, item, more) => {
			const find = async (options = {}) =>
				await run(type, 'findOrCreate', { ...mapped(item), ...more, options });
			serve([archived]);
			const [made] = (await find()).items;
			expect(made.json).toMatchObject({ id: 'new-2', created: true, archived_found: true });
			serve([archived], 'updated', 'old-1');
			const [upserted] = (await find()).items;
			expect(upserted.json).toMatchObject({ created: false, archived_found: true });
			expect(service.requests.map(({ method }) => method)).not.toContain('PUT');
			service.requests.length = 0;
			const { errorText } = await find({ whenArchived: 'fail' });
			expect(errorText).toMatch(/Only an archived (contact|deal) is found: old-1/);
			expect(errorText).toContain('set When Only an Archived One Is Found to Create');
			expect(posts()).toEqual([]);
		});

		it('takes one that is not, and that is not several', async () => {
			serve([archived, active]);
			const { items } = await findContact();
			expect(items[0].json).toMatchObject({ id: 'new-1', created: false });
			expect(items[0].json).not.toHaveProperty('archived_found');
			expect(posts()).toEqual([]);
		});

		it('does not take such a one for what a create with an unknown outcome has made', async () => {
			service.reply = ({ method }) =>
				method === 'GET' ? { body: { data: [archived], total: 1 } } : { status: 502, body: {} };
			expect((await findContact()).errorText).toContain('Right afterwards no contact matched');
		});
	});

	it('says which values a parameter takes', async () => {
		const parameters = { ...mapped(contact), whenFound: 'delete' };
		const { errorText } = await run('contact', 'findOrCreate', parameters);
		expect(errorText).toContain('When Found is "delete"');
	});
});
