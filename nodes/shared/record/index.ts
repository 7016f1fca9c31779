export { shapeSchema } from './answers';
export { readBulkAnswer } from './bulkAnswer';
export { sendChecked } from './checked';
export { recordMethods, searchRecords } from './methods';
export { recordLocator, recordParameters, resourceParameter } from './parameters';
export { readRecordId } from './input';
export { recordOutputs, type Outputs } from './outputs';
export { runRecordOperation } from './run';
