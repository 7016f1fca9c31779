import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { storeFile } from '../../../testing/binaryModes';
import { accessData, refreshData } from '../../../testing/credential';
import { engine, loadPackageAgain } from '../../../testing/engine';
import { acceptOrders, row, upsertWith } from '../../../testing/orderLines';
import { byId, mapped } from '../../../testing/parameters';
import { jsonOf, runNodeWith, type RunNodeOptions } from '../../../testing/runNode';
import { useCustomService, useEngine, useSandbox } from '../../../testing/setUp';
import { cases } from '../../../testing/simulations';
import type { CustomService, Received } from '../../../testing/services/customService';

/** Two services, each with a workspace of its own. */
const alpha = useCustomService();
const beta = useCustomService();
/** One that takes some time to respond. */
const slow = useCustomService();
const { n8n, runNode, columnsOf } = useEngine(alpha);

/** Each item names the service and the token of its own workspace. */
const perItem = (more: IDataObject = {}) => ({
	workspaceRecordsApi: { ...accessData('={{ $json.url }}', '={{ $json.token }}'), ...more },
});
const of = (service: CustomService, name: string, more: object = {}) => ({
	url: service.url,
	token: `${name}-token`,
	name: `${name} name`,
	external_id: 'x-1',
	...more,
});
/** Items of both workspaces by turns. */
const byTurns = (count: number, more: (index: number) => object = () => ({})) =>
	Array.from({ length: count }, (_, index) =>
		index % 2 === 0 ? of(alpha, 'alpha', more(index)) : of(beta, 'beta', more(index)),
	);
const onError = 'continueErrorOutput' as const;
/** Runs a node with the credential of each item. */
const runPerItem = async (
	node: string,
	operation: string,
	parameters: INodeParameters,
	items: readonly object[],
	more: RunNodeOptions<CustomService> = {},
) => await runNode(node, operation, parameters, { items, credentials: perItem(), ...more });
const lines = { itemsSource: 'json', itemsJson: '[{"itemExternalId":"sku","quantity":1}]' };
/** Orders as many at once; the line says whose they are. */
const orders = { ...mapped({ externalId: '={{ $json.external_id }}' }), ...lines };
const ordersIn = ({ body }: Received) => (body as { orders: IDataObject[] }).orders;
/** Accepts all orders of a request. */
const acceptMany = (request: Received, name = '') => ({
	body: {
		ok: true,
		results: ordersIn(request).map(({ externalId }) => ({
			external_id: externalId,
			object_id: `${name} ${String(externalId)}`,
			status: 'created',
		})),
	},
});

/** Nothing of one workspace reached the other; both got so many requests. */
function areApart(each?: number) {
	const strange = ({ requests: own }: CustomService, other: string) =>
		own.filter((request) => JSON.stringify(request).includes(other));
	expect([strange(alpha, 'beta'), strange(beta, 'alpha')]).toEqual([[], []]);
	if (each) expect([alpha.requests.length, beta.requests.length]).toEqual([each, each]);
}

let records: Record<string, IDataObject>;
beforeEach(() => {
	records = {};
	for (const [name, service] of Object.entries({ alpha, beta })) {
		service.reply = ({ method, path, query, body, headers }) => {
			if (headers.authorization !== `Bearer ${name}-token`) return { status: 401, body: {} };
			const given = (body ?? {}) as IDataObject;
			const key = `${name} ${String(query.external_id ?? given.external_id ?? path.split('/').at(-1))}`;
			if (path.endsWith('/companies') && method === 'GET') return { body: { data: [], total: 0 } };
			if (method === 'GET') {
				const found = records[key];
				return found ? { body: found } : { status: 404, body: { message: 'No such record' } };
			}
			const isNew = !(key in records);
			const stored = { id: `${name}-id`, company_id: `${name}-id`, ...given };
			records[key] = stored;
			records[`${name} ${name}-id`] = stored;
			const status = isNew ? 'created' : 'updated';
			return {
				body: { ok: true, status, company_id: `${name}-id`, external_id: given.external_id },
			};
		};
	}
});

describe('items of two workspaces in one run', () => {
	it('are written each to its own, with its own token', async () => {
		const items = byTurns(20, (index) => ({ external_id: `x-${index}` }));
		const columns = mapped({ name: '={{ $json.name }}', external_id: '={{ $json.external_id }}' });
		const output = await runPerItem('company', 'upsert', columns, items);
		expect(output.errorText).toBe('');
		expect(output.items.map(({ json }) => json.id)).toEqual(
			items.map(({ token }) => token.replace('token', 'id')),
		);
		areApart(10);
	});

	it('find what their own workspace has, and remember nothing of the other', async () => {
		const find = { findBy: 'external_id', whenFound: 'leave' };
		const columns = mapped({ name: '={{ $json.name }}', external_id: 'x-1' });
		const parameters = { ...find, ...columns };
		const output = await runPerItem('company', 'findOrCreate', parameters, byTurns(4));
		expect(jsonOf(output.items).map(({ id, created }) => [id, created])).toEqual([
			['alpha-id', true],
			['beta-id', true],
			['alpha-id', false],
			['beta-id', false],
		]);
		areApart();
	});

	it('are compared with the record of their own workspace', async () => {
		records['alpha x-1'] = { id: 'alpha-id', external_id: 'x-1', name: 'Same' };
		records['beta x-1'] = { id: 'beta-id', external_id: 'x-1', name: 'Different' };
		const columns = mapped({ name: 'Same', external_id: 'x-1' });
		const parameters = { ...columns, options: { onlyIfDifferent: true } };
		const output = await runPerItem('company', 'upsert', parameters, byTurns(2));
		expect(jsonOf(output.items).map(({ changed }) => changed)).toEqual([false, true]);
		expect(alpha.requests.map(({ method }) => method)).toEqual(['GET']);
		expect(beta.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
	});

	it('share no billed call, only items of the same one do', async () => {
		for (const [name, service] of Object.entries({ alpha, beta })) {
			service.reply = () => ({ body: { data: { run_id: `${name}-run` }, message: 'ok' } });
		}
		const own = { resource: 'company', authentication: 'token', output: 'raw' };
		const parameters = { ...own, ...byId('Acme', 'name') };
		const output = await runPerItem('enrich', 'enrich', parameters, byTurns(6));
		expect(jsonOf(output.items).map((json) => json.run_id)).toEqual(
			[0, 1, 2].flatMap(() => ['alpha-run', 'beta-run']),
		);
		expect([alpha.requests.length, beta.requests.length]).toEqual([1, 1]);
		expect(output.hints.join()).toContain('4 items asked for the same as another item');
	});

	it('share no batch, and come out in the order of the input', async () => {
		alpha.reply = (request) => acceptMany(request, 'alpha');
		beta.reply = (request) => acceptMany(request, 'beta');
		// The same external ID names another order in each workspace.
		const items = byTurns(10, (index) => ({ external_id: `x-${index >> 1}` }));
		const parameters = { ...orders, itemsJson: '=[{"itemExternalId":"{{ $json.name }}"}]' };
		const output = await runPerItem('order', 'createMany', parameters, items);
		expect(output.errorText).toBe('');
		expect(output.items.map(({ json, pairedItem }) => [json.object_id, pairedItem])).toEqual(
			items.map(({ token, external_id: id }, item) => [
				`${token.replace('-token', '')} ${id}`,
				[{ item }],
			]),
		);
		areApart(1);
		expect(output.hints[0]).toMatch(/^10 orders in 2 requests: 10 created/);
	});

	it('keep to the maximum of concurrent requests in all', async () => {
		slow.reply = () => ({ body: { ok: true, job_id: 'job' }, afterMs: 200 });
		const items = [0, 1, 2, 3, 4, 5].flatMap((workspace) =>
			Array.from({ length: 9 }, (_, n) => ({
				url: slow.url,
				token: `w-${workspace}`,
				external_id: `x-${n}`,
			})),
		);
		const options = { batchSize: 3, requests: { maxParallelRequests: 4 } };
		const output = await runPerItem('order', 'createMany', { ...orders, options }, items);
		expect([output.errorText, output.items.length]).toEqual(['', 54]);
		expect([slow.requests.length, slow.maxConcurrent]).toEqual([18, 4]);
	});

	it('read pages and files each from its own', async () => {
		for (const [name, service] of Object.entries({ alpha, beta })) {
			service.reply = ({ path }) =>
				path.startsWith('/files/')
					? { body: `${name} rows` }
					: path.includes('/transfers/')
						? { body: { id: 't', status: 'finished', data_file_url: `${service.url}/files/a` } }
						: { body: [{ id: `${name}-id`, name }] };
		}
		const items = byTurns(4);
		const twice = (...given: string[]) => [...given, ...given];
		const list = await runPerItem('company', 'getAll', { returnAll: true }, items);
		expect(jsonOf(list.items).map(({ id }) => id)).toEqual(twice('alpha-id', 'beta-id'));
		const files = await runPerItem('transfer', 'downloadDataFile', byId('t'), items);
		const contents = files.items.map(async (item) => String(await n8n.readBinary(item)));
		expect(await Promise.all(contents)).toEqual(twice('alpha rows', 'beta rows'));
		const tokens = (service: CustomService) =>
			new Set(service.requests.map(({ headers }) => headers.authorization));
		expect(tokens(alpha)).toEqual(new Set(['Bearer alpha-token']));
		expect(tokens(beta)).toEqual(new Set(['Bearer beta-token']));
	});

	it('go on from the cursor of their own workspace only', async () => {
		const updated_at = '2026-03-01T09:30:00Z';
		for (const [name, service] of Object.entries({ alpha, beta })) {
			service.reply = () => ({ body: [{ id: `${name}-id`, created_at: updated_at, updated_at }] });
		}
		const all = { returnAll: true, cursor: '={{ $json.cursor ?? "start" }}' };
		const changes = async (items: object[]) =>
			await runPerItem('company', 'getChanges', all, items, { onError });
		const [{ json: first }, { json: second }] = (await changes(byTurns(2))).items;
		const cursors = [first.cursor, second.cursor];
		expect((await changes(byTurns(2, (index) => ({ cursor: cursors[index] })))).failed).toEqual([]);
		const { failed } = await changes(byTurns(2, (index) => ({ cursor: cursors[1 - index] })));
		expect(jsonOf(failed).map(({ error }) => error)).toEqual(
			cursors.map(() => 'Cursor is about another list than these companies'),
		);
	});

	it('are held back by the limits of their own workspace only', async () => {
		alpha.reply = ({ headers }) =>
			headers.authorization === 'Bearer paused-token'
				? { status: 429, headers: { 'retry-after': '3600' }, body: { message: 'Slow down' } }
				: { body: { id: '1' } };
		const items = ['alpha', 'paused', 'alpha', 'alpha'].map((name) => of(alpha, name));
		const parameters = { ...byId('1'), options: { requests: { maxParallelRequests: 1 } } };
		const run = { items, credentials: perItem({ baseUrl: alpha.url }), onError };
		const output = await runNode('company', 'get', parameters, run);
		expect([output.items.length, output.failed.length]).toEqual([3, 1]);
	});
});

describe('an item whose credential cannot be used', () => {
	const create = mapped({ name: '={{ $json.name }}' });

	it.each([
		['without a token', { token: '' }, 'The expression in the credential gives no access token'],
		['without a base URL', { url: '' }, 'The credential has no base URL'],
		['with a base URL that is none', { url: 'nowhere' }, 'must start with https://'],
	])('fails alone: %s', async (_, bad, message) => {
		const items = byTurns(5, (index) => (index === 2 ? bad : {}));
		const output = await runPerItem('company', 'create', create, items, { onError });
		expect(output.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 3, 4].map((item) => ({ item })),
		);
		expect(output.failed.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			[expect.stringContaining(message), { item: 2 }],
		]);
	});

	it('fails alone by the words of n8n where its expression fails', async () => {
		const accessToken =
			'={{ $json.name === "alpha name" ? $("Nowhere").first().json.a : $json.token }}';
		const run = { credentials: perItem({ accessToken }), onError };
		const output = await runPerItem('company', 'create', create, byTurns(3), run);
		expect(jsonOf(output.failed).map(({ error }) => error)).toEqual(
			[0, 2].map(() => expect.stringMatching(/^Referenced node doesn't exist/)),
		);
		expect([alpha.requests.length, beta.requests.length]).toEqual([0, 1]);
	});

	it('fails alone among many orders, and the others are sent', async () => {
		alpha.reply = (request) => acceptMany(request);
		const items = [0, 1, 2].map((n) =>
			of(alpha, 'alpha', { external_id: `x-${n}`, ...(n === 1 && { token: '' }) }),
		);
		const output = await runPerItem('order', 'createMany', orders, items, { onError });
		expect(jsonOf(output.items).map(({ external_id: id }) => id)).toEqual(['x-0', 'x-2']);
		expect(jsonOf(output.failed)).toMatchObject([
			{ error: expect.stringContaining('gives no access token') },
		]);
		const stopped = await runPerItem('order', 'createMany', orders, items);
		expect(stopped.errorText).toContain('gives no access token');
		expect(alpha.requests.map((request) => ordersIn(request).length)).toEqual([2, 2]);
	});
});

describe('a credential with a refresh token', () => {
	const sandbox = useSandbox();
	const renewing = (more = {}) => ({
		workspaceRecordsApi: refreshData('={{ $json.url }}', '={{ $json.refresh }}', more),
	});
	const item = () => ({ url: sandbox.url, refresh: sandbox.tokens.refresh });

	it('is used where its expressions give the same for all items', async () => {
		const items = [item(), item(), item()];
		const output = await runNode('account', 'whoami', {}, { items, credentials: renewing() });
		expect([output.errorText, output.items.length]).toEqual(['', 3]);
		expect(sandbox.refreshCount()).toBe(1);
	});

	it.each([
		['Refresh Token', { refresh: 'another' }, {}],
		['Base URL', { url: 'https://other.example.com' }, {}],
		['First Access Token', { first: 'x' }, { firstAccessToken: '={{ $json.first }}' }],
		[
			'Authentication',
			{ way: 'accessToken' },
			{ authentication: '={{ $json.way ?? "refreshToken" }}' },
		],
	])(
		'is refused before anything is sent where items differ in its %s',
		async (label, differing, more) => {
			const items = [item(), item(), { ...item(), ...differing }];
			const whoami = async (run = {}) =>
				await runPerItem('account', 'whoami', {}, items, { credentials: renewing(more), ...run });
			const output = await whoami();
			expect(output.errorText).toContain(`uses a refresh token, and items differ in its ${label}`);
			expect(output.errorText).toContain('Use access tokens in the expressions');
			expect(sandbox.requests).toEqual([]);
			expect((await whoami({ onError })).failed).toHaveLength(3);
		},
	);
});

describe('a migration', () => {
	const upsert = upsertWith(runNode);
	beforeEach(() => void (alpha.reply = beta.reply = acceptOrders));

	it('of rows is refused where items differ in their credential, because rows belong together', async () => {
		const rows = byTurns(4).map((item) => ({ ...row('m-1'), ...item }));
		const { errorText } = await upsert(rows, {}, { credentials: perItem() });
		expect(errorText).toContain(
			'share one credential, but it is not the same for items 1 and 3 as for items 2 and 4',
		);
		const unusable = rows.map((each, index) =>
			index === 1 ? { ...each, token: '' } : { ...rows[0], ...row('m-2') },
		);
		const second = await upsert(unusable, {}, { credentials: perItem() });
		expect(second.errorText).toContain(
			'For item 2: The expression in the credential gives no access token',
		);
		expect([...alpha.requests, ...beta.requests]).toEqual([]);
		const ofOne = rows.filter((_, index) => index % 2 === 0);
		const same = await upsert(ofOne, {}, { credentials: perItem() });
		expect([same.errorText, alpha.requests.length]).toEqual(['', 1]);
	});

	it('of files sends each file with the credential of its item', async () => {
		const file = async (name: string) => ({
			data: await storeFile(
				Buffer.from(`order_external_id,item_external_id,quantity\n${name},sku,1\n`),
				`${name}.csv`,
			),
		});
		const items = [
			{ json: of(alpha, 'alpha'), binary: await file('alpha-order') },
			{ json: of(beta, 'beta'), binary: await file('beta-order') },
			{ json: of(alpha, 'alpha', { token: '' }), binary: await file('nobody') },
		];
		const parameters = {
			resource: 'migrationUpsert',
			operation: 'upsertOrders',
			partner: 'p',
			inputMode: 'file',
		};
		const given = { items, credentials: perItem(), onError };
		const { last } = await n8n.run({ type: 'workspaceRecordsMigrationUpsert', parameters }, given);
		expect(last.main[0].map(({ json }) => json.created)).toEqual([1, 1]);
		expect(last.main[1].map(({ json }) => json.error)).toEqual([
			expect.stringContaining('gives no access token'),
		]);
		areApart(1);
	});
});

describe('where there is no item', () => {
	const message =
		'The credential holds an expression that needs an item, and pick lists and triggers have none';

	it('a pick list says so', async () => {
		await expect(
			n8n.listSearch('workspaceRecordsCompany', 'searchRecords', { credentials: perItem() }),
		).rejects.toThrow(message);
		const fields = await columnsOf('deal', 'create', {}, perItem());
		expect(fields.find(({ id }) => id === 'caseStatus')?.displayName).toContain(message);
	});

	it.each([
		['workspaceRecordsTrigger', { resource: 'company' }],
		['workspaceRecordsTransferTrigger', { transferIds: 't-1' }],
	])('a poll says so: %s', async (type, parameters) => {
		const { error } = await n8n.poll({ type, parameters }, { credentials: perItem() });
		expect(error?.message).toBe(message);
		expect(alpha.requests).toEqual([]);
	});

	it('an expression that needs none works', async () => {
		alpha.reply = () => ({ body: [{ id: '1', name: 'Acme' }] });
		const baseUrl = `={{ "${alpha.url}" }}`;
		const credentials = perItem({ baseUrl, accessToken: '={{ "a" + "b" }}' });
		const { results } = await n8n.listSearch('workspaceRecordsCompany', 'searchRecords', {
			credentials,
		});
		expect(results).toHaveLength(1);
		expect(alpha.requests[0].headers.authorization).toBe('Bearer ab');
	});
});

describe('how often a credential is read', () => {
	const readsOf = async (credentials: ReturnType<typeof perItem>, count: number) => {
		const worker = engine(await loadPackageAgain('Company'));
		alpha.reply = () => ({ body: { id: '1' } });
		const items = Array.from({ length: count }, () => of(alpha, 'alpha'));
		const run = runNodeWith(worker, alpha);
		const output = await run('company', 'get', byId('1'), { items, credentials });
		expect([output.errorText, output.items.length]).toEqual(['', count]);
		return worker.credentialReads.decrypted;
	};

	it('is once where it holds no expression, however many items there are', async () => {
		const constant = perItem({ baseUrl: alpha.url, accessToken: 'a' });
		expect(await readsOf(constant, 200)).toBe(1);
	});

	it.each([
		['baseUrl', { accessToken: 'a' }],
		['accessToken', { baseUrl: '' }],
		['authentication', { baseUrl: '', accessToken: 'a', authentication: '={{ "accessToken" }}' }],
	])('is once for each item where one value is an expression: %s', async (_, more) => {
		const given = { ...more, ...('baseUrl' in more && { baseUrl: alpha.url }) };
		expect(await readsOf(perItem(given), 50)).toBe(50);
	});

	it('is once for each item, too, where a stored mark says that there is no expression', async () =>
		expect(await readsOf(perItem({ constantValues: 'yes' }), 20)).toBe(20));
});

it('a run may have many workspaces', async () => {
	alpha.reply = () => ({
		body: { ok: true, status: 'created', company_id: '1', external_id: 'x-1' },
	});
	const count = cases(100, 1600);
	const items = Array.from({ length: count }, (_, n) => of(alpha, `w-${n}`));
	const create = mapped({ name: '={{ $json.name }}', external_id: 'x-1' });
	const output = await runNode('company', 'create', create, { items, credentials: perItem() });
	expect([output.errorText, output.items.length]).toEqual(['', count]);
});
