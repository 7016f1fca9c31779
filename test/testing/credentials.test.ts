import {
	CredentialStore,
	engine,
	loadPackage,
	loadPackageAgain,
	type LoadedPackage,
} from '../../testing/engine/index';
import { writeTinyPackage } from '../../testing/engine/tiny/package';
import { startTinyService, type TinyService } from '../../testing/engine/tiny/service';

describe('stored credentials and token refresh', () => {
	const root = writeTinyPackage();
	let service: TinyService;
	let pkg: LoadedPackage;

	beforeAll(async () => {
		service = await startTinyService();
		pkg = await loadPackage(root);
	});
	afterAll(() => service.close());

	it('stores every returned key, but keeps what holds an expression', async () => {
		const before = service.state.refreshes;
		const { run, store } = engine(pkg);
		const stored = await store.add('tinyApi', { ...service.expired(), region: '={{ "west" }}' });
		const first = await run({ type: 'tiny' }, { credentials: { tinyApi: stored } });
		expect(first.status).toBe('success');
		expect(first.credentials.tinyApi).toEqual({
			...service.good(),
			region: '={{ "west" }}',
			count: expect.any(Number),
		});
		const second = await run({ type: 'tiny' }, { credentials: { tinyApi: stored } });
		expect(second.status).toBe('success');
		expect(service.state.refreshes - before).toBe(1);
	});

	it('happens before the first request when there is no token', async () => {
		const before = service.state.refused;
		const { credentials } = await engine(pkg).run(
			{ type: 'tiny' },
			{ credentials: { tinyApi: { ...service.good(), session: '' } } },
		);
		expect(service.state.refused).toBe(before);
		expect(credentials.tinyApi).toMatchObject({ ...service.good(), region: 'replaced' });
	});

	it('may only speak to the domains that the credential allows', async () => {
		const before = service.state.refreshes;
		const { last } = await engine(pkg).run(
			{ type: 'tiny' },
			{
				credentials: {
					tinyApi: {
						...service.expired(),
						allowedHttpRequestDomains: 'domains',
						allowedDomains: 'elsewhere.invalid',
					},
				},
			},
		);
		expect(last.error?.message).toMatch(/domain/i);
		expect(service.state.refreshes).toBe(before);
	});

	it('counts how often credentials are read, decrypted and saved', async () => {
		const one = engine(pkg);
		await one.run(
			{ type: 'tiny' },
			{
				items: [{ json: { n: '1' } }, { json: { n: '2' } }],
				credentials: { tinyApi: service.good() },
			},
		);
		// Once for the URL, and once for each of the two requests.
		expect(one.credentialReads).toEqual({ fetched: 3, decrypted: 3, saved: 0 });

		const other = engine(pkg);
		await other.run({ type: 'tiny' }, { credentials: { tinyApi: service.expired() } });
		expect(other.credentialReads).toEqual({ fetched: 4, decrypted: 3, saved: 1 });
	});

	it('lets executions at the same time meet in one store, without a lock', async () => {
		const { run, store } = engine(pkg);
		const before = service.state.refreshes;
		const stored = await store.add('tinyApi', service.expired());
		const outputs = await Promise.all(
			[1, 2].map(async () => await run({ type: 'tiny' }, { credentials: { tinyApi: stored } })),
		);
		// The tiny credential has no single flight: one execution wins, the other is refused.
		expect(outputs.map(({ status }) => status).sort()).toEqual(['error', 'success']);
		expect(service.state.refreshes - before).toBe(1);
	});

	it('has module state of its own in another worker', async () => {
		const store = new CredentialStore();
		const stored = await store.add('tinyApi', service.expired());
		const count = async (from: LoadedPackage) => {
			await stored.edit({ session: 'access-0' });
			const output = await engine(from, { store }).run(
				{ type: 'tiny' },
				{ credentials: { tinyApi: stored } },
			);
			return Number(output.credentials.tinyApi.count);
		};
		const mine = await count(pkg);
		expect(await count(pkg)).toBe(mine + 1);
		expect(await count(await loadPackageAgain(root))).toBe(1);
	});

	it('tests a credential with a fresh token and stores it', async () => {
		const { testCredential } = engine(pkg);
		const before = service.state.refreshes;
		const { stored, ...outcome } = await testCredential('tinyApi', service.good());
		expect(outcome).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(service.state.refreshes - before).toBe(1);
		expect(stored).toMatchObject({ ...service.good(), region: 'replaced' });

		const refused = await testCredential('tinyApi', { ...service.good(), refreshToken: 'wrong' });
		expect(refused.status).toBe('Error');
	});
});
