import { parseJson } from '../schema/jsonText';
import { MAX_LEVELS, TOO_MANY_KEYS } from '../schema/limits';
import { RESPONSE_LIMITS } from './responseBody';

/** A row that is larger than this is no record of a service. */
const MAX_ROW_BYTES = 8 * 1024 * 1024;

/** What stands beside the rows is as small as a response without rows. */
const MAX_REST_BYTES = 8 * 1024 * 1024;

const codeOf = (character: string) => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, COLON] = [...'"\\,:'].map(codeOf);
const [LIST, LIST_END, OBJECT, OBJECT_END] = [...'[]{}'].map(codeOf);
const WHITESPACE = new Set([...' \t\n\r'].map(codeOf));

/** What is wrong with a text that comes in chunks: it is not JSON, or it breaks a limit. */
export type Problem = 'notJson' | { readonly tooMuch: string };

/**
 * Splits JSON into the rows of its list while it is being received: the elements of an array, or of the
 * array under `data` of an object. No more than a row and what stands beside the list is kept. Everything
 * else is JSON.parse's work, so that what comes out is what it would give for the whole.
 */
export class JsonRows {
	/** Lists and objects that are open. */
	private levels = 0;
	/** Keys of the objects that are open, by level; and of the last one that got a key. */
	private readonly keysAt: number[] = [];
	private keys = 0;
	private isInString = false;
	private isEscaped = false;
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
	/** The bytes of the key that stands at the top level of an object, and whether its value comes next. */
	private key: number[] = [];
	private isAtValue = false;
	private isTopLevelObject = false;

	/** The text outside of the list, as far as it has come; `[]` stands for the list. */
	get restText(): string {
		return Buffer.concat(this.rest)
			.toString()
			.replace(/^\ufeff/, '');
	}

	/**
	 * Takes the next chunk.
	 *
	 * @returns the rows that it completes, or what is wrong
	 */
	take(chunk: Buffer): unknown[] | Problem {
		const found: unknown[] = [];
		/** Where in the chunk the present row, or the present piece of the rest, begins. */
		let from = 0;
		for (let at = 0; at < chunk.length; at += 1) {
			const code = chunk[at];
			if (this.isInString) {
				this.takeInString(code);
				continue;
			}
			const isBetweenRows = this.rowsLevel > 0 && this.levels === this.rowsLevel;
			if (isBetweenRows && (code === COMMA || code === LIST_END || code === OBJECT_END)) {
				const isLast = code !== COMMA;
				const problem = this.endRow(chunk.subarray(from, at), isLast, found);
				if (problem) return problem;
				from = isLast ? at : at + 1;
			}
			this.takeStructure(code);
			if (this.levels > MAX_LEVELS) return { tooMuch: `more than ${MAX_LEVELS} levels` };
			if (this.keys > RESPONSE_LIMITS.keys) return { tooMuch: TOO_MANY_KEYS };
			if (code === LIST && this.beginsRows()) {
				if (this.hasRows) return 'notJson';
				this.hasRows = true;
				this.rowsLevel = this.levels;
				const problem = this.addRest(chunk.subarray(from, at + 1));
				if (problem) return problem;
				from = at + 1;
			}
			if (!WHITESPACE.has(code) && code !== COLON) this.isAtValue = false;
		}
		const remaining = chunk.subarray(from);
		const problem = this.rowsLevel > 0 ? this.addToRow(remaining) : this.addRest(remaining);
		return problem ?? found;
	}

	/** The whole without its rows, once everything has come; `notJson` where it is not JSON. */
	end(): { readonly body: unknown; readonly hasRows: boolean } | 'notJson' {
		const text = this.restText;
		const body = parseJson(text);
		return body === text ? 'notJson' : { body, hasRows: this.hasRows };
	}

	private takeInString(code: number) {
		const isEnd = code === QUOTE && !this.isEscaped;
		this.isEscaped = code === BACKSLASH && !this.isEscaped;
		if (this.isInTopLevelKey) this.key.push(code);
		if (isEnd) this.isInString = false;
	}

	private get isInTopLevelKey() {
		return this.levels === 1 && this.isTopLevelObject && this.key.length < MAX_KEY_BYTES;
	}

	private takeStructure(code: number) {
		if (code === QUOTE) {
			this.isInString = true;
			if (this.levels === 1) this.key = [QUOTE];
		} else if (code === COLON) {
			this.isAtValue = this.levels === 1;
			// What is no JSON may have a key outside of any object.
			this.keys = (this.keysAt[this.levels] ?? 0) + 1;
			this.keysAt[this.levels] = this.keys;
		} else if (code === LIST || code === OBJECT) {
			if (this.levels === 0) this.isTopLevelObject = code === OBJECT;
			this.levels += 1;
			this.keysAt[this.levels] = 0;
		} else if (code === LIST_END || code === OBJECT_END) {
			this.levels -= 1;
		}
	}

	/** Whether the list that has just begun is the one whose elements are the rows. */
	private beginsRows() {
		if (this.levels === 1) return !this.hasRows;
		if (this.levels !== 2 || !this.isAtValue) return false;
		return parseJson(Buffer.from(this.key).toString()) === 'data';
	}

	private endRow(bytes: Buffer, isLast: boolean, found: unknown[]): Problem | undefined {
		const problem = this.addToRow(bytes);
		if (problem) return problem;
		const row = this.row.length === 1 ? this.row[0] : Buffer.concat(this.row);
		const text = row.toString();
		this.row = [];
		this.rowBytes = 0;
		if (isLast) this.rowsLevel = 0;
		if (isLast && this.rows === 0 && BLANK.test(text)) return undefined;
		const value = parseJson(text);
		if (value === text) return 'notJson';
		this.rows += 1;
		found.push(value);
		return undefined;
	}

	private addToRow(bytes: Buffer): Problem | undefined {
		this.rowBytes += bytes.length;
		if (this.rowBytes > MAX_ROW_BYTES) return tooMuch('a record', MAX_ROW_BYTES);
		if (bytes.length > 0 || this.row.length === 0) this.row.push(bytes);
		return undefined;
	}

	private addRest(bytes: Buffer): Problem | undefined {
		this.restBytes += bytes.length;
		if (this.restBytes > MAX_REST_BYTES)
			return tooMuch('what stands beside the list', MAX_REST_BYTES);
		this.rest.push(bytes);
		return undefined;
	}
}

/** What stands between the brackets of an empty list. */
const BLANK = /^[ \t\n\r]*$/;

/** Enough for the word in any spelling, escapes included. */
const MAX_KEY_BYTES = 100;

const tooMuch = (what: string, bytes: number): Problem => ({
	tooMuch: `more than ${bytes / 1024 / 1024} MB in ${what}`,
});
