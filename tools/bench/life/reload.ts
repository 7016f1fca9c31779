/** What stays in memory when n8n unloads the package and loads it again, as its own update of a package does. */
import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';

import { temporaryFolder } from '../../../testing/engine/environment';
import { usedBytes } from './memory';

const ROOT = resolve(__dirname, '../../..');
const TIMES = 10;

/** Where n8n would install it, so that nothing but the package is unloaded. */
function copyOfPackage(): string {
	const folder = temporaryFolder('life-');
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
	for (const part of ['package.json', 'dist'])
		cpSync(join(ROOT, part), join(folder, 'package', part), { recursive: true });
	return join(folder, 'package');
}

/** Takes what is no longer loaded out of the children of what is. */
function forgetUnloaded(): void {
	const loaded = new Set(Object.values(require.cache).filter((module) => module !== undefined));
	for (const module of loaded)
		module.children = module.children.filter((child) => loaded.has(child));
}

/**
 * Bytes for each time: of the process, and the same without the classes that n8n-core keeps. `require` notes each module
 * among the children of the one that loads it, and n8n-core, which loads all classes with one module, never takes them out.
 */
export async function measureReloads() {
	const loader = new PackageDirectoryLoader(copyOfPackage());
	await loader.loadAll();
	const reload = async () => {
		loader.reset();
		await loader.loadAll();
	};
	for (let time = 0; time < 3; time += 1) await reload();
	forgetUnloaded();
	const before = await usedBytes();
	for (let time = 0; time < TIMES; time += 1) await reload();
	const grown = (await usedBytes()) - before;
	forgetUnloaded();
	const left = (await usedBytes()) - before;
	return { process: grown / TIMES, withoutChildren: left / TIMES };
}
