import type { INodeExecutionData } from 'n8n-workflow';

import { badInput, succeed, type Answer, type Result, type ServiceRequest } from '../../service';
import { ambiguity, readNumber } from '../readNumber';
import type { Setting } from '../runNode';
import { show } from '../show';
import { writeInBatches } from './batches';
import { matchResults, type BulkAnswer } from './matchResults';
import { inOrder, toOutput } from './output';
import type { Gathered, RecordWords, Share } from './share';
import { summarize, tally } from './summary';

/** How records of one kind are written in bulk. */
export interface BulkCall {
	readonly words: RecordWords;
	/** The request that writes these records. */
	readonly request: (batch: readonly Share[]) => ServiceRequest;
	/** Checks and reads its answer. */
	readonly read: (request: ServiceRequest, answer: Answer) => Result<BulkAnswer>;
}

/**
 * Writes everything that was gathered, in batches, and accounts for every input item.
 *
 * @returns one output item per record, in the order of the input
 * @throws NodeApiError or NodeOperationError when records were rejected and the node stops on errors
 */
export async function runShares(
	{ context, service, parallel }: Setting,
	{ shares, spoiled }: Gathered,
	batchSize: number,
	call: BulkCall,
): Promise<INodeExecutionData[]> {
	const startedAt = Date.now();
	let itemsCreated: number | undefined;
	const { results, requests } = await writeInBatches(shares, {
		batchSize,
		parallel,
		signal: context.getExecutionCancelSignal(),
		write: async (batch) => {
			const request = call.request(batch);
			const sent = await service.send(request);
			if (!sent.ok) return sent;
			const answer = call.read(request, sent.value);
			if (!answer.ok) return answer;
			const { itemsCreated: created } = answer.value;
			if (created !== undefined) itemsCreated = (itemsCreated ?? 0) + created;
			return succeed(matchResults(batch, answer.value, call.words));
		},
	});
	const written = shares.map(({ externalId, items }, index) => ({
		externalId,
		items,
		result: results[index],
	}));
	const outcomes = inOrder([...written, ...spoiled]);
	const seconds = (Date.now() - startedAt) / 1000;
	context.addExecutionHints({
		message: summarize(tally(outcomes), { requests, seconds, itemsCreated }, call.words),
		location: 'outputPane',
	});
	return toOutput(context, outcomes, call.words);
}

/** Checks how many records a request may carry. */
export function readBatchSize(given: unknown, parameter: string): Result<number> {
	const size = readNumber(given);
	return size !== undefined && Number.isInteger(size) && size >= 1
		? succeed(size)
		: badInput(
				parameter,
				`The batch size is ${show(given)}${ambiguity(given)}`,
				'Enter a whole number from 1, such as 100.',
			);
}
