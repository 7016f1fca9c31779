// Commands by name behind one npm script: `npm run check <what>`, `npm run bench <what>`.
import { execa } from 'execa';

import { build } from '../setup.mjs';
import { installN8n } from './install.mjs';
import { ROOT } from './paths.mjs';

/**
 * @typedef {object} Command
 * @property {string} what what it does, in one line
 * @property {string} run its command line, without quotes; further arguments are put behind it
 * @property {boolean} [plain] belongs to `all`
 * @property {boolean} [built] the package is built first
 * @property {boolean} [withN8n] n8n is installed first
 * @property {Record<string, string>} [env] further settings
 */

/** The names and what they do, as lines. */
function listOf(commands) {
	const entries = Object.entries(commands);
	const width = Math.max(...entries.map(([name]) => name.length));
	return entries.map(([name, { what }]) => `  ${name.padEnd(width)}  ${what}`).join('\n');
}

/** Whether it exited with 0; its output is shown. */
async function succeeds({ run, env }, args) {
	const [file, ...given] = run.split(' ');
	const options = { cwd: ROOT, env, preferLocal: true, stdio: 'inherit', reject: false };
	const { failed } = await execa(file, [...given, ...args], options);
	return !failed;
}

/** Runs all of them, even if one fails, and gives the names of those that failed. */
async function failuresOf(commands, names, args) {
	if (names.some((name) => commands[name].withN8n)) await installN8n();
	if (names.some((name) => commands[name].built)) await build();
	const failed = [];
	for (const name of names) {
		if (names.length > 1) console.log(`\n${name}: ${commands[name].what}`);
		if (!(await succeeds(commands[name], args))) failed.push(name);
	}
	return failed;
}

/**
 * Runs what the command line names, with its further arguments; without a name it lists what there is. `all`
 * is every plain one. Exits with 1 when one failed, or when there is none of that name.
 *
 * @param {string} script the npm script
 * @param {Record<string, Command>} commands
 */
export async function runNamed(script, commands) {
	const [name, ...args] = process.argv.slice(2);
	const plain = Object.keys(commands).filter((each) => commands[each].plain);
	const all = plain.length > 0 && { all: { what: plain.join(', ') } };
	const list = `npm run ${script} <what> [-- options]\n\n${listOf({ ...all, ...commands })}`;
	if (name === undefined) return console.log(list);
	try {
		const isAll = all && name === 'all';
		if (!isAll && !Object.hasOwn(commands, name)) throw new Error(`No "${name}" here.\n${list}`);
		const failed = await failuresOf(commands, isAll ? plain : [name], args);
		if (failed.length === 0) return;
		const again = failed.map((each) => `  npm run ${script} ${[each, ...args].join(' ')}`);
		if (isAll) console.error(`\nFailed; to repeat:\n${again.join('\n')}`);
	} catch (error) {
		console.error(error.message);
	}
	process.exitCode = 1;
}
