import {
	createRenewal,
	CACHE_LIMITS,
	REFUSED_MS,
	RefreshFailure,
} from '../../../credentials/refresh/renewal';
import { createCache } from '../../../credentials/refresh/cache';
import { pack, unpack } from '../../../credentials/refresh/sessionToken';

const baseUrl = 'https://api.example.com';
const start = { baseUrl, refreshToken: 'R1', accessToken: '', sessionToken: '' };

/**
 * A service that hands out A1, A2, … (or the given access tokens, over and over) and, when it rotates,
 * R2, R3, …; the old one dies at once.
 */
function service({ rotate = false, accessTokens = [] as string[] } = {}) {
	let time = 0;
	let alive = 'R1';
	let count = 0;
	const renew = createRenewal(() => time);
	return {
		get count() {
			return count;
		},
		pass: (ms: number) => (time += ms),
		revoke: () => (alive = 'gone'),
		renew: async (credential: typeof start) =>
			await renew(credential, async ({ refreshToken }) => {
				count += 1;
				await Promise.resolve();
				if (refreshToken !== alive) return { status: 401, body: { detail: 'refused' } };
				if (rotate) alive = `R${count + 1}`;
				return {
					status: 200,
					body: {
						access: accessTokens[(count - 1) % accessTokens.length] ?? `A${count}`,
						...(rotate ? { refresh: alive } : {}),
					},
				};
			}),
	};
}

test('concurrent requests share one refresh', async () => {
	const sandbox = service({ rotate: true });
	const all = await Promise.all(
		Array.from({ length: 200 }, async () => await sandbox.renew(start)),
	);
	expect(new Set(all.map(({ sessionToken }) => sessionToken)).size).toBe(1);
	expect(unpack(all[0].sessionToken, { baseUrl, refreshToken: 'R2' })).toBe('A1');
	expect(sandbox.count).toBe(1);
});

test('the refresh is counted once, and again only when its token is refused in turn', async () => {
	const sandbox = service({ rotate: true });
	const first = { ...start, ...(await sandbox.renew(start)) };
	const second = await sandbox.renew(first);
	expect(second.refreshToken).toBe('R3');
	expect(sandbox.count).toBe(2);
	// A request that started before still holds the old state.
	expect(await sandbox.renew(first)).toEqual(second);
	expect(sandbox.count).toBe(2);
	const third = await sandbox.renew({ ...start, ...second });
	expect(sandbox.count).toBe(3);
	// The oldest state leads to the newest tokens, not to the ones in between.
	expect(await sandbox.renew(first)).toEqual(third);
	expect(sandbox.count).toBe(3);
});

describe('a refresh token that was used up', () => {
	const markedAsOurs = pack('guessed', [start]);

	test.each([
		['alone', ''],
		['with an access token of another origin', 'v1:0123:minted-elsewhere'],
		['with an access token that was never refused', markedAsOurs],
	])('is not sent to the service again: %s', async (_, sessionToken) => {
		const sandbox = service({ rotate: true });
		const first = await sandbox.renew(start);
		await sandbox.renew({ ...start, ...first });
		await expect(sandbox.renew({ ...start, sessionToken })).rejects.toMatchObject({
			code: 'REFRESH_REFUSED',
			message: expect.stringContaining('already exchanged'),
		});
		expect(sandbox.count).toBe(2);
	});

	test('leads on for whoever holds the access token too that it came with', async () => {
		const sandbox = service({ rotate: true });
		const held = { ...start, sessionToken: pack('A0', [start]) };
		const renewed = await sandbox.renew(held);
		expect(await sandbox.renew(held)).toEqual(renewed);
		expect(sandbox.count).toBe(1);
	});

	test('is good again when the service hands it out once more', async () => {
		const renew = createRenewal();
		const swap = async ({ refreshToken }: { refreshToken: string }) => ({
			status: 200,
			body: { access: 'A', refresh: refreshToken === 'R1' ? 'R2' : 'R1' },
		});
		let held = start;
		for (const expected of ['R2', 'R1', 'R2', 'R1']) {
			held = { ...start, ...(await renew(held, swap)) };
			expect(held.refreshToken).toBe(expected);
		}
	});
});

describe.each([
	['the same access token again', ['A']],
	['two access tokens in turn', ['A', 'B']],
])('a service that hands out %s', (_, accessTokens) => {
	test.each([[false], [true]])(
		'gets one refresh for each rejected token (rotating: %s)',
		async (rotate) => {
			const sandbox = service({ rotate, accessTokens });
			let held = start;
			for (let count = 1; count <= 5; count += 1) {
				held = { ...start, ...(await sandbox.renew(held)) };
				expect(sandbox.count).toBe(count);
				expect(unpack(held.sessionToken, held)).toBe(
					accessTokens[(count - 1) % accessTokens.length],
				);
				expect(held.refreshToken).toBe(rotate ? `R${count + 1}` : 'R1');
			}
		},
	);
});

test('a first access token is used until it is refused', async () => {
	const sandbox = service();
	const entered = { ...start, accessToken: 'entered' };
	const first = await sandbox.renew(entered);
	expect(unpack(first.sessionToken, start)).toBe('entered');
	expect(sandbox.count).toBe(0);
	const second = await sandbox.renew({ ...entered, ...first });
	expect(unpack(second.sessionToken, start)).toBe('A1');
	expect(sandbox.count).toBe(1);
});

test('a token belongs to its base URL and refresh token only', async () => {
	const { sessionToken } = await service().renew(start);
	expect(unpack(sessionToken, start)).toBe('A1');
	expect(unpack(sessionToken, { ...start, baseUrl: 'https://elsewhere.example' })).toBeUndefined();
	expect(unpack(sessionToken, { ...start, refreshToken: 'R9' })).toBeUndefined();
	expect(unpack(sessionToken, { ...start, baseUrl: `${baseUrl}/` })).toBe('A1');
});

test('a token minted elsewhere is not a reason to use the entered one', async () => {
	const sandbox = service();
	const moved = { ...start, accessToken: 'of the old place', sessionToken: 'v1:feed:old' };
	expect(unpack((await sandbox.renew(moved)).sessionToken, start)).toBe('A1');
});

test('a rejected refresh is not sent again at once', async () => {
	const sandbox = service();
	sandbox.revoke();
	const refused = { code: 'REFRESH_REFUSED' };
	await expect(sandbox.renew(start)).rejects.toMatchObject(refused);
	await expect(sandbox.renew(start)).rejects.toMatchObject(refused);
	expect(sandbox.count).toBe(1);
	sandbox.pass(REFUSED_MS + 1);
	await expect(sandbox.renew(start)).rejects.toMatchObject(refused);
	expect(sandbox.count).toBe(2);
});

test('replacements are forgotten after a while', async () => {
	const sandbox = service();
	const first = { ...start, ...(await sandbox.renew(start)) };
	const second = await sandbox.renew(first);
	expect(await sandbox.renew(first)).toEqual(second);
	expect(sandbox.count).toBe(2);
	sandbox.pass(CACHE_LIMITS.ageMs + 1);
	expect(await sandbox.renew(first)).not.toEqual(second);
	expect(sandbox.count).toBe(3);
});

test('the memory holds no more than it may, and forgets the oldest first', () => {
	const memory = createCache<number>(3, 1000, () => 0);
	for (let n = 0; n < 10; n += 1) memory.set(`key ${n}`, n);
	expect(memory.size).toBe(3);
	expect([6, 7, 8, 9].map((n) => memory.get(`key ${n}`))).toEqual([undefined, 7, 8, 9]);
});

describe('responses', () => {
	const renewWith = async (response: { status: number; body: unknown } | undefined) =>
		await createRenewal()(start, async () => response);

	test.each([
		[{ access: 'A', refresh: 'R2' }, 'R2'],
		[{ access_token: 'A', refresh_token: 'R2' }, 'R2'],
		[{ token: 'A' }, 'R1'],
	])('are read leniently: %j', async (body, refreshToken) => {
		const renewed = await renewWith({ status: 200, body });
		expect(renewed.refreshToken).toBe(refreshToken);
		expect(unpack(renewed.sessionToken, { baseUrl, refreshToken })).toBe('A');
	});

	test('without a token fail with their shape, not their values', async () => {
		const failure = await renewWith({ status: 200, body: { jwt: 'secret', n: 1 } }).catch(
			(error: RefreshFailure) => error,
		);
		expect(failure).toMatchObject({ code: 'REFRESH_UNREADABLE' });
		expect((failure as RefreshFailure).message).toContain('{ jwt: string, n: number }');
		expect((failure as RefreshFailure).message).not.toContain('secret');
	});

	test.each([[undefined], [{ status: 503, body: '' }], [{ status: 429, body: {} }]])(
		'that pass are not final: %j',
		async (response) => {
			await expect(renewWith(response)).rejects.toMatchObject({ code: 'REFRESH_UNAVAILABLE' });
		},
	);
});
