import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { scripts } from '../../../package.json';
import claims from '../../data/claims.json';

const ROOT = join(__dirname, '../../..');
/** A text without its line breaks, which the docs have anywhere. */
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8').replace(/\s+/g, ' ');
const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.test.ts'))
	.map((file) => textOf(join('test', file)))
	.join('\n');
/** Whether a title begins so, or a table of a test has it. */
const isTitle = (title: string) => [`'`, '"', '`'].some((quote) => tests.includes(quote + title));

it.each(claims)('$in: $says', ({ in: file, says, shown, by }) => {
	expect(textOf(file).split(says)).toHaveLength(2);
	if (shown !== undefined) expect([shown, isTitle(shown)]).toEqual([shown, true]);
	else expect(Object.keys(scripts)).toContain(by?.replace(/^npm (run )?/, '').split(' ')[0]);
});

it.each([
	['README.md', '### What all nodes guarantee', '### Limits'],
	['.github/SECURITY.md', 'tests check:', 'Who could try'],
	['docs/migration.md', '## Guarantees', 'Items are counted'],
	['docs/transfers.md', '## Guarantees', '### What cannot'],
])('each guarantee of %s is claimed', (path, from, to) => {
	const guarantees = textOf(path).split(from)[1].split(to)[0].split(' - ').slice(1);
	expect(guarantees.length).toBeGreaterThan(3);
	for (const each of guarantees)
		expect(claims.filter(({ says }) => each.includes(says))).not.toEqual([]);
});
