// `npm run test:fast`: the tests that need neither the built package nor n8n-core.
//
//   npm run test:fast -- --watch     again whenever a file is saved
//   npm run test:fast -- --changed   those of what differs from main
//   npm run test:fast -- http/retry  a part
import { execa } from 'execa';

import { report, runJest } from './lib/jest.mjs';
import { ROOT } from './lib/paths.mjs';

// The last one ends the list of projects.
const FAST = ['--selectProjects', 'fast', '--passWithNoTests'];

const given = process.argv.slice(2);
const args = [...FAST, ...given.map((arg) => (arg === '--changed' ? '--changedSince=main' : arg))];
if (given.some((arg) => arg.startsWith('--watch'))) {
	const { exitCode } = await execa('jest', args, {
		cwd: ROOT,
		preferLocal: true,
		stdio: 'inherit',
		reject: false,
	});
	process.exitCode = exitCode;
} else {
	report(await runJest(args));
}
