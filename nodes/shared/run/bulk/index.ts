export { gatherShares, type Entry } from './gather';
export { matchResults, type BulkAnswer } from './matchResults';
export { readBatchSize, runShares, type BulkCall } from './runShares';
export { nameItems, type Gathered, type Outcome, type RecordWords, type Share } from './share';
