import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	redacted,
	fail,
	succeed,
	unwrap,
	type Result,
	type ServiceRequest,
	type ServiceResponse,
} from '../../http';
import { monotonicNow } from '../../lifetime';
import { publishLimiterStats } from '../hints';
import { asNodeError } from '../nodeErrors';
import type { ExecutionContext, OpenContext } from '../runItems';
import { runTasks, runInSlices } from '../tasks';
import { publishTaken } from '../tries';
import { writeInBatches, type Batches } from './batches';
import { matchResults, type BulkResponse } from './matchResults';
import { inOrder, isStored, publishSummary, sumUp, tally, toOutput, type Effort } from './output';
import type { BulkRecord, Gathered, Nouns, RecordOutcome, Results } from './record';

/** How records of one kind are written in bulk. */
export interface BulkCall {
	readonly nouns: Nouns;
	/** Writing a record twice leaves one. */
	readonly idempotent: boolean;
	/** The request that writes these records. */
	readonly request: (batch: readonly BulkRecord[]) => ServiceRequest;
	/** Reads its response. */
	readonly read: (request: ServiceRequest, response: ServiceResponse) => BulkResponse;
	/** Finds out whether records were written that failed and must not be sent again; absent where they may be. */
	readonly reconcile?: Batches['reconcile'];
	/** What is done about every batch beside writing it. */
	readonly around?: (write: Batches['write']) => Batches['write'];
}

/**
 * Prepares the requests of a bulk write: each sends one batch and finds the result of every record in it.
 *
 * @param effort counts the requests
 */
export function bulkWriter(
	{ context, service }: ExecutionContext,
	call: BulkCall,
	effort: Effort,
): Batches['write'] {
	return async (batch) => {
		effort.requests += 1;
		const sentAt = Date.now();
		const request = call.request(batch);
		const sent = await service.send(request);
		const response = call.read(request, sent);
		const { rejection } = response;
		const results = matchResults(batch, response, call.nouns, call.idempotent);
		// Refused as a whole, with no record that would explain it; or nobody knows which one it is about.
		const [first] = results;
		const isWhole =
			!first.ok && (first.failure === rejection || (call.idempotent && batch.length > 1));
		if (isWhole && results.every((result) => !result.ok && result.failure === first.failure)) {
			unwrap(redacted(first, context));
		}
		// Records that the response leaves out may have been written all the same.
		const open = results.flatMap((result, index) =>
			result.ok || !result.failure.mayHaveHappened || isStored(result)
				? []
				: [{ index, record: batch[index], failure: result.failure }],
		);
		if (open.length > 0 && call.reconcile) {
			const records = open.map(({ record }) => record);
			const failures = open.map(({ failure }) => failure);
			const found = await call.reconcile(records, failures, sentAt);
			for (const [at, { index }] of open.entries()) results[index] = found.results[at];
		}
		return results.map((result) => redacted(result, context));
	};
}

/** How the records of a bulk write, and their results, are shown. */
interface BulkOutput {
	readonly nouns: Nouns;
	/** The item that shows the result of a record that was written. */
	readonly item: (result: IDataObject) => IDataObject;
}

/**
 * Writes all grouped records in batches, and reports on every input item. Records of different credentials
 * share no batch.
 *
 * @param gathered the records of each part
 * @param output how records and their results are shown
 * @param callOf how the records of a part are written
 * @returns one output item per record, in the order of the input
 * @throws NodeApiError or NodeOperationError when records were rejected and the node stops on errors; Failure when the execution is cancelled
 */
export async function executeBulk(
	{ context, parts, invalid, parallel }: OpenContext,
	gathered: readonly Gathered[],
	batchSize: number,
	{ nouns, item: itemOf }: BulkOutput,
	callOf: (execution: ExecutionContext) => BulkCall,
): Promise<INodeExecutionData[]> {
	const startedAt = monotonicNow();
	const signal = context.getExecutionCancelSignal();
	const written: RecordOutcome[] = [];
	const rejected: RecordOutcome[] = [...invalid];
	const effort: Effort = { requests: 0, seconds: 0 };
	let taken = 0;
	// All parts together keep to the maximum of concurrent requests.
	const atOnce = Math.min(parallel, parts.length);
	const share = Math.floor(parallel / atOnce);
	await runTasks(parts, atOnce, async (part, index) => {
		const { records, invalid: unsent } = gathered[index];
		const call = callOf({ ...part, parallel: share });
		const { idempotent, reconcile, around = (write) => write } = call;
		const write = around(bulkWriter(part, call, effort));
		const batches = { batchSize, parallel: share, signal, idempotent, reconcile, write };
		const { results, taken: earlier } = await writeOnce(records, part, batches);
		taken += earlier;
		for (const [at, { externalId, items, parts }] of records.entries()) {
			written.push({ externalId, items, parts, result: results[at] });
		}
		for (const outcome of unsent) rejected.push(outcome);
	});
	effort.seconds = (monotonicNow() - startedAt) / 1000;
	const outcomes = await runInSlices(inOrder(written, rejected), signal);
	const count = tally(outcomes, nouns);
	publishSummary(context, count, effort, nouns);
	publishTaken(context, taken, count.records);
	publishLimiterStats(context, parts);
	// Everything else has been sent by now.
	const failed = count.rejected + count.withProblems + count.rows;
	if (failed > 0 && !context.continueOnFail() && !signal?.aborted) {
		const { failure, summary } = sumUp(outcomes, nouns);
		// Its texts name the items; n8n would count them from 0 beside it.
		throw asNodeError(context.getNode(), failure, undefined, summary);
	}
	return await runInSlices(toOutput(outcomes, context.getInputData(), itemOf), signal);
}

/**
 * Writes the records that no earlier try of this run has written. Where it is unknown and sending them again could double
 * them, they are looked up instead.
 *
 * @returns one result for each record, in their order, and how many come from an earlier try
 */
async function writeOnce(
	records: readonly BulkRecord[],
	{ credentialKey, tries }: Pick<ExecutionContext, 'credentialKey' | 'tries'>,
	batches: Batches,
): Promise<{ readonly results: Results; readonly taken: number }> {
	const { idempotent, reconcile } = batches;
	const keyOf = ({ externalId }: BulkRecord) => `${credentialKey} ${externalId}`;
	const lost = records.filter((record) => tries.unknown.has(keyOf(record)));
	const failures = lost.flatMap((record) => tries.unknown.get(keyOf(record)) ?? []);
	const found = lost.length > 0 ? await reconcile?.(lost, failures, tries.since) : undefined;
	const results = new Map<BulkRecord, Result<IDataObject>>();
	for (const [index, record] of lost.entries()) {
		const result = found?.results[index];
		results.set(record, result?.ok ? result : fail(failures[index]));
	}
	const unsent = records.filter(
		(record) => !results.has(record) && tries.find(keyOf(record)) === undefined,
	);
	const written = await writeInBatches(unsent, batches);
	for (const [index, record] of unsent.entries()) results.set(record, written[index]);
	for (const [record, result] of results) {
		const isDone = result.ok || isStored(result);
		const sent = isDone ? succeed(result) : result;
		if (isDone || !idempotent) tries.note(keyOf(record), sent, result);
	}
	const all = records.map((record) => results.get(record) ?? tries.find(keyOf(record)));
	const taken = records.length - results.size;
	return { results: all as Results, taken };
}
