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
import { createBatchSize } from './batchSize';
import type { BulkRecord, RecordOutcome } from './record';
import { RecordWindow, type Loaded } from './window';
import {
	isolate,
	isRefusal,
	limitNamedIn,
	notIsolated,
	Probing,
	refusedAlike,
	type Isolation,
} from './refusals';

type Results = ReadonlyArray<Result<IDataObject>>;

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
	 * Finds out whether records whose batch failed were written, one result for each; absent: all failed.
	 *
	 * @param since when the batch was sent, milliseconds since 1970
	 * @param write may send again those that are proven absent
	 */
	readonly reconcile?: (
		batch: readonly BulkRecord[],
		failure: Failure,
		since: number,
		write?: Batches['write'],
	) => Promise<Results>;
}

export interface Written {
	/** One result for each record, in their order. */
	readonly results: Results;
	/** Requests that were made, retries not counted. */
	readonly requests: number;
}

/** Where records come from. */
export interface RecordSource {
	/** Further ones, in their order; undefined at the end. A failure ends it, too. */
	next(): Promise<readonly Loaded[] | undefined>;
}

/** How the writing of all records of a source ended. */
export interface Sent {
	/** Requests that were made, retries not counted. */
	readonly requests: number;
	/** Why not all records of the source were sent, or even read; undefined when they were. */
	readonly stopped?: Failure;
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
const FATAL_KINDS = new Set<FailureKind>(['unauthorized', 'forbidden', 'quota', 'cancelled']);

/** Writes records that are all there: see sendInBatches. */
export async function writeInBatches(
	records: readonly BulkRecord[],
	batches: Batches,
): Promise<Written> {
	const results: Array<Result<IDataObject>> = [];
	let given = false;
	const source: RecordSource = {
		next: async () => {
			const all = given ? undefined : records;
			given = true;
			return all;
		},
	};
	const { requests } = await sendInBatches(source, batches, ({ result }) => results.push(result));
	// Cancelled before the first one.
	while (results.length < records.length) results.push(fail(cancelled()));
	return { results, requests };
}

/** How many batches of finished records may wait for one slow batch. */
const MAX_HELD = 4;

/** Batches that are loaded before a request is free for them: more would only take memory. */
const MAX_READ_AHEAD = 2;

/**
 * Writes records in batches as they come, several requests at once.
 *
 * A batch that the service finds too large is split until it fits, one that takes too long is sent in
 * smaller parts, and one that is refused is halved until those for which it was refused stand alone.
 * What is learned of size applies to the batches after it. Where records must not be sent twice, a
 * batch is split only after 413, which says that it was not processed (RFC 9110, 15.5.14); `reconcile` may
 * send the records of another again that it has proven absent.
 *
 * @param onOutcome takes the outcome of each record, in their order
 */
export async function sendInBatches(
	source: RecordSource,
	batches: Batches,
	onOutcome: (outcome: RecordOutcome) => void,
): Promise<Sent> {
	const { batchSize, parallel, signal, idempotent, write, reconcile } = batches;
	const open = new RecordWindow();
	const size = createBatchSize(batchSize);
	/** What still has to be sent; the last part comes next. */
	const waiting: Part[] = [];
	/** Records that were never taken come after all others. */
	let fresh: Part = { from: 0, to: 0 };
	let requests = 0;
	/** Batches under way. */
	let sending = 0;
	let isLoading = false;
	let isLoaded = false;
	/** Why the source ended early. */
	let broken: Failure | undefined;
	/** Why nothing more is sent, as every further record reports it. */
	let stopped: { failure: Failure; result: Result<IDataObject> } | undefined;
	/** The service has accepted a request, so that a refusal is about what is in it. */
	let accepts = false;
	let probing: Probing | undefined;

	const isOver = () => stopped !== undefined || signal?.aborted === true;
	const handOut = () => {
		for (const outcome of open.leave()) onOutcome(outcome);
	};
	const finish = (indexes: readonly number[], result: Result<IDataObject>) =>
		indexes.forEach((index) => open.setResult(index, result));

	const load = async () => {
		isLoading = true;
		const loaded = await settle(source.next());
		isLoading = false;
		if (!loaded.ok) broken = loaded.failure;
		if (!loaded.ok || loaded.value === undefined) {
			isLoaded = true;
			return;
		}
		for (const given of loaded.value) open.add(given);
		fresh = { from: fresh.from, to: open.end };
		handOut();
	};
	const shouldLoad = () =>
		!isLoaded &&
		!isLoading &&
		!isOver() &&
		fresh.to - fresh.from < batchSize * MAX_READ_AHEAD &&
		open.size < batchSize * parallel * (MAX_HELD + 1);

	/** The next part; a fresh one that could be longer waits for what is loaded. */
	const nextPart = (): Part | undefined => {
		const part = waiting.pop();
		if (part) return part;
		const count = fresh.to - fresh.from;
		if (count === 0 || (count < size.next() && (isLoading || shouldLoad()))) return undefined;
		const whole = fresh;
		fresh = { from: fresh.to, to: fresh.to };
		return whole;
	};
	const putBackRest = (part: Part, next: number) => {
		if (next >= part.to) return;
		if (part.to === fresh.from && !part.isolation && waiting.length === 0) {
			fresh = { from: next, to: fresh.to };
		} else waiting.push({ ...part, from: next });
	};

	const take = (): Batch | undefined => {
		if (isOver()) return undefined;
		if (probing) {
			const index = probing.next();
			if (index === undefined) return undefined;
			open.setTaken(index, true);
			return { from: index, to: index + 1, indexes: [index], probing };
		}
		for (let part = nextPart(); part; part = nextPart()) {
			const { to, isolation } = part;
			const indexes: number[] = [];
			let next = part.from;
			for (const most = size.next(); next < to && indexes.length < most; next += 1) {
				if (!open.isTaken(next)) indexes.push(next);
			}
			putBackRest(part, next);
			for (const index of indexes) open.setTaken(index, true);
			if (isolation?.left === 0) finish(indexes, fail(notIsolated(isolation)));
			else if (indexes.length > 0) {
				size.taken(indexes.length);
				return { ...part, to: next, indexes };
			}
		}
		return undefined;
	};

	const putBack = ({ indexes }: Batch, ...parts: Part[]) => {
		for (const index of indexes) open.setTaken(index, false);
		waiting.push(...parts);
	};
	const halves = ({ from, to, indexes, isolation }: Batch): Part[] => {
		const middle = indexes[Math.ceil(indexes.length / 2)];
		return [
			{ from: middle, to, isolation },
			{ from, to: middle, isolation },
		];
	};

	const attempt = async (batch: readonly BulkRecord[]): Promise<Results> => {
		try {
			return await write(batch);
		} catch (error) {
			// A mistake of ours may come after the request.
			throw error instanceof Failure ? error : failureOf(error).with({ mayHaveHappened: true });
		}
	};

	const send = async (batch: Batch) => {
		const { indexes, isolation } = batch;
		if (isolation) isolation.left -= 1;
		const given = indexes.map((index) => open.record(index));
		const since = Date.now();
		const written = await settle(attempt(given));
		if (written.ok) {
			accepts = true;
			probing = undefined;
			if (isolation) isolation.accepted = true;
			size.accepted(indexes.length);
			size.ended(indexes.length);
			indexes.forEach((index, at) => open.setResult(index, written.value[at]));
			return;
		}
		const { failure } = written;
		const count = indexes.length;
		const limit = limitNamedIn(failure, count);
		if (limit ?? failure.kind === 'tooLarge') size.tooLarge(count, limit);
		if (idempotent && failure.timedOut) size.timedOut(count);
		size.ended(count);
		let isFinal = false;
		if (limit && (idempotent || failure.status === 413)) {
			putBack(batch, batch);
		} else if (count > 1 && failure.kind === 'tooLarge' && (idempotent || failure.status === 413)) {
			putBack(batch, ...halves(batch));
		} else if (count > 1 && idempotent && failure.timedOut) {
			putBack(batch, { from: batch.from, to: batch.to, isolation });
		} else if (count > 1 && idempotent && isRefusal(failure)) {
			putBack(batch, ...halves({ ...batch, isolation: isolation ?? isolate(failure, count) }));
		} else {
			isFinal = true;
		}
		learn(failure, batch);
		if (!isFinal) return;
		const found = reconcile && (await reconcile(given, failure, since, write));
		const isUnsent = FATAL_KINDS.has(failure.kind);
		indexes.forEach((index, at) => open.setResult(index, found ? found[at] : written, isUnsent));
	};

	/** What a failure says about the records that have not been sent. */
	const learn = (failure: Failure, batch: Batch) => {
		if (FATAL_KINDS.has(failure.kind)) stopped = { failure, result: fail(notSent(failure)) };
		const { isolation } = batch;
		// Part after part was refused: perhaps the service has begun to refuse everything.
		if (isolation?.left === 0 && !isolation.accepted) accepts = false;
		if (batch.probing && batch.probing === probing) {
			const whom = probing.failed(failure);
			if (whom === undefined) return;
			probing = undefined;
			if (whom === 'all') stopped = { failure, result: fail(refusedAlike(failure)) };
			else accepts = isRefusal(failure);
		} else if (!accepts && !probing && isRefusal(failure) && !isTooMany(failure, batch)) {
			const unsent = open.untaken();
			if (unsent.length > 0) probing = new Probing(failure, unsent);
		}
	};

	const sendNext = () => {
		const batch = sending < parallel ? take() : undefined;
		if (!batch) return undefined;
		requests += 1;
		sending += 1;
		return send(batch).then(() => {
			sending -= 1;
			handOut();
		});
	};
	// One place more, so that further records are loaded while all requests are under way.
	await runWhileAny(parallel + 1, () => sendNext() ?? (shouldLoad() ? load() : undefined));

	for (const { from, to, isolation } of waiting) {
		if (!isolation || !stopped) continue;
		for (let index = from; index < to; index += 1) {
			if (!open.isTaken(index)) open.setResult(index, fail(isolation.failure));
		}
	}
	open.fillUp(stopped?.result ?? fail(cancelled()));
	handOut();
	const cause = signal?.aborted ? cancelled() : broken;
	return { requests, stopped: stopped?.failure ?? cause };
}

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

/** Too many records at once, or too bulky ones: fewer may do. */
const isTooMany = (failure: Failure, { indexes: { length } }: Batch) =>
	limitNamedIn(failure, length) ?? (failure.kind === 'tooLarge' && length > 1);

const notSent = (failure: Failure) =>
	failure.with({ message: `Not sent because another request failed: ${failure.message}` });
