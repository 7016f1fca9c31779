import type { ExecutionContext, ValueOptions } from '../../execution';
import type { Resource } from '../definition/resource';
import type { ExecutionHints } from './hints';

/** What one execution of a record node works with. */
export interface RecordContext extends ExecutionContext {
	readonly resource: Resource;
	readonly hints: ExecutionHints;
	/** How values and columns of the input are read. */
	readonly values: ValueOptions;
}
