import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { CredentialType } from '../http';
import { failAll } from './failAll';
import { publishLimiterStats } from './limiterHint';
import { openContext, type ExecutionContext } from './openContext';
import { runItems, type ItemWork } from './runItems';

/**
 * Runs one execution of a node: reads options and credential, prepares the work once for each credential, and
 * does it for every input item.
 *
 * @param atOnce items that run at once; as many as requests when left out
 * @param limits the numbers among the request options, where the node has defaults of its own
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runNode(
	context: IExecuteFunctions,
	prepare: (execution: ExecutionContext) => ItemWork,
	credentialType?: CredentialType,
	{ atOnce, limits }: { readonly atOnce?: number; readonly limits?: INodeProperties[] } = {},
): Promise<INodeExecutionData[][]> {
	const opened = await openContext(context, credentialType, limits);
	if (!opened.ok) return [failAll(context, opened.failure)];
	const { parts, invalid, parallel } = opened.value;
	const works: ItemWork[] = [];
	for (const { items, result } of invalid) works[items[0]] = async () => result;
	for (const part of parts) {
		const work = prepare(part);
		for (const item of part.items) works[item] = work;
	}
	const output = await runItems(context, works, atOnce ?? parallel);
	publishLimiterStats(context, parts);
	return [output];
}
