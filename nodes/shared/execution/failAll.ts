import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failureOf, type Failure } from '../http';
import { asNodeError, failedItem, isNodeError, nodeErrorOf } from './nodeErrors';

/**
 * Ends a run before anything was sent. When a node throws that continues on errors, n8n passes its
 * input on as if all had gone well; so every item is given out as failed then.
 *
 * @throws NodeOperationError or NodeApiError when the node stops on errors and was not cancelled
 */
export function failAll(context: IExecuteFunctions, failure: Failure): INodeExecutionData[] {
	// n8n reports a cancelled execution itself.
	if (failure.kind === 'cancelled') return [];
	if (!context.continueOnFail()) throw asNodeError(context.getNode(), failure);
	return context.getInputData().map(({ json }, item) => ({
		json: failedItem(failure, item, json),
		pairedItem: { item },
	}));
}

/**
 * Runs a node whose work may end before any item is sent.
 *
 * @throws as `failAll`, and what the work throws that n8n shows as it is
 */
export async function orFailAll(
	context: IExecuteFunctions,
	work: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[][]> {
	try {
		return [await work()];
	} catch (error) {
		if (isNodeError(error)) throw nodeErrorOf(context.getNode(), error);
		return [failAll(context, failureOf(error))];
	}
}
