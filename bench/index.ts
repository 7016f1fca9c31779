/**
 * Measures creates, Get Many and loading side by side; prints tables, writes bench/results/latest.json.
 *
 *     npm run bench -- [--items 1000] [--rows 100000] [--runs 5]
 *
 * Every run of every contender has a process of its own; contenders take turns, so that whatever else
 * the machine does hits all of them. Figures are medians.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { creates, hasHttpRequestNode, lists, PARALLEL } from './contenders';
import { measure, median, packedSize, startServer } from './processes';

const LATENCIES_MS = [0, 20, 50];

interface Measured {
	items: number;
	seconds: number;
	cpuMs: number;
	peakMegabytes: number;
}

interface Figures {
	perSecond: number;
	seconds: number;
	cpuMsPerItem: number;
	peakMegabytes: number;
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const table = (head: string[]) => new Table({ head, style: { head: [], border: [] } });

/** All contenders in turn, so many rounds; the median of each figure. */
async function contend(
	kind: 'creates' | 'lists',
	count: number,
	latencyMs: number,
	runs: number,
): Promise<Record<string, Figures>> {
	const names = Object.keys(kind === 'creates' ? creates : lists).filter(
		(name) => hasHttpRequestNode || name !== 'HTTP Request node',
	);
	const measured: Record<string, Measured[]> = Object.fromEntries(names.map((name) => [name, []]));
	const server = await startServer(latencyMs, kind === 'lists' ? count : 0);
	try {
		for (let run = 0; run < runs; run += 1) {
			for (const name of names) {
				const one = await measure<Measured>('contender.ts', [kind, name, server.url, `${count}`]);
				if (one.items !== count) throw new Error(`${name} made ${one.items} of ${count} items`);
				measured[name].push(one);
			}
		}
	} finally {
		server.stop();
	}
	const figures = (all: Measured[]): Figures => ({
		perSecond: median(all.map(({ seconds }) => count / seconds)),
		seconds: median(all.map(({ seconds }) => seconds)),
		cpuMsPerItem: median(all.map(({ cpuMs }) => cpuMs / count)),
		peakMegabytes: median(all.map(({ peakMegabytes }) => peakMegabytes)),
	});
	return Object.fromEntries(names.map((name) => [name, figures(measured[name])]));
}

/** What the project set out to reach (issue D), and what came of it. */
function targets(results: Record<string, Record<string, Figures>>) {
	const ratio = (latency: number, other: string) =>
		results[latency]['this package'].perSecond / results[latency][other].perSecond;
	return [
		...LATENCIES_MS.flatMap((latency) => [
			{
				target: `n8n’s helper with credential, bare loop, ${latency} ms`,
				atLeast: 0.95,
				reached: ratio(latency, 'n8n’s helper with credential, bare loop'),
			},
			{
				target: `n8n’s helper without credential, bare loop, ${latency} ms`,
				atLeast: 0.95,
				reached: ratio(latency, 'n8n’s helper, bare loop'),
			},
		]),
		{
			target: 'axios with keep-alive, 50 ms',
			atLeast: 0.9,
			reached: ratio(50, 'axios, keep-alive'),
		},
		{
			target: 'one at a time, 50 ms',
			atLeast: 8,
			reached: ratio(50, 'one at a time (built-in CRM nodes)'),
		},
	];
}

function printFigures(title: string, figures: Record<string, Figures>, unit: string) {
	const rows = table([title, unit, 'seconds', 'CPU ms per item', 'peak MB']);
	for (const [name, { perSecond, seconds, cpuMsPerItem, peakMegabytes }] of Object.entries(
		figures,
	)) {
		rows.push([
			name,
			perSecond.toFixed(0),
			seconds.toFixed(2),
			cpuMsPerItem.toFixed(3),
			peakMegabytes.toFixed(0),
		]);
	}
	print(rows.toString());
}

async function main() {
	const { values } = parseArgs({
		options: {
			items: { type: 'string', default: '1000' },
			rows: { type: 'string', default: '100000' },
			runs: { type: 'string', default: '5' },
		},
	});
	const [items, rows, runs] = [values.items, values.rows, values.runs].map(Number);
	if (![items, rows, runs].every((number) => Number.isInteger(number) && number > 0)) {
		throw new Error('--items, --rows and --runs are whole numbers from 1');
	}
	const machine = {
		date: new Date().toISOString().slice(0, 10),
		node: process.version,
		cores: cpus().length,
		cpu: cpus()[0].model,
		loadBefore: loadavg()[0],
	};
	print(
		`${machine.cores} cores, Node ${machine.node}, load ${machine.loadBefore.toFixed(1)}, ${machine.date}`,
	);
	if (!hasHttpRequestNode) {
		print('n8n’s HTTP Request node is left out: the pinned n8n in host/ is not installed.');
	}

	const created: Record<string, Record<string, Figures>> = {};
	for (const latency of LATENCIES_MS) {
		created[latency] = await contend('creates', items, latency, runs);
		printFigures(
			`${items} creates, ${PARALLEL} at once, ${latency} ms`,
			created[latency],
			'creates/s',
		);
	}
	const listed = await contend('lists', rows, 0, Math.min(runs, 3));
	printFigures(`Get Many of ${rows} records`, listed, 'records/s');

	const loads: Array<{ ms: number; cpuMs: number; heapMegabytes: number; nodes: number }> = [];
	for (let run = 0; run < Math.max(runs, 9); run += 1) loads.push(await measure('loading.cjs'));
	const { unpackedSize, size, entryCount } = packedSize();
	const loading = {
		nodes: loads[0].nodes,
		ms: median(loads.map(({ ms }) => ms)),
		fastestMs: Math.min(...loads.map(({ ms }) => ms)),
		cpuMs: median(loads.map(({ cpuMs }) => cpuMs)),
		heapMegabytes: median(loads.map(({ heapMegabytes }) => heapMegabytes)),
		unpackedBytes: unpackedSize,
		packedBytes: size,
		files: entryCount,
	};
	const cost = table(['Loading the package, cold', 'median', 'target']);
	cost.push(
		[`${loading.nodes} nodes in PackageDirectoryLoader`, `${loading.ms.toFixed(0)} ms`, '≤ 50 ms'],
		['the fastest of them', `${loading.fastestMs.toFixed(0)} ms`, ''],
		['CPU time', `${loading.cpuMs.toFixed(0)} ms`, ''],
		['heap', `${loading.heapMegabytes.toFixed(1)} MB`, ''],
		['unpacked', `${(unpackedSize / 1e6).toFixed(2)} MB`, '≤ 1 MB'],
		['packed', `${(size / 1e6).toFixed(2)} MB`, ''],
	);
	print(cost.toString());

	const reached = targets(created);
	const goals = table(['This package, as a multiple of', 'reached', 'target', '']);
	for (const { target, atLeast, reached: is } of reached) {
		goals.push([target, is.toFixed(2), `≥ ${atLeast}`, is >= atLeast ? 'reached' : 'not reached']);
	}
	print(goals.toString());

	const results = {
		machine,
		options: { items, rows, runs },
		creates: created,
		lists: listed,
		loading,
		targets: reached,
	};
	const file = join(__dirname, 'results/latest.json');
	mkdirSync(join(__dirname, 'results'), { recursive: true });
	writeFileSync(file, `${JSON.stringify(results, null, '\t')}\n`);
	print(`Written to bench/results/latest.json, load now ${loadavg()[0].toFixed(1)}`);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
