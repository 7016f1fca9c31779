export { digestOf } from './digest';
export { asNodeError, failedItem, orNodeError } from './nodeErrors';
export { publishHints, publishLimiterStats } from './hints';
export { readNumberParameter } from './numberParameter';
export { optionsReader, parameterReader } from './parameterReader';
export { keptUnder, rememberItems, type RememberedItems } from './rememberItems';
export { readValueOptions, type ValueOptions } from './readValueOptions';
export { readBoolean, readBooleanOption } from './readBoolean';
export { readText } from './readText';
export { failAll, runItems, runNode, WithFiles, type ItemWork } from './runItems';
export { openContext, type ExecutionContext, type OpenContext } from './openContext';
export { createKeyedOrder, runTasks } from './tasks';
export { sharedParameter } from './sharedParameter';
export { createPause, nextTurn, runAtOnce, runInSlices, type Steps } from './steps';
export { sendInBatches, type Batches, type RecordSource } from './bulk/batches';
export { bulkWriter, executeBulk, type BulkCall } from './bulk/executeBulk';
export { matchResults, type BulkResponse } from './bulk/matchResults';
export { inOrder } from './bulk/output';
export {
	groupByExternalId,
	nameItems,
	type BulkRecord,
	type Entry,
	type Gathered,
	type Nouns,
	type RecordOutcome as Outcome,
} from './bulk/record';
export { isRefusal, limitNamedIn } from './bulk/refusals';
export { addTo, emptyTally, isStored, summarize } from './bulk/summary';
export type { Loaded } from './bulk/window';
