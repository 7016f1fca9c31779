// Our package, built, packed and put where n8n puts a community package that it installs itself:
// `.n8n/nodes/node_modules/<name>`, without its peer and development dependencies, and named in
// `.n8n/nodes/package.json`.
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { execa } from 'execa';

import { ROOT } from './paths.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/**
 * Packs a built package folder.
 *
 * @param {string} into folder for the tarball
 * @param {string} [folder] the package
 * @returns {Promise<string>} path of the tarball
 */
export async function pack(into, folder = ROOT) {
	const args = ['pack', '--json', '--pack-destination', into];
	const { stdout } = await execa('npm', args, { cwd: folder });
	return join(into, JSON.parse(stdout)[0].filename);
}

/**
 * Installs a packed package into an n8n that is not running; an older version is replaced.
 *
 * @param {string} userFolder n8n's `N8N_USER_FOLDER`
 * @param {string} tarball made by `npm pack`
 * @returns {Promise<{name: string, version: string, folder: string}>} `folder`: where n8n loads it from
 */
export async function installTarball(userFolder, tarball) {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const unpacked = join(nodes, 'unpacked');
	rmSync(unpacked, { recursive: true, force: true });
	mkdirSync(unpacked, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);

	const manifest = readJson(join(unpacked, 'package.json'));
	const { devDependencies, peerDependencies, optionalDependencies, ...kept } = manifest;
	if (Object.keys(kept.dependencies ?? {}).length) {
		throw new Error(`${kept.name} has run-time dependencies; a community package may have none`);
	}
	const missing = [...kept.n8n.credentials, ...kept.n8n.nodes].filter(
		(file) => !existsSync(join(unpacked, file)),
	);
	if (missing.length) throw new Error(`${kept.name} is not fully built: without ${missing[0]}`);
	writeJson(join(unpacked, 'package.json'), kept);

	const home = join(nodes, 'node_modules', kept.name);
	rmSync(home, { recursive: true, force: true });
	mkdirSync(join(nodes, 'node_modules'), { recursive: true });
	renameSync(unpacked, home);
	const list = join(nodes, 'package.json');
	const others = existsSync(list) ? readJson(list).dependencies : {};
	writeJson(list, {
		name: 'installed-nodes',
		private: true,
		dependencies: { ...others, [kept.name]: kept.version },
	});
	return { name: kept.name, version: kept.version, folder: home };
}

/**
 * Packs a built package folder and installs it into an n8n that is not running.
 *
 * @param {string} userFolder n8n's `N8N_USER_FOLDER`
 * @param {string} [folder] the package
 */
export async function installPackage(userFolder, folder = ROOT) {
	const tarballs = mkdtempSync(join(tmpdir(), 'workspace-records-pack-'));
	try {
		return await installTarball(userFolder, await pack(tarballs, folder));
	} finally {
		rmSync(tarballs, { recursive: true, force: true });
	}
}
