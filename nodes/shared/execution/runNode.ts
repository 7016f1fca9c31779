import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	badInput,
	connect,
	succeed,
	type CredentialType,
	type Result,
	type Service,
} from '../http';
import { failAll } from './failAll';
import { publishLimiterStats } from './limiterHint';
import { readRequestOptions } from './readRequestOptions';
import { runItems, type ItemWork } from './runItems';

/** What one execution of one node works with. */
export interface ExecutionContext {
	readonly context: IExecuteFunctions;
	readonly service: Service;
	/** Maximum number of concurrent requests. */
	readonly parallel: number;
}

/**
 * Reads options and credential of one execution.
 *
 * @throws what n8n throws when the node has no credential, unless the node continues on errors
 */
export async function openContext(
	context: IExecuteFunctions,
	credentialType?: CredentialType,
): Promise<Result<ExecutionContext>> {
	const options = await readRequestOptions(context);
	if (!options.ok) return options;
	const connected = connect(context, options.value, credentialType);
	const service = await (context.continueOnFail() ? connected.catch(noCredential) : connected);
	if (!service.ok) return service;
	const parallel = options.value.maxParallelRequests;
	return succeed({ context, service: service.value, parallel });
}

const noCredential = ({ message }: Error) =>
	badInput('credentials', message, 'Choose a credential that the node may use.');

/**
 * Runs one execution of a node: reads options and credential once, prepares the work once, and does
 * it for every input item.
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runNode(
	context: IExecuteFunctions,
	prepare: (execution: ExecutionContext) => ItemWork,
	credentialType?: CredentialType,
): Promise<INodeExecutionData[][]> {
	const execution = await openContext(context, credentialType);
	if (!execution.ok) return [failAll(context, execution.failure)];
	const work = prepare(execution.value);
	const { service, parallel } = execution.value;
	const output = await runItems(context, context.getInputData().length, parallel, work);
	publishLimiterStats(context, service.stats);
	return [output];
}
