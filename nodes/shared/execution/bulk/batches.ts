import type { IDataObject } from 'n8n-workflow';

import { cancelled, fail, type Failure, type FailureKind, type Result } from '../../http';
import { unexpected } from '../nodeErrors';
import { runTasks } from '../runTasks';
import { createBatchSize } from './batchSize';
import type { BulkRecord } from './record';
import { isolate, isRefusal, notIsolated, Probing, refusedAlike, type Isolation } from './refusals';

type Results = ReadonlyArray<Result<IDataObject>>;

export interface Batches {
	/** Maximum number of records per request. */
	readonly batchSize: number;
	/** Maximum number of concurrent requests. */
	readonly parallel: number;
	readonly signal?: AbortSignal;
	/** Records may be sent again: a batch that fails is sent in smaller parts where that may help. */
	readonly idempotent: boolean;
	/** Writes these records in one request: one result for each, in their order, or a failure of them all. */
	readonly write: (batch: readonly BulkRecord[]) => Promise<Result<Results>>;
	/**
	 * Finds out what became of records whose batch failed, one result for each; absent: all failed.
	 *
	 * @param since when the batch was sent, milliseconds since 1970
	 */
	readonly reconcile?: (
		batch: readonly BulkRecord[],
		failure: Failure,
		since: number,
	) => Promise<Results>;
}

export interface Written {
	/** One result for each record, in their order. */
	readonly results: Results;
	/** Requests that were made, retries not counted. */
	readonly requests: number;
}

/** Neighbouring records that still have to be sent; those that are taken already are left out. */
interface Part {
	readonly from: number;
	readonly to: number;
	/** They were refused together. */
	readonly isolation?: Isolation;
}

interface Batch extends Part {
	readonly indexes: readonly number[];
	/** Sent alone, to learn whom a refusal meets. */
	readonly probing?: Probing;
}

/** Failures that every further request would meet too; nothing more is sent after one. */
const FATAL_KINDS: ReadonlySet<FailureKind> = new Set(['unauthorized', 'forbidden', 'cancelled']);

/**
 * Writes all records in batches, several requests at once.
 *
 * A batch that the service finds too large is split until it fits, one that takes too long is sent in
 * smaller parts, and one that is refused is halved until those for which it was refused stand alone.
 * What is learned of size applies to the batches after it. Where records must not be sent twice, a
 * batch is split only after 413, which says that it was not processed (RFC 9110, 15.5.14).
 */
export async function writeInBatches(
	records: readonly BulkRecord[],
	batches: Batches,
): Promise<Written> {
	const { batchSize, parallel, signal, idempotent, write, reconcile } = batches;
	const results = new Array<Result<IDataObject>>(records.length);
	/** Records that have a result, or are under way. */
	const taken = new Uint8Array(records.length);
	const size = createBatchSize(batchSize);
	/** What still has to be sent; the last part comes next. */
	const waiting: Part[] = [{ from: 0, to: records.length }];
	let requests = 0;
	/** Why nothing more is sent, as every further record reports it. */
	let stopped: Result<IDataObject> | undefined;
	/** The service has accepted a request, so that a refusal is about what is in it. */
	let accepts = false;
	let probing: Probing | undefined;

	const finish = (indexes: readonly number[], result: Result<IDataObject>) =>
		indexes.forEach((index) => (results[index] = result));

	const take = (): Batch | undefined => {
		if (stopped || signal?.aborted) return undefined;
		if (probing) {
			const index = probing.next();
			if (index === undefined) return undefined;
			taken[index] = 1;
			return { from: index, to: index + 1, indexes: [index], probing };
		}
		for (let part = waiting.pop(); part; part = waiting.pop()) {
			const { to, isolation } = part;
			const indexes: number[] = [];
			let next = part.from;
			for (const most = size.next(); next < to && indexes.length < most; next += 1) {
				if (taken[next] === 0) indexes.push(next);
			}
			if (next < to) waiting.push({ ...part, from: next });
			for (const index of indexes) taken[index] = 1;
			if (isolation?.left === 0) finish(indexes, notIsolated(isolation));
			else if (indexes.length > 0) {
				size.taken(indexes.length);
				return { ...part, to: next, indexes };
			}
		}
		return undefined;
	};

	const putBack = ({ indexes }: Batch, ...parts: Part[]) => {
		for (const index of indexes) taken[index] = 0;
		waiting.push(...parts);
	};
	const halves = ({ from, to, indexes, isolation }: Batch): Part[] => {
		const middle = indexes[Math.ceil(indexes.length / 2)];
		return [
			{ from: middle, to, isolation },
			{ from, to: middle, isolation },
		];
	};

	const attempt = async (batch: readonly BulkRecord[]): Promise<Result<Results>> => {
		try {
			return await write(batch);
		} catch (error) {
			return fail({ ...unexpected(error as Error), mayHaveHappened: true });
		}
	};

	const send = async (batch: Batch) => {
		const { indexes, isolation } = batch;
		requests += 1;
		if (isolation) isolation.left -= 1;
		const given = indexes.map((index) => records[index]);
		const since = Date.now();
		const written = await attempt(given);
		if (written.ok) {
			accepts = true;
			probing = undefined;
			if (isolation) isolation.accepted = true;
			size.accepted(indexes.length);
			size.ended(indexes.length);
			indexes.forEach((index, at) => (results[index] = written.value[at]));
			return;
		}
		const { failure } = written;
		const count = indexes.length;
		if (failure.kind === 'tooLarge') size.tooLarge(count);
		if (idempotent && failure.timedOut) size.timedOut(count);
		size.ended(count);
		if (count > 1 && failure.kind === 'tooLarge' && (idempotent || failure.status === 413)) {
			putBack(batch, ...halves(batch));
		} else if (count > 1 && idempotent && failure.timedOut) {
			putBack(batch, { from: batch.from, to: batch.to, isolation });
		} else if (count > 1 && idempotent && isRefusal(failure)) {
			putBack(batch, ...halves({ ...batch, isolation: isolation ?? isolate(failure, count) }));
		} else {
			finish(indexes, written);
		}
		learn(failure, batch);
		if (!reconcile || results[indexes[0]] === undefined) return;
		const found = await reconcile(given, failure, since);
		indexes.forEach((index, at) => (results[index] = found[at]));
	};

	/** What a failure says about the records that have not been sent. */
	const learn = (failure: Failure, batch: Batch) => {
		if (FATAL_KINDS.has(failure.kind)) stopped = notSent(failure);
		const { isolation } = batch;
		// Part after part was refused: perhaps the service has begun to refuse everything.
		if (isolation?.left === 0 && !isolation.accepted) accepts = false;
		if (batch.probing && batch.probing === probing) {
			const whom = probing.failed(failure);
			if (whom === undefined) return;
			probing = undefined;
			if (whom === 'all') stopped = refusedAlike(failure);
			else accepts = isRefusal(failure);
		} else if (!accepts && !probing && isRefusal(failure) && !isTooMany(failure, batch)) {
			const unsent = [...taken.keys()].filter((index) => taken[index] === 0);
			if (unsent.length > 0) probing = new Probing(failure, unsent);
		}
	};

	await runTasks(parallel, () => {
		const batch = take();
		return batch && send(batch);
	});

	for (const { from, to, isolation } of waiting) {
		if (!isolation || !stopped) continue;
		for (let index = from; index < to; index += 1) results[index] ??= fail(isolation.failure);
	}
	const unsent = stopped ?? cancelled();
	for (let index = 0; index < results.length; index += 1) results[index] ??= unsent;
	return { results, requests };
}

/** Too many records at once, or too bulky ones: fewer may do. */
const isTooMany = ({ kind }: Failure, { indexes }: Batch) =>
	kind === 'tooLarge' && indexes.length > 1;

const notSent = (failure: Failure) =>
	fail({ ...failure, message: `Not sent because another request failed: ${failure.message}` });
