import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { preProcessFile } from 'typescript';

const ROOT = resolve(__dirname, '../../..');

const modulesIn = (folder: string) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(ts|mjs)$/.test(name))
		.map((name) => join(ROOT, folder, name));

/** The modules of the project that a module imports, types and lazy imports included. */
function importsOf(file: string): string[] {
	const { importedFiles } = preProcessFile(readFileSync(file, 'utf8'), true, true);
	return importedFiles
		.filter(({ fileName }) => fileName.startsWith('.'))
		.flatMap(({ fileName }) => {
			const path = resolve(dirname(file), fileName);
			const files = [path, `${path}.ts`, join(path, 'index.ts')];
			return files.filter((one) => /\.(ts|mjs)$/.test(one) && existsSync(one)).slice(0, 1);
		});
}

/** The first import cycle that can be reached from these modules; undefined when there is none. */
function findCycle(modules: string[]): string[] | undefined {
	const done = new Set<string>();
	const visit = (file: string, path: string[]): string[] | undefined => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return undefined;
		for (const imported of importsOf(file)) {
			const cycle = visit(imported, [...path, file]);
			if (cycle) return cycle;
		}
		done.add(file);
		return undefined;
	};
	for (const file of modules) {
		const cycle = visit(file, []);
		if (cycle) return cycle.map((one) => relative(ROOT, one));
	}
	return undefined;
}

it.each(['nodes', 'credentials', 'sandbox', 'testing', 'tools/bench', 'scripts', 'test'])(
	'the modules of %s do not import each other in a circle',
	(folder) => {
		const modules = modulesIn(folder);
		expect(modules.flatMap(importsOf).length).toBeGreaterThan(0);
		expect(findCycle(modules)).toBeUndefined();
	},
);
