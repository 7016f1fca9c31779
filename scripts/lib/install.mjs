// Dependencies as the lock file says, installed only when they are not there yet. Runs before the
// project's own are installed, and so uses nothing but what comes with Node.js.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { HOST, ROOT } from './paths.mjs';
import { step } from './progress.mjs';

const packages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * Whether a folder's node_modules is what its lock file asks for. npm notes what it has installed
 * in a hidden lock file, at the end of a successful installation.
 */
export function isInstalled(folder) {
	const note = join(folder, 'node_modules', '.package-lock.json');
	if (!existsSync(note)) return false;
	const there = packages(note);
	return Object.entries(packages(join(folder, 'package-lock.json'))).every(
		([path, wanted]) => path === '' || wanted.optional || there[path]?.version === wanted.version,
	);
}

/**
 * Installs exactly what the lock file says. Nothing runs install scripts (see `.npmrc`).
 *
 * @throws with npm's message when it fails
 */
export async function installFromLock(folder) {
	await promisify(execFile)('npm', ['ci', '--loglevel=error', '--no-progress'], {
		cwd: folder,
		// npm is a batch file there.
		shell: process.platform === 'win32',
	});
}

/** Installs n8n, unless it is there already. */
export async function installN8n() {
	const filter = (path) => !path.endsWith('node_modules');
	cpSync(join(ROOT, 'tools/host'), HOST, { recursive: true, filter });
	if (isInstalled(HOST)) return;
	await step('Installing n8n (2 GB, takes some minutes)', async () => await installFromLock(HOST));
}
