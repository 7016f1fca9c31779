import { setTimeout as delay } from 'node:timers/promises';

import { unpack } from '../../../credentials/refresh/sessionToken';
import { refreshData } from '../../../testing/credential';
import {
	CredentialStore,
	engine,
	loadPackageAgain,
	type Engine,
	type RunOutput,
} from '../../../testing/engine';
import {
	startTokenService,
	type TokenService,
	type TokenServiceOptions,
} from '../../../testing/services/tokenService';

let service: TokenService;
afterEach(async () => await service.close());

const whoami = {
	type: 'workspaceRecordsAccount',
	parameters: {
		resource: 'account',
		operation: 'whoami',
		options: { requests: { maxParallelRequests: 1, maxRetries: 0 } },
	},
};

/** As many n8n processes as wanted on one database, which holds one credential. */
async function startWorkers(
	count: number,
	{ store = new CredentialStore(), ...options }: TokenServiceOptions & { store?: CredentialStore },
) {
	service = await startTokenService(options);
	const data = refreshData(service.url, service.refreshToken as string);
	const credential = await store.add('workspaceRecordsApi', data);
	const credentials = { workspaceRecordsApi: credential };
	const workers: Engine[] = [];
	for (let n = 0; n < count; n += 1)
		workers.push(engine(await loadPackageAgain('Account'), { store }));
	const run = async (worker: Engine, items = 1) =>
		await worker.run(whoami, {
			items: Array.from({ length: items }, () => ({ json: {} })),
			credentials,
		});
	/** The refresh token that is stored, the entered one or what has replaced it. */
	const stored = async () => {
		const { baseUrl, refreshToken, sessionToken } = await credential.data();
		const origin = { baseUrl: String(baseUrl), refreshToken: String(refreshToken) };
		return unpack(String(sessionToken), origin)?.refreshToken ?? refreshToken;
	};
	return { workers, credential, run, store, stored };
}

const succeeded = ({ error, last }: RunOutput, items = 1) => {
	expect(error?.message).toBeUndefined();
	expect(last.main[0]).toHaveLength(items);
};

describe('two workers on one database', () => {
	test.each([
		['is still good', false],
		['has expired too', true],
	])(
		'an execution that outlives two refreshes continues with the stored token, which %s',
		async (_, expired) => {
			const { workers, stored, run } = await startWorkers(2, {});
			const [worker, main] = workers;
			succeeded(await run(worker));
			// It holds what came with the second refresh token.
			const held = service.holdNext();
			const long = run(worker, 3);
			await held.arrived;
			service.expire();
			succeeded(await run(worker));
			service.expire();
			succeeded(await run(main));
			expect(await stored()).toBe('refresh-token-4');
			if (expired) service.expire();
			held.release();
			succeeded(await long, 3);

			const refreshToken = await stored();
			expect(refreshToken).toBe(expired ? 'refresh-token-5' : 'refresh-token-4');
			expect(refreshToken).toBe(service.refreshToken);
			// Whichever of both needs a token next, it is the stored one that leads to it.
			for (const next of [worker, main, worker]) {
				service.expire();
				succeeded(await run(next));
			}
			expect(service.reused).toEqual([]);
		},
	);

	test('a worker that starts with an old copy of a first use takes over what is stored', async () => {
		const { workers, credential, run } = await startWorkers(2, {});
		const [worker, main] = workers;
		succeeded(await run(main));
		// The worker has decrypted the credential before the main has stored its tokens.
		const { refreshToken, sessionToken } = await credential.data();
		await credential.edit({ refreshToken: 'refresh-token-1', sessionToken: '' });
		const read = worker.store.row.bind(worker.store);
		let reads = 0;
		worker.store.row = (...args) => {
			const row = read(...args);
			reads += 1;
			return row;
		};
		const running = run(worker);
		while (reads === 0) await delay(0);
		await credential.edit({ refreshToken, sessionToken });
		succeeded(await running);
		expect(service.reused).toEqual([]);
	});
});

/** Executions of one process, of which each starts before the one before it has stored its tokens. */
const startInTurn = async (count: number, start: () => Promise<RunOutput>) =>
	await Promise.all(
		Array.from({ length: count }, async (_, n) => {
			await delay(n * 10);
			return await start();
		}),
	);

describe('executions that start while new tokens are being stored', () => {
	test.each([[false], [true]])('share one refresh (rotating: %s)', async (rotate) => {
		const { workers, run } = await startWorkers(1, { rotate, store: new CredentialStore(30) });
		succeeded(await run(workers[0]));
		service.expire();
		for (const output of await startInTurn(12, async () => await run(workers[0], 2))) {
			succeeded(output, 2);
		}
		expect(service.refreshes).toBe(2);
		expect(service.reused).toEqual([]);
	});

	test('use the first refresh token once', async () => {
		const { workers, run } = await startWorkers(1, { store: new CredentialStore(30) });
		for (const output of await startInTurn(12, async () => await run(workers[0], 2))) {
			succeeded(output, 2);
		}
		expect(service.refreshes).toBe(1);
		expect(service.reused).toEqual([]);
	});
});

test('a first access token that is not accepted is replaced', async () => {
	const { workers, credential, run } = await startWorkers(1, {});
	await credential.edit({ firstAccessToken: 'expired' });
	succeeded(await run(workers[0]));
	expect(service.statuses).toEqual([401, 200]);
	expect(service.refreshes).toBe(1);
});

describe('a refresh token that was used up', () => {
	test('does not refresh another credential of the same process', async () => {
		const { workers, credential, run, store } = await startWorkers(1, {});
		const [worker] = workers;
		succeeded(await run(worker));
		const other = await store.add('workspaceRecordsApi', {
			...(await credential.data()),
			refreshToken: 'refresh-token-1',
			sessionToken: '',
		});
		const credentials = { workspaceRecordsApi: other };
		const { error } = await worker.run(whoami, { credentials });
		expect(error?.message).toMatch(/already exchanged/);
		expect(error?.description).toMatch(/enter a new refresh token/);
		expect((await worker.testCredential('workspaceRecordsApi', other)).status).toBe('Error');
		const expected = { refreshToken: 'refresh-token-1', sessionToken: '' };
		expect(await other.data()).toMatchObject(expected);

		service.expire();
		succeeded(await run(worker));
		expect(service.reused).toEqual([]);
	});
});

describe('a refresh that returns the same access token again', () => {
	test.each([[false], [true]])('ends in a clear failure (rotating: %s)', async (rotate) => {
		const { workers, stored, run } = await startWorkers(1, { sameAccessToken: true, rotate });
		for (const statuses of [
			[401, 401],
			[401, 401, 401],
		]) {
			service.statuses.length = 0;
			const { error } = await run(workers[0], 3);
			expect(error?.message).toMatch(/does not accept the access token/);
			// Two refreshes for each run, however many items: another one would not help.
			expect(service.statuses).toEqual(statuses);
		}
		expect(service.refreshes).toBe(4);
		// What the service holds for good is stored all the same.
		expect(await stored()).toBe(service.refreshToken);
		expect(service.reused).toEqual([]);
	});
});

test('a refused refresh is asked for again after half a minute, though the clock was set back by a day', async () => {
	const { workers, run } = await startWorkers(1, {});
	const [worker] = workers;
	service.refreshToken = 'another-token';
	for (let runs = 0; runs < 2; runs += 1)
		expect((await run(worker)).last.error?.message).toMatch(/refused to refresh/);
	expect(service.reused).toHaveLength(1);
	const startedAt = { wall: Date.now(), monotonic: performance.now() };
	const wall = jest.spyOn(Date, 'now').mockReturnValue(startedAt.wall - 24 * 60 * 60_000);
	const monotonic = jest.spyOn(performance, 'now').mockReturnValue(startedAt.monotonic + 31_000);
	try {
		expect((await run(worker)).last.error?.message).toMatch(/refused to refresh/);
	} finally {
		wall.mockRestore();
		monotonic.mockRestore();
	}
	expect(service.reused).toHaveLength(2);
});
