import {
	CACHE_LIMITS,
	createRenewal,
	REFUSED_MS,
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
 * A service that hands out A1, A2, … (or the given access tokens, over and over) and, when it rotates,
 * R2, R3, …; the old one dies at once. n8n stores what it is told to store, at once unless `slow`.
 */
function service({ rotate = false, accessTokens = [] as string[], slow = false } = {}) {
	let time = 0;
	let valid = 'R1';
	let count = 0;
	let stores = 0;
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
		const access = accessTokens[(count - 1) % accessTokens.length] ?? `A${count}`;
		return { status: 200, body: { access, ...(rotate ? { refresh: valid } : {}) } };
	};
	return {
		get count() {
			return count;
		},
		get stores() {
			return stores;
		},
		pass: (ms: number) => (time += ms),
		revoke: () => (valid = 'gone'),
		renew: async (held: typeof start) => {
			const credential = {};
			const renewed = await renewal.renew(held, ask, credential);
			if (renewed.ok && renewed.store) {
				stores += 1;
				if (!slow) renewal.stored(credential);
			}
			return renewed;
		},
	};
}

/** The credential after a refresh. */
function after(renewed: Renewed) {
	if (!renewed.ok) throw new Error(renewed.message);
	return { ...origin, sessionToken: renewed.sessionToken };
}

const accessIn = (renewed: Renewed) => unpack(after(renewed).sessionToken, origin)?.accessToken;

describe('one refresh', () => {
	test('is shared by all who ask at once, and stored by one of them', async () => {
		const sandbox = service({ rotate: true });
		const all = await Promise.all(
			Array.from({ length: 200 }, async () => await sandbox.renew(start)),
		);
		expect(new Set(all.map(accessIn))).toEqual(new Set(['A1']));
		expect(sandbox.count).toBe(1);
		expect(sandbox.stores).toBe(1);
	});

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

	test('waits until the one before is stored', async () => {
		const sandbox = service({ rotate: true, slow: true });
		const first = after(await sandbox.renew(start));
		let isDone = false;
		const second = sandbox.renew(first).then((renewed) => (isDone = renewed.ok));
		await Promise.resolve();
		expect([isDone, sandbox.count]).toEqual([false, 1]);
		await second;
		expect([isDone, sandbox.count]).toEqual([true, 2]);
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

	test('is good again when the service hands it out once more', async () => {
		const renewal = createRenewal(Date.now, async () => {});
		let held = start;
		for (const expected of ['R2', 'R1', 'R2', 'R1']) {
			const credential = {};
			const swap = async (refreshToken: string) => ({
				status: 200,
				body: { access: 'A', refresh: refreshToken === 'R1' ? 'R2' : 'R1' },
			});
			held = after(await renewal.renew(held, swap, credential));
			renewal.stored(credential);
			expect(unpack(held.sessionToken, origin)?.refreshToken).toBe(expected);
		}
	});
});

describe.each([
	['the same access token again', ['A']],
	['two access tokens in turn', ['A', 'B']],
])('a service that hands out %s', (_, accessTokens) => {
	test.each([[false], [true]])('is asked once for each refusal (rotating: %s)', async (rotate) => {
		const sandbox = service({ rotate, accessTokens });
		let held = start;
		for (let count = 1; count <= 5; count += 1) {
			const renewed = await sandbox.renew(held);
			held = after(renewed);
			expect(sandbox.count).toBe(count);
			expect(accessIn(renewed)).toBe(accessTokens[(count - 1) % accessTokens.length]);
			expect(unpack(held.sessionToken, origin)?.generation).toBe(count);
		}
	});
});

test('a refused refresh is not asked for again at once', async () => {
	const sandbox = service();
	sandbox.revoke();
	const refused = { ok: false, code: 'REFRESH_REFUSED' };
	expect(await sandbox.renew(start)).toMatchObject(refused);
	expect(await sandbox.renew(start)).toMatchObject(refused);
	expect(sandbox.count).toBe(1);
	sandbox.pass(REFUSED_MS + 1);
	expect(await sandbox.renew(start)).toMatchObject(refused);
	expect(sandbox.count).toBe(2);
});

test('replacements are forgotten after a while', async () => {
	const sandbox = service();
	const first = after(await sandbox.renew(start));
	const second = after(await sandbox.renew(first));
	expect(after(await sandbox.renew(first))).toEqual(second);
	sandbox.pass(CACHE_LIMITS.maxAgeMs + 1);
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
		expect(failure).toMatchObject({
			code: 'REFRESH_REFUSED',
			message: expect.stringContaining(words),
		});
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
		expect(failure).toMatchObject({
			code: 'REFRESH_UNREADABLE',
			message: expect.stringContaining('but "jwt", "n"'),
		});
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
