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
			/** The object in a body that is the record, where its names alone do not show it. */
			readonly find?: (body: unknown) => object | undefined;
	  }
	| { readonly kind: 'list' }
	/** Anything that is not only about the response: an AI result, the owner of a token, tokens. */
	| {
			readonly kind: 'facts';
			/** Keys of what a call gives that may also be queued: without one of them it was not carried out. */
			readonly results?: readonly string[];
	  }
	/** Its response is judged by `judgeFile`, before it is stored. */
	| { readonly kind: 'file' };

/** What a response says, and the key or status on which that rests. */
export type Verdict =
	| { readonly kind: 'done'; readonly evidence: string }
	| {
			readonly kind: 'rejected';
			readonly evidence: string;
			/** The response names problems and also shows that it was done. */
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

/** Whether a text begins as JSON, which it then turned out not to be. */
export const isBrokenJson = (body: unknown): body is string =>
	typeof body === 'string' && /^\s*[[{]/.test(body);

export const done = (evidence: string): Verdict => ({ kind: 'done', evidence });
export const unknown = (evidence: string): Verdict => ({ kind: 'unknown', evidence });

/** Words for no, of `ok` and `success`. */
const NO = new Set(['', 'false', 'no', '0']);
/** Words for yes. */
const YES = new Set(['true', 'yes', '1', 'ok']);

export const wordOf = (value: unknown) =>
	(isPlain(value) ? String(value) : '').trim().toLowerCase();
const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
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

/** A list of results in a response: objects, or external IDs; `isNo`, if its key says that these were refused. */
type ResultList = { readonly entries: readonly unknown[]; readonly isNo?: boolean };

/** Keys under which results stand. */
const RESULTS = new Set(['results', 'result', 'orders', 'records', 'data']);
export const PROBLEM = /error|fail|problem|reject|refus|invalid|violation/i;

/**
 * The lists of results in a response that may have some, and those of what was refused. A response that shows the one
 * record which was written has other lists too, and results only where they are called so.
 */
export function resultLists(body: unknown, asked: Asked): ResultList[] {
	const isOne = asked.kind === 'write';
	if (asked.kind !== 'results' && !(isOne && asked.hasResults)) return [];
	if (Array.isArray(body)) return isOne && body.length === 0 ? [] : [{ entries: body }];
	const places = (isObject(body) ? [body, body.data] : []).filter(isObject);
	return places.flatMap((place) => {
		const isRecord = isOne && givenIn(place, asked.record.ids).length > 0;
		// A body may have hundreds of thousands of keys.
		return Object.keys(place).flatMap((key) => {
			const entries = place[key];
			if (!Array.isArray(entries) || (isRecord && key !== 'results')) return [];
			const isNo = PROBLEM.test(key) && entries.length > 0;
			return isNo || RESULTS.has(key) ? [{ entries, isNo }] : [];
		});
	});
}

/** Words in `status` for the outcome of one of many writes. */
const REFUSED = /^(fail|error|reject|refus|invalid|[45]\d\d$)/;
export const STORED: ReadonlySet<string> = new Set(['created', 'updated']);

/**
 * A no that stands in a word or an HTTP status; beside an ID nobody knows what it is about.
 *
 * @param isNamed whether an ID stands beside it
 */
export function findNoInWords(body: Body, isNamed: boolean): Verdict | undefined {
	const word = wordOf(body.status);
	if (!REFUSED.test(word)) return undefined;
	const isOpen = word.startsWith('5') || isNamed || body.created === true;
	return {
		kind: isOpen ? 'unknown' : 'rejected',
		evidence: `status: ${JSON.stringify(body.status)}`,
	};
}

const EXTERNAL_ID = /external_?id$/i;

/** What leaves open whether the external ID in a result says that the record is stored: anything more than that it was created. */
export const findDoubt = (body: Body): string | undefined =>
	Object.keys(body).find(
		(key) =>
			isShown(body[key]) &&
			!EXTERNAL_ID.test(key) &&
			!PROBLEM.test(key) &&
			!(key === 'created' && isYes(body[key])),
	);
