// `npm test`: everything that needs neither a server, a browser nor an account.
import { checkExamples } from './example-data.mjs';
import { ROOT } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { step } from './lib/progress.mjs';
import { scan } from './scan.mjs';
import { build, setUpProject } from './setup.mjs';

const npm = async (...args) => await run('npm', ['run', '--silent', ...args], { cwd: ROOT });

try {
	await setUpProject();
	await step('Checking types', async () => await npm('typecheck'));
	await step('Linting', async () => await npm('lint'));
	await step('Checking that the examples hold their data', checkExamples);
	await build();
	await scan();
	await run('npm', ['run', '--silent', 'jest', '--', ...process.argv.slice(2)], {
		cwd: ROOT,
		show: true,
	});
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
