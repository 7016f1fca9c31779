import type { IExecuteFunctions } from 'n8n-workflow';

import { failAll, openSetting, runNode } from '../run';
import { runBulkWrite } from './bulk';
import type { BulkWrite, Resource } from './definition';
import { prepare } from './perform';
import { Remarks } from './remarks';

/**
 * Runs the chosen operation of a record resource over all input items.
 *
 * @throws NodeOperationError or NodeApiError, unless the node goes on after errors
 */
export async function runOperation(context: IExecuteFunctions, resource: Resource) {
	const operation = context.getNodeParameter('operation', 0) as string;
	const remarks = new Remarks(resource);
	const { bulk } = resource;
	const output =
		bulk?.operation === operation
			? [await writeMany(context, resource, remarks, bulk)]
			: await runNode(context, (setting) => prepare({ ...setting, resource, remarks }, operation));
	remarks.tell(context);
	return output;
}

async function writeMany(
	context: IExecuteFunctions,
	resource: Resource,
	remarks: Remarks,
	bulk: BulkWrite,
) {
	const setting = await openSetting(context);
	if (!setting.ok) return failAll(context, setting.failure);
	return await runBulkWrite({ ...setting.value, resource, remarks }, bulk);
}
