import { isGiven, isObject } from '../schema/values';
import { UnreadBody } from './body';
import { readPage } from './page';

/**
 * What a response says: the one judge of all responses (docs/decisions.md, "Responses"). Lenient about form,
 * strict about evidence: a key may have several names and kinds of values, but without one of them nothing
 * counts as done. Pure.
 */

type Body = Readonly<Record<string, unknown>>;

/** Keys that may hold what a response is about, whatever that is (specification: the response of Enrich, Score, workflows). */
export const WRAPPERS: readonly string[] = ['data'];

/** The names under which a response may show a record. */
export interface RecordNames {
	/** Keys of its identifiers in the service. */
	readonly ids: readonly string[];
	/** Keys of the caller's own ID. */
	readonly externalIds: readonly string[];
	/** Keys that may hold the record in a response, beside `WRAPPERS`: names of the object. */
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

type AskedRead = Extract<Asked, { kind: 'read' }>;
type AskedWrite = Extract<Asked, { kind: 'write' }>;
type Received = { readonly status: number; readonly body: unknown };

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Judges a response by what was asked. Never throws. */
export function judge({ status, body }: Received, asked: Asked): Verdict {
	if (!isSuccess(status)) return judgeStatus(status, body, asked);
	if (asked.kind === 'file') return done(`HTTP ${status}`);
	const isWrite = asked.kind === 'write';
	if (NO_CONTENT.has(status)) {
		const isEnough = isWrite || asked.kind === 'list' || asked.kind === 'results';
		return isEnough ? done(`HTTP ${status}`) : unknown(`no content (HTTP ${status})`);
	}
	const isAccepted = isQueued({ status, body }, asked);
	if (isEmpty(body)) return (isWrite || isAccepted ? done : foreign)('an empty body');
	if (body instanceof UnreadBody) return foreign(`it has ${body.reason}`);
	const saysWritten = isWrite && WRITTEN.has(status);
	if (typeof body === 'string') {
		return saysWritten && !isHtml(body) ? done(`HTTP ${status}`) : foreign(describeText(body));
	}
	const refusal = isObject(body) ? findRefusal(body, asked) : undefined;
	if (refusal) return refusal;
	switch (asked.kind) {
		case 'write':
			return judgeWrite(body, asked, saysWritten ? `HTTP ${status}` : undefined);
		case 'read':
			return judgeRead(body, asked);
		case 'list':
			return readPage({ status, body }) ? done('a list') : unknown('no list');
		case 'results':
			return done('results');
		case 'facts': {
			const fact = isAccepted ? 'queued' : findFact(body);
			return fact === undefined ? unknown('nothing but words about the response') : done(fact);
		}
	}
}

const foreign = (evidence: string): Verdict => ({ kind: 'foreign', evidence });

/** Successes that have no body (RFC 9110, 15.3.5 and 15.3.6). */
const NO_CONTENT: ReadonlySet<number> = new Set([204, 205]);

/** Created, and accepted to be done (RFC 9110, 15.3.2 and 15.3.3). */
const WRITTEN: ReadonlySet<number> = new Set([201, 202]);

const isEmpty = (body: unknown) => body === undefined || body === '';

/** What a text that is no JSON is, to complete "it is". */
function describeText(body: string): string {
	if (isHtml(body)) return 'a web page instead of JSON';
	if (!isBrokenJson(body)) return 'a body that is not JSON';
	const [, word] = NO_NUMBER.exec(body) ?? [];
	return `JSON that is not valid${word ? ` (${word} is no value of JSON)` : ''}`;
}

/** What Python’s `json.dumps` writes, which no JSON may have (RFC 8259, section 6). */
const NO_NUMBER = /[:,[]\s*(NaN|-?Infinity)\b/;

/** The statuses by which a gateway says that it does not know the service behind it. */
const GATEWAY = new Set([401, 404]);

function judgeStatus(status: number, body: unknown, asked: Asked): Verdict {
	const evidence = `HTTP ${status}`;
	if (GATEWAY.has(status) && asked.kind !== 'file' && !isOfService(body)) return foreign(evidence);
	if (status === 404 || status === 410) return { kind: 'notFound', evidence };
	if (status < 400) return foreign(evidence);
	return status === 408 || status >= 500 ? unknown(evidence) : { kind: 'rejected', evidence };
}

/** Whether an error body is one that services send. One that says nothing is nobody else's either. */
function isOfService(body: unknown): boolean {
	if (body === null || isEmpty(body)) return true;
	if (!isObject(body) || body instanceof UnreadBody) return false;
	const keys = Object.keys(body);
	return keys.length === 0 || keys.some((key) => ABOUT_RESPONSE.has(key));
}

/**
 * A no, which is read beside the record and never in it. Where nothing stands between the two, a read that
 * shows an identifier and a field is the record, and these words but `ok` (specification: Errors) are its own.
 */
export function findRefusal(body: Body, asked: Asked): Verdict | undefined {
	// Each result has the outcome of its own record.
	if (resultLists(body, asked).some(({ isNo }) => !isNo)) return undefined;
	const isRecord = asked.kind === 'read' && isWholeRecord(body, asked);
	for (const key of isRecord ? ['ok'] : ['ok', 'success']) {
		if (key in body && isNo(body[key])) {
			return { kind: 'rejected', evidence: `${key}: ${JSON.stringify(body[key])}` };
		}
	}
	const isResult = asked.kind === 'write' && asked.isResult;
	const problems = isResult ? Object.keys(body).filter((key) => PROBLEM.test(key)) : ERRORS;
	const problem = isRecord ? undefined : problemIn(body, problems);
	if (problem) return { kind: 'rejected', evidence: problem, isDone: showsDone(body, asked) };
	if (isResult) return findNoInWords(body, findGiven(body, asked) !== undefined);
	const wrapper = WRAPPERS.find((key) => isObject(body[key])) ?? '';
	const said = body[wrapper];
	const hasNothing = asked.kind === 'facts' && asked.results && !showsOneOf(body, asked.results);
	const inside = hasNothing && isObject(said) ? problemIn(said) : undefined;
	return inside ? { kind: 'rejected', evidence: `${wrapper}.${inside}`, said } : undefined;
}

const ERRORS = ['error', 'errors'];

const problemIn = (body: Body, keys: readonly string[] = ERRORS) =>
	keys.find((key) => isProblem(body[key]));

/** Whether one of these keys says anything, wrapped in `data` or not. */
const showsOneOf = (body: Body, keys: readonly string[]): boolean =>
	placesOf(body).some((place) => keys.some((key) => place[key] === 0 || isProblem(place[key])));

/** Statuses by which a service says that a call is still to be carried out. */
const QUEUED = new Set(['accepted', 'enqueued', 'in_progress', 'pending', 'processing', 'queued']);

/** Whether a call was accepted and not carried out yet: 202 without a result, or a status that says so. */
export function isQueued({ status, body }: Received, asked: Asked): boolean {
	if (asked.kind !== 'facts' || !asked.results) return false;
	const { results } = asked;
	if (!isObject(body)) return status === 202 && (body === null || isEmpty(body));
	const says = placesOf(body).map((place) => wordOf(place.status));
	return says.some((word) => QUEUED.has(word)) || (status === 202 && !showsOneOf(body, results));
}

/** Whether a response shows beside its problems that the write was done, or the call billed. */
function showsDone(body: Body, asked: Asked): boolean {
	if (isYes(body.ok) || isYes(body.success) || body.created === true) return true;
	if (asked.kind === 'facts') return findFact(body) !== undefined;
	return asked.kind === 'write' && asked.creates === true && findGiven(body, asked) !== undefined;
}

const findGiven = (body: Body, { record }: { readonly record: RecordNames }) =>
	placesOf(body, record.wrappers).flatMap((place) => givenIn(place, record.ids))[0];

function isWholeRecord(body: Body, { record, find }: AskedRead): boolean {
	const { ids, externalIds, fields } = record;
	const isFound = find ? find(body) === body : givenIn(body, [...ids, ...externalIds]).length > 0;
	return isFound && fieldsIn(body, fields).length > 0;
}

function judgeWrite(body: unknown, asked: AskedWrite, statusSays?: string): Verdict {
	const { record, hasResults, isResult } = asked;
	if (resultLists(body, asked).length > 0) return done('results');
	if (!isObject(body)) return statusSays ? done(statusSays) : unknown('no object');
	if (hasResults && isGiven(body.job_id)) return done('results');
	const id = findGiven(body, asked);
	if (id !== undefined) return done(id);
	if (statusSays !== undefined) return done(statusSays);
	if (body.created === true) return done('created');
	const places = placesOf(body, record.wrappers);
	const none = places.flatMap((place) => record.ids.filter((key) => place[key] === null))[0];
	if (none !== undefined) return unknown(`${none}: null`);
	const yes = ['ok', 'success'].find((key) => isYes(body[key]));
	const evidence =
		yes ??
		(isResult && STORED.has(wordOf(body.status)) ? 'status' : undefined) ??
		places.flatMap((place) => givenIn(place, record.externalIds))[0];
	if (evidence === undefined) return unknown('neither a yes nor an ID of the record');
	const doubt = isResult && record.externalIds.includes(evidence) ? findDoubt(body) : undefined;
	return doubt === undefined ? done(evidence) : unknown(`${doubt}: ${String(body[doubt])}`);
}

function judgeRead(body: unknown, { record, find }: AskedRead): Verdict {
	if (find?.(body)) return done('the record');
	if (!isObject(body)) return unknown('a body that is not an object');
	const keys = placesOf(body, record.wrappers).flatMap((place) => [
		...givenIn(place, [...record.ids, ...record.externalIds]),
		...fieldsIn(place, record.fields),
	]);
	if (keys.length > 0 && !find) return done(keys[0]);
	const none = [...WRAPPERS, ...record.wrappers].find((key) => body[key] === null);
	return none === undefined
		? unknown('neither an ID nor a field of the record')
		: { kind: 'notFound', evidence: `${none}: null` };
}

/** The first key that says something of what was asked for, wrapped in `data` or not. */
function findFact(body: unknown): string | undefined {
	if (!isObject(body)) return undefined;
	for (const key in body) {
		const value = body[key];
		if (WRAPPERS.includes(key)) {
			const fact = Array.isArray(value) && value.length > 0 ? key : findFact(value);
			if (fact !== undefined) return fact;
		} else if (!ABOUT_RESPONSE.has(key) && isShown(value)) {
			return key;
		}
	}
	return undefined;
}

/**
 * Keys that say something of the response or of the request, here and in common error bodies (the service's own, RFC
 * 9457, JSON:API, Spring, Rails, Laravel, Django REST). A record may have some of them, so that they are no evidence of
 * one.
 */
const ABOUT_RESPONSE: ReadonlySet<string> = new Set([
	...WRAPPERS,
	...['ok', 'success', 'status', 'status_code', 'statusCode', 'code', 'ctx_id', 'meta'],
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

const wordOf = (value: unknown) => (isPlain(value) ? String(value) : '').trim().toLowerCase();
const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const isNo = (value: unknown) => value === null || (isPlain(value) && NO.has(wordOf(value)));
const isYes = (value: unknown) => isPlain(value) && YES.has(wordOf(value));

/** Whether `error` or `errors` names a problem. */
export function isProblem(value: unknown): boolean {
	if (Array.isArray(value)) return value.length > 0;
	if (isObject(value)) return Object.keys(value).length > 0;
	return isPlain(value) && value !== 0 && value !== false && String(value).trim() !== '';
}

/** Where a response may show the record: itself, and what it wraps. */
function placesOf(body: Body, wrappers: RecordNames['wrappers'] = []): Body[] {
	return [body, ...[...WRAPPERS, ...wrappers].map((key) => body[key]).filter(isObject)];
}

const isShown = (value: unknown) => value !== undefined && value !== null && value !== '';

const givenIn = (place: Body, keys: readonly string[]) => keys.filter((key) => isGiven(place[key]));

const fieldsIn = (place: Body, keys: readonly string[]) =>
	keys.filter((key) => !ABOUT_RESPONSE.has(key) && isShown(place[key]));

/** A list of results in a response; `isNo`, if its key says that these were refused. */
type ResultList = { readonly entries: readonly unknown[]; readonly isNo?: boolean };

/** Keys under which results stand. */
const RESULTS = new Set(['results', 'result', 'orders', 'records', ...WRAPPERS]);
const PROBLEM = /error|fail|problem|reject|refus|invalid|violation/i;

/**
 * The lists of results in a response that may have some, and those of what was refused. A response that shows the one
 * record which was written has other lists too, and results only where they are called so.
 */
export function resultLists(body: unknown, asked: Asked): ResultList[] {
	const isOne = asked.kind === 'write';
	if (asked.kind !== 'results' && !(isOne && asked.hasResults)) return [];
	if (Array.isArray(body)) return isOne && body.length === 0 ? [] : [{ entries: body }];
	const places = isObject(body) ? placesOf(body) : [];
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
const STORED: ReadonlySet<string> = new Set(['created', 'updated']);

/**
 * A no that stands in a word or an HTTP status; beside an ID nobody knows what it is about.
 *
 * @param isNamed whether an ID stands beside it
 */
function findNoInWords(body: Body, isNamed: boolean): Verdict | undefined {
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
const findDoubt = (body: Body): string | undefined =>
	Object.keys(body).find(
		(key) =>
			isShown(body[key]) &&
			!EXTERNAL_ID.test(key) &&
			!PROBLEM.test(key) &&
			!(key === 'created' && isYes(body[key])),
	);
