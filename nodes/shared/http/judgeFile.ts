import { parseJson } from '../schema/jsonText';
import { isObject } from '../schema/values';
import { ABOUT_RESPONSE, done, isHtml, unknown, type Body, type Verdict } from './evidence';
import { findFact, findRefusal } from './judge';

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
 * as one.
 */
export function judgeFile({ status, text: start, isWhole, named, rows }: FileStart): Verdict {
	const text = start.trim();
	const without = (what: string) => unknown(`${what}, although the transfer counts ${rows} rows`);
	if (status !== 200 && status !== 203) return unknown(`HTTP ${status}`);
	if (isWhole && text === '') return rows > 0 ? without('no bytes') : done('no bytes');
	if (XML_ERROR.test(text)) return { kind: 'rejected', evidence: 'an XML error' };
	const isPage =
		isHtml(text) || (text.startsWith('<') && named.slice(named.indexOf(' ')).includes('html'));
	if (isPage && !NAMED_PAGE.test(named)) return { kind: 'foreign', evidence: 'a page' };
	if (!isWhole) return done('a file');
	const json = parseJson(text);
	if (isObject(json)) return judgeEnvelope(json, named);
	const isEmpty = Array.isArray(json) ? json.length === 0 : ONE_WORD.test(text);
	const isText = /\.(txt|log) /i.test(named);
	return rows > 0 && isEmpty && !isText ? without('no rows') : done('a file');
}

const XML_ERROR = /^(<\?xml[^>]*>\s*)?<(\w+:)?(error|fault)\b/i;
/** Programs save spreadsheets as pages, too, and name them as Excel does. */
const NAMED_PAGE = /\.(x?html?|mhtml?) |\.xls (?!.*html)/i;
/** One line of one cell: no row below a heading. */
const ONE_WORD = /^[^\r\n,;\t|\0<\ufffd]*$/;

/** A JSON object for a file: with rows under a key it is one, without rows only where it is named as JSON. */
function judgeEnvelope(json: Body, named: string): Verdict {
	const places = [json, ...Object.values(json).filter(isObject)];
	const list = places.flatMap((place) => Object.entries(place)).find(holdsRows);
	const isLine = /ndjson|jsonl/i.test(named);
	const refusal = findRefusal(json, { kind: 'facts' });
	const isRefused = refusal?.evidence.startsWith('ok:') || (!list && !isLine);
	if (refusal && isRefused) return refusal;
	if (list) return done(list[0]);
	const fact = findFact(json);
	if (fact === undefined) return unknown('nothing but words about the response');
	return isLine || /\.json /i.test(named) ? done(fact) : unknown('a JSON object without rows');
}

/** Whether a key holds rows; under one for problems of a request, they name their rows. */
const holdsRows = ([key, list]: [string, unknown]): boolean =>
	Array.isArray(list) &&
	list.some((row) => {
		if (!isObject(row)) return false;
		if (key === 'data' || !ABOUT_RESPONSE.has(key)) return true;
		return Object.keys(row).some((name) => /row|line|record/i.test(name));
	});
