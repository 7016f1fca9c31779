// Builds the package, and installs n8n when it is not there yet.
import { execa } from 'execa';

import { installFromLock, isInstalled } from './lib/install.mjs';
import { HOST, ROOT, n8nNode } from './lib/paths.mjs';
import { step } from './lib/progress.mjs';

/** The package, compiled into `dist/`. */
export async function build() {
	await step(
		'Building the package',
		async () => await execa('npm', ['run', 'build'], { cwd: ROOT }),
	);
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
