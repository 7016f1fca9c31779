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
 * Reads options and credential of one execution.
 *
 * @throws NodeOperationError when one of them cannot be used
 */
export async function openSetting(
	context: IExecuteFunctions,
	credentialType?: CredentialType,
): Promise<Setting> {
	const options = readRequestOptions(context);
	if (!options.ok) throw asNodeError(context.getNode(), options.failure);
	const service = await connect(context, options.value, credentialType);
	if (!service.ok) throw asNodeError(context.getNode(), service.failure);
	return { context, service: service.value, parallel: options.value.maxParallelRequests };
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
	const setting = await openSetting(context, credentialType);
	const work = prepare(setting);
	return [await runItems(context, context.getInputData().length, setting.parallel, work)];
}
