import { useRunning } from './client';

const running = useRunning({ transferClock: 'simulated' });
beforeEach(() => running.sandbox.reset());

const get = async (id: string) => (await running.api.get(`/v1/public/transfers/${id}`)).data;

it('queues, runs, and finishes as time goes by', async () => {
	const { api, sandbox } = running;
	const plan = { id: 't 1/a', total: 200, queuedSeconds: 10, runningSeconds: 20 };
	await api.post('/__sandbox/transfers', plan);
	const path = 't%201%2Fa';
	expect(await get(path)).toMatchObject({
		id: 't 1/a',
		status: 'queued',
		progress: 0,
		success_number: 0,
	});
	sandbox.advance(20_000);
	const half = await get(path);
	expect(half).toMatchObject({ status: 'running', progress: 50, success_number: 100 });
	await api.post('/__sandbox/clock', { advanceSeconds: 60 });
	const end = await get(path);
	expect(end).toMatchObject({
		status: 'finished',
		progress: 100,
		success_number: 200,
		failed_number: 0,
	});
	expect(end.error_file_url).toBeNull();
	expect(Date.parse(end.updated_at) - Date.parse(end.created_at)).toBe(30_000);
});

it('never moves a transfer backwards', async () => {
	const { sandbox } = running;
	const { id } = sandbox.startTransfer({
		total: 30,
		failedRows: 7,
		queuedSeconds: 1,
		runningSeconds: 9,
	});
	let last = await get(id);
	for (let second = 0; second < 14; second++) {
		sandbox.advance(1000);
		const now = await get(id);
		for (const key of ['progress', 'success_number', 'failed_number', 'updated_at']) {
			expect(now[key] >= last[key]).toBe(true);
		}
		last = now;
	}
	expect(last).toMatchObject({ status: 'finished', success_number: 23, failed_number: 7 });
});

it('serves the rows that failed, on its own origin to those with a token', async () => {
	const { as, api, sandbox } = running;
	const transfer = await get('example-import');
	expect(transfer.error_file_url.startsWith(sandbox.url)).toBe(true);
	const file = await api.get(transfer.error_file_url as string);
	expect(file.headers['content-type']).toContain('text/csv');
	expect(file.headers['content-disposition']).toContain('errors-example-import.csv');
	expect(file.data.trim().split('\n')).toHaveLength(1 + transfer.failed_number);
	expect((await as().get(transfer.error_file_url as string)).status).toBe(401);
	const data = await api.get(transfer.data_file_url as string);
	expect(data.data.trim().split('\n')).toHaveLength(1 + transfer.total_number);
});

it('serves files on another origin without a token, and logs one that is sent', async () => {
	const { as, api, sandbox } = running;
	const { id } = sandbox.startTransfer({
		failedRows: 1,
		files: 'other',
		queuedSeconds: 0,
		runningSeconds: 0,
	});
	const { error_file_url: url } = await get(id);
	expect(url.startsWith(sandbox.filesUrl)).toBe(true);
	expect((await as().get(url as string)).status).toBe(200);
	expect(sandbox.requests.at(-1)).toMatchObject({ origin: 'files', bearer: false, status: 200 });
	await api.get(url as string);
	expect(sandbox.requests.at(-1)).toMatchObject({ origin: 'files', bearer: true });
});

it('rejects unknown transfers', async () => {
	const { status, data } = await running.api.get('/v1/public/transfers/none');
	expect([status, data.detail]).toEqual([404, 'No transfer none']);
});
