// A real n8n: its settings, its start and its stop. Requests to it are in n8n-client.mjs.
import { join } from 'node:path';

import { execa } from 'execa';

import { N8nClient } from './n8n-client.mjs';
import { HOST, N8N_BIN, n8nNode } from './paths.mjs';
import { freePort } from './ports.mjs';
import { startService, waitFor } from './services.mjs';

/** From the person's environment only what any program needs, so that nobody's N8N_… leaks in. */
const PASSED_ON = [
	'PATH',
	'HOME',
	'LANG',
	'LC_ALL',
	'TZ',
	'TMPDIR',
	'TEMP',
	'TMP',
	'SystemRoot',
	'APPDATA',
	'USERPROFILE',
];

/** The migrations of a new database take seconds, and minutes on a machine that is busy. */
const START_TIMEOUT_MS = 300_000;

/**
 * n8n's environment: it connects to this machine only, sends no request to n8n's servers, and
 * shows no banners.
 */
async function environment({ userFolder, port, env }) {
	const passedOn = PASSED_ON.filter((name) => process.env[name] !== undefined);
	return {
		...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: 'localhost',
		N8N_EDITOR_BASE_URL: `http://localhost:${port}`,
		N8N_SECURE_COOKIE: 'false',
		DB_TYPE: 'sqlite',
		// After five seconds, as usual, n8n on a busy machine would respond 503 to everything.
		DB_PING_TIMEOUT_MS: '60000',
		N8N_LOG_LEVEL: 'info',
		N8N_LOG_OUTPUT: 'console',

		// The package is installed by hand and not (yet) verified by n8n.
		N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',

		// The one folder that workflows may read files from.
		N8N_RESTRICT_FILE_ACCESS_TO: join(userFolder, 'files'),

		// No request leaves this machine.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIDE_USAGE_PAGE: 'true',
		N8N_DISABLED_MODULES: 'agents,agent-evals,chat-hub,instance-ai,mcp,mcp-registry,quick-connect',

		// Several n8n may run side by side, and each one's helper for Code nodes needs a port.
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		...(await expressionEngine()),
		...env,
	};
}

// Where the isolate that usually evaluates expressions has no binary, the one in WebAssembly does.
async function expressionEngine() {
	try {
		await execa(n8nNode(), ['-e', 'require("isolated-vm")'], { cwd: HOST });
		return {};
	} catch {
		return { N8N_EXPRESSION_ENGINE: 'quickjs' };
	}
}

/**
 * Starts n8n and waits until it can be used.
 *
 * @param {{userFolder: string, port?: number, env?: Record<string, string>, logName?: string}} options
 *   `userFolder` keeps everything of this n8n (database, packages, log); `port`: any free one if
 *   left out; `logName`: file in `userFolder`, overwritten
 * @returns {Promise<import('./services.mjs').Service & {url: string, client: N8nClient, log: string}>}
 * @throws with the end of n8n's log when it does not come up in time
 */
export async function startN8n({ userFolder, port, env = {}, logName = 'n8n.log' }) {
	port ??= await freePort();
	const log = join(userFolder, logName);
	const service = startService(n8nNode(), [N8N_BIN, 'start'], {
		cwd: userFolder,
		env: await environment({ userFolder, port, env }),
		log,
	});
	const url = `http://localhost:${port}`;
	const client = new N8nClient(`http://127.0.0.1:${port}`);
	try {
		await waitFor(service, async () => await client.ready(), {
			what: 'n8n',
			timeoutMs: START_TIMEOUT_MS,
		});
	} catch (error) {
		await service.stop();
		throw error;
	}
	return { ...service, url, client, log };
}

/**
 * Runs one of n8n's own commands to its end; n8n may be running on the same folder.
 *
 * @param {{userFolder: string, args: string[], env?: Record<string, string>, bin?: string}} options
 *   `args`: the command and its options; `bin`: start file of another n8n than the pinned one
 * @returns {Promise<string>} what it wrote to standard output
 * @throws with the end of its output when it fails
 */
export async function runN8nCommand({ userFolder, args, env = {}, bin = N8N_BIN }) {
	const all = await environment({ userFolder, port: await freePort(), env });
	const { stdout } = await execa(n8nNode(), [bin, ...args], {
		cwd: userFolder,
		env: all,
		extendEnv: false,
		stdin: 'ignore',
	});
	return stdout;
}

/**
 * Starts a worker of an n8n in queue mode and waits until it takes executions.
 *
 * @param {{userFolder: string, concurrency: number, env: Record<string, string>, logName?: string}}
 *   options `env` names the database, the queue and the key that it shares with its main
 * @returns {Promise<import('./services.mjs').Service & {log: string}>}
 * @throws with the end of its log when it does not come up in time
 */
export async function startWorker({ userFolder, concurrency, env, logName = 'n8n.log' }) {
	const port = await freePort();
	const log = join(userFolder, logName);
	const service = startService(n8nNode(), [N8N_BIN, 'worker', `--concurrency=${concurrency}`], {
		cwd: userFolder,
		env: {
			...(await environment({ userFolder, port, env })),
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		},
		log,
	});
	const ready = async () => (await fetch(`http://127.0.0.1:${port}/healthz/readiness`)).ok;
	try {
		await waitFor(service, ready, { what: 'The worker', timeoutMs: START_TIMEOUT_MS });
	} catch (error) {
		await service.stop();
		throw error;
	}
	return { ...service, log };
}
