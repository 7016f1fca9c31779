export type { Service, ServiceOptions } from './client';
export {
	backgroundOptions,
	connect,
	readCredential,
	readCredentialWithoutItem,
	type Connection,
	type Credential,
} from './connect';
export { unexpectedResponse, cancelled, notStored, rejected, RECORD_ID } from './failures';
export { isProblem, resultLists, type Asked, type RecordNames, type Verdict } from './evidence';
export { isQueued, judge } from './judge';
export type { LimiterStats } from './limiter/queue';
export { segment, type RowReceiver, type ServiceResponse, type ServiceRequest } from './request';
export { blotted, secretsOf, type Secrets } from './secrets';
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
	MAX_PAGE_SIZE,
	Pass,
	type KeySet,
	type Page,
	type PagedList,
	type PlacedPage,
	windowOver,
} from './pagination';
export type { CredentialType } from './session';
export { fileContentOf, noteStream, readText, UnreadBody, type FileContent } from './body';
export { wait, within, type StopSignal } from './wait';
