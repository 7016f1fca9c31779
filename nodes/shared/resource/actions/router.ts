import type { IExecuteFunctions } from 'n8n-workflow';

import { openContext, orFailAll, readValueOptions, runWork } from '../../execution';
import { runBulkWrite } from './bulk/createMany';
import type { Resource } from '../definition/resource';
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
	const output = await orFailAll(context, async () => {
		const values = await readValueOptions(context, fieldsOf(resource));
		const record = { context, resource, hints, values, bodyReaders: new Map() };
		return bulk?.operation === operation
			? await runBulkWrite(await openContext(context), record, bulk)
			: await runWork(context, (execution) => prepare({ ...execution, ...record }, operation));
	});
	hints.publish(context);
	return output;
}

/** All fields that a column can be named for, those of rows included. */
const fieldsOf = ({ fields }: Resource) => [...fields, ...fields.flatMap(({ rows }) => rows ?? [])];
