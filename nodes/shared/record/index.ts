export { recordMethods } from './methods';
export { recordLocator } from './locator';
export { runRecordOperation, searchRecords } from './onDemand';
export { resourceParameter } from './operations';
export {
	outputParameters,
	readOutputChoice,
	simplifiedShape,
	type Choosable,
} from './outputChoice';
export { recordParameters } from './parameters';
export type { Outputs } from './outputs';
