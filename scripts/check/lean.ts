/**
 * `npm run check lean`: how much there is to read, to load and to step through, beside the bounds in bounds.json. A
 * change that needs more raises the bound with it, and says why; one that needs less lowers it. `--list` names what
 * was counted.
 *
 * Code lines are lines with something else than comments and space. Names of columns, which are words for the package
 * to know and no code to read, have a bound of their own: every vocabulary adds to them. Files are TypeScript files of nodes/ and
 * credentials/, and their size is in lines of any kind; the largest is one that has a function, because tables of
 * facts may be long. Functions under way are the package's own ones on the asynchronous stack, callbacks included,
 * when n8n's HTTP helper is called. Functions that return a Result are those whose declared type of return mentions
 * it, types of functions included.
 */
import Table from 'cli-table3';

import bounds from './bounds.json';
import { functionsUnderWay, loadedWithCompany } from './lean/calls';
import { shippedSources, type Source } from './lean/source';

type Measure = keyof typeof bounds;

/** What was counted, and how many that is. */
interface Counted {
	readonly count: number;
	/** For `--list`. */
	readonly names: readonly string[];
}

const SMALL_FILES = 'files under 30 lines in nodes/shared';
const LIMITER = 'nodes/shared/http/limiter/';
const NAMES_OF_COLUMNS = 'nodes/shared/schema/columnNames.ts';

const each = (names: readonly string[]): Counted => ({ count: names.length, names });

/** The sum over files, the largest first. */
function summed(sources: readonly Source[], size: (source: Source) => number): Counted {
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

async function measure(): Promise<Record<Measure, Counted>> {
	const loaded = loadedWithCompany();
	const { create, page } = await functionsUnderWay();
	const sources = shippedSources();
	const paths = (some: readonly Source[]) => some.map(({ path }) => path);
	const small = sources.filter(({ path, lines }) => path.startsWith('nodes/shared/') && lines < 30);
	const limiter = sources.filter(({ path }) => path.startsWith(LIMITER));
	const names = sources.filter(({ path }) => path === NAMES_OF_COLUMNS);
	const code = sources.filter(({ path }) => path !== NAMES_OF_COLUMNS);
	return {
		'code lines': summed(code, ({ codeLines }) => codeLines),
		'lines of names of columns': summed(names, ({ codeLines }) => codeLines),
		files: each(paths(sources)),
		[SMALL_FILES]: each(paths(small)),
		'lines of the largest file': largest(code),
		'functions under way: create': each(create),
		'functions under way: one page of Get Many': each(page),
		'files loaded with the class of the Company node': each(loaded),
		'functions that return a Result': summed(sources, ({ results }) => results),
		'limiter: code lines': summed(limiter, ({ codeLines }) => codeLines),
		'limiter: files': each(paths(limiter)),
		'limiter: named constants': each(limiter.flatMap(({ constants }) => constants)),
	};
}

async function main(args: readonly string[]): Promise<void> {
	const measures = Object.entries(await measure()) as Array<[Measure, Counted]>;
	if (args.includes('--list')) {
		for (const [name, { names }] of measures) console.log(`${name}:\n  ${names.join('\n  ')}\n`);
	}
	const table = new Table({
		head: ['', 'now', 'bound'],
		colAligns: ['left', 'right', 'right'],
		style: { head: [], border: [], compact: true },
	});
	for (const [name, { count }] of measures) table.push([name, count, bounds[name]]);
	console.log(table.toString());
	const beyond = measures.filter(([name, { count }]) => count > bounds[name]);
	for (const [name, { count }] of beyond) {
		console.error(`${name}: ${count}, which is ${count - bounds[name]} more than the bound`);
	}
	// There may well be no small file; of everything else there is some.
	const empty = measures.filter(([name, { count }]) => count === 0 && name !== SMALL_FILES);
	for (const [name] of empty) console.error(`${name}: nothing was found to count`);
	if (beyond.length + empty.length > 0) process.exitCode = 1;
}

void main(process.argv.slice(2));
