// `npm run check closing [-- <commit>]`: what a closing note needs, as Markdown: the commit, the table of bounds beside
// the goal, and what `npm test` costs beside another commit, on this machine. Each is run in a fresh clone with its tools
// installed before, one after the other; so only what is committed counts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { execa } from 'execa';

import { ROOT } from '../lib/paths.mjs';

/** The commit that `goal` of bounds.json is measured from. */
const BEFORE = '56284cdf';

const git = async (...args) => (await execa('git', args, { cwd: ROOT })).stdout.trim();

async function inClone(commit, work) {
	const folder = mkdtempSync(join(tmpdir(), 'workspace-records-closing-'));
	try {
		await execa('git', ['clone', '--quiet', '--no-checkout', ROOT, folder]);
		await execa('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
		await execa('node', ['scripts/install.mjs'], { cwd: folder });
		await execa('npm', ['run', 'scan'], { cwd: folder, reject: false });
		return await work(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Seconds of processor time of a command and all that it starts, by the shell's own count, and its last line. */
async function timed(command, cwd) {
	const script = `TIMEFORMAT='%U %S'; time ${command} 2>&1`;
	const { stdout, stderr } = await execa('bash', ['-c', script], { cwd, reject: false });
	const seconds = stderr.trim().split('\n').at(-1).replaceAll(',', '.').split(' ');
	const last = stdout.trim().split('\n').at(-1);
	return { cpu: Math.round(Number(seconds[0]) + Number(seconds[1])), last };
}

const tests = async (commit) =>
	await inClone(commit, async (folder) => await timed('npm test', folder));

const [given = BEFORE] = process.argv.slice(2);
const [before, now] = [await git('rev-parse', given), await git('rev-parse', 'HEAD')];
console.log(
	`Commit ${now.slice(0, 8)} (${(await git('status', '--porcelain')) ? 'with changes that are not committed' : 'clean'})\n`,
);
const { stdout, failed } = await execa('tsx', ['scripts/check/lean.ts', '--markdown'], {
	cwd: ROOT,
	preferLocal: true,
	reject: false,
	stderr: 'inherit',
});
console.log(`${stdout}\n`);
const [other, own] = [await tests(before), await tests(now)];
const row = (commit, { cpu, last }) => console.log(`| ${commit.slice(0, 8)} | ${cpu} | ${last} |`);
console.log('| `npm test` of | processor seconds | its last line |\n| --- | --- | --- |');
row(before, other);
row(now, own);
console.log(`\n${(own.cpu / other.cpu).toFixed(2)} of the processor time of ${before.slice(0, 8)}`);
if (failed) process.exitCode = 1;
