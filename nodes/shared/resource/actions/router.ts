import type { IExecuteFunctions } from 'n8n-workflow';

import { failAll, openContext, runNode } from '../../execution';
import { runBulkWrite } from './createMany';
import type { BulkWrite, Resource } from '../definition/resource';
import { prepare } from './crud';
import { ExecutionHints } from './hints';

/**
 * Runs the chosen operation of a record resource over all input items.
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runOperation(context: IExecuteFunctions, resource: Resource) {
	const operation = context.getNodeParameter('operation', 0) as string;
	const hints = new ExecutionHints(resource);
	const { bulk } = resource;
	const output =
		bulk?.operation === operation
			? [await writeMany(context, resource, hints, bulk)]
			: await runNode(context, (execution) =>
					prepare({ ...execution, resource, hints }, operation),
				);
	hints.publish(context);
	return output;
}

async function writeMany(
	context: IExecuteFunctions,
	resource: Resource,
	hints: ExecutionHints,
	bulk: BulkWrite,
) {
	const execution = await openContext(context);
	if (!execution.ok) return failAll(context, execution.failure);
	return await runBulkWrite({ ...execution.value, resource, hints }, bulk);
}
