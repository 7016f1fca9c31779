// The sandbox of the service as a child process.
import { dirname, join } from 'node:path';

import { ROOT } from './paths.mjs';
import { freePort } from './ports.mjs';
import { startService, waitFor } from './services.mjs';

/**
 * Starts the sandbox and waits until it is ready.
 *
 * @param {{file: string, port?: number, fresh?: boolean, seed?: string}} options `file`: its SQLite
 *   database; `port`: any free one if left out; `fresh`: empty the database first; `seed`: name of
 *   the example data to fill it with
 * @returns {Promise<import('./services.mjs').Service & {url: string, token: string, tokens: string}>} `token`: the
 *   one with all permissions, valid at a sandbox only; `tokens`: all of them and what they are for, as lines
 * @throws with the end of its log when it does not come up within two minutes
 */
export async function startSandbox({ file, port, fresh = false, seed }) {
	port ??= await freePort();
	// Not the command `tsx`, which would put a process of its own in between.
	const args = ['--import', 'tsx', 'sandbox/cli.ts', '--port', String(port), '--file', file];
	if (fresh) args.push('--fresh');
	if (seed) args.push('--seed', seed);
	const service = startService(process.execPath, args, {
		cwd: ROOT,
		log: join(dirname(file), 'sandbox.log'),
	});
	const url = `http://127.0.0.1:${port}`;
	try {
		// It prints its tokens when it is ready.
		const printed = () => /^Tokens, .*\n([^]*?)\n\n/m.exec(service.tail());
		const [, tokens] = await waitFor(service, printed, {
			what: 'The sandbox',
			timeoutMs: 120_000,
		});
		const [, token] = /Full Access\s+(\S+)/.exec(tokens);
		return { ...service, url, token, tokens };
	} catch (error) {
		await service.stop();
		throw error;
	}
}
