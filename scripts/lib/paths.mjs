// Paths that all scripts share.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(fileURLToPath(import.meta.url), '..', '..', '..');
/** The state of local runs: the sandbox's database, n8n's folder, logs. Not in git. */
export const LOCAL = join(ROOT, '.local');
/**
 * Where the n8n of `tools/host/` is installed. Hidden, because n8n and its tools take every icon and every
 * `*.node.js` in other folders of a package for the package's own.
 */
export const HOST = join(LOCAL, 'host');

/** n8n's own start file. */
export const N8N_BIN = join(HOST, 'node_modules', 'n8n', 'bin', 'n8n');

/** n8n 2.40 runs on this Node.js or newer. */
const N8N_NODE_MAJOR = 24;

/**
 * The Node.js that n8n runs on: the pinned one of `tools/host/`, or else the one running
 * this script if it is new enough.
 *
 * @returns {string} path of the executable
 * @throws if there is neither
 */
export function n8nNode() {
	const modules = join(HOST, 'node_modules');
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const executable = process.platform === 'win32' ? 'node.exe' : 'node';
	for (const name of existsSync(modules) ? readdirSync(modules) : []) {
		if (!new RegExp(`^node-(bin-)?${platform}-${process.arch}$`).test(name)) continue;
		const path = join(modules, name, 'bin', executable);
		if (existsSync(path)) return path;
	}
	if (Number.parseInt(process.versions.node, 10) >= N8N_NODE_MAJOR) return process.execPath;
	throw new Error(
		`n8n needs Node.js ${N8N_NODE_MAJOR} or newer, and none is packaged for ` +
			`${process.platform} on ${process.arch}. Install Node.js ${N8N_NODE_MAJOR} and run the command ` +
			`with it (this is Node.js ${process.versions.node}).`,
	);
}
