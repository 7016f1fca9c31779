/**
 * Tries every bad answer on every way through the code that reads one, and hostile values in every kind of
 * field. Prints what they cost; exits non-zero if a case does not settle, fails more than its own item, or
 * needs more memory or time of the event loop than it may.
 *
 *     npm run check hostile                     all of it, judged by the targets
 *     npm run check hostile -- --sample <commit>   each answer and each value once, on another path and in
 *                                              another place with each commit; other work is going on, so
 *                                              that time is printed and not judged
 *     npm run check hostile -- --only "pick list" --only gzip   what has one of these in its name
 *     npm run check hostile -- --minutes 15     what is not tried by then is told and left out
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { answers } from './answers';
import type { Case, ItemCase, ItemResult, Result } from './cases';
import { paths } from './paths';
import { places } from './places';
import { runCases, script } from './runCases';
import { answerCases, itemCases } from './sample';

/** What a case may cost beyond a node that passes the same on, and how much memory the process may have. */
const TARGETS = { p999Ms: 50, maxMs: 150, peakMegabytes: 1024 };

/** No case runs for ever, on however busy a machine. */
const SILENCE_MS = 100_000;

const failures: string[] = [];

const print = (text: string) => process.stdout.write(`${text}\n`);

async function startServer() {
	const child = spawn(process.execPath, script('server.ts'), {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const url of createInterface({ input: child.stdout })) {
		return { url, stop: () => void child.kill() };
	}
	throw new Error('The server did not start');
}

const nameOf = (one: Case | ItemCase) =>
	'answer' in one ? `${one.path}: ${one.answer}` : `${one.place}: ${one.value}`;

/** By how much a case blocks longer than what passes the same on. */
const excessOf = ({ cost, plain }: Pick<Result, 'cost' | 'plain'>) =>
	Math.max(0, cost.maxMs - (plain?.maxMs ?? 0));

const isBeyond = (one: Result | ItemResult) =>
	'answer' in one && answers[one.answer].isBeyond === true;

/** The 99.9th percentile of the turns of all cases, each turn less what the plain node blocks. */
function p999Of(results: ReadonlyArray<Result | ItemResult>): number {
	const turns = results.reduce((sum, { cost }) => sum + cost.turns, 0);
	const long = results
		.flatMap(({ cost, plain }) => cost.longest.map((ms) => Math.max(0, ms - (plain?.maxMs ?? 0))))
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
			max(usual.map(({ cost }) => cost.maxMs)).toFixed(0),
			longest ? excessOf(longest).toFixed(0) : '–',
			longest ? ('answer' in longest ? longest.answer : longest.value) : '–',
			max(results.filter(isBeyond).map(({ cost }) => cost.maxMs)).toFixed(0),
			max(results.map(({ cost }) => cost.peakMegabytes)).toFixed(0),
			results.reduce((sum, { problems }) => sum + problems.length, 0),
		]);
	}
	print(table.toString());
}

function judge(results: ReadonlyArray<Result | ItemResult>, isSample: boolean) {
	for (const one of results) {
		const name = nameOf(one);
		for (const problem of one.problems) failures.push(`${name}: ${problem} (${one.text})`);
		if (one.cost.peakMegabytes > TARGETS.peakMegabytes) {
			failures.push(`${name}: ${one.cost.peakMegabytes.toFixed(0)} MB of memory`);
		}
		if (!isSample && !isBeyond(one) && excessOf(one) > TARGETS.maxMs) {
			failures.push(`${name}: ${excessOf(one).toFixed(0)} ms without a turn of the event loop`);
		}
	}
	const p999 = p999Of(results.filter((one) => !isBeyond(one)));
	if (!isSample && p999 > TARGETS.p999Ms)
		failures.push(`p99.9 of all turns is ${p999.toFixed(0)} ms`);
	return p999;
}

/** Prints how far it is, and what did not settle. */
async function tryAll<C extends Case | ItemCase, R extends C>(
	title: string,
	name: string,
	cases: readonly C[],
	run: { url: string; until: number },
): Promise<R[]> {
	const startedAt = performance.now();
	const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0);
	const results = await runCases<C, R>({
		...run,
		name,
		cases,
		silenceMs: SILENCE_MS,
		onResults: (done) =>
			print(
				`  … ${title}: ${done} of ${cases.length} (${seconds()} s), ${nameOf(cases[done - 1])}`,
			),
		onUnsettled: (one, why) => void failures.push(`${nameOf(one)}: did not settle: ${why}`),
	});
	return results;
}

async function main() {
	const { values: given } = parseArgs({
		options: {
			sample: { type: 'string' },
			only: { type: 'string', multiple: true, default: [] },
			minutes: { type: 'string', default: '600' },
		},
	});
	const { sample, only } = given;
	const startedAt = performance.now();
	const until = Date.now() + Number(given.minutes) * 60_000;
	const turn = sample === undefined ? undefined : Number.parseInt(sample.slice(0, 8), 16);
	const values = itemCases(turn, only);
	const asked = { answers: answerCases(turn, only), values };
	const server = await startServer();
	const run = { url: server.url, until };
	let byPath: Result[] = [];
	let byPlace: ItemResult[] = [];
	try {
		byPlace = await tryAll('Hostile values', 'tryItems.ts', asked.values, run);
		byPath = await tryAll('Bad answers', 'tryAnswers.ts', asked.answers, run);
	} finally {
		server.stop();
	}
	const ofPath = (name: string) => byPath.filter(({ path }) => path === name);
	printRows(
		'Bad answers',
		Object.keys(paths).map((name) => ({ name, results: ofPath(name) })),
	);
	const ofPlace = (name: string) => byPlace.filter(({ place }) => place === name);
	printRows(
		'Hostile values',
		Object.keys(places).map((name) => ({ name, results: ofPlace(name) })),
	);
	const all = [...byPath, ...byPlace];
	const p999 = judge(all, sample !== undefined);
	const usual = all.filter((one) => !isBeyond(one));
	print(
		`${byPath.length} bad answers, ${byPlace.length} hostile values, in ${((performance.now() - startedAt) / 1000).toFixed(0)} s. ` +
			`Longest block beyond a plain node: ${Math.max(0, ...usual.map(excessOf)).toFixed(0)} ms, p99.9 ${p999.toFixed(0)} ms. ` +
			`Peak memory: ${Math.max(0, ...all.map(({ cost }) => cost.peakMegabytes)).toFixed(0)} MB. Failures: ${failures.length}.`,
	);
	const left = asked.answers.length + asked.values.length - all.length;
	if (left > 0) print(`${left} were not tried, or did not settle.`);
	if (only.length > 0)
		for (const one of all)
			print(
				`  ${nameOf(one)}: ${excessOf(one).toFixed(0)} ms, ${one.cost.seconds.toFixed(1)} s, ${one.text.slice(0, 120)}`,
			);
	for (const failure of failures) print(`  ✗ ${failure}`);
	process.exit(failures.length > 0 ? 1 : 0);
}

void main();
