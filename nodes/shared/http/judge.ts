import { parseJson } from '../schema/jsonText';
import { isGiven, isObject } from '../schema/values';
import { UnreadBody } from './body';
import {
	ABOUT_RESPONSE,
	done,
	fieldsIn,
	findDoubt,
	findNoInWords,
	givenIn,
	isBrokenJson,
	isHtml,
	isNo,
	isProblem,
	isShown,
	isYes,
	placesOf,
	PROBLEM,
	resultLists,
	STORED,
	unknown,
	wordOf,
	type Asked,
	type Body,
	type RecordNames,
	type Verdict,
} from './evidence';
import { isSuccess, type ServiceResponse } from './request';

/**
 * What a response says: the one judge of all responses (docs/decisions.md, "Responses"). Lenient about form,
 * strict about evidence: a key may have several names and kinds of values, but without one of them nothing
 * counts as done. Pure.
 */

type AskedRead = Extract<Asked, { kind: 'read' }>;
type AskedWrite = Extract<Asked, { kind: 'write' }>;
type Received = Pick<ServiceResponse, 'status' | 'body'>;

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
			return judgeList(body);
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
function findRefusal(body: Body, asked: Asked): Verdict | undefined {
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
	const { data: said } = body;
	const hasNothing = asked.kind === 'facts' && asked.results && !showsOneOf(body, asked.results);
	const inside = hasNothing && isObject(said) ? problemIn(said) : undefined;
	return inside ? { kind: 'rejected', evidence: `data.${inside}`, said } : undefined;
}

const ERRORS = ['error', 'errors'];

const problemIn = (body: Body, keys: readonly string[] = ERRORS) =>
	keys.find((key) => isProblem(body[key]));

/** Whether one of these keys says anything, wrapped in `data` or not. */
const showsOneOf = (body: Body, keys: readonly string[]): boolean =>
	[body, body.data]
		.filter(isObject)
		.some((place) => keys.some((key) => place[key] === 0 || isProblem(place[key])));

/** Statuses by which a service says that a call is still to be carried out. */
const QUEUED = new Set(['accepted', 'enqueued', 'in_progress', 'pending', 'processing', 'queued']);

/** Whether a call was accepted and not carried out yet: 202 without a result, or a status that says so. */
export function isQueued({ status, body }: Received, asked: Asked): boolean {
	if (asked.kind !== 'facts' || !asked.results) return false;
	const { results } = asked;
	if (!isObject(body)) return status === 202 && (body === null || isEmpty(body));
	const says = [body, body.data].filter(isObject).map((place) => wordOf(place.status));
	return says.some((word) => QUEUED.has(word)) || (status === 202 && !showsOneOf(body, results));
}

/** Whether a response shows beside its problems that the write was done, or the call billed. */
function showsDone(body: Body, asked: Asked): boolean {
	if (isYes(body.ok) || isYes(body.success) || body.created === true) return true;
	if (asked.kind === 'facts') return findFact(body) !== undefined;
	return asked.kind === 'write' && asked.creates === true && findGiven(body, asked) !== undefined;
}

const findGiven = (body: Body, { record }: { readonly record: RecordNames }) =>
	placesOf(body, record).flatMap((place) => givenIn(place, record.ids))[0];

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
	const places = placesOf(body, record);
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
	const keys = placesOf(body, record).flatMap((place) => [
		...givenIn(place, [...record.ids, ...record.externalIds]),
		...fieldsIn(place, record.fields),
	]);
	if (keys.length > 0 && !find) return done(keys[0]);
	const none = ['data', ...record.wrappers].find((key) => body[key] === null);
	return none === undefined
		? unknown('neither an ID nor a field of the record')
		: { kind: 'notFound', evidence: `${none}: null` };
}

function judgeList(body: unknown): Verdict {
	const isList = Array.isArray(body) || (isObject(body) && Array.isArray(body.data));
	if (isList) return done('a list');
	return isObject(body) && body.data === null ? done('data: null') : unknown('no list');
}

/** The first key that says something of what was asked for, wrapped in `data` or not. */
function findFact(body: unknown): string | undefined {
	if (!isObject(body)) return undefined;
	for (const key in body) {
		const value = body[key];
		if (key === 'data') {
			const fact = Array.isArray(value) && value.length > 0 ? key : findFact(value);
			if (fact !== undefined) return fact;
		} else if (!ABOUT_RESPONSE.has(key) && isShown(value)) {
			return key;
		}
	}
	return undefined;
}

/** What a response to a request for a file is judged by. */
export interface FileStart {
	readonly status: number;
	/** Its first characters. */
	readonly text: string;
	/** Nothing comes after them. */
	readonly isWhole: boolean;
	/** Name and type of the file, with a space between them. */
	readonly named: string;
	/** Rows that the file has by what is known of it; 0 where nothing is. */
	readonly rows: number;
}

/**
 * A file is whole, has bytes where rows are expected, and is a page or an object without rows only where it is named
 * as one. An object that holds rows may name their problems.
 */
export function judgeFile({ status, text: start, isWhole, named, rows }: FileStart): Verdict {
	const text = start.trim();
	if (status !== 200 && status !== 203) return unknown(`HTTP ${status}`);
	if (isWhole && text === '') {
		return rows > 0
			? unknown(`no bytes, although the transfer counts ${rows} rows`)
			: done('no bytes');
	}
	const isPage =
		isHtml(text) || (text.startsWith('<') && named.slice(named.indexOf(' ')).includes('html'));
	if (isPage && !NAMED_PAGE.test(named)) return { kind: 'foreign', evidence: 'a page' };
	const json = isWhole ? parseJson(text) : undefined;
	if (!isObject(json)) return done('a file');
	const isNamed = NAMED_JSON.test(named);
	const hasRows = [json, json.data]
		.filter(isObject)
		.some((place) =>
			Object.values(place).some((list) => Array.isArray(list) && list.some(isObject)),
		);
	const refusal = findRefusal(json, { kind: 'facts' });
	if (refusal && (refusal.evidence.startsWith('ok:') || !(hasRows || isNamed))) return refusal;
	return hasRows || isNamed ? done('a file') : unknown('a JSON object without rows');
}

/** Programs save spreadsheets as pages, too, and name them as Excel does. */
const NAMED_PAGE = /\.(x?html?|mhtml?) |\.xls (?!.*html)/i;
const NAMED_JSON = /\.json |ndjson|jsonl/i;
