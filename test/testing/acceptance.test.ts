import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { others, tools } from '../acceptance/checks/others';
import { reads } from '../acceptance/checks/reads';
import { archiving, changing, creating, refusing } from '../acceptance/checks/writes';

it('the checks that run are those of docs/acceptance.md', () => {
	const page = readFileSync(join(__dirname, '../../docs/acceptance.md'), 'utf8');
	const named = [...page.split('--|\n')[1].matchAll(/^\| ([A-Z][A-Z, -]+) \|/gm)].flatMap(
		([, ids]) => ids.split(', '),
	);
	const all = [...others, ...tools, ...reads, ...creating, ...changing, ...refusing, ...archiving];
	expect(new Set(named)).toEqual(new Set(all.map(({ id }) => id)));
});
