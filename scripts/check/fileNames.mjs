// A name of a file or folder that the docs mention in backticks has to exist. A path from the project's folder is
// taken as it is; of any other name of a file, such as `retry.ts`, there has to be one that ends so. So have the
// scripts of `npm run`.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../lib/paths.mjs';

const EXTENSION = /\.(ts|mjs|cjs|js|json|jsonc|yaml|yml|md)$/;

/** The object that docs/contributing.md adds as an example. */
const MADE_UP = /voucher/i;

const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0');
/** Files and folders, and without a slash in front every end of a file's path. */
const paths = new Set();
const ends = new Set();
for (const file of files) {
	const parts = file.split('/');
	parts.forEach((_, index) => {
		paths.add(parts.slice(0, index + 1).join('/'));
		ends.add(parts.slice(index).join('/'));
	});
}
const folders = new Set(
	files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]),
);

/** Written by a command, such as results of a benchmark. */
const isIgnored = (path) =>
	spawnSync('git', ['check-ignore', '-q', path], { cwd: ROOT }).status === 0;

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const missingScripts = (text) =>
	[...text.matchAll(/npm run ([\w:]+)/g)]
		.filter(([, name]) => !Object.hasOwn(scripts, name))
		.map(([command]) => `There is no ${command}`);

function missingFiles(text) {
	if (!/^[\w.@/-]+$/.test(text) || text.startsWith('/') || MADE_UP.test(text)) return [];
	const path = text.replace(/\/$/, '');
	if (path.includes('/') && folders.has(path.split('/')[0])) {
		return paths.has(path) || isIgnored(path) ? [] : [`There is no ${path}`];
	}
	const isName = EXTENSION.test(path) && !path.startsWith('.');
	return isName && !ends.has(path) ? [`There is no file ${path}`] : [];
}

function* codeIn(node) {
	if (node.type === 'inlineCode' || node.type === 'code') yield node;
	for (const child of node.children ?? []) yield* codeIn(child);
}

/** A plugin of remark. */
export function fileNames() {
	return (tree, file) => {
		for (const node of codeIn(tree)) {
			const problems = [...missingFiles(node.value), ...missingScripts(node.value)];
			for (const problem of problems) file.message(problem, node);
		}
	};
}
