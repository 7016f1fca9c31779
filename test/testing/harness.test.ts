import { setTimeout as delay } from 'node:timers/promises';

import type { INodeExecutionData } from 'n8n-workflow';

import {
	engine,
	loadPackage,
	loadPackageAgain,
	takeLog,
	type LoadedPackage,
} from '../../testing/engine/index';
import { writeTinyPackage } from '../../testing/engine/tiny/package';
import { startTinyService, type TinyService } from '../../testing/engine/tiny/service';

const items = (...jsons: Array<INodeExecutionData['json']>) => jsons.map((json) => ({ json }));
const waitFor = async (condition: () => boolean) => {
	while (!condition()) await delay(5);
};

describe('engine harness', () => {
	const root = writeTinyPackage();
	let service: TinyService;
	let pkg: LoadedPackage;

	beforeAll(async () => {
		service = await startTinyService();
		pkg = await loadPackage(root);
	});
	afterAll(() => service.close());

	describe('the package', () => {
		it('is loaded once, and says so when it is not built', async () => {
			expect(await loadPackage(root)).toBe(pkg);
			expect(pkg.nodeNames()).toEqual(['tiny', 'tinyTrigger']);
			await expect(loadPackage(`${root}/nowhere`)).rejects.toThrow(/npm run build/);
			await expect(loadPackageAgain(`${root}/nowhere`)).rejects.toThrow(/npm run build/);
		});
	});

	describe('a run', () => {
		it('keeps the pairing that the node made, through a chain', async () => {
			const { last, nodes, status } = await engine(pkg).run([{ type: 'tiny' }, { type: 'tiny' }], {
				items: items({ n: 'a' }, { n: 'b' }, { n: 'c' }),
				credentials: { tinyApi: service.good() },
			});
			expect(status).toBe('success');
			expect(Object.keys(nodes)).toEqual(['Start', 'tiny', 'tiny 2']);
			expect(nodes.tiny.main[0].map(({ json, pairedItem }) => [json.n, pairedItem])).toEqual([
				['c', { item: 2 }],
				['b', { item: 1 }],
				['a', { item: 0 }],
			]);
			expect(last.main[0].map(({ json }) => json.n)).toEqual(['a', 'b', 'c']);
			expect(nodes.tiny.hints).toEqual([{ message: '3 requests', location: 'outputPane' }]);
		});

		it('sends failed items to the error output, with their details', async () => {
			const { last, status } = await engine(pkg).run(
				{ type: 'tiny' },
				{
					items: items({ n: 'a' }, { fail: '1' }),
					credentials: { tinyApi: service.good() },
					onError: 'continueErrorOutput',
				},
			);
			expect(status).toBe('success');
			expect(last.main).toHaveLength(2);
			expect(last.main[0]).toEqual([
				expect.objectContaining({ json: { n: 'a' }, pairedItem: { item: 0 } }),
			]);
			expect(last.main[1]).toEqual([
				expect.objectContaining({
					json: expect.objectContaining({ error: expect.any(String), message: 'kept' }),
					pairedItem: expect.objectContaining({ item: 1 }),
				}),
			]);
		});

		it('reports the error of a node that failed', async () => {
			const { status, error, last } = await engine(pkg).run(
				{ type: 'tiny' },
				{ items: items({ fail: '1' }), credentials: { tinyApi: service.good() } },
			);
			expect(status).toBe('error');
			expect(last.status).toBe('error');
			expect(last.error).toMatchObject({ name: 'NodeApiError', httpCode: '422' });
			expect(error).toMatchObject({ name: 'NodeApiError' });
		});

		it('refuses a workflow that n8n would not start', async () => {
			const run = engine(pkg).run({ type: 'tiny', parameters: { path: '' } });
			await expect(run).rejects.toThrow('Parameter "Path" is required');
		});

		it('stores binary data where n8n does, and reads it back', async () => {
			const { run, readBinary } = engine(pkg);
			const { last } = await run({ type: 'tiny' }, { credentials: { tinyApi: service.good() } });
			const [item] = last.main[0];
			expect(item.binary?.data.id).toMatch(/^filesystem-v2:/);
			expect((await readBinary(item)).toString()).toBe('file');
		});

		it('is cancelled together with its request', async () => {
			const abort = new AbortController();
			const running = engine(pkg).run(
				{ type: 'tiny', parameters: { path: '/never' } },
				{ credentials: { tinyApi: service.good() }, signal: abort.signal },
			);
			await waitFor(() => service.state.waiting === 1);
			abort.abort();
			expect((await running).status).toBe('canceled');
			await waitFor(() => service.state.aborted === 1);

			const timed = await engine(pkg).run(
				{ type: 'tiny', parameters: { path: '/never' } },
				{ credentials: { tinyApi: service.good() }, cancelAfterMs: 100 },
			);
			expect(timed.status).toBe('canceled');
			await waitFor(() => service.state.aborted === 2);
		});

		it('takes a whole workflow', async () => {
			const { last } = await engine(pkg).runWorkflow(
				{
					nodes: [
						{
							id: '1',
							name: 'Go',
							type: 'n8n-nodes-base.manualTrigger',
							typeVersion: 1,
							position: [0, 0],
							parameters: {},
						},
						{
							id: '2',
							name: 'Ask',
							type: 'n8n-nodes-tiny.tiny',
							typeVersion: 2,
							position: [1, 0],
							parameters: {},
							credentials: { tinyApi: { id: 'x', name: 'y' } },
						},
					],
					connections: { Go: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
				},
				{
					items: items({ fail: '1' }, { n: 'w' }),
					credentials: { tinyApi: service.good() },
					onError: 'continueRegularOutput',
				},
			);
			expect(last.main[0].map(({ json }) => json)).toEqual([
				{ n: 'w' },
				expect.objectContaining({ message: 'kept' }),
			]);
		});
	});

	describe('a poll', () => {
		it('remembers, and saves what n8n would save', async () => {
			const { poll, store } = engine(pkg);
			const credentials = { tinyApi: await store.add('tinyApi', service.expired()) };
			const first = await poll('tinyTrigger', { credentials, clock: Date.UTC(2030, 0, 1) });
			expect(first.main?.[0].map(({ json }) => json)).toEqual([
				{ id: 7, at: '2030-01-01T00:00:00.000Z', mode: 'trigger' },
				{ id: 8, at: '2030-01-01T00:00:00.000Z', mode: 'trigger' },
			]);
			expect(first.saved).toEqual({ polls: 1, last: 8 });
			expect(new Date().getFullYear()).not.toBe(2030);

			const { staticData } = first;
			const second = await poll('tinyTrigger', { credentials, staticData });
			expect(second).toMatchObject({ main: null, staticData: { polls: 2 }, saved: { polls: 1 } });
			const activated = await poll('tinyTrigger', { credentials, staticData, mode: 'activate' });
			expect(activated.saved).toEqual({ polls: 2, last: 8 });
			const manual = await poll('tinyTrigger', { credentials, mode: 'manual' });
			expect(manual.main?.[0][0].json.mode).toBe('manual');
			expect(manual.saved).toEqual({});
		});

		it.each(['scheduled', 'activate', 'manual'] as const)('reports an error (%s)', async (mode) => {
			const { main, error, saved } = await engine(pkg).poll('tinyTrigger', {
				credentials: { tinyApi: { ...service.expired(), refreshToken: 'wrong' } },
				staticData: { last: 7 },
				mode,
			});
			expect(main).toBeNull();
			expect(error).toMatchObject({ name: 'NodeApiError' });
			expect(saved).toEqual({ last: 7 });
		});
	});

	it('answers pick lists, searches and columns', async () => {
		const { loadOptions, listSearch, resourceMapping } = engine(pkg);
		const credentials = { tinyApi: service.good() };
		// The parameter's default is there although the test did not set it.
		expect(await loadOptions('tiny', 'paths', { credentials })).toEqual([
			{ name: '/echo', value: service.url },
		]);
		expect(await listSearch('tiny', 'find', { filter: 'a', paginationToken: 'b' })).toEqual({
			results: [{ name: 'a', value: 'b' }],
			paginationToken: '2',
		});
		expect(await resourceMapping('tiny', 'columns')).toEqual({ fields: [] });
		await expect(loadOptions('tiny', 'nothing')).rejects.toThrow('it has: paths');
	});

	it('records the log, debug lines included', async () => {
		takeLog();
		await engine(pkg).run({ type: 'tiny' }, { credentials: { tinyApi: service.good() } });
		const messages = takeLog().map(({ message }) => message);
		expect(messages).toContain('Workflow execution finished successfully');
		expect(takeLog()).toEqual([]);
	});
});
