import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fail, succeed, type ServiceResponse, type Result, type ServiceRequest } from '../../http';
import type { ExecutionContext } from '../runNode';
import { writeInBatches, type Batches } from './batches';
import { matchResults, type BulkResponse } from './matchResults';
import { inOrder, toOutput } from './output';
import type { Gathered, Nouns, BulkRecord } from './record';
import { summarize, tally } from './summary';

/** How records of one kind are written in bulk. */
export interface BulkCall {
	readonly nouns: Nouns;
	/** Writing a record twice leaves one. */
	readonly idempotent: boolean;
	/** The request that writes these records. */
	readonly request: (batch: readonly BulkRecord[]) => ServiceRequest;
	/** Checks and reads its response. */
	readonly read: (request: ServiceRequest, response: ServiceResponse) => Result<BulkResponse>;
	/** What became of records that failed and must not be sent again; absent where they may be. */
	readonly reconcile?: Batches['reconcile'];
	/** What became of records that the service has queued, with their results so far. */
	readonly follow?: (
		batch: readonly BulkRecord[],
		results: ReadonlyArray<Result<IDataObject>>,
		jobId: string,
		since: number,
	) => Promise<ReadonlyArray<Result<IDataObject>>>;
}

/**
 * Writes all grouped records in batches, and reports on every input item.
 *
 * @returns one output item per record, in the order of the input
 * @throws NodeApiError or NodeOperationError when records were rejected and the node stops on errors
 */
export async function executeBulk(
	{ context, service, parallel }: ExecutionContext,
	{ records, invalid }: Gathered,
	batchSize: number,
	call: BulkCall,
): Promise<INodeExecutionData[]> {
	const startedAt = Date.now();
	/** Records that the response leaves out may have been written all the same. */
	const reconcileUnmentioned = async (
		batch: readonly BulkRecord[],
		results: ReadonlyArray<Result<IDataObject>>,
		sentAt: number,
	) => {
		const all = [...results];
		for (const [index, result] of results.entries()) {
			if (!call.reconcile || result.ok || !result.failure.mayHaveHappened) continue;
			[all[index]] = await call.reconcile([batch[index]], result.failure, sentAt);
		}
		return all;
	};
	let itemsCreated: number | undefined;
	const { results, requests } = await writeInBatches(records, {
		batchSize,
		parallel,
		signal: context.getExecutionCancelSignal(),
		idempotent: call.idempotent,
		reconcile: call.reconcile,
		write: async (batch) => {
			const sentAt = Date.now();
			const request = call.request(batch);
			const sent = await service.send(request);
			if (!sent.ok) return sent;
			const response = call.read(request, sent.value);
			if (!response.ok) return response;
			const { itemsCreated: created } = response.value;
			if (created !== undefined) itemsCreated = (itemsCreated ?? 0) + created;
			const results = matchResults(batch, response.value, call.nouns);
			const { rejection } = response.value;
			// Refused as a whole, with no record that would explain it.
			if (rejection && results.every((result) => !result.ok && result.failure === rejection)) {
				return fail(rejection);
			}
			const { jobId } = response.value;
			return succeed(
				jobId !== undefined && call.follow
					? await call.follow(batch, results, jobId, sentAt)
					: await reconcileUnmentioned(batch, results, sentAt),
			);
		},
	});
	const written = records.map(({ externalId, items }, index) => ({
		externalId,
		items,
		result: results[index],
	}));
	const outcomes = inOrder([...written, ...invalid]);
	const seconds = (Date.now() - startedAt) / 1000;
	context.addExecutionHints({
		message: summarize(tally(outcomes), { requests, seconds, itemsCreated }, call.nouns),
		location: 'outputPane',
	});
	return toOutput(context, outcomes, call.nouns);
}
