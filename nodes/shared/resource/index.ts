export { recordLocator } from './description/locator';
export { recordMethods, runRecordOperation, searchRecords } from './recordNode';
export { resourceParameter } from './description/operations';
export {
	outputParameters,
	readOutputChoice,
	simplifiedShape,
	type Choosable,
} from './description/output';
export { recordParameters } from './description/parameters';
export type { Outputs } from './definition/outputs';
