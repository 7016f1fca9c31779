// Subjects of commits have at most 72 characters and a scope, the name of a folder, so that `git log --oneline` can be
// read; the why is in the body. It counts from dates on, and so needs no other history than what the clone has.
import { execa } from 'execa';

import { ROOT } from '../lib/paths.mjs';

const MAX_LENGTH = 72;

/** Subjects before have up to 265 characters. */
const SINCE = '2026-11-23T10:00:00Z';
/** Subjects before have no scope. */
const SCOPED_SINCE = '2026-11-29T11:00:00Z';

const git = async (...args) => await execa('git', args, { cwd: ROOT, reject: false });

async function commitsSince(since) {
	const { stdout } = await git('log', '--no-merges', `--since=${since}`, '--format=%h %s');
	const lines = stdout.split('\n').filter((line) => line !== '');
	return lines.map((line) => [line.split(' ')[0], line.slice(line.indexOf(' ') + 1)]);
}

const { failed, stdout: folder } = await git('rev-parse', '--show-prefix');
if (failed || folder !== '') {
	console.log('Skipped: this is no clone of the repository');
} else {
	const commits = await commitsSince(SINCE);
	const long = commits.filter(([, subject]) => [...subject].length > MAX_LENGTH);
	const folders = (await git('ls-tree', '-rdz', '--name-only', 'HEAD')).stdout.split('\0');
	const scopes = new Set(folders.map((path) => path.split('/').at(-1).replace(/^\./, '')));
	const scopeOf = (subject) => /^(\S+): [A-Z]/.exec(subject)?.[1];
	const unscoped = (await commitsSince(SCOPED_SINCE)).filter(
		([, subject]) => !scopes.has(scopeOf(subject)),
	);
	for (const [hash, subject] of long) {
		console.error(`${hash} has more than ${MAX_LENGTH} characters: ${subject}`);
	}
	for (const [hash, subject] of unscoped) {
		console.error(`${hash} does not begin with the name of a folder and a colon: ${subject}`);
	}
	const isShallow = (await git('rev-parse', '--is-shallow-repository')).stdout === 'true';
	const part = isShallow ? '; this shallow clone has no earlier ones' : '';
	console.log(
		`${commits.length} commits, ${long.length} too long, ${unscoped.length} unscoped${part}`,
	);
	if (long.length + unscoped.length > 0) process.exitCode = 1;
}
