// Subjects of commits have at most 72 characters, so that `git log --oneline` can be read; the why is in the body.
// It counts from a date on, and so needs no other history than what the clone has.
import { execa } from 'execa';

import { ROOT } from '../lib/paths.mjs';

const MAX_LENGTH = 72;

/** Subjects before have up to 265 characters. */
const SINCE = '2026-11-23T10:00:00Z';

const git = async (...args) => await execa('git', args, { cwd: ROOT, reject: false });

const { failed, stdout: folder } = await git('rev-parse', '--show-prefix');
if (failed || folder !== '') {
	console.log('Skipped: this is no clone of the repository');
} else {
	const log = await git('log', '--no-merges', `--since=${SINCE}`, '--format=%h %s');
	const commits = log.stdout.split('\n').filter((line) => line !== '');
	const long = commits
		.map((line) => ({ hash: line.split(' ')[0], subject: line.slice(line.indexOf(' ') + 1) }))
		.map((commit) => ({ ...commit, length: [...commit.subject].length }))
		.filter(({ length }) => length > MAX_LENGTH);
	for (const { hash, length, subject } of long) {
		console.error(`${hash} has ${length} characters, not at most ${MAX_LENGTH}: ${subject}`);
	}
	const isShallow = (await git('rev-parse', '--is-shallow-repository')).stdout === 'true';
	const part = isShallow ? '; this shallow clone has no earlier ones' : '';
	console.log(`${commits.length} commits since ${SINCE}, ${long.length} too long${part}`);
	if (long.length > 0) process.exitCode = 1;
}
