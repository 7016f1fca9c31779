/**
 * Tries every bad answer on every way through the code that reads one, and hostile values in every kind of
 * field. Prints what they cost; exits non-zero if a case does not settle, fails more than its own item, or
 * needs more memory or time of the event loop than it may.
 *
 *     npm run test:hostile                     all of it, judged by the targets
 *     npm run test:hostile -- --sample         a part, for `npm test`: other work is going on, so that time
 *                                              is printed and not judged
 *     npm run test:hostile -- --only "pick list"
 */
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { answers } from './answers';
import type { Case, ItemCase, ItemResult, Result } from './cases';
import { paths } from './paths';
import { places } from './places';
import { SAMPLE, values } from './values';

/** What a case may cost beyond a node that passes the same on, and how much memory the process may have. */
const TARGETS = { p999Ms: 50, maxMs: 150, peakMegabytes: 1024 };
/** In the sample: no case runs for ever, on however busy a machine. */
const SAMPLE_SECONDS = 100;

const TIMEOUT_MS = 2000;
/** Cases of one process: its memory is that of the largest, and a crash loses no more than these. */
const CASES_OF_A_PROCESS = 80;

const print = (text: string) => process.stdout.write(`${text}\n`);
const script = (name: string) => ['--expose-gc', '--import', 'tsx', join(__dirname, name)];

async function startServer() {
	const child = spawn(process.execPath, script('server.ts'), {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const url of createInterface({ input: child.stdout })) {
		return { url, stop: () => void child.kill() };
	}
	throw new Error('The server did not start');
}

/** Runs cases in a process of their own; what it did not come to is reported as a problem of the first one. */
async function runCases<C extends object, R extends C>(
	name: string,
	url: string,
	cases: C[],
): Promise<R[]> {
	const lines = await new Promise<string>((resolve) => {
		execFile(
			process.execPath,
			[...script(name), url, JSON.stringify(cases)],
			// With it, n8n-core loads node classes with plain `require`, as jest has it.
			{
				env: { ...process.env, NODE_ENV: 'test' },
				maxBuffer: 1e9,
				timeout: 900_000,
				killSignal: 'SIGKILL',
			},
			(error, stdout, stderr) => {
				if (error)
					print(`${name} ended early: ${stderr.slice(-2000) || error.message.slice(-500)}`);
				resolve(stdout);
			},
		);
	});
	const results = lines
		.split('\n')
		.filter((line) => line.startsWith('{"'))
		.map((line) => JSON.parse(line) as R);
	const missing = cases.length - results.length;
	if (missing > 0)
		failures.push(
			`${missing} cases did not settle, the first of ${name}: ${JSON.stringify(cases[results.length])}`,
		);
	return results;
}

const failures: string[] = [];

function* chunks<T>(all: readonly T[], size: number) {
	for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

function answerCases(isSample: boolean, only: string): Case[] {
	return Object.entries(paths).flatMap(([path, { hasOwnTimeout }]) =>
		Object.entries(answers)
			.filter(([, { inSample, isSlow }]) => !isSample || (inSample && !(isSlow && hasOwnTimeout)))
			.map(([answer]) => ({ path, answer, timeoutMs: TIMEOUT_MS }))
			.filter((one) => `${one.path}, ${one.answer}`.includes(only)),
	);
}

const itemCases = (isSample: boolean, only: string): ItemCase[] =>
	Object.keys(places).flatMap((place) =>
		Object.keys(values)
			.filter((value) => !isSample || SAMPLE.has(value))
			.map((value) => ({ place, value }))
			.filter((one) => `${one.place}, ${one.value}`.includes(only)),
	);

/** By how much a case blocks longer than what passes the same on. */
const excessOf = ({ cost, plain }: Pick<Result, 'cost' | 'plain'>) =>
	Math.max(0, cost.maxCpuMs - (plain?.maxCpuMs ?? 0));

const isBeyond = (one: Result | ItemResult) =>
	'answer' in one && answers[one.answer].isBeyond === true;

/** The 99.9th percentile of the turns of all cases, each turn less what the plain node blocks. */
function p999Of(results: ReadonlyArray<Result | ItemResult>): number {
	const turns = results.reduce((sum, { cost }) => sum + cost.turns, 0);
	const long = results
		.flatMap(({ cost, plain }) =>
			cost.longest.map((ms) => Math.max(0, ms - (plain?.maxCpuMs ?? 0))),
		)
		.sort((a, b) => b - a);
	return long[Math.floor(turns * 0.001)] ?? 0;
}

interface Row {
	readonly name: string;
	readonly results: ReadonlyArray<Result | ItemResult>;
}

function printRows(title: string, rows: readonly Row[]) {
	const table = new Table({
		head: [
			title,
			'cases',
			'longest block, ms',
			'beyond a plain node',
			'at',
			'beyond 10 MB',
			'peak MB',
			'failures',
		],
		style: { head: [], border: [] },
	});
	for (const { name, results } of rows) {
		if (results.length === 0) continue;
		const usual = results.filter((one) => !isBeyond(one));
		const longest = [...usual].sort((a, b) => excessOf(b) - excessOf(a))[0];
		const max = (all: readonly number[]) => Math.max(0, ...all);
		table.push([
			name,
			results.length,
			max(usual.map(({ cost }) => cost.maxCpuMs)).toFixed(0),
			longest ? excessOf(longest).toFixed(0) : '–',
			longest ? ('answer' in longest ? longest.answer : longest.value) : '–',
			max(results.filter(isBeyond).map(({ cost }) => cost.maxCpuMs)).toFixed(0),
			max(results.map(({ cost }) => cost.peakMegabytes)).toFixed(0),
			results.reduce((sum, { problems }) => sum + problems.length, 0),
		]);
	}
	print(table.toString());
}

function judge(results: ReadonlyArray<Result | ItemResult>, isSample: boolean) {
	for (const one of results) {
		const name = 'answer' in one ? `${one.path}: ${one.answer}` : `${one.place}: ${one.value}`;
		for (const problem of one.problems) failures.push(`${name}: ${problem} (${one.text})`);
		if (one.cost.peakMegabytes > TARGETS.peakMegabytes) {
			failures.push(`${name}: ${one.cost.peakMegabytes.toFixed(0)} MB of memory`);
		}
		if (isSample) {
			if (one.cost.seconds > SAMPLE_SECONDS)
				failures.push(`${name}: ${one.cost.seconds.toFixed(0)} s`);
		} else if (!isBeyond(one) && excessOf(one) > TARGETS.maxMs) {
			failures.push(`${name}: ${excessOf(one).toFixed(0)} ms without a turn of the event loop`);
		}
	}
	const p999 = p999Of(results.filter((one) => !isBeyond(one)));
	if (!isSample && p999 > TARGETS.p999Ms)
		failures.push(`p99.9 of all turns is ${p999.toFixed(0)} ms`);
	return p999;
}

async function main() {
	const { values: given } = parseArgs({
		options: { sample: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
	});
	const { sample, only } = given;
	const startedAt = performance.now();
	const server = await startServer();
	const byPath: Result[] = [];
	const byPlace: ItemResult[] = [];
	try {
		const cases = answerCases(sample, only);
		// Next to each other by answer, because the server keeps the one that it sent last.
		const order = Object.keys(answers);
		cases.sort((a, b) => order.indexOf(a.answer) - order.indexOf(b.answer));
		for (const some of chunks(cases, CASES_OF_A_PROCESS)) {
			byPath.push(...(await runCases<Case, Result>('tryAnswers.ts', server.url, some)));
		}
		for (const some of chunks(itemCases(sample, only), CASES_OF_A_PROCESS)) {
			byPlace.push(...(await runCases<ItemCase, ItemResult>('tryItems.ts', server.url, some)));
		}
	} finally {
		server.stop();
	}
	printRows(
		'Bad answers',
		Object.keys(paths).map((name) => ({
			name,
			results: byPath.filter(({ path }) => path === name),
		})),
	);
	printRows(
		'Hostile values',
		Object.keys(places).map((name) => ({
			name,
			results: byPlace.filter(({ place }) => place === name),
		})),
	);
	const all = [...byPath, ...byPlace];
	const p999 = judge(all, sample);
	const usual = all.filter((one) => !isBeyond(one));
	print(
		`${byPath.length} bad answers, ${byPlace.length} hostile values, in ${((performance.now() - startedAt) / 1000).toFixed(0)} s. ` +
			`Longest block beyond a plain node: ${Math.max(0, ...usual.map(excessOf)).toFixed(0)} ms, p99.9 ${p999.toFixed(0)} ms. ` +
			`Peak memory: ${Math.max(0, ...all.map(({ cost }) => cost.peakMegabytes)).toFixed(0)} MB. Failures: ${failures.length}.`,
	);
	for (const failure of failures) print(`  ✗ ${failure}`);
	process.exit(failures.length > 0 ? 1 : 0);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
