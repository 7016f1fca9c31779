import Table from 'cli-table3';

import { measure, startServer } from '../processes';
import { print } from '../report';
import type { Turns } from '../turns';

/** What an import took. CPU times are between two turns of the event loop. */
interface ImportRun extends Turns {
	readonly seconds: number;
	readonly peakMegabytes: number;
	readonly passedMaxCpuMs: number;
}

interface Target {
	readonly what: string;
	readonly is: number;
	readonly atMost: number;
}

/** Megabytes that the largest file may take more than the smallest. */
const MAX_GROWTH = 64;
const MAX_P999_MS = 50;
const MAX_BLOCK_MS = 150;

const WAYS = {
	file: 'Migration Upsert, Input Mode File',
	extract: 'Extract from File, then Migration Upsert',
};

/**
 * Imports files of a hundredth, a tenth and all of these lines, and one of a tenth through Extract from
 * File, which holds all rows in memory; prints what they take.
 */
export async function measureImports(lines: number): Promise<Target[]> {
	const table = new Table({
		head: ['', 'lines', 's', 'lines/s', 'peak MB', 'p99.9', 'max'],
		style: { head: [], border: [] },
	});
	const run = async (way: keyof typeof WAYS, count: number) => {
		const { url, stop } = await startServer(0, 0);
		try {
			const one = await measure<ImportRun>('streams/importRun.ts', [url, `${count}`, way]);
			table.push([
				WAYS[way],
				count.toLocaleString('en'),
				one.seconds.toFixed(1),
				(count / one.seconds).toFixed(0),
				one.peakMegabytes.toFixed(0),
				one.p999CpuMs.toFixed(0),
				one.maxCpuMs.toFixed(0),
			]);
			return one;
		} finally {
			stop();
		}
	};
	const smallest = await run('file', lines / 100);
	await run('file', lines / 10);
	const largest = await run('file', lines);
	await run('extract', lines / 10);
	print(table.toString());
	const over = (ms: number) => ms - largest.passedMaxCpuMs;
	return [
		{
			what: 'Import: MB over the smallest',
			is: largest.peakMegabytes - smallest.peakMegabytes,
			atMost: MAX_GROWTH,
		},
		{ what: 'Import: p99.9, ms of CPU', is: over(largest.p999CpuMs), atMost: MAX_P999_MS },
		{ what: 'Import: longest, ms of CPU', is: over(largest.maxCpuMs), atMost: MAX_BLOCK_MS },
	];
}
