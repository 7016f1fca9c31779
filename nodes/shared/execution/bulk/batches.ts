import type { IDataObject } from 'n8n-workflow';

import { cancelled, fail, type Failure, type FailureKind, type Result } from '../../http';
import { runTasks } from '../runTasks';
import type { BulkRecord } from './record';

export interface Batches {
	/** Maximum number of records per request. */
	readonly batchSize: number;
	/** Maximum number of concurrent requests. */
	readonly parallel: number;
	readonly signal?: AbortSignal;
	/** Writes these records in one request: one result for each, in their order, or a failure of them all. */
	readonly write: (
		batch: readonly BulkRecord[],
	) => Promise<Result<ReadonlyArray<Result<IDataObject>>>>;
}

export interface Written {
	/** One result for each record, in their order. */
	readonly results: ReadonlyArray<Result<IDataObject>>;
	/** Requests that were made, retries not counted. */
	readonly requests: number;
}

type Range = readonly [from: number, to: number];

/** Failures that every further request would meet too; nothing more is sent after one. */
const FATAL_KINDS: ReadonlySet<FailureKind> = new Set([
	'unauthorized',
	'forbidden',
	'notFound',
	'cancelled',
]);

/**
 * Writes all records in batches, several requests at once. A batch that the service finds too large
 * is split until it fits; what is learned of the limit applies to the batches after it.
 */
export async function writeInBatches(
	records: readonly BulkRecord[],
	batches: Batches,
): Promise<Written> {
	const { batchSize, parallel, signal, write } = batches;
	const results = new Array<Result<IDataObject>>(records.length);
	const size = createSize(batchSize);
	/** Ranges of records that still have to be sent, from and to; the next one is the last. */
	const waiting: Range[] = records.length > 0 ? [[0, records.length]] : [];
	let requests = 0;
	let fatal: Failure | undefined;

	const take = (): Range | undefined => {
		const range = waiting.pop();
		if (!range) return undefined;
		const [from, to] = range;
		const end = Math.min(to, from + size.now());
		if (end < to) waiting.push([end, to]);
		return [from, end];
	};
	const send = async ([from, to]: Range) => {
		requests += 1;
		const written = await write(records.slice(from, to));
		if (written.ok) {
			size.accepted(to - from);
			written.value.forEach((result, index) => (results[from + index] = result));
		} else if (written.failure.kind === 'tooLarge' && to - from > 1) {
			const middle = from + Math.ceil((to - from) / 2);
			size.refused(to - from);
			waiting.push([middle, to], [from, middle]);
		} else {
			results.fill(written, from, to);
			if (FATAL_KINDS.has(written.failure.kind)) fatal = written.failure;
		}
	};
	await runTasks(parallel, () => {
		const range = fatal || signal?.aborted ? undefined : take();
		return range && send(range);
	});

	const unsent = fatal ? notSent(fatal) : cancelled();
	for (let index = 0; index < results.length; index += 1) results[index] ??= unsent;
	return { results, requests };
}

/**
 * How many records the next batch takes. A batch refused beyond what was ever accepted shows a limit
 * of the service; one refused below it holds something bulky and says nothing about the others.
 */
function createSize(most: number) {
	let size = most;
	let fits = 0;
	return {
		now: () => size,
		accepted(count: number) {
			fits = Math.max(fits, count);
			size = Math.max(size, fits);
		},
		refused(count: number) {
			size = Math.max(fits, Math.min(size, Math.ceil(count / 2)));
		},
	};
}

const notSent = (failure: Failure) =>
	fail({ ...failure, message: `Not sent because another request failed: ${failure.message}` });
