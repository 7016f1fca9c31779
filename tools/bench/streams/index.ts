/**
 * `npm run bench streams`: files of a million records, in and out, in n8n's filesystem mode: memory, speed, and
 * for how long they keep the event loop. Exits non-zero when a target is missed.
 *
 * The largest run may take 64 MB more than the smallest, or than n8n's helper alone takes for as many requests in the
 * same way (helperAlone.ts): both are printed, and the lesser counts. The time between two turns of the event loop is
 * compared with that of a node that passes an item through. Each run has its own process and a warm-up; that
 * of an import has as many lines as the smallest one.
 *
 *     npm run bench streams -- [--records 1000000] [--megabytes 500]
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { measure, startServerScript } from '../processes';
import { print } from '../report';
import { measureImports } from './import';
import type { StreamRun } from './run';
import { targetsOf, type Target } from './targets';

interface Row extends StreamRun {
	readonly what: string;
}

const EXPORTS = [
	['Get Many, pages, NDJSON', 'company', 'ndjson'],
	['Get Many, pages, CSV', 'company', 'csv'],
	['Get Many, one response, NDJSON', 'deal', 'ndjson'],
] as const;

async function measureExports(records: number): Promise<{ rows: Row[]; targets: Target[] }> {
	const measureOne = async (what: string, resource: string, format: string, count: number) => {
		const { url, stop } = await startServerScript('streams/server.ts', [count, 0]);
		const args = [url, resource, format, `${count}`];
		const run = await measure<StreamRun>('streams/export.ts', args);
		stop();
		if (run.records !== count) throw new Error(`${what}: ${run.records} of ${count} records`);
		return { what, ...run };
	};
	const helper = await measureOne('n8n’s helper alone, the same pages', 'helper', '', records);
	const rows: Row[] = [helper];
	const targets: Target[] = [];
	for (const [what, resource, format] of EXPORTS) {
		const runs: Row[] = [];
		for (const count of [records / 100, records / 10, records]) {
			runs.push(await measureOne(what, resource, format, count));
		}
		rows.push(...runs);
		const [smallest, , largest] = runs;
		const isPaged = resource === 'company';
		targets.push(...targetsOf(what, { smallest, largest, ...(isPaged && { helper }) }));
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
	const [smallest, largest] = rows;
	return { rows, targets: targetsOf('Download', { smallest, largest }) };
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
			row.p999Ms.toFixed(0),
			row.maxMs.toFixed(0),
		]);
	}
	print(shown.toString());
}

/** Prints the targets; gives whether all were reached. */
function printTargets(targets: readonly Target[]): boolean {
	const shown = table(['Target', 'is', 'at most', '']);
	const isReached = ({ is, atMost, isNote = false }: Target) => isNote || is <= atMost;
	for (const target of targets) {
		const verdict = isReached(target) ? 'reached' : 'missed';
		const { what, is, atMost, isNote } = target;
		shown.push([what, is.toFixed(0), isNote ? '' : atMost, isNote ? '' : verdict]);
	}
	print(shown.toString());
	return targets.every(isReached);
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
