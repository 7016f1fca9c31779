// `npm start`: sets everything up and keeps the editor open, with an example that waits for the first click.
// `npm start -- --once`: runs the example, with temporary state, and exits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runExample } from './lib/example.mjs';
import { LOCAL } from './lib/paths.mjs';
import {
	SESSION_OPTIONS,
	SESSION_USAGE,
	inSession,
	portsOf,
	printAddresses,
} from './lib/session.mjs';
import { startWorkspace } from './lib/workspace.mjs';
import { build, setUpHost } from './setup.mjs';

const USAGE = `npm start -- [options]

  --once            run the example, then exit and keep nothing; exits non-zero if a step fails or a record is wrong
${SESSION_USAGE}`;

async function main() {
	const { values: options } = parseArgs({
		options: { once: { type: 'boolean', default: false }, ...SESSION_OPTIONS },
	});
	if (options.help) return console.log(USAGE);
	const ports = await portsOf(options);

	console.log('Setting up');
	await build();
	await setUpHost();

	const folder = options.once ? mkdtempSync(join(tmpdir(), 'workspace-records-')) : LOCAL;
	try {
		await inSession(async () => {
			console.log('\nStarting');
			const workspace = await startWorkspace({ folder, fresh: options.fresh, ...ports });
			if (!options.once) {
				printAddresses(workspace);
				throw new Error(await workspace.ended);
			}
			console.log('\nRunning the example');
			process.exitCode = (await runExample(workspace)) ? 0 : 1;
		});
	} finally {
		if (options.once) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

try {
	await main();
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
// An interrupted start may have pending work; it must not continue.
process.exit();
