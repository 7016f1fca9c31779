import {
	createRenewal,
	STORE_MS,
	type RefreshResponse,
	type Renewed,
} from '../../../credentials/refresh/renewal';
import { firstSession, pack, unpack } from '../../../credentials/refresh/sessionToken';
import { Cache } from '../../../nodes/shared/lifetime';

const baseUrl = 'https://api.example.com';
const origin = { baseUrl, refreshToken: 'R1' };
const start = { ...origin, sessionToken: '' };

/**
 * A service that hands out A1, A2, … and, when it rotates, R2, R3, …; the old one dies at once. n8n stores what it is told to store, at once unless `slow`.
 */
function service({ rotate = false, slow = false } = {}) {
	let time = 0;
	let valid = 'R1';
	let count = 0;
	const renewal = createRenewal(
		() => time,
		async (ms) => {
			time += ms;
			await Promise.resolve();
		},
	);
	const ask = async (refreshToken: string): Promise<RefreshResponse> => {
		count += 1;
		await Promise.resolve();
		if (refreshToken !== valid) return { status: 401, body: { detail: 'refused' } };
		if (rotate) valid = `R${count + 1}`;
		return { status: 200, body: { access: `A${count}`, ...(rotate ? { refresh: valid } : {}) } };
	};
	return {
		get count() {
			return count;
		},
		pass: (ms: number) => (time += ms),
		renew: async (held: typeof start) => {
			const credential = {};
			const renewed = await renewal.renew(held, ask, credential);
			if (renewed.ok && renewed.store && !slow) renewal.stored(credential);
			return renewed;
		},
	};
}

/** The credential after a refresh. */
function after(renewed: Renewed) {
	if (!renewed.ok) throw new Error(renewed.message);
	return { ...origin, sessionToken: renewed.sessionToken };
}

describe('one refresh', () => {
	test('is not repeated for a request that still holds an old session', async () => {
		const sandbox = service({ rotate: true });
		const first = after(await sandbox.renew(start));
		const second = after(await sandbox.renew(first));
		expect(sandbox.count).toBe(2);
		expect(after(await sandbox.renew(first))).toEqual(second);
		const third = after(await sandbox.renew(second));
		// The oldest session leads to the newest tokens, not to the ones in between.
		expect(after(await sandbox.renew(first))).toEqual(third);
		expect(sandbox.count).toBe(3);
	});

	test('that could not be stored is stored by whoever asks next', async () => {
		const sandbox = service({ rotate: true, slow: true });
		const first = await sandbox.renew(start);
		expect(await sandbox.renew(start)).toEqual({ ...first, store: false });
		sandbox.pass(STORE_MS + 1);
		expect(await sandbox.renew(start)).toEqual(first);
		expect(sandbox.count).toBe(1);
	});
});

describe('a refresh token that was used up', () => {
	test.each([
		['alone', ''],
		[
			'with a session of another origin',
			pack({ ...origin, baseUrl: 'https://b.example' }, { accessToken: 'x', generation: 1 }),
		],
		['with a session that nobody had', pack(origin, { accessToken: 'A0', generation: 0 })],
		[
			'with the access token of the replaced session, but not the session itself',
			pack(origin, { accessToken: 'A1', generation: 1 }),
		],
	])('%s buys nothing, and is not sent to the service', async (_, sessionToken) => {
		const sandbox = service({ rotate: true });
		const first = after(await sandbox.renew(start));
		await sandbox.renew(first);
		expect(await sandbox.renew({ ...start, sessionToken })).toMatchObject({
			ok: false,
			code: 'REFRESH_REFUSED',
			message: expect.stringContaining('already exchanged'),
		});
		expect(sandbox.count).toBe(2);
	});

	test('leads on for whoever holds the session too that it came with', async () => {
		const sandbox = service({ rotate: true });
		const held = { ...start, sessionToken: firstSession(origin, 'A0') };
		const renewed = after(await sandbox.renew(held));
		expect(after(await sandbox.renew(held))).toEqual(renewed);
		expect(sandbox.count).toBe(1);
	});
});

test('replacements are forgotten after a quarter of an hour', async () => {
	const sandbox = service();
	const first = after(await sandbox.renew(start));
	const second = after(await sandbox.renew(first));
	sandbox.pass(14.9 * 60_000);
	expect(after(await sandbox.renew(first))).toEqual(second);
	sandbox.pass(0.2 * 60_000);
	expect(after(await sandbox.renew(first))).not.toEqual(second);
	expect(sandbox.count).toBe(3);
});

test('the memory holds no more than it may, and forgets the oldest first', () => {
	const memory = new Cache<number>({ name: 'Numbers', max: 3, maxAgeMs: 1000 }, () => 0);
	for (let n = 0; n < 10; n += 1) memory.set(`key ${n}`, n);
	expect(memory.size).toBe(3);
	expect([6, 7, 8, 9].map((n) => memory.get(`key ${n}`))).toEqual([undefined, 7, 8, 9]);
});

describe('responses', () => {
	const renewWith = async (response: RefreshResponse) =>
		await createRenewal(Date.now, async () => {}).renew(start, async () => response, {});

	test.each([
		[{ access: 'A', refresh: 'R2' }, 'R2'],
		[{ access_token: 'A', refresh_token: 'R2' }, 'R2'],
		[{ token: 'A' }, undefined],
		[{ accessToken: 'A', refreshToken: 'R2' }, 'R2'],
		[{ data: { access: 'A', refresh: 'R2' } }, 'R2'],
		[{ success: true, data: { access_token: 'A' }, errors: null }, undefined],
		[{ ok: true, token: 'A', errors: ['deprecated'] }, undefined],
	])('are read leniently: %j', async (body, refreshToken) => {
		const { sessionToken } = after(await renewWith({ status: 200, body }));
		const session = unpack(sessionToken, origin);
		expect([session?.accessToken, session?.refreshToken]).toEqual(['A', refreshToken]);
	});

	test.each([
		[{ success: false, error: 'R1 was revoked' }, 'success: false): … was revoked'],
		[{ ok: 'false', access: 'A' }, 'ok: "false"'],
		[{ errors: ['expired'] }, '(errors): expired'],
	])('that say no are refusals, without the token that they quote: %j', async (body, words) => {
		const failure = await renewWith({ status: 200, body });
		const expected = { code: 'REFRESH_REFUSED', message: expect.stringContaining(words) };
		expect(failure).toMatchObject(expected);
		expect(JSON.stringify(failure)).not.toContain('R1');
	});

	test('that are not of the service are no verdict on a session that was refreshed before', async () => {
		const page = { status: 401, body: '<html>' };
		expect(await renewWith(page)).toMatchObject({ code: 'REFRESH_REFUSED' });
		const held = { ...origin, sessionToken: pack(origin, { accessToken: 'A', generation: 1 }) };
		const renewal = createRenewal(Date.now, async () => {});
		expect(await renewal.renew(held, async () => page, {})).toMatchObject({
			code: 'REFRESH_UNAVAILABLE',
		});
	});

	test('without a token fail with their keys, not their values', async () => {
		const failure = await renewWith({ status: 200, body: { jwt: 'secret', n: 1 } });
		const message = expect.stringContaining('but "jwt", "n"');
		expect(failure).toMatchObject({ code: 'REFRESH_UNREADABLE', message });
		expect(JSON.stringify(failure)).not.toContain('secret');
	});

	test.each([
		[{ reason: 'the service refused the connection' }],
		[{ status: 503, body: '' }],
		[{ status: 429, body: {} }],
	])('that are transient are not final: %j', async (response) => {
		expect(await renewWith(response)).toMatchObject({ code: 'REFRESH_UNAVAILABLE' });
	});
});
