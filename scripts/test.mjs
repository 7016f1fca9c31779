// `npm test`: everything that needs neither a server, a browser nor an account.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { checkExamples } from './example-data.mjs';
import { ROOT } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { step } from './lib/progress.mjs';
import { scan } from './scan.mjs';
import { build, setUpProject } from './setup.mjs';

const npm = async (...args) => await run('npm', ['run', '--silent', ...args], { cwd: ROOT });

// Ends with a line that says how many tests there were, for whoever reads only the end.
async function jest(args) {
	const results = join(ROOT, 'coverage', 'jest.json');
	mkdirSync(dirname(results), { recursive: true });
	rmSync(results, { force: true });
	const shown = ['--json', `--outputFile=${results}`, ...args];
	try {
		await run('npm', ['run', '--silent', 'jest', '--', ...shown], { cwd: ROOT, show: true });
	} finally {
		if (existsSync(results)) {
			const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'));
			console.log(`\nTests: ${numPassedTests} passed, ${numFailedTests} failed`);
		}
	}
}

try {
	await setUpProject();
	await step('Checking types', async () => await npm('typecheck'));
	await step('Linting', async () => await npm('lint'));
	await step('Checking that the examples hold their data', checkExamples);
	await build();
	await scan();
	await jest(process.argv.slice(2));
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
