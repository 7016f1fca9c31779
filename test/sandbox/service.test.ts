import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { run } from './client';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
const file = join(folder, 'new', 'store.sqlite');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('keeps its state over a restart, and clears it with the option fresh', async () => {
	const first = await run({ file, tokens: { rotate: true } });
	const company = { external_id: 'kept', name: 'Kept' };
	const { data } = await first.api.post('/v1/public/companies', company);
	await first.api.delete('/v1/public/companies/acme-sap');
	const renewed = await first.api.post('/api/token/refresh/', {
		refresh: first.sandbox.tokens.refresh,
	});
	const { id } = first.sandbox.startTransfer({});
	const before = first.sandbox.records('companies');
	await first.sandbox.close();

	const second = await run({ file });
	expect(second.sandbox.records('companies')).toEqual(before);
	expect((await second.api.get('/v1/public/companies/kept')).data.id).toBe(data.company_id);
	expect((await second.api.get(`/v1/public/transfers/${id}`)).status).toBe(200);
	expect((await second.as(renewed.data.access).get('/v1/public/auth/whoami')).status).toBe(200);
	const used = { refresh: second.sandbox.tokens.refresh };
	expect((await second.api.post('/api/token/refresh/', used)).status).toBe(401);
	const next = await second.api.post('/v1/public/companies', { name: 'Next' });
	expect(before.map((record) => record.id)).not.toContain(next.data.company_id);
	await second.sandbox.close();

	const third = await run({ file, fresh: true, seed: 'none' });
	expect(third.sandbox.records('companies')).toEqual([]);
	await third.sandbox.close();
});

it('completes accepted work before it stops', async () => {
	const first = await run({ file, fresh: true, seed: 'none', limits: { bulkOrdersAtOnce: 1 } });
	const orders = ['a', 'b'].map((externalId) => ({ externalId, items: [] }));
	expect((await first.api.post('/v1/public/orders/bulk', { orders })).status).toBe(202);
	await first.sandbox.close();
	const second = await run({ file, seed: 'none' });
	expect(second.sandbox.records('orders')).toHaveLength(2);
	await second.sandbox.close();
});

it('does not send a response that breaks the contract', async () => {
	const { sandbox, api } = await run({ file, fresh: true });
	const db = new Database(file);
	db.prepare(
		`UPDATE records SET fields = json_set(fields, '$.name', 5) WHERE object = 'companies' AND external_id = 'acme-sap'`,
	).run();
	db.close();
	const { status, data } = await api.get('/v1/public/companies/acme-sap');
	expect(status).toBe(500);
	expect(data.message).toMatch(/broke its contract in getCompany.*name/);
	expect((await api.get('/v1/public/companies/acme-ibm')).status).toBe(200);
	await sandbox.close();
});

it('undoes a bulk write that breaks in the middle', async () => {
	const { sandbox, api } = await run({ seed: 'none' });
	await api.post('/v1/public/items', { externalId: 'i-1', name: 'Item' });
	const orders = [
		{ externalId: 'a', items: [{ itemExternalId: 'new', quantity: 1 }] },
		{ externalId: 'b', companyExternalId: 'nobody', items: [{ itemExternalId: 'newer' }] },
	];
	await api.post('/v1/public/orders/bulk', { orders, createMissingItems: true });
	expect(sandbox.records('orders')).toMatchObject([{ external_id: 'a' }]);
	expect(sandbox.records('items').map(({ external_id }) => external_id)).toEqual(['i-1', 'new']);
	const { data } = await api.get('/v1/public/orders');
	expect([data.total, data.data]).toEqual([1, [expect.objectContaining({ number_item: 1 })]]);
	await sandbox.close();
});

describe('the HTTP server', () => {
	let running: Awaited<ReturnType<typeof run>>;
	beforeAll(async () => {
		running = await run({ limits: { bodyBytes: 10_000 } });
	});
	afterAll(async () => await running.sandbox.close());

	it('serves its documentation from its own files', async () => {
		const { api, sandbox } = running;
		const page = await api.get('/docs');
		expect(page.status).toBe(200);
		expect(page.data).not.toMatch(/https?:\/\//);
		expect((await api.get('/docs/static/swagger-ui-bundle.js')).status).toBe(200);
		const { data } = await api.get('/docs/json');
		expect(data.paths['/v1/enrich'].post.operationId).toBe('enrich');
		expect(sandbox.requests).toEqual([]);
	});

	it('shows its name and its tokens in its documentation, and tries requests with one of them', async () => {
		const { api, sandbox } = running;
		expect((await api.get('/docs')).data).toContain('<title>Workspace Records (sandbox)</title>');
		const { data } = await api.get('/docs/json');
		expect(data.info.title).toBe('Workspace Records (sandbox)');
		for (const token of Object.values(sandbox.tokens))
			expect(data.info.description).toContain(token);
		const script = (await api.get('/docs/static/theme/sign-in.js')).data as string;
		expect(script).toContain(sandbox.tokens.fullAccess);
	});

	it('responds to framework failures with a detail', async () => {
		const { api } = running;
		const post = async (body: unknown, type = 'application/json') =>
			await api.post('/v1/public/companies', body, {
				transformRequest: (text: unknown) => text,
				headers: { 'Content-Type': type },
			});
		const tooLarge = await post(JSON.stringify({ name: 'x'.repeat(20_000) }));
		expect([tooLarge.status, typeof tooLarge.data.detail]).toEqual([413, 'string']);
		const broken = await post('{"name": ');
		expect([broken.status, broken.data.detail[0].type]).toEqual([422, 'json_invalid']);
		expect((await post('<x/>', 'text/xml')).status).toBe(415);
		expect((await post('')).status).toBe(422);
		expect((await api.get('/v1/public/unicorns')).data.detail).toBe('Not found');
	});

	it('accepts identifiers that need encoding', async () => {
		const { api } = running;
		const external = 'a/b c?d#e%2F&ü';
		await api.post('/v1/public/companies', { external_id: external, name: 'Odd' });
		const path = `/v1/public/companies/${encodeURIComponent(external)}`;
		expect((await api.get(path)).data.name).toBe('Odd');
		expect((await api.delete(path)).data.external_id).toBe(external);
	});
});
