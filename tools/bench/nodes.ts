/**
 * Measures creates, Get Many, migrations and loading side by side; prints tables, writes
 * tools/bench/results/latest.json.
 *
 *     npm run bench nodes -- [--items 1000] [--rows 100000] [--orders 2500] [--bulk 300000] [--runs 5]
 *
 * Every run of every candidate has a process of its own and is warmed up; candidates take turns, so
 * that other load on the machine affects all of them alike. Figures are medians.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { hasHttpRequestNode, LINES, PARALLEL } from './candidates';
import { runBenchmark, type Figures } from './benchmark';
import { measure, median, packedSize, startServer } from './processes';
import { print, printFacts, printFigures, printGoals, type Goal } from './report';

const LATENCIES_MS = [0, 20, 50];

type BenchmarkResults = Record<string, Record<string, Figures>>;

/** The targets of the project, and what was reached. */
function goals(creates: BenchmarkResults, orders: BenchmarkResults): Goal[] {
	const beside = (latencyMs: number, other: string) =>
		creates[latencyMs]['this package'].perSecond / creates[latencyMs][other].perSecond;
	const inBulk = (figures: Record<string, Figures>) =>
		figures['this package, 100 orders to a request'].perSecond /
		figures['one request per order'].perSecond;
	return [
		...LATENCIES_MS.flatMap((latencyMs) =>
			['n8n’s helper with credential, bare loop', 'n8n’s helper, bare loop'].map((than) => ({
				than: `${than}, ${latencyMs} ms`,
				atLeast: 0.95,
				reached: beside(latencyMs, than),
			})),
		),
		{
			than: 'axios with keep-alive, 50 ms',
			atLeast: 0.9,
			reached: beside(50, 'axios, keep-alive'),
		},
		{
			than: 'one at a time, 50 ms',
			atLeast: 8,
			reached: beside(50, 'one at a time (built-in CRM nodes)'),
		},
		...Object.entries(orders).map(([server, figures]) => ({
			than: `one request per order, 50 ms, ${server}`,
			atLeast: 20,
			reached: inBulk(figures),
		})),
	];
}

async function measureCreates(count: number, runs: number): Promise<BenchmarkResults> {
	const results: BenchmarkResults = {};
	for (const latencyMs of LATENCIES_MS) {
		const figures = await runBenchmark({ benchmark: 'creates', count, latencyMs, runs });
		printFigures(`${count} creates, ${PARALLEL} at once, ${latencyMs} ms`, figures, 'creates/s');
		results[latencyMs] = figures;
	}
	return results;
}

async function measureLists(count: number, runs: number) {
	const figures = await runBenchmark({ benchmark: 'lists', count, latencyMs: 0, runs });
	printFigures(`Get Many of ${count} records`, figures, 'records/s');
	return figures;
}

async function measureOrders(count: number, runs: number): Promise<BenchmarkResults> {
	const results: BenchmarkResults = {};
	for (const [server, stores] of [
		['a server that only responds', false],
		['the sandbox, which stores them', true],
	] as const) {
		const figures = await runBenchmark({ benchmark: 'orders', count, latencyMs: 50, runs, stores });
		const title = `${count * LINES} lines to ${count} orders, 50 ms, ${server}`;
		printFigures(title, figures, 'orders/s');
		results[server] = figures;
	}
	return results;
}

interface Grouping {
	lines: number;
	orders: number;
	cpuSeconds: number;
	inputMegabytes: number;
	peakOfInput: number;
}

async function measureGrouping(runs: number): Promise<Grouping> {
	const all: Grouping[] = [];
	for (let run = 0; run < runs; run += 1) all.push(await measure<Grouping>('grouping.ts'));
	const grouping = {
		...all[0],
		cpuSeconds: median(all.map(({ cpuSeconds }) => cpuSeconds)),
		peakOfInput: median(all.map(({ peakOfInput }) => peakOfInput)),
	};
	printFacts(`Grouping and checking ${grouping.lines} lines`, [
		['CPU time', `${grouping.cpuSeconds.toFixed(2)} s`, '< 2 s'],
		['the input', `${grouping.inputMegabytes.toFixed(0)} MB`],
		['peak memory', `${grouping.peakOfInput.toFixed(2)} × input`, '< 3 × input'],
	]);
	return grouping;
}

interface EventLoop {
	work: string;
	items: number;
	seconds: number;
	cpuSeconds: number;
	peakMegabytes: number;
	p999DelayMs: number;
	maxDelayMs: number;
	p999Ms: number;
	maxMs: number;
}

const BULK_WORK = [
	'pass through',
	'lines, automatic',
	'lines, mapped by hand',
	'create many orders',
];

/** How long bulk runs keep the event loop, beside a node that only passes the items through. */
async function measureEventLoop(count: number): Promise<EventLoop[]> {
	const { url, stop } = await startServer(5, 0);
	const all: EventLoop[] = [];
	try {
		for (const work of BULK_WORK) {
			const target = JSON.stringify({ url, token: 'bench-token' });
			all.push(await measure<EventLoop>('eventLoop.ts', [work, String(count), target]));
		}
	} finally {
		stop();
	}
	for (const one of all) {
		printFacts(`${one.items} items: ${one.work}`, [
			['time', `${one.seconds.toFixed(1)} s`],
			['CPU time', `${one.cpuSeconds.toFixed(1)} s`],
			['peak memory', `${one.peakMegabytes.toFixed(0)} MB`],
			['event loop delay, p99.9', `${one.p999DelayMs.toFixed(0)} ms`, '50 ms over pass through'],
			['event loop delay, max', `${one.maxDelayMs.toFixed(0)} ms`, '150 ms over pass through'],
			['between two turns, p99.9', `${one.p999Ms.toFixed(0)} ms`],
			['between two turns, max', `${one.maxMs.toFixed(0)} ms`],
		]);
	}
	return all;
}

interface Load {
	ms: number;
	cpuMs: number;
	heapMegabytes: number;
	nodes: number;
}

async function measureLoading(runs: number) {
	const all: Load[] = [];
	for (let run = 0; run < runs; run += 1) all.push(await measure<Load>('loading.cjs'));
	const { unpackedSize, size, entryCount } = packedSize();
	const loading = {
		nodes: all[0].nodes,
		ms: median(all.map(({ ms }) => ms)),
		fastestMs: Math.min(...all.map(({ ms }) => ms)),
		cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
		heapMegabytes: median(all.map(({ heapMegabytes }) => heapMegabytes)),
		unpackedBytes: unpackedSize,
		packedBytes: size,
		files: entryCount,
	};
	printFacts('Loading the package, cold', [
		[`${loading.nodes} nodes in PackageDirectoryLoader`, `${loading.ms.toFixed(0)} ms`, '≤ 50 ms'],
		['the fastest of them', `${loading.fastestMs.toFixed(0)} ms`],
		['CPU time', `${loading.cpuMs.toFixed(0)} ms`],
		['heap', `${loading.heapMegabytes.toFixed(1)} MB`],
		['unpacked', `${(unpackedSize / 1e6).toFixed(2)} MB`, '≤ 1.1 MB'],
		['packed', `${(size / 1e6).toFixed(2)} MB`],
	]);
	return loading;
}

function readOptions() {
	const { values } = parseArgs({
		options: {
			items: { type: 'string', default: '1000' },
			rows: { type: 'string', default: '100000' },
			orders: { type: 'string', default: '2500' },
			bulk: { type: 'string', default: '300000' },
			runs: { type: 'string', default: '5' },
		},
	});
	const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)] as const);
	for (const [name, number] of numbers) {
		if (!Number.isInteger(number) || number < 1)
			throw new Error(`--${name} must be a whole number of at least 1`);
	}
	return Object.fromEntries(numbers) as Record<keyof typeof values, number>;
}

async function main() {
	const options = readOptions();
	const { items, rows, orders: orderCount, runs } = options;
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
		print('n8n’s HTTP Request node is left out: the pinned n8n is not installed.');
	}

	const creates = await measureCreates(items, runs);
	const lists = await measureLists(rows, Math.min(runs, 3));
	const orders = await measureOrders(orderCount, Math.min(runs, 3));
	const grouping = await measureGrouping(Math.min(runs, 3));
	const eventLoop = await measureEventLoop(options.bulk);
	const loading = await measureLoading(Math.max(runs, 9));
	const reached = goals(creates, orders);
	printGoals(reached);

	const results = {
		machine,
		options,
		creates,
		lists,
		orders,
		grouping,
		eventLoop,
		loading,
		goals: reached,
	};
	const directory = join(__dirname, 'results');
	mkdirSync(directory, { recursive: true });
	writeFileSync(join(directory, 'latest.json'), `${JSON.stringify(results, null, '\t')}\n`);
	print(`Written to tools/bench/results/latest.json, load now ${loadavg()[0].toFixed(1)}`);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
