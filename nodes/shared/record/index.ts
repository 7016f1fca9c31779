export { shapeSchema } from './answers';
export { readBulkAnswer } from './bulkAnswer';
export { sendChecked } from './checked';
export { readList } from './list';
export { recordMethods, searchRecords } from './methods';
export { recordLocator } from './locator';
export { resourceParameter } from './operations';
export {
	outputParameters,
	readOutputChoice,
	simplifiedShape,
	type Choosable,
} from './outputChoice';
export { recordParameters } from './parameters';
export { readRecordId } from './input';
export { recordOutputs, type Outputs } from './outputs';
export { runRecordOperation } from './run';
