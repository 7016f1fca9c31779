import type { INodeParameters } from 'n8n-workflow';

import { byId, mapped } from '../../../../testing/parameters';
import { useCustomService, useEngine, useSandbox } from '../../../../testing/setUp';

const sandbox = useSandbox();
const standIn = useCustomService();
const { runNode } = useEngine(sandbox);

describe('single objects', () => {
	it('list inventory transactions at their own path, in a language', async () => {
		standIn.reply = () => ({ body: [] });
		const options = { requests: { language: 'ja', workspaceId: 'w-1' } };
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
		standIn.reply = () => ({ body: { data: [], ok: true, name: 'A', score: 1 } });
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
			const given = { ...parameters, options: { requests: { language: 'pt-BR' } } };
			await runNode(node, operation, given, { service: standIn });
		}
		const languages = standIn.requests.map(({ headers }) => headers['accept-language']);
		expect(languages.length).toBeGreaterThanOrEqual(calls.length);
		expect(new Set(languages)).toEqual(new Set(['pt-BR']));
	});

	it('are asked in no language that is none', async () => {
		const parameters = { ...byId('1'), options: { requests: { language: 'de\r\nX: 1' } } };
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
	it('accepts a base URL with a path and a trailing slash', async () => {
		standIn.reply = () => ({ body: { data: [], total: 0 } });
		await runNode('company', 'getAll', {}, { service: { url: ` ${standIn.url}/proxy/ ` } });
		expect(standIn.requests.map(({ url }) => url)).toEqual([
			'/proxy/v1/public/companies?sort=company_id&page=1&limit=50',
		]);
	});
});

describe('an identifier', () => {
	it.each(['..', '.', ' ', '={{ null }}', '={{ {} }}'])('"%s" is refused', async (id) => {
		const { error, errorText } = await runNode('company', 'get', byId(id), { service: standIn });
		expect(errorText).toMatch(/ID/);
		expect(error?.context).toMatchObject({ parameter: 'recordId' });
		expect(standIn.requests).toEqual([]);
	});
});
