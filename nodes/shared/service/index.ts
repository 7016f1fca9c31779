export type { Service, ServiceOptions } from './client';
export { connect, type CredentialType } from './connect';
export type { ServiceContext } from './context';
export { badAnswer, cancelled, rejected } from './failures';
export type { FetchedFile } from './files';
export { segment, type Answer, type ServiceRequest } from './request';
export { badInput, fail, succeed, type Failure, type FailureKind, type Result } from './result';
export { readPages, LARGEST_PAGE, type Page } from './pages';
export { wait } from './wait';
