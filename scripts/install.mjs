// Installs the project's own tools and libraries, unless they are there already; with `--with-n8n`
// also n8n. Runs before every script that needs them, and so uses nothing but what comes with
// Node.js.
import { installFromLock, installN8n, isInstalled } from './lib/install.mjs';
import { ROOT } from './lib/paths.mjs';
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

try {
	checkNode();
	if (!isInstalled(ROOT)) {
		await step('Installing the project’s tools', async () => await installFromLock(ROOT));
	}
	if (process.argv.includes('--with-n8n')) await installN8n();
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
