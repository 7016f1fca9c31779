import { JsonScan, parseJson } from '../schema/jsonText';
import { chunksOf, UnreadBody, type BodyOptions, type StreamedBody } from './body';
import { settle, unwrap } from './failure';
import type { RowReceiver } from './request';

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

/** A row that is larger than this is no record of a service. */
const MAX_ROW_BYTES = 8 * 1024 * 1024;

/** What stands beside the rows is as small as a response without rows. */
const MAX_REST_BYTES = 8 * 1024 * 1024;

/** Enough for the word in any spelling, escapes included. */
const MAX_KEY_LENGTH = 100;

const [COMMA, COLON, LIST] = Buffer.from(',:[');

/**
 * Splits JSON into the rows of its list while it is being received: the elements of an array, or of the
 * array under `data` of an object. No more than a row and what stands beside the list is kept. Everything
 * else is JSON.parse's work, so that what comes out is what it would give for the whole.
 */
export class JsonRows {
	private readonly scan = new JsonScan();
	/** The level of the array whose elements are the rows; 0 outside of it. */
	private rowsLevel = 0;
	private hasRows = false;
	/** Rows so far, also where the list goes on. */
	private rows = 0;
	/** The bytes of a row that began in an earlier chunk. */
	private row: Buffer[] = [];
	private rowBytes = 0;
	/** The text without its rows. */
	private readonly rest: Buffer[] = [];
	private restBytes = 0;
	/** What earlier chunks hold of a key: all behind the last sign of structure. */
	private key = '';
	/** The last sign of structure is the colon of `data`. */
	private isAtData = false;
	private problem?: 'notJson' | UnreadBody;

	/** The text outside of the list, as far as it has come; `[]` stands for the list, a row that is no JSON stays in it. */
	get restText(): string {
		return Buffer.concat(this.rest)
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
		/** Where the present row, or the present piece of the rest, begins; and what stands behind the last sign. */
		let from = 0;
		let behind = 0;
		const key = (end?: number) =>
			(behind === 0 ? this.key : '') + chunk.toString('latin1', behind, end);
		while (this.problem === undefined) {
			const at = scan.next(chunk, behind, Math.max(this.rowsLevel, 1));
			if (at === chunk.length) break;
			const sign = chunk[at];
			const isLast = scan.levels < this.rowsLevel;
			if (isLast || (sign === COMMA && this.rowsLevel > 0)) {
				this.addToRow(chunk.subarray(from, at));
				this.endRow(isLast, found);
				from = isLast ? at : at + 1;
			} else if (sign === LIST && this.rowsLevel === 0 && this.beginsRows()) {
				if (this.hasRows) this.problem = 'notJson';
				this.hasRows = true;
				this.rowsLevel = scan.levels;
				this.addRest(chunk.subarray(from, at + 1));
				from = at + 1;
			}
			this.isAtData = sign === COLON && parseJson(key(at)) === 'data';
			behind = at + 1;
		}
		if (scan.excess !== undefined) this.problem ??= new UnreadBody(scan.excess);
		const remaining = chunk.subarray(from);
		if (this.rowsLevel > 0) this.addToRow(remaining);
		else {
			this.addRest(remaining);
			this.key = key().trimStart().slice(0, MAX_KEY_LENGTH);
		}
		return this.problem ?? found;
	}

	/** Whether the list that has just begun is the one whose elements are the rows. */
	private beginsRows() {
		return this.scan.levels === 1 ? !this.hasRows : this.isAtData;
	}

	private endRow(isLast: boolean, found: unknown[]) {
		const text = (this.row.length === 1 ? this.row[0] : Buffer.concat(this.row)).toString();
		this.row = [];
		this.rowBytes = 0;
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

	private addToRow(bytes: Buffer) {
		this.rowBytes += bytes.length;
		if (this.rowBytes > MAX_ROW_BYTES) this.refuse('a record', MAX_ROW_BYTES);
		if (bytes.length > 0 || this.row.length === 0) this.row.push(bytes);
	}

	private addRest(bytes: Buffer) {
		this.restBytes += bytes.length;
		if (this.restBytes > MAX_REST_BYTES) this.refuse('what stands beside the list', MAX_REST_BYTES);
		this.rest.push(bytes);
	}

	private refuse(what: string, bytes: number) {
		this.problem ??= new UnreadBody(`more than ${bytes / 1024 / 1024} MB in ${what}`);
	}
}

/** What stands between the brackets of an empty list. */
const BLANK = /^[ \t\n\r]*$/;
