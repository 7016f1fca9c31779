import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect, type CredentialType, type Service } from '../service';
import { asNodeError } from './failures';
import { readRequestOptions } from './options';
import { runItems, type ItemWork } from './runItems';

/** What one execution of one node works with. */
export interface Setting {
	readonly context: IExecuteFunctions;
	readonly service: Service;
	/** Requests that may be under way at once. */
	readonly parallel: number;
}

/**
 * Runs one execution of a node: reads options and credential once, prepares the work once, and does
 * it for every input item.
 *
 * @throws NodeOperationError or NodeApiError, unless the node goes on after errors
 */
export async function runNode(
	context: IExecuteFunctions,
	prepare: (setting: Setting) => ItemWork,
	credentialType?: CredentialType,
): Promise<INodeExecutionData[][]> {
	const options = readRequestOptions(context);
	if (!options.ok) throw asNodeError(context.getNode(), options.failure);
	const service = await connect(context, options.value, credentialType);
	if (!service.ok) throw asNodeError(context.getNode(), service.failure);
	const parallel = options.value.maxParallelRequests;
	const work = prepare({ context, service: service.value, parallel });
	return [await runItems(context, context.getInputData().length, parallel, work)];
}
