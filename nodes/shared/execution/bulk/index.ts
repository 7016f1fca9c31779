export { groupByExternalId, type Entry } from './groupByExternalId';
export { matchResults, type BulkResponse } from './matchResults';
export { inOrder } from './output';
export { sendInBatches, type Batches, type RecordSource } from './batches';
export { isRefusal, limitNamedIn } from './refusals';
export { bulkWriter, executeBulk, type BulkCall } from './executeBulk';
export { addTo, emptyTally, isStored, summarize } from './summary';
export type { Loaded } from './window';
export {
	nameItems,
	type Gathered,
	type RecordOutcome as Outcome,
	type Nouns,
	type BulkRecord,
} from './record';
