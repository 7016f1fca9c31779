/**
 * `npm run bench sync`: what it takes to make a service equal to a table, beside writing each row. Exits non-zero when a
 * target is missed.
 *
 *     npm run bench sync -- [--only <part of a name>]
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { measure, startServerScript } from '../processes';
import { print } from '../report';
import { CHANGED_EVERY } from './rows';
import type { SyncRun } from './run';
import type { Report } from './server';

const SMALL = 200;
/** Requests, as a multiple of the pages that Get Many reads and the changes. */
const MAX_REQUESTS = 1.05;
const MAX_MORE_MEGABYTES = 250;
/** As for other bulk work, see docs/quality.md. */
const MAX_TURN_MS = 150;

const missed: string[] = [];
const target = (name: string, isMet: boolean, is: string) => {
	print(`${isMet ? 'met' : 'MISSED'}: ${name}: ${is}`);
	if (!isMet) missed.push(name);
};

type Service = Awaited<ReturnType<typeof startServerScript>>;

const reportOf = async ({ url }: Service, rows: number): Promise<Report> => {
	const response = await fetch(`${url}/report?rows=${rows}`);
	return (await response.json()) as Report;
};

/** Gives two services, one of them small, and stops them. */
async function withServices<T>(
	companies: number,
	perSecond: number,
	work: (service: Service, warmUp: Service) => Promise<T>,
): Promise<T> {
	const warmUp = await startServerScript('sync/server.ts', [SMALL, 0]);
	const service = await startServerScript('sync/server.ts', [companies, perSecond]);
	try {
		return await work(service, warmUp);
	} finally {
		warmUp.stop();
		service.stop();
	}
}

interface Measured {
	readonly run: SyncRun;
	readonly asked: Report;
}

const runOn = async (
	what: string,
	rows: number,
	companies = rows,
	perSecond = 0,
): Promise<Measured> =>
	await withServices(companies, perSecond, async (service, warmUp) => {
		const run = await measure<SyncRun>('sync/run.ts', [warmUp.url, service.url, what, `${rows}`]);
		return { run, asked: await reportOf(service, rows) };
	});

const table = new Table({
	head: ['', 'rows', 'pages', 'reads', 'writes', 'refused', 'wrong', 's', 'CPU s', 'MB', 'turn ms'],
	style: { head: [], border: [], compact: true },
});
const show = (what: string, rows: number, { run, asked }: Measured) =>
	table.push([
		...[what, rows.toLocaleString('en')],
		...[asked.pages, asked.reads, asked.writes, asked.refused, asked.wrong],
		...[run.seconds.toFixed(1), run.cpuSeconds.toFixed(1)],
		...[run.peakMegabytes.toFixed(0), run.maxMs.toFixed(0)],
	]);

/** One hundredth of the rows has changed. */
async function measureRequests() {
	const rows = 10_000;
	const list = await runOn('get many', 1, rows);
	show('get many', 1, list);
	for (const what of ['upsert', 'upsert, only if different', 'sync', 'mirror']) {
		const measured = await runOn(what, rows);
		show(what, rows, measured);
		if (!['sync', 'mirror'].includes(what)) continue;
		const { pages, reads, writes, wrong } = measured.asked;
		const least = list.asked.pages + rows / CHANGED_EVERY;
		const share = (pages + reads + writes) / least;
		target(
			`${what}: requests for each page and change`,
			share <= MAX_REQUESTS && wrong === 0,
			`${share.toFixed(3)} (at most ${MAX_REQUESTS}), ${wrong} wrong`,
		);
	}
}

async function measureMemory() {
	const rows = 100_000;
	const passed = await runOn('pass through', rows, SMALL);
	show('pass through', rows, passed);
	const synced = await runOn('sync', rows);
	show('sync', rows, synced);
	const more = synced.run.peakMegabytes - passed.run.peakMegabytes;
	target(
		'megabytes more than passing 100,000 rows through',
		more <= MAX_MORE_MEGABYTES,
		`${more.toFixed(0)} (at most ${MAX_MORE_MEGABYTES})`,
	);
}

async function measureTurns() {
	const rows = 300_000;
	// n8n itself keeps the event loop for so many items.
	const passed = await runOn('pass through', rows, SMALL);
	show('pass through', rows, passed);
	const synced = await runOn('sync', rows);
	show('sync', rows, synced);
	const long = ({ run }: Measured) => run.longest.filter((ms) => ms > MAX_TURN_MS);
	target(
		`turns of the event loop above ${MAX_TURN_MS} ms with 300,000 rows, beyond those of n8n`,
		long(synced).length <= long(passed).length,
		`${long(synced).map(Math.round).join(', ')} ms; n8n alone ${long(passed).map(Math.round).join(', ')} ms`,
	);
}

async function measureLimited() {
	const [rows, perSecond] = [2000, 40];
	const limited = await runOn('sync', rows, rows / 2, perSecond);
	show(`sync, a service of ${perSecond} a second`, rows, limited);
	const { wrong, pages, reads, writes } = limited.asked;
	const least = (pages + reads + writes) / perSecond;
	target(
		'a limited service has all rows',
		wrong === 0,
		`${wrong} wrong; ${limited.run.seconds.toFixed(1)} s, ${least.toFixed(1)} s at the limit`,
	);
}

/** The process is killed in the midst of its writes, and another one goes on. */
async function measureKilled() {
	const [rows, half] = [4000, 2000];
	await withServices(half, 0, async (service, warmUp) => {
		const script = join(__dirname, 'run.ts');
		const args = ['--import', 'tsx', script, warmUp.url, service.url, 'sync', `${rows}`];
		const env = { ...process.env, NODE_ENV: 'test' };
		const child = spawn(process.execPath, args, { stdio: 'ignore', env });
		const ended = new Promise((resolve) => child.once('exit', resolve));
		let writes = 0;
		while (writes < half / 2 && child.exitCode === null) {
			await new Promise((resolve) => setTimeout(resolve, 20));
			({ writes } = await reportOf(service, rows).then((one) => ({ writes: writes + one.writes })));
		}
		child.kill('SIGKILL');
		await ended;
		const { writes: last, stored } = await reportOf(service, rows);
		const before = writes + last;
		const asked = ['sync/run.ts', [warmUp.url, service.url, 'sync', `${rows}`]] as const;
		const run = await measure<SyncRun>(asked[0], [...asked[1]]);
		const after = await reportOf(service, rows);
		show(`sync, after a kill at ${before} writes`, rows, { run, asked: after });
		const needed = half + half / CHANGED_EVERY;
		target(
			'killed and run again: each row once',
			after.wrong === 0 && after.stored === rows && before + after.writes <= needed,
			`${stored} companies before, ${after.stored} after, ${after.wrong} wrong; ${before} + ${after.writes} writes for ${needed}`,
		);
	});
}

const measurements: Record<string, () => Promise<void>> = {
	requests: measureRequests,
	memory: measureMemory,
	turns: measureTurns,
	limited: measureLimited,
	killed: measureKilled,
};

async function main() {
	const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
	for (const [name, work] of Object.entries(measurements)) {
		if (name.includes(values.only)) await work();
	}
	print(table.toString());
	process.exit(missed.length > 0 ? 1 : 0);
}

main().catch((error: Error) => {
	console.error(error.stack);
	process.exit(1);
});
