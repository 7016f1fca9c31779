// Installs and builds what every other script needs; skips what is installed already.
import { pathToFileURL } from 'node:url';

import { installFromLock, isInstalled } from './lib/install.mjs';
import { HOST, ROOT, n8nNode } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { step } from './lib/progress.mjs';

/** The oldest Node.js that this project runs on. */
const MIN_NODE = [20, 19];

function checkNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
	throw new Error(
		`Node.js ${MIN_NODE.join('.')} or newer is needed; this is ${process.versions.node}`,
	);
}

/** The project's own tools and libraries. */
export async function setUpProject() {
	checkNode();
	if (isInstalled(ROOT)) return;
	await step('Installing the project’s tools', async () => await installFromLock(ROOT));
}

/** The package, compiled into `dist/`. */
export async function build() {
	await step('Building the package', async () => await run('npm', ['run', 'build'], { cwd: ROOT }));
}

/** n8n, and the Node.js that it runs on. */
export async function setUpHost() {
	if (!isInstalled(HOST)) {
		await step(
			'Installing n8n (2 GB, takes some minutes)',
			async () => await installFromLock(HOST),
		);
	}
	n8nNode();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	await setUpProject();
	await build();
	await setUpHost();
}
