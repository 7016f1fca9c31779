import type { IExecuteFunctions } from 'n8n-workflow';

import {
	failAll,
	openContext,
	readValueOptions,
	runNode,
	type ExecutionContext,
} from '../../execution';
import { runBulkWrite } from './bulk/createMany';
import type { BulkWrite, Resource } from '../definition/resource';
import type { RecordContext } from './context';
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
	const values = await readValueOptions(context, fieldsOf(resource));
	if (!values.ok) return [failAll(context, values.failure)];
	const record = { resource, hints, values: values.value };
	const output =
		bulk?.operation === operation
			? [await writeMany(context, record, bulk)]
			: await runNode(context, (execution) => prepare({ ...execution, ...record }, operation));
	hints.publish(context);
	return output;
}

async function writeMany(
	context: IExecuteFunctions,
	record: Omit<RecordContext, keyof ExecutionContext>,
	bulk: BulkWrite,
) {
	const execution = await openContext(context);
	if (!execution.ok) return failAll(context, execution.failure);
	return await runBulkWrite({ ...execution.value, ...record }, bulk);
}

/** All fields that a column can be named for, those of rows included. */
const fieldsOf = ({ fields }: Resource) => [...fields, ...fields.flatMap(({ rows }) => rows ?? [])];
