/** What n8n's dialog shows after Save: one text, so every text says what happened and what to do. */
import { createServer } from 'node:http';

import { accessData, refreshData } from '../../../testing/credential';
import { engine, loadPackageAgain } from '../../../testing/engine';
import {
	startCustomService,
	type CustomService,
	type Reply,
} from '../../../testing/services/customService';
import { listening } from '../../../testing/services/listening';
import { useN8n, useSandbox } from '../../../testing/setUp';

const sandbox = useSandbox({ tokens: { rotate: true } });
const n8n = useN8n();
let custom: CustomService;
// Each test has a server of its own, because what one refuses slows down the next request to it.
beforeEach(async () => void (custom = await startCustomService()));
afterEach(async () => await custom.close());

const OK = 'Connection successful!';

const withToken = (baseUrl: string, accessToken = sandbox.tokens.fullAccess) =>
	accessData(baseUrl, accessToken);
const withRefresh = (baseUrl: string, given: Record<string, string> = {}) =>
	refreshData(baseUrl, sandbox.tokens.refresh, given);
const withCode = (baseUrl: string, workspaceSecret: string = sandbox.tokens.workspaceCode) => ({
	baseUrl,
	workspaceSecret,
});

type Given = Parameters<typeof n8n.testCredential>[1];
/** What the dialog shows of a credential with a token. */
const tested = async (given: Given) => await n8n.testCredential('workspaceRecordsApi', given);
const shown = async (given: Given) => (await tested(given)).message;

/** Every kind of credential at one address. */
const KINDS = {
	'an access token': (url: string) => ['workspaceRecordsApi', withToken(url)] as const,
	'a refresh token': (url: string) => ['workspaceRecordsApi', withRefresh(url)] as const,
	'a workspace code': (url: string) => ['workspaceRecordsInternalApi', withCode(url)] as const,
};

/** Has the service respond to the refresh of a token with this, and to all else with that. */
const replyWith = (refreshed: Reply['body'], reply: Reply) =>
	void (custom.reply = ({ path }) => (path.endsWith('/refresh/') ? { body: refreshed } : reply));

async function closedPort(): Promise<number> {
	const { url, close } = await listening(createServer());
	await close();
	return Number(new URL(url).port);
}

test('a token that was copied with the word Bearer is the token', async () => {
	const pasted = withToken(sandbox.url, `Bearer ${sandbox.tokens.fullAccess}`);
	expect(await shown(pasted)).toBe(OK);
});

describe.each(Object.entries(KINDS))('with %s', (_, credential) => {
	const shownFor = async (baseUrl: string) => {
		const [type, data] = credential(baseUrl);
		return (await n8n.testCredential(type, data)).message;
	};

	test('a good one passes', async () => {
		expect(await shownFor(` ${sandbox.url}/ `)).toBe(OK);
	});

	test.each<[string, (url: string) => string, RegExp]>([
		[
			'a user name',
			(url) => url.replace('//', '//u:p@'),
			/must not contain a user name or password/,
		],
		['/v1 at the end', (url) => `${url}/v1`, /no such service.*Leave out \/v1 at the end/],
	])('a base URL with %s', async (__, baseUrl, expected) => {
		expect(await shownFor(baseUrl(sandbox.url))).toMatch(expected);
		expect(await shownFor(baseUrl(sandbox.url))).not.toContain('u:p@');
	});

	test('nobody listens at the base URL', async () => {
		expect(await shownFor(`http://127.0.0.1:${await closedPort()}`)).toBe(
			'Could not reach the service: the service refused the connection. Check the base URL, and that the service is running.',
		);
	});

	test.each<[string, Reply, RegExp]>([
		[
			'a web page',
			{
				headers: { 'content-type': 'text/html' },
				body: '<!doctype html><title>Welcome</title>',
			},
			/^A web page responded at this address\. Check the base URL/,
		],
		['a list', { body: [{ id: 1 }] }, /^Something else than the service responded/],
		['a redirect', { status: 302, body: {} }, /redirects to another one.*enter the final address/],
	])('another server responds with %s', async (__, response, expected) => {
		custom.reply = () => response;
		expect(await shownFor(custom.url)).toMatch(expected);
	});
});

describe('whoami', () => {
	const said: Array<[unknown, RegExp | string]> = [
		[{ data: { user_id: 'u' }, ctx_id: 'x' }, OK],
		[{ ok: true, permission_level: 'Regular' }, OK],
		[{ user_id: 7, auth_mode: null, permissions: null, plan: 'gold' }, OK],
		[{ data: { id: 'u', email: 'ada@acme.example' } }, OK],
		[{ error: null, user: { id: 1 } }, OK],
		[{ data: null, errors: [{ message: 'Locked' }] }, /\(errors\): .*Locked/],
		[{}, /does not say whose token/],
		[{ detail: 'Gone fishing' }, /does not say whose token this is: Gone fishing\. Check the base/],
		[{ data: null }, /does not say whose token/],
		[{ ok: true }, /does not say whose token/],
		[{ success: false }, /does not let this token in \(success: false\)/],
		[{ ok: false, message: 'Locked' }, /does not let this token in \(ok: false\): Locked\./],
		[{ error: 'bad header Bearer a-token' }, /\(error\): bad header Bearer …\./],
	];

	const kinds = { access: withToken, refreshed: withRefresh };
	describe.each(Object.entries(kinds))('responds to an %s token', (_, credential) => {
		test.each(said)('with %j', async (body, expected) => {
			replyWith({ data: { accessToken: 'a-token' } }, { body });
			const data = { ...credential(custom.url), accessToken: 'a-token' };
			expect(await shown(data)).toMatch(expected);
		});
	});
});

describe('a service that neither says yes nor no', () => {
	const TOKEN = 'Zq9xW7vKp3LmTr5Y';
	const kinds = {
		'an access token': () => ['workspaceRecordsApi', withToken(custom.url, TOKEN)] as const,
		'a refreshed token': () => ['workspaceRecordsApi', withRefresh(custom.url)] as const,
		'a workspace code': () => ['workspaceRecordsInternalApi', withCode(custom.url, TOKEN)] as const,
	};
	const said = `Because of Bearer ${TOKEN}`;
	const replies = [
		...[202, 206, 400, 402, 404, 406, 409, 418, 422, 429, 451, 500, 503].map((status) => ({
			status,
			body: { message: said },
		})),
		{ body: { ok: false, message: said } },
		{ body: { error: said } },
		{ body: { success: false, message: said } },
	];

	test.each(Object.entries(kinds))(
		'is not taken for a success, and heard, with %s',
		async (_, kind) => {
			for (const reply of replies) {
				replyWith({ access: TOKEN }, reply);
				const [type, data] = kind();
				const { status, message } = await n8n.testCredential(type, data);
				expect([reply, status]).toEqual([reply, 'Error']);
				expect(message).toContain('Because of Bearer …');
				expect(message).not.toContain(TOKEN.slice(0, 8));
			}
			for (const body of [{ data: null }, {}, { ok: true }]) {
				replyWith({ access: TOKEN }, { body });
				const [type, data] = kind();
				expect((await n8n.testCredential(type, data)).status).toBe('Error');
			}
		},
	);

	test('keeps the tokens that were refreshed all the same', async () => {
		replyWith({ access: TOKEN, refresh: 'next' }, { status: 403, body: {} });
		const { status, stored } = await tested(withRefresh(custom.url));
		expect([status, String(stored.sessionToken).includes(TOKEN)]).toEqual(['Error', true]);
	});
});

test('a token that is not accepted', async () => {
	expect(await shown(withToken(sandbox.url, 'sandbox-unknown-token'))).toMatch(
		/does not accept the token.*create a new one in the developers API area/,
	);
});

test('a token that is missing', async () => {
	const credentials = [withToken(sandbox.url, ' '), withRefresh(sandbox.url, { refreshToken: '' })];
	for (const credential of credentials)
		expect(await shown(credential)).toMatch(
			/^There is no (access|refresh) token: enter one in the field/,
		);
});

test('a read-only token passes, with a notice in the credential', async () => {
	const { message, stored } = await tested(withToken(sandbox.url, sandbox.tokens.regular));
	expect(message).toBe(OK);
	expect(stored.permissionLevel).toBe('Regular');
	const { properties } = n8n.pkg.credentialType('workspaceRecordsApi');
	expect(properties.find(({ name }) => name === 'readOnlyNotice')).toMatchObject({
		type: 'notice',
		displayName: expect.stringMatching(/read-only.*enter a Full Access token/),
		displayOptions: { show: { permissionLevel: ['Regular'] } },
	});
	const better = await tested({ ...stored, accessToken: sandbox.tokens.fullAccess });
	expect(better.stored.permissionLevel).toBe('');
});

describe('a refresh token', () => {
	const refreshToken = 'sandbox-dead-token';

	test.each([
		['alone', ''],
		['beside a good access token of before', 'accessToken'],
		['beside a good first access token', 'firstAccessToken'],
	])('that is wrong, %s', async (_, name) => {
		const more = name ? { [name]: sandbox.tokens.fullAccess } : {};
		expect(await shown(withRefresh(sandbox.url, { ...more, refreshToken }))).toMatch(
			/^The service refused to refresh the access token.*enter it in the cred/,
		);
	});

	test('that was replaced by a wrong one, beside a session that is still good', async () => {
		const credential = await n8n.store.add('workspaceRecordsApi', withRefresh(sandbox.url));
		expect(await shown(credential)).toBe(OK);
		await credential.edit({ refreshToken });
		expect(await shown(credential)).toMatch(/^The service refused to refresh the access token/);
	});

	test('is used once, however often the credential is tested', async () => {
		// A process that has not refreshed it before.
		const own = engine(await loadPackageAgain('Account'));
		const credential = await own.store.add('workspaceRecordsApi', withRefresh(sandbox.url));
		for (let count = 0; count < 3; count += 1) {
			expect((await own.testCredential('workspaceRecordsApi', credential)).message).toBe(OK);
		}
		expect(sandbox.refreshCount()).toBe(1);
	});
});

describe('a workspace code', () => {
	const shownOfCode = async (code: string) => {
		const given = withCode(sandbox.url, code);
		return (await n8n.testCredential('workspaceRecordsInternalApi', given)).message;
	};

	test('is not sent by the test, which only looks whether the service is there', async () => {
		const code = sandbox.tokens.workspaceCode;
		for (const given of [code, 'wrong']) {
			expect(await shownOfCode(given)).toBe(OK);
		}
		expect(sandbox.requests.map(({ path, principal }) => [path, principal])).toEqual(
			Array(4).fill(['/v1/public/auth/whoami', 'none']),
		);
	});

	test('that is missing', async () => {
		const expected = 'There is no workspace code: enter it in the field Workspace Code.';
		expect(await shownOfCode(' ')).toBe(expected);
	});
});
