// Releases of the package as the test publishes them: the present build under other version numbers, and
// changed where a test needs it.
import {
	appendFileSync,
	cpSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { pack } from '../../scripts/lib/package.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';

/** @typedef {{manifest: {name: string, version: string}, tarball: string}} Release */

/** What goes into the tarball. */
const PACKED = ['dist', 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];

const TRIGGER = join('dist', 'nodes', 'RecordsTrigger');

/**
 * Packs the present build as a release.
 *
 * @param {string} into folder for the release
 * @param {string} version
 * @param {(home: string) => void} [change] changes the folder of the package before it is packed
 * @returns {Promise<Release>}
 */
export async function release(into, version, change = () => {}) {
	const home = join(into, version);
	mkdirSync(home, { recursive: true });
	for (const name of PACKED) cpSync(join(ROOT, name), join(home, name), { recursive: true });
	const path = join(home, 'package.json');
	const manifest = { ...JSON.parse(readFileSync(path, 'utf8')), version };
	writeFileSync(path, JSON.stringify(manifest, null, '\t'));
	change(home);
	return { manifest, tarball: await pack(into, home) };
}

/**
 * Moves what the trigger loads at its first poll to another file, and lets events say which release told of
 * them. A trigger that went on with the class of the release before would look for a file that is gone.
 */
export function moveLazyPart(home) {
	const folder = join(home, TRIGGER);
	renameSync(join(folder, 'poll.js'), join(folder, 'pollMoved.js'));
	const file = readdirSync(folder).find((name) => name.endsWith('.node.js'));
	const path = join(folder, file);
	const before = readFileSync(path, 'utf8');
	const after = before.replaceAll("'./poll'", "'./pollMoved'");
	if (after === before) throw new Error(`${file} does not load ./poll any more`);
	writeFileSync(path, after);
	const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
	appendFileSync(
		join(folder, 'pollMoved.js'),
		`
const pollBefore = exports.pollRecords;
exports.pollRecords = async (context) => {
	const output = await pollBefore(context);
	for (const item of output?.[0] ?? []) item.json.release = '${version}';
	return output;
};
`,
	);
}

/** A release that cannot be loaded: a file that its nodes need is missing. */
export function loseFile(home) {
	renameSync(
		join(home, 'dist', 'nodes', 'shared', 'resource', 'index.js'),
		join(home, 'dist', 'nodes', 'shared', 'resource', 'lost.js'),
	);
}
