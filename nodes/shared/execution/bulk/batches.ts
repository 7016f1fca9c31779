import type { IDataObject } from 'n8n-workflow';

import {
	cancelled,
	fail,
	Failure,
	failureOf,
	settle,
	type FailureKind,
	type Result,
} from '../../http';
import {
	Backlog,
	halvesOf,
	type Batch,
	type Part,
	BatchSize,
	isRefusal,
	refusedAlike,
} from './backlog';
import {
	type BulkRecord,
	type RecordOutcome,
	type Results,
	ResultQueue,
	type Loaded,
} from './record';

export interface Batches {
	/** Maximum number of records per request. */
	readonly batchSize: number;
	/** Maximum number of concurrent requests. */
	readonly parallel: number;
	readonly signal?: AbortSignal;
	/** Records may be sent again: a batch that fails is sent in smaller parts where that may help. */
	readonly idempotent: boolean;
	/** Writes these records in one request: one result for each, in their order. @throws Failure of them all */
	readonly write: (batch: readonly BulkRecord[]) => Promise<Results>;
	/**
	 * Finds out whether records whose write failed were written; absent: all failed.
	 *
	 * @param failures one for each record
	 * @param since when they were sent, milliseconds since 1970
	 */
	readonly reconcile?: (
		batch: readonly BulkRecord[],
		failures: readonly Failure[],
		since: number,
	) => Promise<Reconciled>;
}

/** What look-ups say of records whose write failed. */
interface Reconciled {
	/** One for each, in their order. */
	readonly results: Results;
	/** All were looked up, and none is there. */
	readonly areAbsent: boolean;
}

/** Where records come from. */
export interface RecordSource {
	/** Further ones, in their order; undefined at the end. A failure ends it, too. */
	next(): Promise<readonly Loaded[] | undefined>;
}

/** Failures that every further request would meet too; nothing more is sent after one. */
const FATAL_KINDS = new Set<FailureKind>(['unauthorized', 'forbidden', 'quota', 'cancelled']);

/** Writes records that are all there: see sendInBatches. @returns one result for each record, in their order */
export async function writeInBatches(
	records: readonly BulkRecord[],
	batches: Batches,
): Promise<Results> {
	const results: Array<Result<IDataObject>> = [];
	const rest = [records];
	const source: RecordSource = { next: async () => rest.pop() };
	await sendInBatches(source, batches, ({ result }) => results.push(result));
	// Cancelled before the first one.
	while (results.length < records.length) results.push(fail(cancelled()));
	return results;
}

/** How many batches of finished records may wait for one slow batch. */
const MAX_HELD = 4;

/** Batches that are loaded before a request is free for them: more would only take memory. */
const MAX_READ_AHEAD = 2;

/**
 * Writes records in batches as they come, several requests at once.
 *
 * A batch that is refused as a whole is halved until those for which it was refused stand alone, or until both halves
 * are accepted: then it was refused for its size, and later batches are no larger. One that takes too long is sent in
 * smaller parts. Where records must not be sent twice, a batch is halved only where look-ups prove that none of it was
 * written, and after 413, which says that it was not processed (RFC 9110, 15.5.14).
 *
 * @param onOutcome takes the outcome of each record, in their order
 * @returns why not all records of the source were sent, or even read; undefined when they were
 */
export async function sendInBatches(
	source: RecordSource,
	batches: Batches,
	onOutcome: (outcome: RecordOutcome) => void,
): Promise<Failure | undefined> {
	return await new BatchRun(source, batches, onOutcome).run();
}

/** The writing of the records of one source. */
class BatchRun {
	private readonly queue = new ResultQueue();

	private readonly backlog = new Backlog(this.queue);

	private readonly size: BatchSize;

	/** Batches under way. */
	private sending = 0;

	private loading: 'idle' | 'running' | 'done' = 'idle';

	/** Why the source ended early. */
	private broken?: Failure;

	/** Why nothing more is sent, and what every further record reports. */
	private stopped?: { readonly failure: Failure; readonly reported: Failure };

	/** The service has accepted a request, so that a refusal is about what is in it. */
	private accepts = false;

	/** The statuses of what was refused and is not sent in smaller parts, as long as nothing is accepted. */
	private readonly refused: Array<number | undefined> = [];

	constructor(
		private readonly source: RecordSource,
		private readonly batches: Batches,
		private readonly onOutcome: (outcome: RecordOutcome) => void,
	) {
		this.size = new BatchSize(batches.batchSize);
	}

	async run(): Promise<Failure | undefined> {
		const { parallel, signal } = this.batches;
		// One place more, so that further records are loaded while all requests are under way.
		await runWhileAny(parallel + 1, () => this.sendNext() ?? this.loadNext());
		if (this.stopped) this.backlog.failRefused();
		this.queue.fillUp(fail(this.stopped?.reported ?? cancelled()));
		this.handOut();
		return this.stopped?.failure ?? (signal?.aborted ? cancelled() : this.broken);
	}

	private handOut() {
		for (const outcome of this.queue.leave()) this.onOutcome(outcome);
	}

	private get isOver() {
		return this.stopped !== undefined || this.batches.signal?.aborted === true;
	}

	private get shouldLoad() {
		const { batchSize, parallel } = this.batches;
		return (
			this.loading === 'idle' &&
			!this.isOver &&
			this.backlog.freshCount < batchSize * MAX_READ_AHEAD &&
			this.queue.size < batchSize * parallel * (MAX_HELD + 1)
		);
	}

	private loadNext(): Promise<void> | undefined {
		return this.shouldLoad ? this.load() : undefined;
	}

	private async load() {
		this.loading = 'running';
		const loaded = await settle(this.source.next());
		if (!loaded.ok) this.broken = loaded.failure;
		const more = loaded.ok ? loaded.value : undefined;
		this.loading = more ? 'idle' : 'done';
		if (!more) return;
		this.backlog.add(more);
		this.handOut();
	}

	private sendNext(): Promise<void> | undefined {
		if (this.isOver || this.sending >= this.batches.parallel) return undefined;
		const mayComeMore = this.loading === 'running' || this.shouldLoad;
		const batch = this.backlog.take(this.size.size, mayComeMore);
		if (!batch) return undefined;
		this.sending += 1;
		return this.send(batch).then(() => {
			this.sending -= 1;
			this.handOut();
		});
	}

	private async send(batch: Batch) {
		const { indexes, isolation } = batch;
		const { size, queue } = this;
		const { reconcile } = this.batches;
		const records = indexes.map((index) => queue.record(index));
		const since = Date.now();
		const written = await settle(this.write(records));
		if (written.ok) {
			this.accepts = true;
			if (isolation) isolation.accepted = true;
			size.accepted(batch);
			indexes.forEach((index, at) => queue.setResult(index, written.value[at]));
			return;
		}
		const { failure } = written;
		if (isolation) isolation.left -= 1;
		if (this.batches.idempotent && failure.timedOut) size.timedOut(indexes.length);
		const failures = indexes.map(() => failure);
		const isUnprocessed = failure.status === 413 && indexes.length > 1;
		const found = isUnprocessed ? undefined : await reconcile?.(records, failures, since);
		this.accepts ||= found?.results.some(({ ok }) => ok) ?? false;
		const parts = this.partsOf(batch, failure, found?.areAbsent);
		this.learn(failure, batch, parts === undefined);
		if (parts) return this.backlog.putBack(batch, parts);
		const isUnsent = FATAL_KINDS.has(failure.kind);
		indexes.forEach((index, at) => queue.setResult(index, found?.results[at] ?? written, isUnsent));
	}

	private async write(records: readonly BulkRecord[]): Promise<Results> {
		try {
			return await this.batches.write(records);
		} catch (error) {
			// A mistake of ours may come after the request.
			throw error instanceof Failure ? error : failureOf(error).with({ mayHaveHappened: true });
		}
	}

	/** The parts in which a batch that failed is sent again, the last of them first; undefined when it is not. */
	private partsOf(
		batch: Batch,
		failure: Failure,
		areAbsent: boolean | undefined,
	): readonly Part[] | undefined {
		const { idempotent } = this.batches;
		const { status = 0 } = failure;
		if (batch.indexes.length === 1) return undefined;
		if (idempotent && failure.timedOut) return [{ ...batch, halved: undefined }];
		const isRepeatable = idempotent || status === 413 || (areAbsent && WHOLE.has(status));
		return isRepeatable && isRefusal(failure) ? halvesOf(batch, failure) : undefined;
	}

	/** What a failure says about the records that have not been sent. */
	private learn(failure: Failure, { isolation }: Batch, isFinal: boolean) {
		if (FATAL_KINDS.has(failure.kind)) this.stopped = { failure, reported: notSent(failure) };
		// Part after part was refused: perhaps the service has begun to refuse everything.
		if (isolation && isolation.left <= 0 && !isolation.accepted && this.accepts) {
			this.accepts = false;
			this.refused.length = 0;
		}
		if (this.accepts || !isFinal || !isRefusal(failure)) return;
		this.refused.push(failure.status);
		const areAlike = this.refused.every((status) => status === failure.status);
		if (this.refused.length >= MAX_ALIKE && areAlike) {
			this.stopped = { failure, reported: refusedAlike(failure) };
		}
	}
}

/** Refusals of what cannot be sent in smaller parts that show, where all are alike, that nothing will be accepted. */
const MAX_ALIKE = 8;

/** Statuses that refuse a request as a whole for what is in it, or for how much (RFC 9110, 15.5.1, 15.5.14, 15.5.21). */
const WHOLE: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Runs up to `parallel` tasks at once, until there is none and none is pending.
 *
 * @param nextTask starts a task; undefined when there is none now. Asked again when a task has ended
 * @throws what a task throws, at once
 */
async function runWhileAny(
	parallel: number,
	nextTask: () => Promise<unknown> | undefined,
): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		let pending = 0;
		const fill = () => {
			while (pending < parallel) {
				const task = nextTask();
				if (!task) break;
				pending += 1;
				task.then(() => {
					pending -= 1;
					fill();
				}, reject);
			}
			if (pending === 0) resolve();
		};
		fill();
	});
}

const notSent = (failure: Failure) =>
	failure.with({ message: `Not sent because another request failed: ${failure.message}` });
