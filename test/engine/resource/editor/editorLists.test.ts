/** Pick lists, choices and credential tests at services that nobody had met: what is shown, and what it costs. */
import type { INodeParameters } from 'n8n-workflow';

import type { CredentialsByType } from '../../../../testing/engine';
import { accessWith } from '../../../../testing/credential';
import { byId, fromItem, mapped } from '../../../../testing/parameters';
import type { Received, Reply } from '../../../../testing/services/customService';
import { useCustomEngine } from '../../../../testing/setUp';
import { itSince } from '../../../../testing/since';

const { service, n8n, runNode, storedCredentials, columnsOf } = useCustomEngine();

type Row = Record<string, unknown>;

let people = 0;
/** A credential of another person, so that nothing is known of the service. */
const anybody = async () => await storedCredentials(`token-of-person-${(people += 1)}`);

interface Search {
	node?: string;
	method?: string;
	credentials?: CredentialsByType;
	paginationToken?: string;
}

async function search(
	filter = '',
	{ node = 'Company', method = 'searchRecords', credentials, paginationToken: token }: Search = {},
	parameters: INodeParameters = {},
) {
	const { results, paginationToken } = await n8n.listSearch(`workspaceRecords${node}`, method, {
		parameters,
		credentials: credentials ?? (await anybody()),
		filter,
		paginationToken: token,
	});
	return { names: results.map(({ name }) => name), results, token: paginationToken as string };
}

const rowsOf = (count: number, more: (n: number) => Row = () => ({})): Row[] =>
	Array.from({ length: count }, (_, n) => ({
		id: `id-${n + 1}`,
		name: `Name ${String(n + 1).padStart(5, '0')}`,
		...more(n + 1),
	}));

/** A service that pages, takes or refuses a sort, and follows or ignores a search. */
const listing =
	(rows: readonly Row[], { sorts = true, searches = true } = {}) =>
	({ query }: Received): Reply => {
		const word = searches ? (query.search ?? '').toLowerCase() : '';
		const found = rows.filter((row) => JSON.stringify(row).toLowerCase().includes(word));
		const { sort } = query;
		if (sort && !sorts) return { status: 400, body: { message: 'Unknown parameter: sort' } };
		if (sort)
			found.sort((a, b) => (String(a[sort]) < String(b[sort]) ? -1 : Number(a[sort] !== b[sort])));
		if (query.page === undefined) return { body: found };
		const start = (Number(query.page) - 1) * Number(query.limit);
		return { body: { data: found.slice(start, start + Number(query.limit)), total: found.length } };
	};

const unsorted = (count: number) =>
	rowsOf(count, (n) => ({ name: `Name ${String((n * 7919) % 100_003).padStart(6, '0')}` }));

const sent = () => service.requests.length;

describe('a call of the editor has a budget', () => {
	it('on a list without end', async () => {
		service.reply = ({ query }) => ({
			body: {
				data: rowsOf(100, (n) => ({ id: `${query.page}-${n}`, name: `N ${(n * 37) % 101}` })),
			},
		});
		const { results } = await search();
		expect(results.length).toBeGreaterThan(49);
		expect(sent()).toBeLessThanOrEqual(64);
	});

	it('on records without a known ID, which are counted', async () => {
		const rows = rowsOf(10_000, (n) => ({ id: n % 2 ? true : { value: n }, company_uid: n }));
		service.reply = listing(rows);
		const { names } = await search();
		expect(names).toEqual([expect.stringMatching(/^[\d,]+ left out: no ID/)]);
		expect(sent()).toBeLessThanOrEqual(64);
	});

	it('of 2 requests for 10,000 sorted records, also further down', async () => {
		service.reply = listing(rowsOf(10_000));
		const credentials = await anybody();
		const { names, token } = await search('', { credentials });
		expect([names.length, sent() <= 2]).toEqual([100, true]);
		service.requests.length = 0;
		const next = await search('', { credentials, paginationToken: token });
		expect([next.names[0], sent() <= 2]).toEqual(['Name 00101', true]);
	});

	it('of 60 requests for 10,000 records that the service does not sort; the end says so', async () => {
		service.reply = listing(unsorted(10_000), { sorts: false });
		const credentials = await anybody();
		const seen: string[] = [];
		let token: string | undefined;
		do {
			const page = await search('', { credentials, paginationToken: token });
			seen.push(...page.names);
			({ token } = page);
		} while (token !== undefined);
		expect(sent()).toBeLessThanOrEqual(64);
		expect(seen.pop()).toMatch(/^The list ends here: .* with 60 requests: enter the ID/);
		expect(seen.length).toBeGreaterThan(5_000);
		expect(seen).toEqual([...seen].sort());
	});

	it.each([
		['sorted', true],
		['unsorted', false],
	])('of 15 requests for ten keystrokes on 10,000 %s records', async (_, sorts) => {
		service.reply = listing(unsorted(10_000), { sorts });
		const credentials = await anybody();
		await search('', { credentials });
		service.requests.length = 0;
		for (let length = 1; length <= 10; length += 1)
			await search('Name 00791'.slice(0, length), { credentials });
		expect(sent()).toBeLessThanOrEqual(15);
	});
});

describe('a search', () => {
	it('shows what the service has found, whatever its label', async () => {
		service.reply = ({ query }) => ({
			body: query.search === '@acme.com' ? rowsOf(5) : query.search ? [] : rowsOf(20),
		});
		expect((await search('@acme.com')).names).toHaveLength(5);
	});

	it('is made here where the service ignores it', async () => {
		const rows = rowsOf(300, (n) => ({ external_id: `erp-${n}` }));
		service.reply = listing(rows, { searches: false });
		const credentials = await anybody();
		expect((await search('zzz', { credentials })).names).toEqual([]);
		expect((await search('erp-207', { credentials })).names).toEqual(['Name 00207']);
	});

	it.each([
		['muller', 'Müller'],
		['MÜLLER', 'Muller'],
		[' müller ', 'Mu\u0308ller'],
		['strasse', 'Hauptstraße 1'],
		['id-2', 'B'],
		['erp-7', 'B'],
		['b@acme', 'B'],
		['b.example', 'B'],
	])('here finds %j', async (filter, name) => {
		const b = { external_id: 'erp-7', email: 'b@acme.com', url: 'https://b.example' };
		const other = { id: 'id-1', name: 'Other' };
		service.reply = () => ({ body: [other, { id: 'id-2', ...b, name }] });
		expect((await search(filter, { node: 'Deal' })).names).toEqual([name]);
	});
});

it('a record that was just created is there when the list is opened again', async () => {
	const rows = rowsOf(3);
	service.reply = () => ({ body: rows });
	const credentials = await anybody();
	await search('', { node: 'Deal', credentials });
	rows.push({ id: 'new', name: 'New' });
	expect((await search('', { node: 'Deal', credentials })).names).toContain('New');
});

it('what one person has read is not shown to another', async () => {
	service.reply = ({ headers }) => ({
		body: [{ id: '1', name: String(headers.authorization).replace(/\D/g, '') }],
	});
	const [one, other] = [await anybody(), await anybody()];
	const first = await search('', { node: 'Deal', credentials: one });
	expect(await search('', { node: 'Deal', credentials: other })).not.toEqual(first);
});

describe('choices', () => {
	it('that cannot be loaded put no word of the service into a heading', async () => {
		service.reply = () => ({ status: 400, body: { message: 'x'.repeat(400) } });
		const fields = await columnsOf('deal', 'create', {}, await anybody());
		const heading = fields.find(({ id }) => id === 'caseStatus')!.displayName;
		expect(heading).toMatch(/^Stage \(list not loaded: [a-z ]{1,60}\)$/);
	});

	it('of a workflow step come by name', async () => {
		const action = (title: string) => ({ action_uid: title, title, is_trigger: false });
		service.reply = () => ({ body: { data: [action('Send'), action('Add'), action('Add')] } });
		const { names } = await search('', { node: 'Workflow', method: 'searchGetActions' });
		expect(names).toEqual(['Add', 'Send']);
	});
});

describe('a row', () => {
	it.each<[string, unknown, RegExp]>([
		['without an ID', { name: 'A' }, /^1 left out: no ID$/],
		['with an ID that is an object', { id: {}, name: 'A' }, /^1 left out: no ID$/],
	])('%s leaves the others alone and is counted', async (_, row, notice) => {
		for (const node of ['Company', 'Estimate', 'Deal']) {
			service.reply = () => ({ body: [...rowsOf(2), row, ...rowsOf(4).slice(2)] });
			const { names } = await search('', { node });
			expect(names).toHaveLength(5);
			expect(names[4]).toMatch(notice);
		}
	});

	it('with an odd date is an entry like others', async () => {
		service.reply = () => ({
			body: rowsOf(40, (n) => ({ created_at: n === 31 ? {} : 'x', start_date: 7 })),
		});
		expect((await search('', { node: 'Estimate' })).names).toHaveLength(40);
	});

	it.each<[string, Row, RegExp]>([
		['an object', { name: { first: 'A' } }, /^Deal id$/],
		['blank', { name: ' \n ' }, /^Deal id$/],
		['of 1 MB', { name: 'x'.repeat(1_000_000) }, /^x{150,198}… \(archived\)$/],
	])('has a label though its name is %s', async (_, more, label) => {
		service.reply = () => ({
			body: [{ id: 'id', status: more.name === undefined ? '' : 'archived', ...more }],
		});
		const [name] = (await search('', { node: 'Deal' })).names;
		expect(name.replace(/ \(archived\)$/, /x/.test(name) ? ' (archived)' : '')).toMatch(label);
		expect(name.length).toBeLessThanOrEqual(200);
	});

	it('of the notice is refused by the nodes', async () => {
		service.reply = () => ({ body: {} });
		const notice = { __rl: true, mode: 'list', value: 'n8n:notice' };
		const picked = await runNode('company', 'get', { recordId: notice });
		expect(picked.errorText).toMatch(/the note at the end of a pick list, and no entry of it/);
		const fields = mapped({ name: 'A', caseStatus: 'n8n:notice' });
		const written = await runNode('deal', 'create', fields);
		expect(written.errorText).toMatch(/Stage.*the note at the end of a pick list/);
		expect([...picked.requests, ...written.requests]).toEqual([]);
	});
});

it('what was read before a failure is shown, with the reason', async () => {
	const list = listing(unsorted(250), { sorts: false });
	service.reply = (request) =>
		request.query.page === '2' ? { status: 400, body: { message: 'Broken' } } : list(request);
	const credentials = await anybody();
	const first = await search('', { credentials });
	expect(first.names).toHaveLength(101);
	expect(first.names[100]).toMatch(/^The list ends here: .*Broken/);
});

describe('what is chosen by an expression', () => {
	const searchScore = async (resource: string) => await search('', { node: 'Score' }, { resource });

	itSince('openExpressions')(
		'and cannot be resolved, is told: n8n resolves no expression for the resource of Score',
		async () => {
			service.reply = ({ path }) => ({ body: [{ id: '1', name: path }] });
			expect((await searchScore('deal')).names[0]).toContain('/deals');
			expect((await searchScore('company')).names[0]).toContain('/companies');
			await expect(searchScore('={{ "deal" }}')).rejects.toThrow(/^Resource is/);
			await expect(searchScore('={{ $json.kind }}')).rejects.toThrow(/^Resource is/);
		},
	);

	it('in a credential that cannot be read is told apart from no credential', async () => {
		const { workspaceRecordsApi } = accessWith(service.url, 'a-token');
		for (const accessToken of ['={{ JSON.parse("x") }}', '={{ nothing.at.all }}', '={{ (}}']) {
			const credentials = { workspaceRecordsApi: { ...workspaceRecordsApi, accessToken } };
			const failed = search('', { credentials });
			await expect(failed).rejects.toThrow(
				/^The credential (cannot be read: |holds an expression|expression)|gives no access token/i,
			);
		}
	});
});

describe('a pause', () => {
	it('is said at once, and ends when the service said', async () => {
		const credentials = await anybody();
		const clock = jest.spyOn(performance, 'now');
		let ahead = 0;
		clock.mockImplementation(() => Math.round(Date.now()) + ahead);
		try {
			service.reply = () =>
				ahead === 0
					? { status: 429, headers: { 'retry-after': '3600' }, body: {} }
					: { body: rowsOf(2) };
			const failing = async () =>
				await search('', { node: 'Deal', credentials }).catch((error: Error) => error);
			for (let calls = 0; calls < 5; calls += 1)
				expect((await failing()) as Error).toHaveProperty('message');
			// The one that met the pause.
			expect(sent()).toBe(1);
			expect(((await failing()) as Error & { description: string }).description).not.toContain(
				'Retry Time Limit',
			);
			expect(sent()).toBe(1);
			ahead = 3_601_000;
			expect(await failing()).toMatchObject({ names: ['Name 00001', 'Name 00002'] });
			expect((await search('', { node: 'Invoice', credentials })).names).toHaveLength(2);
		} finally {
			clock.mockRestore();
		}
	});
});

describe('a secret that the service quotes', () => {
	const token = 'Zq9xW7vKp3LmTr5Y/aB+2c=';
	const forms = [
		`Bearer ${token}`,
		encodeURIComponent(token),
		Buffer.from(`me:${token}`).toString('base64'),
		token.slice(5, 15),
		`${'x'.repeat(485)}${token}`,
	];
	const pieces = [token, encodeURIComponent(token), Buffer.from(token).toString('base64')].flatMap(
		(form) => Array.from({ length: form.length - 7 }, (_, at) => form.slice(at, at + 8)),
	);
	const leaked = (shown: unknown) =>
		pieces.filter((piece) => JSON.stringify(shown).includes(piece));

	it.each(forms)(
		'is in no text of the editor, of an item, or of a bulk write: %s',
		async (form) => {
			const said = { message: form, errors: { [form]: [form] }, code: form, ctx_id: form };
			const credentials = accessWith(service.url, token);
			const options = { credentials, onError: 'continueRegularOutput' } as const;
			for (const reply of [{ status: 422, body: said }, { body: { ok: false, ...said } }]) {
				service.reply = () => reply;
				const failed = search('', { credentials });
				const { message, description, context } = (await failed.catch(
					(error: Error) => error,
				)) as Error & Row;
				expect(leaked([message, description, context])).toEqual([]);
				const item = await runNode('company', 'create', mapped({ name: 'A' }), options);
				expect(item.items[0].json.error).toBeDefined();
				expect(leaked(item.items)).toEqual([]);
			}
			service.reply = () => ({
				body: { ok: true, results: [{ external_id: 'o', errors: [{ message: form }] }] },
			});
			const order = { externalId: 'o', items: [{ itemExternalId: 'i', quantity: 1 }] };
			const lines = { itemsSource: 'json', itemsJson: '={{ $json.items }}' };
			const given = { items: [order], ...options };
			const bulk = await runNode('order', 'createMany', { ...fromItem, ...lines }, given);
			expect(bulk.items[0].json.error).toBeDefined();
			expect(leaked(bulk.items)).toEqual([]);
		},
	);

	it.each(forms)('is in no hint: %s', async (form) => {
		const data = { object_type: 'company', record_id: 'x', score: 71, band: 'medium' };
		service.reply = () => ({ body: { data, warnings: [{ message: form }] } });
		const given = { credentials: accessWith(service.url, token) };
		const scored = await runNode('score', 'score', { resource: 'company', ...byId('x') }, given);
		expect([scored.items[0].json.score, scored.hints.length]).toEqual([71, 1]);
		expect(leaked(scored.hints)).toEqual([]);
	});

	it('is in no label, and stays in data and IDs', async () => {
		service.reply = () => ({ body: [{ id: token, name: `A ${token}` }] });
		const credentials = accessWith(service.url, token);
		const { results } = await search('', { node: 'Deal', credentials });
		expect(results).toEqual([{ name: 'A …', value: token }]);
		service.reply = () => ({ body: { id: 'x', name: token } });
		const { items } = await runNode('company', 'get', byId('x'), {
			credentials: accessWith(service.url, token),
		});
		expect(items[0].json.name).toBe(token);
	});
});

describe('the advice of a list', () => {
	it.each([404, 429, 503, 413])('fits an editor: HTTP %d', async (status) => {
		service.reply = () => ({ status, body: { message: 'No' }, headers: { 'retry-after': '100' } });
		const error = (await search().catch((thrown: Error) => thrown)) as Error & {
			description: string;
		};
		expect(error.description).not.toMatch(
			/Check the ID|Max Parallel|Retry Time Limit|Batch Size|filters|Limit\b/,
		);
	});
});
