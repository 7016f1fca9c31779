/**
 * `npm run check lean`: how much there is to read, to load and to step through, beside the bounds in bounds.json, and
 * beside what the issue at work wants to reach (`goal`). Bounds only go down: one that is higher than in an earlier
 * commit fails, unless `allowed` repeats what an issue says; who lowers one leaves what a new resource needs: a file and
 * 100 code lines. `--list` names what was counted, `--markdown` prints the table for a note.
 *
 * Code lines are lines with something else than comments and space. Names of columns, which are words for the package
 * to know and no code to read, have a bound of their own: every vocabulary adds to them. Files are TypeScript files of nodes/ and
 * credentials/, and their size is in lines of any kind; the largest is one that has a function, because tables of
 * facts may be long. Functions under way are the package's own ones on the asynchronous stack, callbacks included,
 * when n8n's HTTP helper is called. Functions that return a Result are those whose declared type of return mentions
 * it, types of functions included. Kinds of state are those of `check state`. Regular
 * expressions over messages are those that are applied to a message, a remedy or a part of one. A function's own lines are those without the functions in it.
 * Tuned numbers are all numbers but 0 and 1. A file that finds out what the service can do beside capabilities.ts fails. Test lines are code lines of test/ and testing/.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Table from 'cli-table3';

import { boundOf, committed, present, risen } from './lean/bounds';
import { functionsUnderWay, loadedWithCompany } from './lean/calls';
import { shippedSources, testSources, type Source } from './lean/source';
import { declaredIn } from './state/find';

/** What was counted, and how many that is. */
interface Counted {
	readonly count: number;
	/** For `--list`. */
	readonly names: readonly string[];
}

const SMALL_FILES = 'files under 30 lines in nodes/shared';
const PROSE = 'regular expressions over messages';
/** Of everything else there is some. */
const MAY_BE_NONE = [SMALL_FILES, PROSE];
const ROOT = join(__dirname, '../..');
const LIMITER = 'nodes/shared/http/limiter/';
const NAMES_OF_COLUMNS = 'nodes/shared/schema/columnNames.json';

const each = (names: readonly string[]): Counted => ({ count: names.length, names });

/** The sum over files, the largest first. */
function summed<T extends Pick<Source, 'path'>>(
	sources: readonly T[],
	size: (source: T) => number,
): Counted {
	const sized = sources.map((source) => ({ path: source.path, size: size(source) }));
	sized.sort((one, other) => other.size - one.size);
	return {
		count: sized.reduce((sum, { size: one }) => sum + one, 0),
		names: sized.flatMap(({ path, size: one }) => (one > 0 ? [`${one} ${path}`] : [])),
	};
}

function largest(sources: readonly Source[]): Counted {
	const { names } = summed(
		sources.filter(({ isData }) => !isData),
		({ lines }) => lines,
	);
	return { count: Number.parseInt(names[0], 10), names };
}

/** The longest function by some count of its lines, the longest first. */
function longest(sources: readonly Source[], key: 'lines' | 'ownLines'): Counted {
	const functions = sources.flatMap((source) => source.functions);
	const sorted = [...functions].sort((one, other) => other[key] - one[key]).slice(0, 50);
	return { count: sorted[0][key], names: sorted.map((one) => `${one[key]} ${one.name}`) };
}

const CAPABILITIES = 'nodes/shared/service/capabilities.ts';
/** What a request that finds out what the service can do has: something that is nowhere, or words for it. */
const PROBE = /\brandomUUID\b|['"`]find out/;

/** Files of the nodes that find out what the service can do, beside the one for that. */
const probesIn = (sources: readonly Source[]) =>
	sources
		.map(({ path }) => path)
		.filter((path) => path.startsWith('nodes/') && path !== CAPABILITIES)
		.filter((path) => PROBE.test(readFileSync(join(ROOT, path), 'utf8')))
		.map((path) => `${path}: a probe belongs into ${CAPABILITIES}`);

const stateIn = (sources: readonly Source[]) =>
	declaredIn(
		sources.map(({ path }) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
	).map(({ name }) => name);

async function measure(): Promise<Record<string, Counted>> {
	const loaded = loadedWithCompany();
	const { create, page } = await functionsUnderWay();
	const sources = shippedSources();
	const paths = (some: readonly Source[]) => some.map(({ path }) => path);
	const small = sources.filter(({ path, lines }) => path.startsWith('nodes/shared/') && lines < 30);
	const limiter = sources.filter(({ path }) => path.startsWith(LIMITER));
	const names = readFileSync(join(ROOT, NAMES_OF_COLUMNS), 'utf8').trim().split('\n');
	return {
		'code lines': summed(sources, ({ codeLines }) => codeLines),
		'lines of names of columns': each(names),
		files: each(paths(sources)),
		[SMALL_FILES]: each(paths(small)),
		'lines of the largest file': largest(sources),
		'functions under way: create': each(create),
		'functions under way: one page of Get Many': each(page),
		'files loaded with the class of the Company node': each(loaded),
		'functions that return a Result': summed(sources, ({ results }) => results),
		'limiter: code lines': summed(limiter, ({ codeLines }) => codeLines),
		'limiter: files': each(paths(limiter)),
		'limiter: named constants': each(limiter.flatMap(({ constants }) => constants)),
		'limiter: tuned numbers': each(limiter.flatMap(({ numbers }) => numbers)),
		'kinds of state': each(stateIn(sources)),
		[PROSE]: each(sources.flatMap(({ prosePatterns }) => prosePatterns)),
		'lines of the longest function': longest(sources, 'lines'),
		'own lines of the longest function': longest(sources, 'ownLines'),
		'test lines': summed(testSources(), ({ codeLines }) => codeLines),
	};
}

async function main(args: readonly string[]): Promise<void> {
	const measures = Object.entries(await measure());
	if (args.includes('--list')) {
		for (const [name, { names }] of measures) console.log(`${name}:\n  ${names.join('\n  ')}\n`);
	}
	const { goal = {} } = present;
	const rows = measures.map(([name, { count }]) => {
		const [bound, wanted] = [boundOf(present, name), goal[name]];
		return [
			name,
			count,
			bound ?? '',
			wanted ?? '',
			wanted !== undefined && count > wanted ? 'open' : '',
		];
	});
	const head = ['', 'now', 'bound', 'goal', ''];
	if (args.includes('--markdown')) {
		for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
	} else {
		const style = { head: [], border: [], compact: true };
		const table = new Table({ head, colAligns: ['left', 'right', 'right', 'right'], style });
		table.push(...rows);
		console.log(table.toString());
	}
	const beyond = measures.flatMap(([name, { count }]) => {
		const bound = boundOf(present, name);
		if (bound === undefined) return [`${name}: it has no bound in bounds.json`];
		const more = count - bound;
		return more > 0 ? [`${name}: ${count}, which is ${more} more than the bound`] : [];
	});
	const probes = probesIn(shippedSources());
	const problems = [...beyond, ...probes, ...risen([...committed(), present])];
	for (const problem of problems) console.error(problem);
	const empty = measures.filter(([name, { count }]) => count === 0 && !MAY_BE_NONE.includes(name));
	for (const [name] of empty) console.error(`${name}: nothing was found to count`);
	if (problems.length + empty.length > 0) process.exitCode = 1;
}

void main(process.argv.slice(2));
