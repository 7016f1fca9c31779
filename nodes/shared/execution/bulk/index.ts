export { groupByExternalId, type Entry } from './groupByExternalId';
export { matchResults, type BulkResponse } from './matchResults';
export { inOrder } from './output';
export { executeBulk, type BulkCall } from './executeBulk';
export {
	nameItems,
	type Gathered,
	type RecordOutcome as Outcome,
	type Nouns,
	type BulkRecord,
} from './record';
