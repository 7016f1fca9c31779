import { useRunning } from './client';

const running = useRunning({ transferClock: 'simulated' });
beforeEach(() => running.sandbox.reset());

const get = async (id: string) => (await running.api.get(`/v1/public/transfers/${id}`)).data;

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
	const atOnce = { queuedSeconds: 0, runningSeconds: 0 };
	const { id } = sandbox.startTransfer({ failedRows: 1, files: 'other', ...atOnce });
	const { error_file_url: url } = await get(id);
	expect(url.startsWith(sandbox.filesUrl)).toBe(true);
	expect((await as().get(url as string)).status).toBe(200);
	expect(sandbox.requests.at(-1)).toMatchObject({ origin: 'files', bearer: false, status: 200 });
	await api.get(url as string);
	expect(sandbox.requests.at(-1)).toMatchObject({ origin: 'files', bearer: true });
});
