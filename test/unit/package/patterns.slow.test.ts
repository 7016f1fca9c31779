import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { checkSync } from 'recheck';
import * as ts from 'typescript';

const ROOT = resolve(__dirname, '../../..');

interface Pattern {
	readonly at: string;
	readonly source: string;
	readonly flags: string;
}

/** Pattern literals, and patterns in the expressions of parameters, which are texts. */
function patternsIn(code: string, file: string): Pattern[] {
	const found: Pattern[] = [];
	const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
	const visit = (node: ts.Node) => {
		const at = `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			found.push({ at, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
		} else if (ts.isStringLiteral(node)) {
			for (const [, source] of node.text.matchAll(/new RegExp\("([^"]*)"/g)) {
				found.push({ at, source, flags: '' });
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(tree);
	return found;
}

/**
 * Milliseconds for a pattern, which a busy machine does not exceed: the slowest takes 10 s. What the checker
 * is not done with then counts as a finding; its own limits are shorter.
 */
const LIMITS = {
	timeout: 300_000,
	attackTimeout: null,
	incubationTimeout: null,
	seedingTimeout: null,
};

/** What the checker finds about a pattern: nothing when it takes linear time on any text. */
const problemOf = ({ at, source, flags }: Pattern) => {
	const found = checkSync(source, flags, LIMITS);
	if (found.status === 'safe') return [];
	const why = found.status === 'vulnerable' ? found.complexity.type : found.status;
	return [`${at} /${source}/${flags} ${why}`];
};

describe('the patterns of nodes and credentials', () => {
	it('take linear time on any text', () => {
		const patterns = ['nodes', 'credentials'].flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.ts'))
				.map((file) => join(folder, file))
				.flatMap((file) => patternsIn(readFileSync(join(ROOT, file), 'utf8'), file)),
		);
		expect(patterns.length).toBeGreaterThan(20);
		expect(patterns.flatMap(problemOf)).toEqual([]);
	});

	it.each([
		"'a'.replace(/\\/+$/, '')",
		'/<title[^>]*>([^<]*)<\\/title>/i.exec(page)',
		'const shown = \'={{ $json.url.replace(new RegExp("/+$"), "") }}\'',
	])('are noticed when they take more: %s', (code) => {
		expect(patternsIn(code, 'slow.ts').flatMap(problemOf)).toEqual([
			expect.stringContaining('polynomial'),
		]);
	});
});
