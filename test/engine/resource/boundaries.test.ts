import type { INodeParameters } from 'n8n-workflow';

import { byId, mapped } from '../../../testing/parameters';
import { useEngine, useSandbox, useStandIn } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';

const sandbox = useSandbox();
const standIn = useStandIn();
const { runNode } = useEngine(sandbox);

describe('single objects', () => {
	it('list inventory transactions at their own path, in a language', async () => {
		standIn.response = { body: [] };
		const options = { language: 'ja', workspaceId: 'w-1' };
		const { status } = await runNode(
			'inventoryTransaction',
			'getAll',
			{ returnAll: true, options },
			{ service: standIn },
		);
		await runNode('inventoryTransaction', 'get', { ...byId('1'), options }, { service: standIn });
		expect(status).toBe('success');
		expect(standIn.requests).toMatchObject([
			{
				method: 'GET',
				url: '/api/v1/public/inventory-transactions?workspace_id=w-1&lang=ja&language=ja',
				headers: { 'accept-language': 'ja' },
			},
			{ url: '/v1/public/inventory-transactions/1', headers: { 'accept-language': 'ja' } },
		]);
	});

	it('are asked in one language, whatever the call', async () => {
		standIn.response = { body: { data: [], ok: true, name: 'A', score: 1 } };
		const calls: Array<[string, string, INodeParameters]> = [
			['company', 'create', mapped({ name: 'A' })],
			['company', 'update', { ...byId('1'), ...mapped({ name: 'A' }) }],
			['company', 'get', byId('1')],
			['company', 'delete', byId('1')],
			['company', 'getAll', {}],
			['enrich', 'enrich', { resource: 'company', ...byId('1') }],
			['score', 'score', { resource: 'deal', ...byId('1') }],
			['transfer', 'get', byId('1')],
			['calendar', 'bootstrap', {}],
			['account', 'whoami', {}],
			['migrationUpsert', 'bootstrap', { partner: 'erp' }],
		];
		for (const [node, operation, parameters] of calls) {
			const given = { ...parameters, options: { language: 'pt-BR' } };
			await runNode(node, operation, given, { service: standIn });
		}
		const languages = standIn.requests.map(({ headers }) => headers['accept-language']);
		expect(languages.length).toBeGreaterThanOrEqual(calls.length);
		expect(new Set(languages)).toEqual(new Set(['pt-BR']));
	});

	it('are asked in no language that is none', async () => {
		const parameters = { ...byId('1'), options: { language: 'de\r\nX: 1' } };
		const { error, requests } = await runNode('company', 'get', parameters);
		expect([error?.message, requests]).toEqual(['Language is "de\r\nX: 1"', []]);
	});

	it.each(['cases', 'deals', 'locations', 'meters'])(
		'only read properties of %s',
		async (objectName) => {
			for (const [operation, parameters] of [
				['create', mapped({ name: 'A' })],
				['update', { ...byId('1'), ...mapped({ name: 'A' }) }],
				['delete', byId('1')],
			] as const) {
				const { errorText } = await runNode('property', operation, { objectName, ...parameters });
				expect(errorText).toMatch(/Properties of .* are read-only/);
			}
			expect(sandbox.requests).toEqual([]);
			const { status } = await runNode('property', 'getAll', { objectName, returnAll: true });
			expect(status).toBe('success');
		},
	);
});

describe('access', () => {
	it('is denied to a read-only token, with the missing permission in the error', async () => {
		const token = sandbox.tokens.regular;
		const { errorText, error } = await runNode('company', 'create', mapped({ name: 'A' }), {
			token,
		});
		expect(errorText).toContain('The token lacks permission to create the company');
		expect(errorText).toContain('Required permission: write (a Full Access token)');
		expect(error).toMatchObject({ httpCode: '403' });
		expect((await runNode('company', 'getAll', {}, { token })).status).toBe('success');
	});

	it.each([
		['', 'has no base URL'],
		['api.example.com/v1', 'must start with https:// or http://'],
		['ftp://127.0.0.1', 'must start with https:// or http://'],
		['http://someone:secret@127.0.0.1', 'must not contain a user name'],
		['http://127.0.0.1/?key=secret', 'must not contain a query'],
	])('rejects a base URL like "%s"', async (baseUrl, words) => {
		const { errorText } = await runNode('company', 'getAll', {}, { service: { url: baseUrl } });
		expect(errorText).toContain(words);
		expect(errorText).not.toContain('secret');
	});

	it('accepts a base URL with a path and a trailing slash', async () => {
		standIn.response = { body: { data: [], total: 0 } };
		await runNode('company', 'getAll', {}, { service: { url: ` ${standIn.url}/proxy/ ` } });
		expect(standIn.requests.map(({ url }) => url)).toEqual([
			'/proxy/v1/public/companies?sort=company_id&page=1&limit=50',
		]);
	});
});

describe('an identifier', () => {
	it.each([
		['a/b?c', 'a%2Fb%3Fc'],
		['../deals', '..%2Fdeals'],
		['%2e%2e', '%252e%252e'],
		['a#b c', 'a%23b%20c'],
	])('"%s" stays one segment of the path', async (id, segment) => {
		standIn.response = { body: { ok: true } };
		await runNode('company', 'delete', byId(id), { service: standIn });
		expect(standIn.requests.map(({ url }) => url)).toEqual([`/v1/public/companies/${segment}`]);
	});

	it.each(['..', '.', ' ', '={{ null }}', '={{ {} }}'])('"%s" is refused', async (id) => {
		const { error, errorText } = await runNode('company', 'get', byId(id), { service: standIn });
		expect(errorText).toMatch(/ID/);
		expect(error?.context).toMatchObject({ parameter: 'recordId' });
		expect(standIn.requests).toEqual([]);
	});
});

describeSince('errorDetails')('a response that breaks the contract', () => {
	const once = { options: { maxRetries: 0 } };
	const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
	const page = '<!doctype html><title>Welcome</title>';
	const create = { ...mapped({ name: 'A' }), ...once };

	it.each([
		['a web page', 'company', 'getAll', once, page, 'a web page instead of JSON'],
		['nothing', 'company', 'getAll', once, '', 'an empty body'],
		['half a list', 'company', 'getAll', once, '{"data": [{"id":', 'a body that is not JSON'],
		['no list', 'company', 'getAll', once, { total: 3 }, 'no list'],
		[
			'a list of texts',
			'company',
			'getAll',
			once,
			{ data: ['a'] },
			'a list whose entry 1 is not an object',
		],
		['another key for a list', 'invoice', 'getAll', once, { rows: [] }, 'no list'],
		[
			'a row without its time',
			'inventoryTransaction',
			'getAll',
			once,
			[{}],
			'no "created_at" in row 1',
		],
		[
			'another kind of number',
			'purchaseOrder',
			'get',
			byId('1'),
			{ id_po: {}, ...stamps },
			'an invalid "id_po"',
		],
		['a page for a write', 'company', 'create', create, page, 'Outcome unknown: '],
		['ok: false', 'company', 'create', create, { ok: false, message: 'no' }, '(ok: false): no'],
		['a list for a write', 'order', 'delete', byId('1'), [], 'Outcome unknown: '],
	])('%s fails the item', async (_, resource, operation, parameters, body, words) => {
		standIn.response = { body };
		const { items, failed } = await runNode(resource, operation, parameters as INodeParameters, {
			service: standIn,
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		const { error, details } = failed[0].json;
		expect(error).toContain(words);
		// What is no write, or said to be refused, can be run again without a thought.
		const isUnsure = operation !== 'get' && operation !== 'getAll' && !words.startsWith('(ok');
		expect(details).toMatchObject({
			kind: expect.stringMatching(/unexpectedResponse|refused|unknownOutcome/),
		});
		expect(Boolean((details as { mayHaveHappened?: boolean }).mayHaveHappened)).toBe(isUnsure);
	});
});
