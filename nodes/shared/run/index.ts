export { failAll } from './failAll';
export { asNodeError, failedItem } from './failures';
export { quietOptions, requestOptions } from './options';
export { parameterReader } from './parameterReader';
export { readRequestOptions } from './readOptions';
export { readSwitch, readSwitchOption } from './readSwitch';
export { readText } from './readText';
export { runItems, WithFiles, type ItemWork } from './runItems';
export { openSetting, runNode, type Setting } from './runNode';
export { sharedParameter } from './sharedParameter';
export { tryRead } from './tryRead';
export {
	gatherShares,
	matchResults,
	nameItems,
	readBatchSize,
	runShares,
	type BulkAnswer,
	type BulkCall,
	type Entry,
	type Gathered,
	type Outcome,
	type RecordWords,
	type Share,
} from './bulk';
