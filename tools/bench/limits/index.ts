/**
 * Measures how the nodes keep to the limits of a service: runs the built package in n8n-core's engine
 * against servers with limits, in real time. Prints a table, writes tools/bench/results/limits.json, and exits
 * non-zero when an item failed, was lost or doubled, or a target is missed.
 *
 * Where a refusal asks for a pause, the time is compared with the ideal and with the ideal after one such pause,
 * by which anybody who does not know the limit has to learn of it: both are printed, and the second counts.
 *
 *     npm run bench limits -- [--only <part of a row's name>]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { print } from '../report';
import type { Done, Work } from './client';
import { rows, type Row } from './rows';
import type { Report } from './server';

const ROOT = join(__dirname, '../../..');

interface Result {
	readonly name: string;
	readonly idealSeconds: number;
	readonly seconds: number;
	/** As a multiple of the ideal; the same when that begins with one pause that the service asks for. */
	readonly time: number;
	readonly timeAfterPause: number;
	/** As a part of the items. */
	readonly refused: number;
	readonly failed: number;
	readonly lost: number;
	readonly doubled: number;
	/** The times of all measurements. */
	readonly all: readonly number[];
	/** What was missed; empty when all is well. */
	readonly missed: string[];
}

/** Starts a script of this folder; its output comes line by line. */
function start(script: string, argument: object) {
	const child = spawn(
		process.execPath,
		['--import', 'tsx', join(__dirname, script), JSON.stringify(argument)],
		// With it, n8n-core loads node classes with plain `require`, as jest has it.
		{ cwd: ROOT, env: { ...process.env, NODE_ENV: 'test' }, stdio: ['pipe', 'pipe', 'inherit'] },
	);
	return { child, lines: createInterface({ input: child.stdout }) };
}

async function nextLine({ child, lines }: { child: ChildProcess; lines: Interface }) {
	const [line] = (await Promise.race([
		once(lines, 'line'),
		once(child, 'exit').then(([code]) => {
			throw new Error(`A process ended with ${code}`);
		}),
	])) as [string];
	return line;
}

/** One measurement; of several, the one in the middle by its time. What went wrong in any of them is kept. */
async function measure(row: Row): Promise<Result> {
	const results: Result[] = [];
	for (let time = 0; time < (row.times ?? 1); time += 1) results.push(await measureOnce(row));
	results.sort((a, b) => a.seconds - b.seconds);
	const sum = (part: 'failed' | 'lost' | 'doubled') =>
		results.reduce((total, one) => total + one[part], 0);
	const median = results[results.length >> 1];
	const [failed, lost, doubled] = [sum('failed'), sum('lost'), sum('doubled')];
	const refused = results.map((one) => one.refused).sort((a, b) => a - b)[results.length >> 1];
	const all = results.map(({ time }) => time);
	const missed = [
		...(failed > 0 ? [`${failed} failed`] : []),
		...(lost > 0 ? [`${lost} lost`] : []),
		...(doubled > 0 ? [`${doubled} doubled`] : []),
		...(median.timeAfterPause > row.target.time ? ['time'] : []),
		...(refused > row.target.refused ? ['refused'] : []),
	];
	return { ...median, failed, lost, doubled, refused, all, missed };
}

async function measureOnce(row: Row): Promise<Result> {
	const { processes = 1, runs, items, parallel = 5, idealSeconds } = row;
	const server = start('server.ts', row.limit);
	try {
		const url = await nextLine(server);
		const clients = Array.from({ length: processes }, (_, index) => {
			const work: Work = { url, runs, items, parallel, name: `p${index}` };
			return start('client.ts', work);
		});
		await Promise.all(clients.map(nextLine));
		clients.forEach(({ child }) => child.stdin?.write('go\n'));
		const done = (await Promise.all(clients.map(nextLine))).map((line) => JSON.parse(line) as Done);
		const report = (await (await fetch(`${url}/report`, { method: 'POST' })).json()) as Report;

		const all = processes * runs * items;
		const seconds = Math.max(...done.map((one) => one.seconds));
		const time = seconds / idealSeconds;
		const timeAfterPause = seconds / (idealSeconds + (row.limit.retryAfter ?? 0));
		const refused = report.refused / all;
		const failed = done.reduce((sum, one) => sum + one.failed, 0);
		const lost = all - report.stored;
		const { doubled } = report;
		return {
			name: row.name,
			idealSeconds,
			seconds,
			time,
			timeAfterPause,
			refused,
			failed,
			lost,
			doubled,
			all: [time],
			missed: [],
		};
	} finally {
		server.child.kill();
	}
}

async function main() {
	const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
	const chosen = rows.filter(({ name }) => name.includes(values.only));
	if (chosen.length === 0) throw new Error(`No row has "${values.only}" in its name`);
	const table = new Table({
		head: [
			'limit and work',
			'ideal',
			'took',
			'ratio',
			'after a pause',
			'refused',
			'failed',
			'lost',
			'doubled',
			'',
		],
		style: { head: [], border: [] },
	});
	const results: Result[] = [];
	for (const row of chosen) {
		const result = await measure(row);
		results.push(result);
		const { time, refused } = row.target;
		table.push([
			result.name,
			`${result.idealSeconds.toFixed(1)} s`,
			`${result.seconds.toFixed(1)} s`,
			result.all.map((one) => one.toFixed(2)).join(' '),
			`${result.timeAfterPause.toFixed(2)} (≤ ${time})`,
			`${(100 * result.refused).toFixed(1)} % (≤ ${100 * refused} %)`,
			result.failed,
			result.lost,
			result.doubled,
			result.missed.length > 0 ? `missed: ${result.missed.join(', ')}` : 'reached',
		]);
		print(
			`${result.name}: ${result.time.toFixed(2)}, ${(100 * result.refused).toFixed(1)} % refused`,
		);
	}
	print(table.toString());
	mkdirSync(join(ROOT, 'tools/bench/results'), { recursive: true });
	const file = join(ROOT, 'tools/bench/results/limits.json');
	writeFileSync(file, `${JSON.stringify(results, null, '\t')}\n`);
	if (results.some(({ missed }) => missed.length > 0)) process.exitCode = 1;
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
