import { isGiven, isObject } from '../schema/values';

/** What is asked of a response, what it may say, and what in its body is evidence of that. Pure. */

export type Body = Readonly<Record<string, unknown>>;

/** The names under which a response may show a record. */
export interface RecordNames {
	/** Keys of its identifiers in the service. */
	readonly ids: readonly string[];
	/** Keys of the caller's own ID. */
	readonly externalIds: readonly string[];
	/** Keys that may hold the record in a response, beside `data`: names of the object. */
	readonly wrappers: readonly string[];
	/** Keys of its other values; what a service also says of a response is no evidence, though it is one of them. */
	readonly fields: readonly string[];
}

/** What a request asks for, as far as its response is judged by it. */
export type Asked =
	/** That one record is created, changed or archived. */
	| {
			readonly kind: 'write';
			readonly record: RecordNames;
			/** It is new, so that a response which names it is evidence that it was stored. */
			readonly creates?: boolean;
			/** It may be reported on in a list of results, or be queued as a job. */
			readonly hasResults?: boolean;
			/** The response is one of such results: unlike in a record, its status is about the write. */
			readonly isResult?: boolean;
	  }
	/** Many records: each is judged by its own result. */
	| { readonly kind: 'results' }
	/** One record. */
	| {
			readonly kind: 'read';
			readonly record: RecordNames;
			/** The object in a body that is the record, where its names alone do not tell. */
			readonly find?: (body: unknown) => object | undefined;
	  }
	| { readonly kind: 'list' }
	/** Anything that is not only about the response: an AI result, the owner of a token, tokens. */
	| {
			readonly kind: 'facts';
			/** Keys of what a call gives that may also be queued: without one of them it was not carried out. */
			readonly results?: readonly string[];
	  }
	/** Its response is judged by `judgeFile.ts`, before it is stored. */
	| { readonly kind: 'file' };

/** What a response says, and the key or status on which that rests. */
export type Verdict =
	| { readonly kind: 'done'; readonly evidence: string }
	| {
			readonly kind: 'rejected';
			readonly evidence: string;
			/** It shows beside its problems that it was done nevertheless. */
			readonly isDone?: boolean;
			/** The part of the body that names the problem, where that is not the whole. */
			readonly said?: unknown;
	  }
	| { readonly kind: 'notFound'; readonly evidence: string }
	/** Something else than the service has responded, or nobody can read it. */
	| { readonly kind: 'foreign'; readonly evidence: string }
	/** Neither yes nor no; the evidence is what is missing. */
	| { readonly kind: 'unknown'; readonly evidence: string };

/**
 * Keys that say something of the response or of the request, here and in common error bodies (the service's own, RFC
 * 9457, JSON:API, Spring, Rails, Laravel, Django REST). A record may have some of them, so that they are no evidence of
 * one.
 */
export const ABOUT_RESPONSE: ReadonlySet<string> = new Set([
	...['ok', 'success', 'status', 'status_code', 'statusCode', 'code', 'ctx_id', 'meta', 'data'],
	...['message', 'messages', 'msg', 'detail', 'details', 'error', 'errors', 'warnings'],
	...['error_code', 'errorCode', 'error_message', 'error_description', 'exception', 'trace'],
	...['type', 'title', 'instance', 'path', 'timestamp', 'request_id', 'requestId', 'trace_id'],
	...['traceId', 'correlation_id', 'correlationId', 'jsonapi', 'links'],
]);

/** Whether a text is a web page instead of data. */
export const isHtml = (body: unknown): boolean => typeof body === 'string' && PAGE.test(body);

/** Comments and declarations may come first. */
const PAGE = /^\s*<(?:[^]{0,999}<)?(!doctype html|html|head|body)\b/i;

export const done = (evidence: string): Verdict => ({ kind: 'done', evidence });
export const unknown = (evidence: string): Verdict => ({ kind: 'unknown', evidence });

/** Words for no, of `ok` and `success`. */
const NO = new Set(['', 'false', 'no', '0']);
/** Words for yes. */
const YES = new Set(['true', 'yes', '1', 'ok']);

export const wordOf = (value: unknown) => String(value).trim().toLowerCase();
export const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
export const isNo = (value: unknown) => value === null || (isPlain(value) && NO.has(wordOf(value)));
export const isYes = (value: unknown) => isPlain(value) && YES.has(wordOf(value));

/** Whether `error` or `errors` names a problem. */
export function isProblem(value: unknown): boolean {
	if (Array.isArray(value)) return value.length > 0;
	if (isObject(value)) return Object.keys(value).length > 0;
	return isPlain(value) && value !== 0 && value !== false && String(value).trim() !== '';
}

/** Where a response may show the record: itself, and what it wraps. */
export function placesOf(body: Body, { wrappers }: RecordNames): Body[] {
	return [body, ...['data', ...wrappers].map((key) => body[key]).filter(isObject)];
}

export const isShown = (value: unknown) => value !== undefined && value !== null && value !== '';

export const givenIn = (place: Body, keys: readonly string[]) =>
	keys.filter((key) => isGiven(place[key]));

export const fieldsIn = (place: Body, keys: readonly string[]) =>
	keys.filter((key) => !ABOUT_RESPONSE.has(key) && isShown(place[key]));
