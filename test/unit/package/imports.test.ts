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

/** The import cycles that can be reached from these modules. */
function cyclesFrom(modules: string[]): string[][] {
	const done = new Set<string>();
	const visit = (file: string, path: string[]): string[][] => {
		if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file]];
		const isDone = done.has(file);
		done.add(file);
		return isDone ? [] : importsOf(file).flatMap((one) => visit(one, [...path, file]));
	};
	return modules.flatMap((file) => visit(file, []));
}

it.each(['nodes', 'credentials', 'sandbox', 'testing', 'tools/bench', 'scripts', 'test'])(
	'the modules of %s do not import each other in a circle',
	(folder) => {
		const modules = modulesIn(folder);
		expect(modules.flatMap(importsOf)).not.toEqual([]);
		expect(cyclesFrom(modules)).toEqual([]);
	},
);

it.each([
	['sandbox', /^(nodes|credentials)\//],
	['nodes', /^sandbox\//],
	['nodes/shared', /^nodes\/[A-Z]/],
	['nodes/shared/schema', /^(?!nodes\/shared\/(schema\/|lifetime))/],
	['nodes/shared/http', /^nodes\/shared\/(execution|resource|service|description)/],
	['nodes/shared/execution', /^nodes\/shared\/(resource|service)/],
	['nodes/shared/resource/definition', /^nodes\/shared\/(execution|resource\/[^d]|resource\/des)/],
	['nodes/shared/resource/description', /^nodes\/shared\/(http|execution|resource\/[am])/],
])('what %s imports is nothing of %s', (folder, others) => {
	const imported = modulesIn(folder).flatMap(importsOf);
	expect(imported.length).toBeGreaterThan(3);
	expect(imported.map((file) => relative(ROOT, file)).filter((file) => others.test(file))).toEqual(
		[],
	);
});

it('only triggers use what writes static data', () => {
	const modules = modulesIn('nodes').map((file) => relative(ROOT, file));
	const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
	const writing = modules.filter((file) => textOf(file).includes('getWorkflowStaticData'));
	expect(writing).toEqual(['nodes/shared/polling/polling.ts']);
	const using = modules.filter((file) => /^import [^;]*\/polling\/polling'/m.test(textOf(file)));
	expect(using.map((file) => file.split('/')[1])).toEqual(['RecordsTrigger', 'TransferTrigger']);
});
