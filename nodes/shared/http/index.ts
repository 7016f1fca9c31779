export type { Service, ServiceOptions } from './client';
export {
	backgroundOptions,
	connect,
	connectWithoutItem,
	readCredential,
	type Connection,
	type Credential,
} from './connect';
export { unexpectedResponse, cancelled, notStored, rejected, RECORD_ID } from './failures';
export { isProblem, type Asked, type RecordNames, type Verdict } from './evidence';
export { isQueued, judge } from './judge';
export type { LimiterStats } from './limiter/queue';
export { segment, type RowReceiver, type ServiceResponse, type ServiceRequest } from './request';
export { resultLists } from './resultLists';
export { readText, UnreadBody } from './responseBody';
export {
	badInput,
	fail,
	Failure,
	failureOf,
	holdsExpression,
	settle,
	settleNow,
	succeed,
	unwrap,
	type FailureKind,
	type Result,
} from './failure';
export {
	iteratePages,
	MAX_PAGE_SIZE,
	Pass,
	windowOver,
	type KeySet,
	type PagedList,
} from './pagination';
export type { CredentialType } from './session';
export { fileContentOf, noteStream, type FileContent } from './streams';
export { wait, type StopSignal } from './wait';
