// jest with few lines while it runs; what failed is for the caller to print.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { execa } from 'execa';

import { ROOT } from './paths.mjs';

const RESULTS = join(ROOT, 'coverage', 'jest.json');
const REPORTER = join(ROOT, 'testing', 'jest', 'reporter.cjs');

/** A text as one word of a shell command. */
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const escapeForPattern = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** What went wrong in a test file, and the commands that repeat it. */
function failureOf({ name, message, assertionResults }) {
	const file = relative(ROOT, name);
	const failed = assertionResults.filter(({ status }) => status === 'failed');
	const commands = failed.map(
		({ fullName }) => `npx jest ${file} -t ${quote(`^${escapeForPattern(fullName)}$`)}`,
	);
	return {
		title: file,
		text: message.trimEnd(),
		commands: commands.length > 0 ? commands : [`npx jest ${file}`],
	};
}

/**
 * Runs jest.
 *
 * @param {string[]} args as on its command line
 * @returns {Promise<{counts?: string, failures: Array<{title: string, text: string, commands: string[]}>}>}
 *   how many tests passed and failed, unless jest broke off; and what failed
 */
export async function runJest(args) {
	mkdirSync(dirname(RESULTS), { recursive: true });
	rmSync(RESULTS, { force: true });
	const shown = ['--json', '--outputFile', RESULTS, `--reporters=${REPORTER}`];
	const { failed, stderr } = await execa('jest', [...args, ...shown], {
		cwd: ROOT,
		preferLocal: true,
		// Where it writes its results is of no interest.
		stdio: ['inherit', 'inherit', 'pipe'],
		reject: false,
	});
	const command = ['npx', 'jest', ...args].join(' ');
	const broken = { title: 'jest', text: stderr || 'jest ended with an error', commands: [command] };
	if (!existsSync(RESULTS)) return { failures: [broken] };
	const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(RESULTS, 'utf8'));
	const failures = testResults.filter(({ status }) => status === 'failed').map(failureOf);
	if (failed && failures.length === 0) failures.push(broken);
	return { counts: `Tests: ${numPassedTests} passed, ${numFailedTests} failed`, failures };
}

/** Prints what failed, each with the commands that repeat it, and the counts as the last line. */
export function report({ counts, failures }) {
	for (const { title, text, commands } of failures) {
		console.log(`\n✗ ${title}\n\n${text}\n`);
		console.log(['  Repeat it:', ...commands].join('\n    '));
	}
	if (counts) console.log(`\n${counts}`);
	if (failures.length > 0) process.exitCode = 1;
}
