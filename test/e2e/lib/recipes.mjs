// The recipes of docs/recipes/README.md: its headings, and the workflow under each.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { ROOT } from '../../../scripts/lib/paths.mjs';

const FOLDER = join(ROOT, 'docs', 'recipes');

/** @returns {{file: string, name: string}[]} `file` without folder and ending, `name` of the workflow */
export function recipes() {
	const text = readFileSync(join(FOLDER, 'README.md'), 'utf8');
	return [...text.matchAll(/^\[Workflow\]\(([\w./-]+\.json)\)/gm)].map(([, path]) => ({
		file: basename(path, '.json'),
		name: JSON.parse(readFileSync(join(FOLDER, path), 'utf8')).name,
	}));
}
