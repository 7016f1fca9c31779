// `npm run test:versions`: the engine tests on the n8n-core of other n8n, older and newest, and with
// the next zod. Each engine is installed once, into `.local/versions/`.
//
//   npm run test:versions                 all of them
//   npm run test:versions -- 1.123.81     one
//   npm run test:versions -- --instances  also runs the example in a real n8n, oldest and newest (2 GB)
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';
import { execa } from 'execa';

import { LOCAL, N8N_BIN, ROOT } from './lib/paths.mjs';
import { step } from './lib/progress.mjs';
import { build, setUpHost } from './setup.mjs';
import { runExampleIn } from './versions/instance.mjs';

/** Packages are resolved as of this date. It moves when the pinned n8n needs newer ones. */
const RESOLVED_BEFORE = '2026-09-28';

const ZOD_4 = '4.6.5';

const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const { devDependencies: pinned } = read('package.json');

/** The newest n8n 1; n8n 2 old, in the middle and newest, with the engine that each pins; and the pinned one of `tools/host/`. */
const VERSIONS = [
	{
		n8n: '1.123.81',
		core: '1.122.48',
		workflow: '1.120.31',
		zod: '3.25.67',
		isEnd: true,
	},
	{ n8n: '2.0.3', core: '2.0.2', workflow: '2.0.1', zod: '3.25.67' },
	{ n8n: '2.20.12', core: '2.20.6', workflow: '2.20.3', zod: '3.25.67' },
	{
		n8n: read('tools/host/package.json').dependencies.n8n,
		core: pinned['n8n-core'],
		workflow: pinned['n8n-workflow'],
		zod: pinned.zod,
		isPinned: true,
	},
	{ n8n: '2.41.1', core: '2.41.1', workflow: '2.41.0', zod: '3.25.76', isEnd: true },
];

/** Installs something into a folder of its own under `.local/versions`, once. */
async function install(what, name, manifest) {
	const folder = join(LOCAL, 'versions', name);
	if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return folder;
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	await step(`Installing ${what}`, async () => {
		await execa('npm', ['install', '--loglevel=error', '--before', RESOLVED_BEFORE, ...flags], {
			cwd: folder,
		});
	});
	return folder;
}

const installEngine = async ({ n8n, core, workflow, zod }) =>
	await install(`the engine of n8n ${n8n}`, n8n, {
		dependencies: {
			'n8n-core': core,
			'n8n-workflow': workflow,
			zod,
			zod4: `npm:zod@${ZOD_4}`,
		},
	});

/** A real n8n: the pinned one of `tools/host/`, or another one with the same SQLite binding. */
async function installInstance({ n8n, isPinned }) {
	await setUpHost();
	if (isPinned) return N8N_BIN;
	const folder = await install(`n8n ${n8n} (2 GB)`, `instance-${n8n}`, {
		dependencies: { n8n, sqlite3: 'file:../../host/sqlite3' },
		// The reader of spreadsheets comes from outside the registry otherwise.
		overrides: { sqlite3: '$sqlite3', xlsx: 'npm:xlsx@0.18.5' },
	});
	return join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

/** Runs the example in a real n8n; returns whether everything was correct. */
async function testInstance(version) {
	const bin = await installInstance(version);
	return await step(`The example in a real n8n ${version.n8n}`, async (note) => {
		const { ok, found } = await runExampleIn(bin);
		note(found, ok);
		return ok;
	});
}

/** Runs the engine tests on one engine; tests of features that it lacks are skipped, see testing/since.ts. */
async function test(folder, zod) {
	const results = join(folder, 'results.json');
	rmSync(results, { force: true });
	const config = ['--config', 'test/engine/versions/jest.config.js'];
	const run = await execa('jest', [...config, '--json', '--outputFile', results], {
		cwd: ROOT,
		preferLocal: true,
		env: { N8N_VERSION_FOLDER: folder, N8N_VERSION_ZOD: zod },
		reject: false,
	});
	if (!existsSync(results)) throw run;
	return JSON.parse(readFileSync(results, 'utf8'));
}

/** What failed, one text each: a test, or a file that did not load. */
function failuresOf({ testResults }) {
	return testResults.flatMap(({ name, message, assertionResults }) => {
		const failed = assertionResults.filter(({ status }) => status === 'failed');
		if (failed.length) return failed.map((one) => `${one.fullName}\n${one.failureMessages[0]}`);
		return assertionResults.length || !message ? [] : [`${name}\n${message}`];
	});
}

const MAX_FAILURES = 10;
const MAX_LINES = 30;

function show(failures) {
	for (const failure of failures.slice(0, MAX_FAILURES)) {
		console.error(`\n  ✗ ${failure.split('\n').slice(0, MAX_LINES).join('\n')}`);
	}
	if (failures.length > MAX_FAILURES) {
		console.error(`\n  … and ${failures.length - MAX_FAILURES} more`);
	}
}

/** @returns {Promise<boolean>} whether the package works on all of them */
async function testVersions(chosen, { instances }) {
	const table = new Table({
		head: ['n8n', 'n8n-core', 'zod', 'engine tests', 'failed', 'skipped'],
		colAligns: ['left', 'left', 'left', 'right', 'right', 'right'],
		style: { head: [], border: [], compact: true },
	});
	let good = true;
	for (const version of VERSIONS.filter(({ n8n }) => !chosen.length || chosen.includes(n8n))) {
		const folder = await installEngine(version);
		const zods = [['zod', version.zod], ...(version.isPinned ? [['zod4', ZOD_4]] : [])];
		for (const [name, zod] of zods) {
			const result = await step(`n8n ${version.n8n}, zod ${zod}`, async (note) => {
				const one = await test(folder, name);
				const { numPassedTests: passed, success } = one;
				note(`${passed} passed`, success && passed > 0);
				return one;
			});
			const { numPassedTests: passed, numFailedTests: failed, success } = result;
			const { numPendingTests: skipped } = result;
			show(failuresOf(result));
			good &&= success && passed > 0;
			table.push([version.n8n, version.core, zod, passed, failed, skipped]);
		}
		if (instances && version.isEnd) {
			if (!(await testInstance(version))) good = false;
		}
	}
	console.log(`\n${table.toString()}`);
	return good;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	try {
		const { values, positionals: chosen } = parseArgs({
			options: { instances: { type: 'boolean', default: false } },
			allowPositionals: true,
		});
		const unknown = chosen.filter((one) => !VERSIONS.some(({ n8n }) => n8n === one));
		if (unknown.length) {
			const known = VERSIONS.map(({ n8n }) => n8n).join(', ');
			throw new Error(`There is no entry for n8n ${unknown.join(', ')}; there are ${known}`);
		}
		await build();
		if (!(await testVersions(chosen, values))) process.exitCode = 1;
	} catch (error) {
		console.error(error.message);
		process.exitCode = 1;
	}
}
