import type { IDataObject } from 'n8n-workflow';

import { JsonScan, parseJson } from '../schema/jsonText';
import { isObject } from '../schema/values';
import { chunksOf, UnreadBody, type BodyOptions, type StreamedBody } from './body';
import { settle, unwrap } from './failure';

/**
 * The form of a list: how a page is asked for, and where in a response its rows, their total and what asks for the
 * next page stand. Nothing else knows: another form is a change of this file and its test.
 */

/** One page as the service sent it. */
export interface Page<Row = unknown> {
	readonly rows: readonly Row[];
	/** Counts the rows over all pages; undefined where the service does not say. */
	readonly total?: number;
	/**
	 * The query that asks for the page behind this one; null where there is none. Undefined where pages are numbered, and
	 * none says whether it is the last one.
	 */
	readonly next?: IDataObject | null;
	/** Null stands in the place of the rows. */
	readonly isNull?: boolean;
}

/** A page that is asked for. */
export interface AskedPage {
	/** From 1. */
	readonly page: number;
	/** Rows of a page. */
	readonly limit: number;
	/** What the page before says of this one. */
	readonly next?: Page['next'];
}

/** The key of rows that do not stand in an array of their own (observed: companies, contacts, orders, workflows). */
const ROWS = 'data';

/** The query of a page; a list without pages has none. */
export const pageQuery = ({ page, limit, next }: AskedPage, isPaged: boolean): IDataObject =>
	next ?? (isPaged ? { page, limit } : {});

/** Asks a list without pages for a further one, to see that there is none. */
export const SECOND_PAGE: IDataObject = { page: 2 };

/** Whether a query is that of a page. */
export const asksPage = (query: IDataObject = {}): boolean => 'page' in query;

/** Reads a list, or a page of it; undefined where the response is none. No content, and null in the place of rows, is an empty one. */
export function readPage({ status, body }: ListResponse): Page | undefined {
	if (status === 204) return { rows: [] };
	if (!isObject(body)) return Array.isArray(body) ? { rows: body } : undefined;
	const { [ROWS]: rows, total } = body;
	if (rows === null) return { rows: [], total: wholeNumber(total), isNull: true };
	return Array.isArray(rows) ? { rows, total: wholeNumber(total) } : undefined;
}

type ListResponse = { readonly status: number; readonly body: unknown };

/** A whole number, also as text; undefined for anything else. */
function wholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** Takes the rows of a list as they come, so that nobody has to hold all of them. */
export interface RowReceiver {
	/** The rows begin anew: what came before is of an attempt that failed. */
	restart(): Promise<void>;
	/** Takes the next rows; the next ones come when it is done. A failure ends the request. */
	take(rows: unknown[]): Promise<void>;
}

/**
 * Receives a body and hands the rows of its list on. A list may be of any size; a row, and what stands
 * beside the list, may not. The time limit is for each chunk.
 *
 * @returns the body with an empty list in the place of its rows, read as `readBody` does
 * @throws as `chunksOf`; Failure where the receiver wants no more
 */
export async function receiveRows(
	body: StreamedBody,
	receiver: RowReceiver,
	options: BodyOptions,
): Promise<unknown> {
	await receiver.restart();
	const json = new JsonRows();
	for await (const chunk of chunksOf(body, options, 'chunk')) {
		const rows = json.take(chunk);
		if (!Array.isArray(rows)) return rows === 'notJson' ? json.restText : rows;
		if (rows.length > 0) unwrap(await settle(receiver.take(rows)));
	}
	return parseJson(json.restText);
}

/** A larger row is no record of a service; and what stands beside the rows is as small as a response without any. */
const MAX_BYTES = 8 * 1024 * 1024;

const [COMMA, COLON, LIST] = Buffer.from(',:[');

/**
 * Splits JSON into the rows of its list while it is being received: the elements of an array, or of the
 * array under the key of rows of an object. No more than a row and what stands beside the list is kept. Everything
 * else is JSON.parse's work, so that what comes out is what it would give for the whole.
 */
export class JsonRows {
	private readonly scan = new JsonScan();
	/** The level of the array whose elements are the rows; 0 outside of it. */
	private rowsLevel = 0;
	private hasRows = false;
	/** Rows so far, also where the list goes on. */
	private rows = 0;
	/** The text without its rows. */
	private readonly rest: Buffer[] = [];
	private restBytes = 0;
	/** What has come since the last sign of structure: of a row, or of the rest. */
	private open = Buffer.alloc(0);
	/** The last sign of structure is the colon behind the key of rows. */
	private isAtRows = false;
	private problem?: 'notJson' | UnreadBody;

	/** The text outside of the list, as far as it has come; `[]` stands for the list, a row that is no JSON stays in it. */
	get restText(): string {
		return Buffer.concat([...this.rest, this.open])
			.toString()
			.replace(/^\ufeff/, '');
	}

	/**
	 * Takes the next chunk.
	 *
	 * @returns the rows that it completes; or why no more can be read: it is not JSON, or it breaks a limit
	 */
	take(chunk: Buffer): unknown[] | 'notJson' | UnreadBody {
		const { scan } = this;
		const found: unknown[] = [];
		const text = Buffer.concat([this.open, chunk]);
		/** Where the present row, or the present piece of the rest, begins. */
		let from = 0;
		let at = this.open.length;
		while (this.problem === undefined) {
			at = scan.next(text, at, Math.max(this.rowsLevel, 1));
			if (at === text.length) break;
			const sign = text[at];
			const isLast = scan.levels < this.rowsLevel;
			if (isLast || (sign === COMMA && this.rowsLevel > 0)) {
				this.endRow(text.toString('utf8', from, at), isLast, found);
				from = isLast ? at : at + 1;
			} else if (this.rowsLevel === 0) {
				if (sign === LIST && this.beginsRows()) {
					if (this.hasRows) this.problem = 'notJson';
					this.hasRows = true;
					this.rowsLevel = scan.levels;
				}
				this.isAtRows = sign === COLON && parseJson(text.toString('latin1', from, at)) === ROWS;
				this.rest.push(text.subarray(from, at + 1));
				this.restBytes += at + 1 - from;
				from = at + 1;
			}
			at += 1;
		}
		if (scan.excess !== undefined) this.problem ??= new UnreadBody(scan.excess);
		this.open = text.subarray(from);
		const [what, before] =
			this.rowsLevel > 0 ? ['a record', 0] : ['what stands beside the list', this.restBytes];
		if (before + this.open.length > MAX_BYTES) {
			this.problem ??= new UnreadBody(`more than ${MAX_BYTES / 1024 / 1024} MB in ${what}`);
		}
		return this.problem ?? found;
	}

	/** Whether the list that has just begun is the one whose elements are the rows. */
	private beginsRows() {
		return this.scan.levels === 1 ? !this.hasRows : this.isAtRows;
	}

	private endRow(text: string, isLast: boolean, found: unknown[]) {
		if (isLast) this.rowsLevel = 0;
		if (isLast && this.rows === 0 && BLANK.test(text)) return;
		const value = parseJson(text);
		if (value === text) {
			this.problem ??= 'notJson';
			this.rest.push(Buffer.from(text));
		}
		this.rows += 1;
		found.push(value);
	}
}

/** What stands between the brackets of an empty list. */
const BLANK = /^[ \t\n\r]*$/;
