import { request } from 'node:http';

import { startSandbox, type Sandbox } from '../../sandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

/** Sends with any Host, which fetch does not allow. */
const post = async (headers: Record<string, string>, path = '/__sandbox/reset') =>
	await new Promise<number | undefined>((resolve, reject) => {
		const { port } = new URL(sandbox.url);
		const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers });
		sent.on('response', (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		sent.on('error', reject);
		sent.end();
	});

describe('the Control API', () => {
	test.each<[string, (own: string) => Record<string, string>, number]>([
		['this machine by its address', (own) => ({ host: own }), 200],
		['this machine by its name', (own) => ({ host: own.replace('127.0.0.1', 'localhost') }), 200],
		['its own page', (own) => ({ host: own, origin: `http://${own}` }), 200],
		['a name that a web page gave this machine', () => ({ host: 'evil.example' }), 403],
		['a name that only begins like this machine', () => ({ host: 'localhost.evil.example' }), 403],
		['another web page', (own) => ({ host: own, origin: 'https://evil.example' }), 403],
		['a page on another port', (own) => ({ host: own, origin: 'http://127.0.0.1:1' }), 403],
		['a page in a sandboxed frame', (own) => ({ host: own, origin: 'null' }), 403],
	])('responds to %s with a fitting status', async (_, headers, status) => {
		expect(await post(headers(new URL(sandbox.url).host))).toBe(status);
	});

	test('leaves the service itself open, which asks for a token', async () => {
		expect(await post({ host: 'proxy.example' }, '/v1/public/companies')).toBe(401);
	});
});
