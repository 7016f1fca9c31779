// `npm start`: sets everything up, runs the example once and keeps the editor open.
// `npm start -- --once`: the same with temporary state; exits after the run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import getPort from 'get-port';

import { exampleOf, runExample } from './lib/example.mjs';
import { LOCAL } from './lib/paths.mjs';
import { stopServices } from './lib/services.mjs';
import { startWorkspace } from './lib/workspace.mjs';
import { build, setUpHost } from './setup.mjs';

const USAGE = `npm start -- [options]

  --once            exit after the run and keep nothing; exits non-zero if a step fails or a record is wrong
  --fresh           delete the state of earlier starts (.local/) first
  --port N          port of the editor (otherwise 5678, or a free one)
  --sandbox-port N  port of the sandbox (otherwise 8787, or a free one)
  --help`;

/** Exit status after Ctrl-C, by custom. */
const INTERRUPTED = 130;

/** Default ports, used when they are free. */
const DEFAULT_PORT = { editor: 5678, sandbox: 8787 };

function readOptions() {
	const { values } = parseArgs({
		options: {
			once: { type: 'boolean', default: false },
			fresh: { type: 'boolean', default: false },
			port: { type: 'string' },
			'sandbox-port': { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	return values;
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

async function main() {
	const options = readOptions();
	if (options.help) return console.log(USAGE);
	const ports = {
		editorPort: await choosePort('--port', options.port, DEFAULT_PORT.editor),
		sandboxPort: await choosePort('--sandbox-port', options['sandbox-port'], DEFAULT_PORT.sandbox),
	};

	console.log('Setting up');
	await build();
	await setUpHost();

	const folder = options.once ? mkdtempSync(join(tmpdir(), 'workspace-records-')) : LOCAL;
	const interrupted = new Promise((resolve) => {
		// Not `once`: without a listener, execa's clean-up would end this process too early.
		for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => resolve());
	});
	const work = async () => {
		console.log('\nStarting');
		const workspace = await startWorkspace({ folder, fresh: options.fresh, ...ports });
		console.log('\nRunning the example');
		process.exitCode = (await runExample(workspace)) ? 0 : 1;
		if (options.once) return;
		printAddresses(workspace, exampleOf(workspace.workflows));
		const message = await Promise.race([interrupted, workspace.ended]);
		if (message) throw new Error(message);
	};
	try {
		process.exitCode = INTERRUPTED;
		await Promise.race([work(), interrupted]);
	} finally {
		await stopServices();
		if (options.once) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

function printAddresses({ n8n, sandbox, signIn }, example) {
	console.log(`
  Editor    ${n8n.url}/workflow/${example.id}
  Sign in   ${signIn.email}   ${signIn.password}
  Service   ${sandbox.url}, to read and try out at ${sandbox.url}/docs

Tokens of the service, for credentials of your own with the base URL ${sandbox.url}
${sandbox.tokens}

  Ctrl-C stops both; their state stays in .local/ for the next start.`);
}

try {
	await main();
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
// An interrupted start may have pending work; it must not continue.
process.exit();
