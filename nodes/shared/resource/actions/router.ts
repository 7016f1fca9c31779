import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failAll, openContext, readValueOptions, runItems } from '../../execution';
import { runBulkWrite } from './bulk/createMany';
import type { Resource } from '../definition/resource';
import { prepare } from './crud';
import { ExecutionHints } from './hints';

/**
 * Runs the chosen operation of a record resource over all input items.
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runOperation(
	context: IExecuteFunctions,
	resource: Resource,
): Promise<INodeExecutionData[][]> {
	const operation = context.getNodeParameter('operation', 0) as string;
	const hints = new ExecutionHints(resource);
	const { bulk } = resource;
	let output: INodeExecutionData[];
	try {
		const values = await readValueOptions(context, fieldsOf(resource));
		const record = { context, resource, hints, values, bodyReaders: new Map() };
		const opened = await openContext(context);
		output =
			bulk?.operation === operation
				? await runBulkWrite(opened, record, bulk)
				: await runItems(opened, (execution) => prepare({ ...execution, ...record }, operation));
	} catch (error) {
		output = failAll(context, error);
	}
	hints.publish(context);
	return [output];
}

/** All fields that a column can be named for, those of rows included. */
const fieldsOf = ({ fields }: Resource) => [...fields, ...fields.flatMap(({ rows }) => rows ?? [])];
