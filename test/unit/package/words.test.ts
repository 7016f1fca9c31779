import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import * as ts from 'typescript';

const ROOT = resolve(__dirname, '../../..');

const CODE = ['nodes', 'credentials', 'sandbox', 'bench', 'scripts', 'test', 'testing'];

/** Names that code no longer uses, and the standard one instead. */
const NAMES: ReadonlyArray<readonly [word: string, instead: string]> = [
	['goesOn', 'continueOnFail, hasOverlap'],
	['repeatable', 'idempotent'],
	['waitAsked', 'parseRetryAfter'],
	['worthAnotherTry', 'isRetryable'],
	['nextStep', 'decideRetry'],
	['UNSURE', 'AMBIGUOUS_STATUSES'],
	['transmit', 'sendOnce'],
	['authorizedOnce', 'request (Session)'],
	['readPlainly', 'readSequentially'],
	['createTurns', 'createStaggeredStart'],
	['openSetting', 'openContext'],
	['RecordSetting', 'RecordContext'],
	['quietOptions', 'backgroundOptions'],
	['readSwitch', 'booleanOf'],
	['gatherShares', 'groupByExternalId'],
	['runShares', 'executeBulk'],
	['spoiled', 'invalid'],
	['RecordWords', 'Nouns'],
	['HOPELESS', 'FATAL_KINDS'],
	['Remarks', 'ExecutionHints'],
	['lookUpCreated', 'reconcileCreate'],
	['furtherFields', 'additionalProperties'],
	['pathChoice', 'pathParameter'],
	['offeredFrom', 'optionsFrom'],
	['alsoSentAs', 'wireAlias'],
	['yesNo', 'boolean'],
	['anything', 'json'],
	['wholeList', 'unpaged'],
	['STEADY_ORDER', 'STABLE_SORT'],
	['Happening', 'TransferEvent'],
	['PATIENCE', 'MAX_CONSECUTIVE_FAILURES'],
	['strike', 'inject'],
	['Strike', 'Inject'],
	['struck', 'injected'],
	['TokenBook', 'TokenStore'],
	['patience', 'retryOptions'],
	['contender', 'candidate'],
	['contenders', 'candidates'],
	['contest', 'benchmark'],
];

/** Phrases that docs and texts no longer use, and the plain one instead. */
const PHRASES: ReadonlyArray<readonly [phrase: string, instead: string]> = [
	['The house', 'Conventions'],
	['## Rooms', 'Directory layout'],
	['## Arrows', 'Dependency rules'],
	['The way of an item', 'Request lifecycle'],
	['One truth', 'Single source of truth'],
	['made on the way', 'creates missing items'],
	['where it lies', 'stock and locations'],
	['The papers and the money', 'billing documents and payments'],
	['What recurs', 'recurring billing'],
	['Whose token it is', 'token owner and permissions'],
	['Nothing lost, nothing doubled', 'no loss, no duplicates'],
	['as patiently as', 'honouring Retry-After'],
	['tells whether every', 'exits non-zero if'],
	['not to be had', 'not published'],
	['a door that', 'rejected before processing'],
	['Tell the figures', 'record the figures'],
	['by themselves', 'automatically'],
	['leaves the lists', 'is hidden from lists'],
	['which nobody fixes', 'that are not documented'],
	['no answer came', 'the request timed out'],
	['contender', 'candidate'],
	['cannot be told', 'it is unknown'],
];

const filesIn = (folder: string, endings: RegExp) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => endings.test(file))
		.map((file) => join(folder, file));

/** Lines that use one of the names, as an identifier: strings and comments are not code. */
function namesIn(code: string, file: string): string[] {
	const instead = new Map(NAMES);
	const found: string[] = [];
	const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
	const visit = (node: ts.Node) => {
		if (ts.isIdentifier(node) && instead.has(node.text)) {
			const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
			found.push(`${file}:${line + 1} ${node.text}: use ${instead.get(node.text)}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(tree);
	return found;
}

/** Lines that use one of the phrases, in whatever case. */
const phrasesIn = (text: string, file: string): string[] =>
	text
		.split('\n')
		.flatMap((line, index) =>
			PHRASES.filter(([phrase]) => line.toLowerCase().includes(phrase.toLowerCase())).map(
				([phrase, instead]) => `${file}:${index + 1} "${phrase}": use "${instead}"`,
			),
		);

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('the words of the project', () => {
	it('are the standard ones in code', () => {
		const files = CODE.flatMap((folder) => filesIn(folder, /\.(ts|mjs|cjs)$/));
		expect(files.length).toBeGreaterThan(300);
		expect(files.flatMap((file) => namesIn(read(file), file))).toEqual([]);
	});

	it('are plain ones in the docs', () => {
		const guides = filesIn('docs', /\.md$/).filter((file) => !file.startsWith('docs/nodes/'));
		const files = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...guides];
		expect(guides.length).toBeGreaterThan(8);
		expect(files.flatMap((file) => phrasesIn(read(file), file))).toEqual([]);
	});

	it('are noticed when they are private ones, with the standard one to use', () => {
		expect(namesIn('// spoiled\nconst spoiled = "goesOn";', 'a.ts')).toEqual([
			'a.ts:2 spoiled: use invalid',
		]);
		expect(phrasesIn('Title\n## the house', 'a.md')).toEqual([
			'a.md:2 "The house": use "Conventions"',
		]);
	});
});

/** What an example would add, and what a run writes. */
const NOT_THERE = /Voucher|^bench\/results\//;

describe('the guides', () => {
	it('name files that exist', () => {
		const files = [
			'README.md',
			'CONTRIBUTING.md',
			'SECURITY.md',
			...filesIn('docs', /^[^/]*\.md$/),
		];
		const folders =
			/^(nodes|credentials|sandbox|bench|scripts|test|testing|contract|deploy|examples)\//;
		const missing = files.flatMap((file) =>
			[...read(file).matchAll(/`([^`\s]+)`/g)]
				.map(([, path]) => path)
				.filter((path) => folders.test(path) && !NOT_THERE.test(path))
				.filter(
					(path) =>
						!ts.sys.fileExists(join(ROOT, path)) && !ts.sys.directoryExists(join(ROOT, path)),
				)
				.map((path) => `${file}: ${path}`),
		);
		expect(missing).toEqual([]);
	});
});
