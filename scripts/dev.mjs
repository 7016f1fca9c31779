// `npm run dev`: sandbox and n8n stay up, and n8n shows what is saved.
//
// A saved file is built into dist/ (gulpfile.js), and copied from there to where the package is installed in
// n8n. With N8N_DEV_RELOAD, n8n watches that folder: it forgets all modules of the package, loads the nodes
// again and tells open editors. A link to dist/ would not do, because n8n follows none inside a package.
import { createReadStream, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, promisify } from 'node:util';

import gulp from 'gulp';

import { compile, watch } from '../gulpfile.js';
import { LOCAL } from './lib/paths.mjs';
import { step } from './lib/progress.mjs';
import {
	SESSION_OPTIONS,
	SESSION_USAGE,
	inSession,
	portsOf,
	printAddresses,
} from './lib/session.mjs';
import { startSandboxIn, startWorkspace } from './lib/workspace.mjs';
import { setUpHost } from './setup.mjs';

const USAGE = `npm run dev -- [options]

${SESSION_USAGE}`;

async function main() {
	const { values: options } = parseArgs({ options: SESSION_OPTIONS });
	if (options.help) return console.log(USAGE);
	const ports = await portsOf(options);

	console.log('Setting up');
	await step('Building the package', async () => await promisify(compile)());
	await setUpHost();
	await inSession(async () => {
		console.log('\nStarting');
		const workspace = await startWorkspace({
			folder: LOCAL,
			fresh: options.fresh,
			...ports,
			env: { N8N_DEV_RELOAD: 'true' },
		});
		printAddresses(workspace);
		watch();
		followPackage(workspace);
		followSandbox(workspace, ports.sandboxPort);
		gulp.watch('package.json').on('change', () => {
			say('package.json has changed: end with Ctrl-C and start again, for n8n to read it');
		});
		await workspace.n8n.closed;
		throw new Error(`n8n has ended; see the end of its log, ${workspace.n8n.log}`);
	});
}

const say = (text) => console.log(`[${new Date().toTimeString().slice(0, 8)}] ${text}`);

function followPackage({ packageFolder, n8n }) {
	const update = async (path) => {
		if (await copyChanged(path, join(packageFolder, path))) say(`Built ${path}`);
	};
	const failed = (error) => say(`Not copied to n8n: ${error.message}`);
	gulp
		.watch('dist/**/*', { ignoreInitial: false })
		.on('add', (path) => update(path).catch(failed))
		.on('change', (path) => update(path).catch(failed));
	followLog(n8n.log);
}

/** Copies a file unless the same is there; returns whether it was copied. */
async function copyChanged(from, to) {
	const content = await readFile(from);
	const present = await readFile(to).catch(() => undefined);
	if (present?.equals(content)) return false;
	await mkdir(dirname(to), { recursive: true });
	await writeFile(to, content);
	return true;
}

/** Shows what n8n says about loading the package again, from now on. */
function followLog(log) {
	let read = statSync(log).size;
	gulp.watch(log, { alwaysStat: true }).on('change', async (path, { size }) => {
		const lines = createInterface(createReadStream(path, { start: read, end: size }));
		read = size;
		for await (const line of lines) {
			if (line.includes('Hot reload triggered')) say('n8n loads the package again');
			if (line.includes('Hot reload failed')) say('n8n cannot load the package as it is now');
		}
	});
}

function followSandbox({ folder, sandbox }, port) {
	const restart = async () => {
		await sandbox.stop();
		sandbox = await startSandboxIn(folder, port);
		say(`The sandbox has started again at ${sandbox.url}`);
	};
	const sources = ['sandbox/**/*'];
	gulp.watch(sources, { delay: 100 }, restart).on('error', ({ message }) => say(message));
}

try {
	await main();
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
// Watchers are left behind.
process.exit();
