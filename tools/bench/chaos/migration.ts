import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { IDataObject } from 'n8n-workflow';

import type { Behaviour } from '../../../sandbox';
import { randomNumbers } from '../../../sandbox/random';
import { hadToWait, type AuditResult } from './auditResult';
import { faultsBelow, isFinal } from './faults';
import { isPoisoned, startPoison } from './poison';
import { isImpossible, LINES, rowsOf, type Migration, type Report } from './rows';
import { runMigration } from './run';
import { startService, type Kept, type RunningService } from './service';

export interface MigrationChaosOptions {
	/** Input rows; four make an order. */
	readonly lines: number;
	readonly seed: number;
	/** Runs that are killed or cancelled, in turn, before one that may complete. */
	readonly interruptions: number;
	readonly batchSize?: number;
	/** One to three orders in every batch, for which the service refuses the batch as a whole. */
	readonly poisoned?: boolean;
	/** How the service does what the sources leave open; as observed when left out. */
	readonly behaviour?: Behaviour;
	/** The rows come as a CSV file; runs after an interruption go on with Start at Row. */
	readonly fromFile?: boolean;
}

/** Less than five requests at once make. */
const BATCHES_PER_SECOND = 50;
/**
 * Migrates the same rows again and again while everything goes wrong at times: some runs are
 * interrupted, the last two complete. Compares what the last one reported with what the service stored.
 */
export async function runMigrationChaos({
	lines,
	seed,
	interruptions,
	batchSize = 25,
	poisoned = false,
	behaviour = {},
	fromFile = false,
}: MigrationChaosOptions): Promise<AuditResult> {
	const service = await startService();
	let stopPoison: (() => void) | undefined;
	try {
		await service.setBehaviour(behaviour);
		await service.setFaults(seed, faultsBelow(BATCHES_PER_SECOND));
		const { token } = service;
		const poison = poisoned ? await startPoison(service.url, batchSize) : undefined;
		const url = poison?.url ?? service.url;
		stopPoison = poison?.stop;
		const migration = { url, token, lines, batchSize, fromFile, startAtRow: 1 };
		const batches = Math.ceil(lines / LINES / batchSize);
		const random = randomNumbers(seed);
		let interrupted = 0;
		let startAtRow = 1;
		for (let run = 0; run < interruptions; run += 1) {
			const by = run % 2 ? 'cancel' : 'kill';
			const request = 1 + Math.floor(random() * batches);
			const interruption = { by, request, afterMs: random() * 30 } as const;
			const ended = await migrate({ ...migration, startAtRow, interruption });
			if (ended.status !== 'success') interrupted += 1;
			startAtRow = Math.max(startAtRow, ended.continueAtRow);
		}
		// Once more than needed, so that the last run finds everything done already.
		await migrate({ ...migration, startAtRow });
		const skipped = fromFile
			? missing(migration, await service.records('orders'), await service.requests())
			: 0;
		const before = (await service.requests()).length;
		const { status, reports } = await migrate(migration);
		if (status !== 'success') throw new Error(`The last run ended as ${status}`);
		await service.setFaults(seed, []);
		const requests = await service.requests();
		const kept = await service.records('orders');
		const audited = audit(migration, poisoned, reports, requests.slice(before), kept);
		return {
			...audited,
			lost: audited.lost + skipped,
			name: `migrate ${fromFile ? 'a file of ' : ''}${poisoned ? 'orders, 1 to 3 bad ones in every batch' : 'orders'} (runs interrupted: ${interrupted}${fromFile ? `, then from row ${startAtRow}` : ''})`,
			requests: requests.length,
			retries: requests.length - before - batches,
		};
	} finally {
		stopPoison?.();
		await service.stop();
	}
}

/** Runs the node, in a process of its own where it is killed: to load n8n-core takes seconds. */
async function migrate(migration: Migration): Promise<Ended> {
	let continueAtRow = 1;
	if (migration.interruption?.by !== 'kill') {
		const ended = await runMigration(migration, (row) => (continueAtRow = row));
		return { ...ended, continueAtRow };
	}
	const child = spawn(
		process.execPath,
		['--import', 'tsx', join(__dirname, 'migrate.ts'), JSON.stringify(migration)],
		// With it, n8n-core loads node classes with plain `require`, as jest has it.
		{ env: { ...process.env, NODE_ENV: 'test' }, stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const [stdout, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
	continueAtRow = Number([...stdout.matchAll(/^continue at (\d+)$/gm)].pop()?.[1] ?? 1);
	if (signal === 'SIGKILL') return { status: 'killed', reports: [], continueAtRow };
	if (code !== 0) throw new Error(`The migration ended with ${code ?? signal}`);
	const ended = JSON.parse(stdout.trim().split('\n').pop() ?? '') as Omit<Ended, 'continueAtRow'>;
	return { ...ended, continueAtRow };
}

/** How a run ended. */
interface Ended {
	readonly status: string;
	readonly reports: Report[];
	/** The row that the log named last; 1 where it named none. */
	readonly continueAtRow: number;
}

/** Good orders that the runs of a file have left out together, beyond those that faults may have cost. */
function missing({ lines, batchSize }: Migration, kept: readonly Kept[], log: Log): number {
	const stored = new Set(kept.map(({ externalId }) => externalId));
	const orders = Array.from({ length: lines / LINES }, (_, order) => order);
	const left = orders.filter((order) => !isImpossible(order) && !stored.has(`m-${order}`)).length;
	const final = log.filter(({ injectedFault }) => injectedFault && isFinal(injectedFault)).length;
	return Math.max(0, left - final * batchSize);
}

type Log = Awaited<ReturnType<RunningService['requests']>>;

function audit(
	{ lines, batchSize, fromFile }: Migration,
	poisoned: boolean,
	reports: readonly Report[],
	log: Log,
	kept: readonly Kept[],
) {
	const rows = rowsOf(lines, fromFile);
	const reported = new Map<string, Report[]>();
	for (const report of reports) {
		reported.set(report.order, [...(reported.get(report.order) ?? []), report]);
	}
	const stored = new Map<string | null, Kept[]>();
	for (const record of kept) {
		stored.set(record.externalId, [...(stored.get(record.externalId) ?? []), record]);
	}
	const orders = Array.from({ length: lines / LINES }, (_, order) => {
		const id = `m-${order}`;
		const own = Array.from({ length: LINES }, (__, line) =>
			fromFile ? order * LINES + line : order + (line * lines) / LINES,
		);
		const [report, ...more] = reported.get(id) ?? [];
		const found = stored.get(id) ?? [];
		return {
			isImpossible: isImpossible(order) || (poisoned && isPoisoned(order, batchSize)),
			failure: report?.failure,
			isReported: more.length === 0 && isSame(report?.rows, own),
			found: found.length,
			isRight: isSame(
				(found[0]?.fields.lines as IDataObject[] | undefined)?.map(({ quantity }) => quantity),
				own.map((row) => Number(rows[row].quantity)),
			),
		};
	});
	const count = (fits: (order: (typeof orders)[number]) => unknown) => orders.filter(fits).length;
	// A request that fails for good fails its own orders, at most a batch of them.
	const final = log.filter(({ injectedFault }) => injectedFault && isFinal(injectedFault)).length;
	const good = count(({ failure, isImpossible: is }) => failure && !is);
	return {
		items: orders.length,
		succeeded: count(({ failure, isReported }) => isReported && !failure),
		failed: count(({ failure }) => failure),
		unavoidable: count(({ isImpossible: is }) => is) + Math.min(good, final * batchSize),
		onlyHadToWait: count(({ failure }) => failure && hadToWait(failure)),
		lost: count(({ isReported, failure, isRight }) => !isReported || (!failure && !isRight)),
		duplicated: count(({ found }) => found > 1),
		wronglyReported: count(({ isImpossible: is, failure, found }) =>
			is ? !failure || found > 0 : failure?.kind === 'unknownOutcome',
		),
	};
}

const isSame = (given: readonly unknown[] | undefined, expected: readonly unknown[]) =>
	given?.length === expected.length && expected.every((value, index) => given[index] === value);
