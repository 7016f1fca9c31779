import type { IDataObject } from 'n8n-workflow';

import { unpack } from '../../../credentials/refresh/sessionToken';
import { startSandbox, type Fault } from '../../../sandbox';
import { refreshData } from '../../../testing/credential';
import {
	engine,
	loadPackage,
	loadPackageAgain,
	takeLog,
	type StoredCredential,
} from '../../../testing/engine';
import { byId, fromItem } from '../../../testing/parameters';
import { useSandbox } from '../../../testing/setUp';

const sandbox = useSandbox({ tokens: { rotate: true } });
beforeEach(() => void takeLog());

const renewing = (given: Record<string, string> = {}) =>
	refreshData(sandbox.url, sandbox.tokens.refresh, given);

const items = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ json: { external_id: `x-${n}`, name: `X ${n}` } }));

const upsert = (options = {}) => ({
	type: 'workspaceRecordsCompany',
	parameters: { resource: 'company', operation: 'upsert', ...fromItem, options },
});

const refreshRequests = () =>
	sandbox.requests.filter(({ path }) => path === '/api/token/refresh/').length;

/** The session that is stored. */
async function sessionOf(credential: StoredCredential) {
	const { baseUrl, refreshToken, sessionToken } = await credential.data();
	const origin = { baseUrl: String(baseUrl), refreshToken: String(refreshToken) };
	return unpack(String(sessionToken), origin);
}

/** A worker of its own with a credential that has worked before and whose token has expired. */
async function withExpiredToken() {
	const worker = engine(await loadPackageAgain('Company'));
	const credential = await worker.store.add('workspaceRecordsApi', renewing());
	await worker.run(upsert(), { items: items(1), credentials: { workspaceRecordsApi: credential } });
	sandbox.expireTokens();
	sandbox.requests.length = 0;
	return { worker, credential, credentials: { workspaceRecordsApi: credential } };
}

test('one refresh serves 200 items, 20 at a time, with an expired token', async () => {
	const { worker, credentials } = await withExpiredToken();
	const before = sandbox.refreshCount();
	const requests = { maxParallelRequests: 20 };
	const { last, error } = await worker.run(upsert({ requests }), {
		items: items(200),
		credentials,
	});
	expect(error).toBeUndefined();
	expect(last.main[0]).toHaveLength(200);
	expect(last.main[0]?.every(({ json }) => (json.response as IDataObject).ok)).toBe(true);
	expect(sandbox.refreshCount() - before).toBe(1);
});

test('a rotated refresh token is stored, the next refresh uses it, and a run with a good token needs none', async () => {
	const { worker, credential, credentials } = await withExpiredToken();
	const before = sandbox.refreshCount();
	const first = await sessionOf(credential);
	expect(first?.refreshToken).toMatch(/^sandbox-refresh-/);
	await worker.run(upsert(), { items: items(1), credentials });
	const second = await sessionOf(credential);
	expect(second?.refreshToken).not.toBe(first?.refreshToken);
	await worker.run(upsert(), { items: items(1), credentials });
	expect(sandbox.refreshCount() - before).toBe(1);
	sandbox.expireTokens();
	expect((await worker.run(upsert(), { items: items(1), credentials })).error).toBeUndefined();
	expect((await sessionOf(credential))?.refreshToken).not.toBe(second?.refreshToken);
	// What the person entered stays as it is.
	expect((await credential.data()).refreshToken).toBe(sandbox.tokens.refresh);
	expect(sandbox.refreshCount() - before).toBe(2);
});

test('after the base URL was edited, the old token is not sent to the new place', async () => {
	const elsewhere = await startSandbox();
	try {
		const worker = engine(await loadPackageAgain('Company'));
		const credential = await worker.store.add('workspaceRecordsApi', renewing());
		const credentials = { workspaceRecordsApi: credential };
		await worker.run(upsert(), { items: items(1), credentials });
		await credential.edit({ baseUrl: elsewhere.url, refreshToken: elsewhere.tokens.refresh });
		const { error } = await worker.run(upsert(), { items: items(3), credentials });
		expect(error).toBeUndefined();
		expect(elsewhere.requests.filter(({ principal }) => principal === 'invalid')).toEqual([]);
		expect(elsewhere.refreshCount()).toBe(1);
	} finally {
		await elsewhere.close();
	}
});

describe('a failed refresh', () => {
	test('is reported once, with what to do, when the token is rejected', async () => {
		const worker = engine(await loadPackageAgain('Company'));
		const { last } = await worker.run(upsert(), {
			items: items(50),
			credentials: { workspaceRecordsApi: renewing({ refreshToken: 'sandbox-dead-token' }) },
			onError: 'continueErrorOutput',
		});
		const failed = last.main[1] ?? [];
		expect(failed).toHaveLength(50);
		expect(failed[0].json.error).toMatch(/refused to refresh the access token/);
		expect(failed[0].json.message).toMatch(/enter a new refresh token/);
		expect(refreshRequests()).toBe(1);
	});

	test('is sent again when the service is unavailable', async () => {
		const { worker, credentials } = await withExpiredToken();
		sandbox.setFaults({
			faults: [{ kind: 'error', status: 503, path: '/api/token/refresh/', count: 2 }],
		});
		const { error } = await worker.run(upsert(), { items: items(5), credentials });
		expect(error).toBeUndefined();
		expect(refreshRequests()).toBe(3);
	});
});

describe('an access token', () => {
	const withToken = (accessToken: string) => ({
		workspaceRecordsApi: renewing({ authentication: 'accessToken', accessToken }),
	});

	test('that is rejected is neither refreshed nor sent twice, and the error says where to create a new one', async () => {
		const { run } = engine(await loadPackage());
		const credentials = withToken('sandbox-unknown-token');
		const { error } = await run(upsert(), { items: items(1), credentials });
		expect(error?.message).toMatch(/does not accept the access token/);
		expect(error?.description).toMatch(/developers API area/);
		expect(sandbox.requests).toHaveLength(1);
	});

	test.each([
		[
			'regular',
			'workspaceRecordsEnrich',
			{ resource: 'company', operation: 'enrich' },
			'companies:write',
		],
		[
			'noScopes',
			'workspaceRecordsScore',
			{ resource: 'company', operation: 'score' },
			'companies:read',
		],
		['noScopes', 'workspaceRecordsScore', { resource: 'deal', operation: 'score' }, 'cases:read'],
		['regular', 'workspaceRecordsCompany', upsert().parameters, 'Full Access'],
	] as const)(
		'%s on %s: the message names the permission',
		async (token, type, parameters, permission) => {
			const { run } = engine(await loadPackage());
			const value = String(sandbox.records('companies')[0].id);
			const recordId = { __rl: true, mode: 'id', value };
			const given = { items: items(1), credentials: withToken(sandbox.tokens[token]) };
			const { error } = await run({ type, parameters: { ...parameters, recordId } }, given);
			expect(`${error?.message} ${error?.description}`).toContain(permission);
		},
	);
});

test('the workspace code opens Enrich and Score without a token', async () => {
	const { run } = engine(await loadPackage());
	const { error, last } = await run(
		{
			type: 'workspaceRecordsEnrich',
			parameters: { authentication: 'workspaceCode', ...byId('Microsoft', 'name') },
		},
		{
			items: items(1),
			credentials: {
				workspaceRecordsInternalApi: {
					baseUrl: sandbox.url,
					workspaceSecret: sandbox.tokens.workspaceCode,
				},
			},
		},
	);
	expect(error).toBeUndefined();
	expect(last.main[0]?.[0].json.changes).toBeDefined();
	expect(sandbox.requests.map(({ principal, bearer }) => [principal, bearer])).toEqual([
		['workspaceCode', false],
	]);
});

describe('a token is also refreshed for', () => {
	test('pick lists', async () => {
		const { worker, credentials } = await withExpiredToken();
		const found = await worker.listSearch('workspaceRecordsCompany', 'searchRecords', {
			credentials,
		});
		expect(found.results.length).toBeGreaterThan(0);
	});

	test('the credential test', async () => {
		const { worker, credential } = await withExpiredToken();
		expect(await worker.testCredential('workspaceRecordsApi', credential)).toMatchObject({
			status: 'OK',
		});
	});
});

describe('nothing leaks', () => {
	const secretsOf = async (credential: StoredCredential) => {
		const { sessionToken } = await credential.data();
		const { accessToken, refreshToken } = (await sessionOf(credential)) ?? {};
		const { refresh, fullAccess } = sandbox.tokens;
		return [refresh, fullAccess, sessionToken, accessToken, refreshToken].map(String);
	};

	test.each([
		['a run that works', []],
		['a refused write', [{ kind: 'error', status: 400, operations: ['createCompany'] }]],
		['a broken connection', [{ kind: 'reset', operations: ['createCompany'] }]],
		['a page of HTML', [{ kind: 'html', operations: ['createCompany'] }]],
		['a refused token', [{ kind: 'error', status: 401, operations: ['createCompany'] }]],
	] as Array<[string, Fault[]]>)(
		'%s leaves no secret in output, error, execution or log',
		async (_, faults) => {
			const { worker, credential, credentials } = await withExpiredToken();
			sandbox.setFaults({ faults });
			const options = { requests: { maxRetries: 0, timeout: 2000 } };
			const runs = [
				await worker.run(upsert(options), { items: items(2), credentials }),
				await worker.run(upsert(options), {
					items: items(2),
					credentials,
					onError: 'continueErrorOutput',
				}),
			];
			const left = JSON.stringify([
				runs.map(({ last, error, execution }) => ({ last, error, execution })),
				takeLog(),
			]);
			const secrets = await secretsOf(credential);
			expect(secrets.length).toBeGreaterThan(4);
			for (const secret of secrets) expect(left).not.toContain(secret);
		},
	);
});
