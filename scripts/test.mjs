// `npm test`: everything that needs neither a server, a browser nor an account.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { execa } from 'execa';

import { checkExamples } from './example-data.mjs';
import { ROOT } from './lib/paths.mjs';
import { step } from './lib/progress.mjs';
import { scan } from './scan.mjs';
import { build } from './setup.mjs';

const npmRun = async (args, options) =>
	await execa('npm', ['run', '--silent', ...args], { cwd: ROOT, ...options });

// Ends with a line that says how many tests there were, for whoever reads only the end.
async function jest(args) {
	const results = join(ROOT, 'coverage', 'jest.json');
	mkdirSync(dirname(results), { recursive: true });
	rmSync(results, { force: true });
	const shown = ['--json', `--outputFile=${results}`, ...args];
	try {
		await npmRun(['jest', '--', ...shown], { stdio: 'inherit' });
	} finally {
		if (existsSync(results)) {
			const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'));
			console.log(`\nTests: ${numPassedTests} passed, ${numFailedTests} failed`);
		}
	}
}

// After the tests, because it measures what the process needs; the build is there already.
const hostile = async () =>
	await execa('tsx', ['test/hostile/index.ts', '--sample'], {
		cwd: ROOT,
		preferLocal: true,
		stdio: 'inherit',
	});

try {
	await step('Checking types', async () => await npmRun(['typecheck']));
	await step('Linting', async () => await npmRun(['lint']));
	await step('Checking that the examples hold their data', checkExamples);
	await build();
	await scan();
	await jest(process.argv.slice(2));
	// With a part of the tests asked for, only that.
	if (process.argv.length === 2) await hostile();
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
