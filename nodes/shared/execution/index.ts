export { digestOf } from './digest';
export { failAll, orFailAll } from './failAll';
export { createKeyedOrder } from './keyedOrder';
export { publishLimiterStats } from './limiterHint';
export { nextTurn } from './nextTurn';
export { asNodeError, failedItem, orNodeError } from './nodeErrors';
export { publishHints } from './publishHints';
export { readNumberParameter } from './numberParameter';
export { optionsReader, parameterReader } from './parameterReader';
export { keptUnder, rememberItems, type RememberedItems } from './rememberItems';
export { readValueOptions, type ValueOptions } from './readValueOptions';
export { readBoolean, readBooleanOption } from './readBoolean';
export { readText } from './readText';
export { createPause } from './pause';
export { WithFiles, type ItemWork } from './runItems';
export { openContext, type ExecutionContext, type OpenContext } from './openContext';
export { runNode, runWork } from './runNode';
export { runTasks } from './runTasks';
export { sharedParameter } from './sharedParameter';
export { runAtOnce, runInSlices, type Steps } from './steps';
export {
	groupByExternalId,
	inOrder,
	matchResults,
	nameItems,
	addTo,
	bulkWriter,
	emptyTally,
	executeBulk,
	isRefusal,
	isStored,
	limitNamedIn,
	sendInBatches,
	summarize,
	type Batches,
	type Loaded,
	type RecordSource,
	type BulkResponse,
	type BulkCall,
	type Entry,
	type Gathered,
	type Outcome,
	type Nouns,
	type BulkRecord,
} from './bulk';
