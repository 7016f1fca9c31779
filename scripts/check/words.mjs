// `npm run check words`: README, guides and recipes stay short enough to be read. Counted is what people wrote: no code, no HTML, and
// nothing between `<!-- name: … -->` and `<!-- end of name -->`, which a command writes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../lib/paths.mjs';

const MAX_WORDS = 16_000;
/** Test results and figures: what is promised, not how it was found. */
const MAX_RESULT_LINES = 250;
const RESULTS = ['docs/quality.md', 'docs/performance.md'];
/** Written by `npm run docs`. */
const GENERATED = ['texts.md'];

const written = (text) =>
	text
		.replaceAll(/<!-- (\w+):[^]*?<!-- end of \1 -->/g, '')
		.replaceAll(/```[^]*?```/g, '')
		.replaceAll(/<[/!a-z][^>\n]*>/gi, '');

/** Words have a letter or a digit; the bars of tables are none. */
const wordsIn = (text) =>
	written(text)
		.split(/\s+/)
		.filter((word) => /[\p{L}\d]/u.test(word)).length;

const guides = readdirSync(join(ROOT, 'docs'))
	.filter((name) => name.endsWith('.md') && !GENERATED.includes(name))
	.map((name) => `docs/${name}`);
const pages = ['README.md', 'docs/recipes/README.md', ...guides].map((name) => {
	const text = readFileSync(join(ROOT, name), 'utf8');
	return { name, words: wordsIn(text), lines: text.trimEnd().split('\n').length };
});

const sum = (all, key) => all.reduce((before, page) => before + page[key], 0);
const words = sum(pages, 'words');
const resultLines = sum(
	pages.filter(({ name }) => RESULTS.includes(name)),
	'lines',
);

const problems = [
	...(words > MAX_WORDS
		? [`README, guides and recipes have ${words} words, and may have ${MAX_WORDS}`]
		: []),
	...(resultLines > MAX_RESULT_LINES
		? [`${RESULTS.join(' and ')} have ${resultLines} lines, and may have ${MAX_RESULT_LINES}`]
		: []),
];
if (problems.length) {
	for (const problem of problems) console.error(problem);
	for (const page of pages.sort((a, b) => b.words - a.words)) {
		console.error(`${String(page.words).padStart(6)}  ${page.name}`);
	}
	process.exitCode = 1;
}
