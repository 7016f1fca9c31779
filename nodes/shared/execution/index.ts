export { DigestTable } from './digest';
export { asNodeError, failedItem, isFailed, orNodeError } from './nodeErrors';
export { publishLimiterStats, publishLines, type Lines } from './hints';
export * from './parameters';
export { keptUnder } from '../lifetime';
export { readValueOptions, type ValueOptions } from './readValueOptions';
export { failAll, runItems, runNode, WithFiles, type ItemWork } from './runItems';
export { openContext, theOnlyPart, type ExecutionContext, type OpenContext } from './runItems';
export { at } from './toolResult';
export { isCallOfModel, isTool, noteFields, noteList, readDryRun, runForModel } from './tool';
export {
	createPause,
	eachInSteps,
	KeyedOrder,
	nextTurn,
	runAtOnce,
	runInSlices,
	runTasks,
	type Steps,
} from './tasks';
export { sendInBatches, type Batches } from './bulk/batches';
export { bulkWriter, executeBulk, type BulkCall } from './bulk/executeBulk';
export { matchResults, type BulkResponse } from './bulk/matchResults';
export {
	counted,
	groupByExternalId,
	nameItems,
	SlidingArray,
	type BulkRecord,
	type Entry,
	type Gathered,
	type Loaded,
	type Nouns,
	type RecordOutcome as Outcome,
	type Results,
} from './bulk/record';
export { addTo, emptyTally, inOrder, isStored, publishSummary, type Effort } from './bulk/output';
