import Table from 'cli-table3';

import { measure, startServer } from '../processes';
import { print } from '../report';
import type { Turns } from '../turns';
import { targetsOf, type Target } from './targets';

/** What an import took. Milliseconds are those of turns.ts. */
interface ImportRun extends Turns {
	readonly seconds: number;
	readonly peakMegabytes: number;
	readonly passedMaxMs: number;
}

const WAYS = {
	file: 'Migration Upsert, Input Mode File',
	extract: 'Extract from File, then Migration Upsert',
	helper: 'n8n’s helper alone, the same requests',
};

/**
 * Imports files of a hundredth, a tenth and all of these lines, and one of a tenth through Extract from
 * File, which holds all rows in memory, and n8n's helper with the requests of all; prints what they take.
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
				one.p999Ms.toFixed(0),
				one.maxMs.toFixed(0),
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
	const helper = await run('helper', lines);
	print(table.toString());
	return targetsOf('Import', { smallest, largest, helper });
}
