import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { CredentialType } from '../http';
import { orFailAll } from './failAll';
import { publishLimiterStats } from './limiterHint';
import { openContext, type ExecutionContext } from './openContext';
import { runItems, type ItemWork } from './runItems';

export interface WorkOptions {
	/** Items that run at once; as many as requests when left out. */
	readonly atOnce?: number;
	/** The numbers among the request options, where the node has defaults of its own. */
	readonly limits?: INodeProperties[];
}

/**
 * Runs one execution of a node: reads options and credential, prepares the work once for each credential, and
 * does it for every input item.
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runNode(
	context: IExecuteFunctions,
	prepare: (execution: ExecutionContext) => ItemWork,
	type?: CredentialType,
	options?: WorkOptions,
): Promise<INodeExecutionData[][]> {
	return await orFailAll(context, async () => await runWork(context, prepare, type, options));
}

/**
 * Runs the work of a node, as `runNode`.
 *
 * @throws also Failure that concerns all items
 */
export async function runWork(
	context: IExecuteFunctions,
	prepare: (execution: ExecutionContext) => ItemWork,
	type?: CredentialType,
	{ atOnce, limits }: WorkOptions = {},
): Promise<INodeExecutionData[]> {
	const { parts, invalid, parallel } = await openContext(context, type, limits);
	const works: ItemWork[] = [];
	for (const { items, result } of invalid) {
		works[items[0]] = async () => {
			throw result.failure;
		};
	}
	for (const part of parts) {
		const work = prepare(part);
		for (const item of part.items) works[item] = work;
	}
	const output = await runItems(context, works, atOnce ?? parallel);
	publishLimiterStats(context, parts);
	return output;
}
