// Builds the package, and installs n8n when it is not there yet.
import { execa } from 'execa';

import { installN8n } from './lib/install.mjs';
import { ROOT, n8nNode } from './lib/paths.mjs';
import { step } from './lib/progress.mjs';

/** The package, compiled into `dist/`; with `ALREADY_BUILT` as it is, where another command did it. */
export async function build() {
	if (process.env.ALREADY_BUILT) return;
	await step(
		'Building the package',
		async () => await execa('npm', ['run', 'build'], { cwd: ROOT }),
	);
}

/** n8n, and the Node.js that it runs on. */
export async function setUpHost() {
	await installN8n();
	n8nNode();
}
