import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../http';
import { asNodeError, failedItem } from './nodeErrors';

/**
 * Ends a run before anything was sent. When a node throws that continues on errors, n8n passes its
 * input on as if all had gone well; so every item is given out as failed then.
 *
 * @throws NodeOperationError or NodeApiError when the node stops on errors and was not cancelled
 */
export function failAll(context: IExecuteFunctions, failure: Failure): INodeExecutionData[] {
	// A cancelled execution ends with n8n’s own words.
	if (failure.kind === 'cancelled') return [];
	if (!context.continueOnFail()) throw asNodeError(context.getNode(), failure);
	return context.getInputData().map(({ json }, item) => ({
		json: failedItem(failure, item, json),
		pairedItem: { item },
	}));
}
