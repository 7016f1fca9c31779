/** What other folders use of the service over HTTP. */
export type { Service, ServiceOptions } from './client';
export * from './connect';
export { unexpectedResponse, cancelled, notStored, rejected, RECORD_ID } from './failures';
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
	isProblem,
	isQueued,
	judge,
	resultLists,
	type Asked,
	type RecordNames,
	type Verdict,
	WRAPPERS,
} from './judge';
export type { LimiterStats } from './limiter/limiter';
export { asksPage, pageQuery, readPage, SECOND_PAGE, type AskedPage, type Page } from './page';
export * from './pagination';
export { segment, type ServiceResponse, type ServiceRequest } from './request';
export { redacted, secretsOf, type Secrets } from './secrets';
export type { CredentialType } from './session';
export { fileContentOf, noteStream, type FileContent } from './body';
export { wait, within, type StopSignal } from './wait';
