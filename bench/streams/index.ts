/**
 * `npm run bench:streams`: files of a million records, in and out, in n8n's filesystem mode: memory, speed, and
 * for how long they keep the event loop. Exits non-zero when a target is missed.
 *
 *     npm run bench:streams -- [--records 1000000] [--megabytes 500]
 */
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { measure, startServerScript } from '../processes';
import { print } from '../report';
import type { StreamRun } from './run';

/** Megabytes that the largest run may take more than the smallest. */
const MAX_GROWTH = 64;

/** Milliseconds of CPU between two turns of the event loop, over a node that passes an item through. */
const MAX_P999_MS = 50;
const MAX_BLOCK_MS = 150;

/** A target, and whether it was reached. */
export interface Target {
	readonly what: string;
	readonly is: number;
	readonly atMost: number;
}

interface Row extends StreamRun {
	readonly what: string;
}

const EXPORTS = [
	['Get Many, pages, NDJSON', 'company', 'ndjson'],
	['Get Many, pages, CSV', 'company', 'csv'],
	['Get Many, one response, NDJSON', 'deal', 'ndjson'],
] as const;

async function measureExports(records: number): Promise<{ rows: Row[]; targets: Target[] }> {
	const rows: Row[] = [];
	const targets: Target[] = [];
	for (const [what, resource, format] of EXPORTS) {
		const runs: Row[] = [];
		for (const count of [records / 100, records / 10, records]) {
			const { url, stop } = await startServerScript('streams/server.ts', [count, 0]);
			const run = await measure<StreamRun>('streams/export.ts', [url, resource, format]);
			stop();
			if (run.records !== count) throw new Error(`${what}: ${run.records} of ${count} records`);
			runs.push({ what, ...run });
		}
		rows.push(...runs);
		targets.push(...targetsOf(what, runs));
	}
	return { rows, targets };
}

async function measureDownloads(megabytes: number): Promise<{ rows: Row[]; targets: Target[] }> {
	const rows: Row[] = [];
	for (const size of [1, megabytes]) {
		const { url, stop } = await startServerScript('streams/server.ts', [0, size]);
		const run = await measure<StreamRun>('streams/download.ts', [url]);
		stop();
		if (run.megabytes !== size) throw new Error(`${run.megabytes} of ${size} MB were downloaded`);
		rows.push({ what: `Download of ${size} MB`, ...run });
	}
	return { rows, targets: targetsOf('Download', rows) };
}

function targetsOf(what: string, runs: readonly Row[]): Target[] {
	const [smallest, largest] = [runs[0], runs[runs.length - 1]];
	const over = (ms: number) => ms - largest.passedMaxCpuMs;
	return [
		{
			what: `${what}: MB over the smallest`,
			is: largest.peakMegabytes - smallest.peakMegabytes,
			atMost: MAX_GROWTH,
		},
		{ what: `${what}: p99.9, ms of CPU`, is: over(largest.p999CpuMs), atMost: MAX_P999_MS },
		{ what: `${what}: longest, ms of CPU`, is: over(largest.maxCpuMs), atMost: MAX_BLOCK_MS },
	];
}

const table = (head: string[]) => new Table({ head, style: { head: [], border: [] } });

function printRows(rows: readonly Row[]) {
	const shown = table(['', 'records', 'files', 'MB', 's', 'records/s', 'peak MB', 'p99.9', 'max']);
	for (const row of rows) {
		const { what, records, files, megabytes, seconds, peakMegabytes } = row;
		shown.push([
			what,
			records.toLocaleString('en'),
			files,
			megabytes.toFixed(0),
			seconds.toFixed(1),
			records > 0 ? (records / seconds).toFixed(0) : '',
			peakMegabytes.toFixed(0),
			row.p999CpuMs.toFixed(0),
			row.maxCpuMs.toFixed(0),
		]);
	}
	print(shown.toString());
}

/** Prints the targets; gives whether all were reached. */
function printTargets(targets: readonly Target[]): boolean {
	const shown = table(['Target', 'is', 'at most', '']);
	for (const { what, is, atMost } of targets) {
		shown.push([what, is.toFixed(0), atMost, is <= atMost ? 'reached' : 'missed']);
	}
	print(shown.toString());
	return targets.every(({ is, atMost }) => is <= atMost);
}

/** The same for files that come in. */
interface ImportBench {
	measureImports(lines: number): Promise<Target[]>;
}

async function measureImports(lines: number): Promise<Target[]> {
	const script = join(__dirname, 'import.ts');
	if (!existsSync(script)) return [];
	const bench = (await import(script)) as ImportBench;
	return await bench.measureImports(lines);
}

async function main() {
	const { values } = parseArgs({
		options: {
			records: { type: 'string', default: '1000000' },
			megabytes: { type: 'string', default: '500' },
		},
	});
	const load = loadavg()[0].toFixed(1);
	const date = new Date().toISOString().slice(0, 10);
	print(`${cpus().length} cores, Node ${process.version}, load ${load}, ${date}`);
	const exported = await measureExports(Number(values.records));
	const downloaded = await measureDownloads(Number(values.megabytes));
	printRows([...exported.rows, ...downloaded.rows]);
	const imported = await measureImports(Number(values.records));
	const isReached = printTargets([...exported.targets, ...downloaded.targets, ...imported]);
	process.exit(isReached ? 0 : 1);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
