import { declaredIn, findState } from '../../../scripts/check/state/find';

const find = (text: string) =>
	findState([{ path: 'nodes/a.ts', text }]).map((problem) => problem.split(': ')[1].split(';')[0]);

describe('state that outlives an execution', () => {
	it.each([
		['let last = 0;', 'a variable of the module'],
		['export let last: string | undefined;', 'a variable of the module'],
		['const known = new Map<string, number>();', 'known is a collection that changes'],
		['const seen = new WeakSet<object>();', 'seen is a collection that changes'],
		['const all: string[] = []; export const add = (a: string) => all.push(a);', 'all is changed'],
		[
			'const by: Record<string, number> = {}; export const f = () => { by["a"] = 1; };',
			'by is changed',
		],
		[
			'const counts = { all: 0 }; export const f = () => { counts.all += 1; };',
			'counts is changed',
		],
		[
			'function createCounter() { let n = 0; return () => (n += 1); } const count = createCounter();',
			'count has the variables of a function',
		],
		[
			'const createBook = () => { const all = new Map(); return { get: (a) => all.get(a) }; }; const book = createBook();',
			'book has the variables of a function',
		],
		[
			'const next = (() => { let n = 0; return () => (n += 1); })();',
			'next has the variables of a function',
		],
		['class A { static last = 0; }', 'last is a static field'],
	])('is found: %s', (text, problem) => {
		expect(find(text)).toContain(problem);
	});

	it.each([
		'const words = new Set(["a", "b"]); export const has = (a: string) => words.has(a);',
		'export const f = () => { let n = 0; n += 1; return new Map([[n, n]]); };',
		'const limits = { max: 1 }; export const isOver = (n: number) => limits.max === n;',
		"const kept = keptUnder('Kept', 'execution', () => new Map());",
		"const names = once('Names', () => new Set());",
		"const cache = new Cache<string>({ name: 'Texts', max: 10 });",
		'class A { last = new Map(); }',
	])('is not seen in: %s', (text) => {
		expect(find(text)).toEqual([]);
	});

	it('is listed with its bound and its end', () => {
		const text = `
			const LIMITS = { max: 1_000, maxAgeMs: 15 * 60_000 };
			const texts = new Cache<string>({ name: 'Texts', ...LIMITS });
			const brakes = keptUnder('Brakes', 'execution', () => 1);`;
		expect(declaredIn([{ path: 'nodes/a.ts', text }])).toEqual([
			{ name: 'Texts', path: 'nodes/a.ts', bound: '1,000', end: 'after 15 minutes' },
			{
				name: 'Brakes',
				path: 'nodes/a.ts',
				bound: 'one for each execution and key',
				end: 'the execution is gone',
			},
		]);
	});
});
