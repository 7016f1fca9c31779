import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ExecutionContext, ValueOptions } from '../../execution';
import type { Resource, Write } from '../definition/resource';
import type { ExecutionHints } from './hints';

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
