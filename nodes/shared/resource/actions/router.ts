import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	failAll,
	openContext,
	readValueOptions,
	runItems,
	type ExecutionContext,
	type ValueOptions,
} from '../../execution';
import { runBulkWrite } from './bulk/createMany';
import type { Resource, Write } from '../definition/resource';
import { prepare } from './crud';
import { ExecutionHints } from './hints';

/** Reads the body of a write of one item; what is known is sent where the item has no value. */
export type ItemBodyReader = (
	item: number,
	known?: Readonly<Record<string, unknown>>,
) => Promise<IDataObject>;

/** What all items of one execution of a record node share, whatever their credential. */
export interface RecordFacts {
	readonly context: IExecuteFunctions;
	readonly resource: Resource;
	readonly hints: ExecutionHints;
	/** How values and columns of the input are read. */
	readonly values: ValueOptions;
	/** Those that have looked at the input. */
	readonly bodyReaders: Map<Write, ItemBodyReader>;
}

/** What one execution of a record node works with, for the items of one credential. */
export interface RecordContext extends ExecutionContext, RecordFacts {}

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
