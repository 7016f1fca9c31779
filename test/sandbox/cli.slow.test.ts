import { spawn } from 'node:child_process';
import axios from 'axios';

const start = (...options: string[]) =>
	spawn(process.execPath, ['--import', 'tsx', 'sandbox/cli.ts', '--port', '0', ...options]);

/** Starts the sandbox, and ends it after what is done with it; `done` is given what it has said. */
async function whileItRuns(options: string[], done: (output: string) => Promise<void>) {
	const child = start(...options);
	try {
		const output = await new Promise<string>((resolve, reject) => {
			let text = '';
			child.stdout.on('data', (chunk) => {
				text += String(chunk);
				if (text.includes('Ctrl-C')) resolve(text);
			});
			child.on('exit', () => reject(new Error(`ended: ${text}`)));
		});
		await done(output);
	} finally {
		const ended = new Promise((resolve) => child.on('exit', resolve));
		child.kill('SIGTERM');
		expect(await ended).toBe(0);
	}
}

it('starts from the command line, with faults and a behaviour', async () => {
	const options = [
		...['--seed', 'none', '--page-cap', '1', '--simulated-clock'],
		...['--fault', 'error:status=503,retryAfter=1,count=1,operations=listItems+listBills'],
		...['--behaviour', 'listOrder=newestFirst'],
	];
	await whileItRuns(options, async (output) => {
		const [, url] = /at (http:\S+)/.exec(output)!;
		const [, token] = /Full Access\s+(\S+)/.exec(output)!;
		expect(output).toContain(`${url}/docs`);
		expect(output).toMatch(/Regular +sandbox-regular-token +reads; writing is refused/);
		expect(output).toMatch(/refresh token +sandbox-refresh-token +gets access tokens/);
		const headers = { Authorization: `Bearer ${token}` };
		const api = axios.create({ baseURL: url, headers, validateStatus: () => true, proxy: false });
		const refused = await api.get('/v1/public/items');
		expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
		expect((await api.get('/v1/public/items')).data).toEqual([]);
		await api.post('/v1/public/companies', { name: 'A' });
		await api.post('/v1/public/companies', { name: 'B' });
		const { data } = await api.get('/v1/public/companies?limit=5');
		expect([data.count, data.total, data.data[0].name]).toEqual([1, 2, 'B']);
		const now = async () => (await api.get('/__sandbox/clock')).data.now as string;
		expect(await now()).toBe(await now());
	});
}, 30_000);

it.each(['literal', 'generous'])('plays the %s service', async (name) => {
	await whileItRuns(['--as', name], async (output) => {
		const [, url] = /at (http:[^\s,]+)/.exec(output)!;
		const headers = { Authorization: `Bearer ${/other: (\S+)/.exec(output)![1]}` };
		const api = axios.create({ baseURL: url, headers, proxy: false });
		await api.post('/v1/public/companies', { external_id: 'A', name: 'Acme' });
		const { data } = await api.get('/v1/public/companies');
		expect(data).toEqual(
			name === 'literal'
				? [{ company_id: 'company-1', external_id: 'A', status: 'active' }]
				: expect.objectContaining({ total: '1', data: [expect.any(Object)] }),
		);
		await expect(axios.get(`${url}/v1/public/companies`, { proxy: false })).rejects.toThrow('401');
	});
});

it.each([
	['--as', 'everything', '--as is literal or generous, not everything'],
	['--seed', 'everything', '--seed is example or none, not everything'],
	['--behaviour', 'errors=none', 'behaviour: errors is text or object or mixed, not none'],
])('prints its usage for an invalid option: %s %s', async (option, value, message) => {
	const child = start(option, value);
	let errorText = '';
	child.stderr.on('data', (chunk) => (errorText += String(chunk)));
	expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1);
	expect(errorText).toContain(message);
	expect(errorText).toContain('Usage:');
});
