// A session in the terminal with sandbox and n8n, until Ctrl-C or the end of the terminal: what `npm start` and `npm run dev` share.
import getPort from 'get-port';

import { exampleOf } from './example.mjs';
import { stopServices } from './services.mjs';

/** Exit status after Ctrl-C, by custom. */
const INTERRUPTED = 130;

/** Who has started this process; another one once that has ended. */
const PARENT = process.ppid;

/** Default ports, used when they are free. */
const DEFAULT_PORT = { editor: 5678, sandbox: 8787 };

/** Options for `parseArgs`. */
export const SESSION_OPTIONS = {
	fresh: { type: 'boolean', default: false },
	port: { type: 'string' },
	'sandbox-port': { type: 'string' },
	help: { type: 'boolean', default: false },
};

export const SESSION_USAGE = `  --fresh           delete the state of earlier starts (.local/) first
  --port N          port of the editor (otherwise ${DEFAULT_PORT.editor}, or a free one)
  --sandbox-port N  port of the sandbox (otherwise ${DEFAULT_PORT.sandbox}, or a free one)
  --help`;

/**
 * The ports of a session.
 *
 * @param {{port?: string, 'sandbox-port'?: string}} options as `parseArgs` gives them
 * @returns {Promise<{editorPort: number, sandboxPort: number}>}
 * @throws if a port that was asked for is not a port or in use
 */
export async function portsOf(options) {
	return {
		editorPort: await choosePort('--port', options.port, DEFAULT_PORT.editor),
		sandboxPort: await choosePort('--sandbox-port', options['sandbox-port'], DEFAULT_PORT.sandbox),
	};
}

// A port that was asked for has to be free; the default may be replaced.
async function choosePort(option, wanted, fallback) {
	if (wanted === undefined) return await getPort({ port: fallback });
	const port = Number(wanted);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Error(`${option} takes a number from 1 to 65535, not "${wanted}"`);
	}
	if ((await getPort({ port })) !== port) {
		throw new Error(`Port ${port} is in use. Choose another with ${option}, or leave it out`);
	}
	return port;
}

/**
 * Does the work of a session until it ends, is interrupted or loses its parent, then stops all services. Sets the exit
 * status if it is interrupted.
 *
 * @param {() => Promise<void>} work
 * @throws what `work` throws
 */
export async function inSession(work) {
	const interrupted = new Promise((resolve) => {
		// Not `once`: without a listener, execa's clean-up would end this process too early.
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
		// npm passes SIGTERM to its shell, which ends and tells nobody.
		setInterval(() => process.ppid !== PARENT && resolve(), 500).unref();
	});
	try {
		process.exitCode = INTERRUPTED;
		await Promise.race([work(), interrupted]);
	} finally {
		await stopServices();
	}
}

/** @param {import('./workspace.mjs').Workspace} workspace */
export function printAddresses({ n8n, sandbox, signIn, workflows }) {
	console.log(`
  Editor    ${n8n.url}/workflow/${exampleOf(workflows).id}
  Sign in   ${signIn.email}   ${signIn.password}
  Service   ${sandbox.url}, to read and try out at ${sandbox.url}/docs

Tokens of the service, for credentials of your own with the base URL ${sandbox.url}
${sandbox.tokens}

  Ctrl-C stops both; their state stays in .local/ for the next start.`);
}
