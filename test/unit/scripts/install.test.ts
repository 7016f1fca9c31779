import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { preProcessFile } from 'typescript';

const ROOT = resolve(__dirname, '../../..');
const INSTALL = 'node scripts/install.mjs && ';

/** What a module and all modules of the project behind it import from elsewhere. */
function packagesBehind(file: string, seen = new Set<string>()): string[] {
	if (seen.has(file)) return [];
	seen.add(file);
	const { importedFiles } = preProcessFile(readFileSync(file, 'utf8'), true, true);
	return importedFiles.flatMap(({ fileName }) =>
		fileName.startsWith('.')
			? packagesBehind(resolve(dirname(file), fileName), seen)
			: [fileName].filter((name) => !name.startsWith('node:')),
	);
}

it('scripts/install.mjs runs where nothing is installed yet', () => {
	expect(packagesBehind(join(ROOT, 'scripts/install.mjs'))).toEqual([]);
});

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

it.each([
	'start',
	'dev',
	'test',
	'test:e2e',
	'test:queue',
	'test:versions',
	'scan',
	'check',
	'bench',
])('npm run %s installs what it needs first', (name) => {
	expect(scripts[name].startsWith(INSTALL)).toBe(true);
	const file = /\S+\.mjs/.exec(scripts[name].slice(INSTALL.length))![0];
	expect(packagesBehind(join(ROOT, file))).toContain('execa');
});
