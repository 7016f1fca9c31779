export { recordLocator } from './description/locator';
export { recordMethods, runRecordOperation, searchRecords } from './recordNode';
export { resourceParameter } from './description/operations';
export { outputParameters } from './description/output';
export { simplifiedShape, type Choosable } from './definition/simplified';
export { limitParameters, recordParameters } from './description/parameters';
export type { Outputs } from './definition/outputs';
