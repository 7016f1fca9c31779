export type { Choosable, Outputs } from './definition/outputs';
export { limitParameters, outputParameters } from './description/lists';
export { recordLocator, recordParameters } from './description/parameters';
export { recordMethods, runRecordOperation, searchRecords } from './recordNode';
