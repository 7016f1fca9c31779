import type { IExecuteFunctions } from 'n8n-workflow';

import { failAll, openContext, readValueOptions, runNode } from '../../execution';
import { runBulkWrite } from './bulk/createMany';
import type { BulkWrite, Resource } from '../definition/resource';
import type { RecordFacts } from './context';
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
	const record = { context, resource, hints, values: values.value, bodyReaders: new Map() };
	const output =
		bulk?.operation === operation
			? [await writeMany(record, bulk)]
			: await runNode(context, (execution) => prepare({ ...execution, ...record }, operation));
	hints.publish(context);
	return output;
}

async function writeMany(record: RecordFacts, bulk: BulkWrite) {
	const opened = await openContext(record.context);
	if (!opened.ok) return failAll(record.context, opened.failure);
	return await runBulkWrite(opened.value, record, bulk);
}

/** All fields that a column can be named for, those of rows included. */
const fieldsOf = ({ fields }: Resource) => [...fields, ...fields.flatMap(({ rows }) => rows ?? [])];
