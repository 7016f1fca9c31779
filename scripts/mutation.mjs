// `npm run check mutation -- <room>`: changes the code of a room in small ways, one at a time, and runs the unit tests
// of that room on each change. What no test notices is printed: code that nothing checks, or that nothing needs.
//
//   npm run check mutation -- schema              a tenth of the room's code, the same in every run
//   npm run check mutation -- schema --share 1    all of it (hours)
//   npm run check mutation -- schema --only columnMatcher           one file, all of it
//   npm run check mutation -- http --only limiter/ --share 0.2      a part of one folder
//   npm run check mutation -- http --only retry --test retry        only these of the room's tests
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { execa } from 'execa';

import jestConfig from '../jest.config.js';
import { LOCAL, ROOT } from './lib/paths.mjs';

/**
 * The code of each room, and the tests that are run on its changes, below `test/`. Descriptions and definitions are
 * data and have other tests. Engine tests take seconds each, and are few: where unit tests reach little of a room.
 */
const ROOMS = {
	credentials: { code: ['credentials'], tests: ['unit/credentials'] },
	execution: { code: ['nodes/shared/execution'], tests: ['unit/execution'] },
	file: { code: ['nodes/shared/file'], tests: ['unit/file'] },
	http: { code: ['nodes/shared/http'], tests: ['unit/http'] },
	migration: { code: ['nodes/MigrationUpsert'], tests: ['unit/MigrationUpsert'] },
	resource: {
		code: ['nodes/shared/resource/actions'],
		tests: [
			'unit/resource',
			'engine/resource/orders/createUnknown',
			'engine/resource/write/findOrCreate',
			'engine/resource/write/onlyIfDifferent',
		],
	},
	schema: { code: ['nodes/shared/schema'], tests: ['unit/schema'] },
	triggers: {
		code: [
			'nodes/RecordsTrigger',
			'nodes/TransferTrigger',
			'nodes/shared/changes',
			'nodes/shared/polling',
			'nodes/shared/transfer',
		],
		tests: ['unit/TransferTrigger', 'unit/changes', 'unit/Transfer'],
	},
};

/** Tests of many seconds which compare with another program or measure rates; what they run has tests of its own. */
const SLOW_TESTS = ['schema/locales', 'resource/postgres'];

/** The code is taken in blocks of so many lines, when a part of it is tried. */
const BLOCK_LINES = 15;

/** A block is tried when this says so: spread over all files, and the same blocks in every run. */
function isTried(file, block, share) {
	const hash = createHash('sha256').update(`${file} ${block}`).digest();
	return hash.readUInt32BE(0) / 2 ** 32 < share;
}

/** The test files of a room, as patterns: all, or those whose names begin so. */
const testsOf = ({ tests }, chosen) =>
	tests.flatMap((part) =>
		chosen.length === 0
			? [`<rootDir>/test/${part}{/**/*,}.test.ts`]
			: chosen.map((begin) => `<rootDir>/test/${part}/**/${begin}*.test.ts`),
	);

/** What Stryker is to change: files, or ranges of lines of them. */
function rangesOf(folders, { share, only }) {
	const files = folders.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
			.filter(
				(entry) => entry.isFile() && /(?<!\.node|\.credentials|parameters)\.ts$/.test(entry.name),
			)
			.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1)),
	);
	return files
		.filter((file) => only.length === 0 || only.some((part) => file.includes(part)))
		.sort()
		.flatMap((file) => {
			if (share >= 1) return [file];
			const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length;
			return Array.from({ length: Math.ceil(lines / BLOCK_LINES) }, (_, block) => block)
				.filter((block) => isTried(file, block, share))
				.map((block) => `${file}:${block * BLOCK_LINES + 1}-${(block + 1) * BLOCK_LINES}`);
		});
}

const settingsOf = (tests, mutate, report) => ({
	testRunner: 'jest',
	jest: {
		configFile: 'jest.config.js',
		config: {
			projects: [],
			testMatch: tests,
			// Engine tests load the built package; here it is the sources that are changed.
			moduleNameMapper: {
				...jestConfig.moduleNameMapper,
				'/dist/((nodes|credentials)/.*)\\.js$': '<rootDir>/$1.ts',
			},
			testPathIgnorePatterns: SLOW_TESTS,
			// A promise that never settles.
			testTimeout: 30_000,
			runner: join(ROOT, 'scripts/lib/mutation/runner.cjs'),
			testEnvironment: join(ROOT, 'scripts/lib/mutation/environment.cjs'),
		},
		enableFindRelatedTests: false,
	},
	mutate,
	// Texts are for people to read, and have no right or wrong that a test could know.
	mutator: { excludedMutations: ['StringLiteral'] },
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	ignorePatterns: ['.local', 'docs', 'icons', 'tools/bench/results', 'tools/host'],
	concurrency: 2,
	timeoutMS: 5_000,
	dryRunTimeoutMinutes: 20,
	reporters: ['progress-append-only', 'json'],
	jsonReporter: { fileName: report },
	tempDirName: join(LOCAL, 'stryker'),
	checkers: [],
	disableTypeChecks: false,
	allowEmpty: true,
});

function print(room, report) {
	const all = Object.entries(JSON.parse(readFileSync(report, 'utf8')).files).flatMap(
		([file, { source, mutants }]) =>
			mutants.map((mutant) => ({
				file,
				line: source.split('\n')[mutant.location.start.line - 1],
				...mutant,
			})),
	);
	const [killed, timedOut, survived, notRun] = ['Killed', 'Timeout', 'Survived', 'NoCoverage'].map(
		(status) => all.filter((mutant) => mutant.status === status),
	);
	for (const { file, line, location, mutatorName, replacement, status } of [
		...survived,
		...notRun,
	]) {
		const what = status === 'Survived' ? 'survived' : 'is not run by any test';
		console.log(`${file}:${location.start.line}  ${mutatorName} ${what}`);
		console.log(`    ${line.trim()}`);
		console.log(`    ${String(replacement).split('\n').join(' ').slice(0, 120)}`);
	}
	const run = killed.length + timedOut.length + survived.length;
	const share = run === 0 ? 100 : (100 * (run - survived.length)) / run;
	console.log(
		`${room}: ${run + notRun.length} changes, ${killed.length} killed, ${timedOut.length} timed out, ` +
			`${survived.length} survived, ${notRun.length} in code that no unit test runs; ` +
			`noticed: ${share.toFixed(0)} % of those that are run`,
	);
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		share: { type: 'string' },
		only: { type: 'string', multiple: true, default: [] },
		test: { type: 'string', multiple: true, default: [] },
	},
});
const [name] = positionals;
if (!(name in ROOMS)) {
	console.error(`Give one of these rooms: ${Object.keys(ROOMS).join(', ')}`);
	process.exit(1);
}
const folder = join(LOCAL, 'mutation');
mkdirSync(folder, { recursive: true });
const report = join(folder, `${name}.json`);
const settings = join(folder, `${name}.config.json`);
const mutate = rangesOf(ROOMS[name].code, {
	share: Number(values.share ?? (values.only.length > 0 ? 1 : 0.1)),
	only: values.only,
});
const tests = testsOf(ROOMS[name], values.test);
writeFileSync(settings, JSON.stringify(settingsOf(tests, mutate, report), undefined, '\t'));
await execa('npx', ['--no-install', 'stryker', 'run', settings], {
	cwd: ROOT,
	stdio: 'inherit',
	// Few runs of each random test find most of what all its runs find.
	env: { PROPERTY_MS: '5000', SCHEDULES: '100', SIMULATIONS: 'all' },
});
print(name, report);
