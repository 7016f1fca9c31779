import type { IExecuteFunctions } from 'n8n-workflow';

import { runNode } from '../run';
import type { Resource } from './definition';
import { prepare } from './perform';

/**
 * Runs the chosen operation of a record resource over all input items.
 *
 * @throws NodeOperationError or NodeApiError, unless the node goes on after errors
 */
export async function runRecordOperation(context: IExecuteFunctions, resource: Resource) {
	const operation = context.getNodeParameter('operation', 0) as string;
	return await runNode(context, (setting) => prepare(setting, resource, operation));
}
