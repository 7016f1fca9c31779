import { isObject } from '../schema/values';
import { givenIn, isNo, isPlain, wordOf, type Asked, type Body, type Verdict } from './evidence';

/** What a response to a write says of each of several records. Pure. */

/** A list of results in a response: objects, or external IDs; `isNo`, if its key says that these were refused. */
type ResultList = { readonly entries: readonly unknown[]; readonly isNo?: boolean };

/** Keys under which results stand, and those that may hold an object instead of a list. */
const RESULTS = new Set(['results', 'result', 'orders', 'records', 'data']);
const BY_ID = new Set(['results', 'orders', 'records']);
/** Keys of lists by what became of the records. */
const OUTCOME = /^(created|updated|upserted|inserted|imported|succeeded|success(es|ful)?)$/i;
export const PROBLEM = /error|fail|problem|reject|refus|invalid|violation/i;
/** Keys of lists that are about something else than the records. */
const OTHERS = /item|line|product|compan|contact|warning|message|link/i;
/** Keys of which a result has one. */
const OF_RESULT =
	/^(ok|success|errors?|status|created|id|(object|order|record)_?id|(order_?)?external_?id)$/i;

/**
 * The lists of results in a response that may have some, whichever keys they stand under. A response that shows the
 * one record which was written has other lists too, and results only where they are called so.
 */
export function resultLists(body: unknown, asked: Asked): ResultList[] {
	const isOne = asked.kind === 'write';
	if (asked.kind !== 'results' && !(isOne && asked.hasResults)) return [];
	if (Array.isArray(body)) return isOne && body.length === 0 ? [] : [{ entries: body }];
	const places = (isObject(body) ? [body, body.data] : []).filter(isObject);
	const lists = places.flatMap((place) => {
		const isRecord = isOne && givenIn(place, asked.record.ids).length > 0;
		// A body may have hundreds of thousands of keys.
		const keys = Object.keys(place).filter(
			(key) => (!isRecord || key === 'results') && typeof place[key] === 'object',
		);
		return keys.map((key) => {
			const value = BY_ID.has(key) && isObject(place[key]) ? byId(place[key]) : place[key];
			const entries: unknown[] = Array.isArray(value) ? value : [];
			const isMain = value === entries && RESULTS.has(key);
			const isLike = entries.length > 0 && !OTHERS.test(key) && entries.every(isResultLike);
			const isNo = PROBLEM.test(key) && entries.length > 0;
			return { entries, isNo, isMain, isOther: isLike || (OUTCOME.test(key) && value === entries) };
		});
	});
	const hasMain = lists.some(({ isMain }) => isMain);
	return lists.filter(({ isMain, isNo, isOther }) => isMain || isNo || (!hasMain && isOther));
}

/** Results by external ID; nothing where they are something else. */
const byId = (results: Body) =>
	Object.values(results).every(isObject)
		? Object.entries(results).map(([id, one]) => ({ external_id: id, ...(one as Body) }))
		: undefined;

const isResultLike = (entry: unknown) =>
	isObject(entry) && Object.keys(entry).some((key) => OF_RESULT.test(key));

/** Words for the outcome of one of many writes, in `status` and the like. */
const STATUS = ['status', 'outcome', 'result', 'statusCode', 'status_code', 'http_status', 'code'];
const REFUSED =
	/^(fail|error|reject|refus|invalid|den(y|ied)|abort|cancel|skip|ignor|conflict|duplicate|not_?found|missing|forbidden|unprocess|4\d\d$)/;
export const STORED =
	/^(creat|updat|upsert|insert|import|stor|sav|writt|succe|ok$|done$|complete|unchang|20[01]$)/;
const WORDS = ['message', 'detail', 'reason', 'msg', 'description', 'note'];

export const statusOf = (body: Body, meaning: RegExp) =>
	STATUS.find((key) => isPlain(body[key]) && meaning.test(wordOf(body[key])));

/**
 * A no that stands in a word or an HTTP status; beside an ID nobody knows what it is about.
 *
 * @param isNamed whether an ID stands beside it
 */
export function findNoInWords(body: Body, isNamed: boolean): Verdict | undefined {
	const key = statusOf(body, REFUSED) ?? statusOf(body, /^5\d\d$/);
	if (key === undefined) return undefined;
	const evidence = `${key}: ${JSON.stringify(body[key])}`;
	const isOpen = wordOf(body[key]).startsWith('5') || isNamed || body.created === true;
	return { kind: isOpen ? 'unknown' : 'rejected', evidence };
}

/** What leaves open whether the external ID in a result says that the record is stored. */
export const findDoubt = (body: Body): string | undefined =>
	['created', ...STATUS, ...WORDS].find(
		(key) => isPlain(body[key]) && isNo(body[key]) === (key === 'created') && body[key] !== '',
	);
