// `npm test`: everything that needs neither a server, a browser nor an account.
//
//   npm test                                     what shows within minutes whether a change is good
//   npm test -- --selectProjects slow            simulations, models and other programs, with few cases
//   SIMULATIONS=all npm test                     both, with all cases
//   npm test -- test/unit                        only these tests, or whatever else jest takes
import { execa } from 'execa';

import { checkExamples } from './example-data.mjs';
import { report, runJest } from './lib/jest.mjs';
import { ROOT } from './lib/paths.mjs';
import { PUBLISHED, scan } from './scan.mjs';

const failures = [];

/** Does one thing that is no test; a failure is reported at the end, the others go on. */
async function part(title, command, work) {
	const since = Date.now();
	const took = () => `(${Math.round((Date.now() - since) / 1000)} s)`;
	try {
		await work();
		console.log(`  ✓ ${title} ${took()}`);
		return true;
	} catch (error) {
		console.log(`  ✗ ${title} ${took()}`);
		failures.push({ title, text: error.all ?? error.message, commands: [command] });
		return false;
	}
}

/** One that is a command, with options of its own where it differs from the one that repeats it. */
const run = async (title, command, ...options) => {
	const [file, ...args] = command.split(' ');
	return await part(
		title,
		command,
		async () => await execa(file, [...args, ...options], { cwd: ROOT, all: true }),
	);
};

const build = async () => await run('Building the package', 'npm run build');

/** What is no test, one after another; beside the tests, some of which wait for a clock. */
async function checks(built) {
	await run('Checking types', 'npm run typecheck');
	await run('Linting', 'npm run lint');
	await part(
		'Checking that the examples hold their data',
		'node scripts/example-data.mjs --check',
		checkExamples,
	);
	if (!(await built)) return;
	// As n8n scans what is published; `npm run check all` does the other scans, too.
	await part('Scanning', 'npm run scan', async () => await scan(PUBLISHED));
}

const QUICK = ['--selectProjects', 'fast', 'engine'];

const args = process.argv.slice(2);
const built = build();
const isWhole = args.length === 0;
const beside = isWhole ? checks(built) : undefined;
const given = isWhole && process.env.SIMULATIONS !== 'all' ? QUICK : args;
// The tests run the built package.
const tests = (await built) ? await runJest(given) : { failures: [] };
await beside;
report({ ...tests, failures: [...tests.failures, ...failures] });
