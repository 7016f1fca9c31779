/**
 * Measures this copy of the project beside another one, both built: creates, Get Many, orders in bulk, grouping of
 * order lines, loading.
 *
 *     npm run bench beside -- <folder of the other copy> [--runs 5]
 *
 * Every measurement has a process of its own; the two take turns at being first, so that other load on the machine
 * affects both alike. A ratio is the median of those of two runs one after the other.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { measure, median, startServer } from './processes';
import { print } from './report';

const HERE = resolve(__dirname, '../..');

interface Measured {
	readonly seconds?: number;
	readonly cpuSeconds?: number;
	readonly ms?: number;
	readonly cpuMs?: number;
}

/** What is measured: how long it takes, and how much CPU time. */
interface Task {
	readonly name: string;
	readonly run: (root: string) => Promise<Measured>;
}

/** One candidate of `candidates/`, against a server that only responds. */
function candidate(benchmark: string, name: string, count: number, latencyMs: number): Task {
	const run = async (root: string) => {
		const rows = benchmark === 'lists' ? count : 0;
		const servers = await Promise.all([startServer(latencyMs, rows), startServer(0, rows)]);
		const targets = servers.map(({ url }) => JSON.stringify({ url, token: 'bench-token' }));
		try {
			return await measure<Measured>(
				'candidate.ts',
				[benchmark, name, String(count), ...targets],
				root,
			);
		} finally {
			for (const server of servers) server.stop();
		}
	};
	return { name: `${count} ${benchmark}, ${latencyMs} ms`, run };
}

const TASKS: readonly Task[] = [
	candidate('creates', 'this package', 2000, 0),
	candidate('creates', 'this package', 2000, 20),
	candidate('lists', 'this package', 50_000, 0),
	candidate('orders', 'this package, 100 orders to a request', 2500, 0),
	{
		name: 'grouping 100,000 lines',
		run: async (root) => await measure<Measured>('grouping.ts', [], root),
	},
	{
		name: 'loading all nodes',
		run: async (root) => await measure<Measured>('loading.cjs', [], root),
	},
];

const secondsOf = ({ seconds, ms }: Measured) => seconds ?? (ms === undefined ? NaN : ms / 1000);

const cpuOf = ({ cpuSeconds, cpuMs }: Measured) => cpuSeconds ?? (cpuMs ?? NaN) / 1000;

async function main() {
	const { values, positionals } = parseArgs({
		options: { runs: { type: 'string', default: '5' } },
		allowPositionals: true,
	});
	if (positionals.length !== 1) throw new Error('Name the folder of one other copy');
	const other = resolve(positionals[0]);
	const table = new Table({
		head: ['median', 'here', 'there', 'time, here ÷ there', 'CPU, here ÷ there'],
		style: { head: [], border: [] },
	});
	for (const { name, run } of TASKS) {
		const pairs: Array<{ here: Measured; there: Measured }> = [];
		for (let count = 0; count < Number(values.runs); count += 1) {
			const first = await run(count % 2 === 0 ? HERE : other);
			const second = await run(count % 2 === 0 ? other : HERE);
			const [here, there] = count % 2 === 0 ? [first, second] : [second, first];
			pairs.push({ here, there });
		}
		const ratio = (read: (one: Measured) => number) =>
			median(pairs.map(({ here, there }) => read(here) / read(there))).toFixed(2);
		const shown = (side: 'here' | 'there') => {
			const seconds = median(pairs.map((pair) => secondsOf(pair[side])));
			return Number.isNaN(seconds) ? '–' : `${seconds.toFixed(3)} s`;
		};
		const [time, cpu] = [ratio(secondsOf).replace('NaN', '–'), ratio(cpuOf)];
		table.push([name, shown('here'), shown('there'), time, cpu]);
		print(`${name}: time ${time}, CPU ${cpu}`);
	}
	print(table.toString());
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
