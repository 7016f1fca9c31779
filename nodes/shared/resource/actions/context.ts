import type { ExecutionContext } from '../../execution';
import type { Resource } from '../definition/resource';
import type { ExecutionHints } from './hints';

/** What one execution of a record node works with. */
export interface RecordContext extends ExecutionContext {
	readonly resource: Resource;
	readonly hints: ExecutionHints;
}
