import { MAX_KEYS, MAX_LEVELS, TOO_MANY_KEYS } from './limits';

/** The signs of JSON, of whitespace, and of a byte order mark. */
const enum Sign {
	Quote = 0x22,
	Backslash = 0x5c,
	Comma = 0x2c,
	Colon = 0x3a,
	List = 0x5b,
	ListEnd = 0x5d,
	Object = 0x7b,
	ObjectEnd = 0x7d,
}

/** What may stand before a list or an object: whitespace, and the bytes of a byte order mark. */
const BEFORE = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** No sign of a text stands so far outside. */
const NO_LEVEL = -(2 ** 30);

/**
 * Follows the structure of a JSON text, which comes as UTF-8 in parts that may end anywhere, without making anything
 * of it: what JSON.parse makes of a small text can take much time and memory. Takes one look at each byte. What is
 * neither a list nor an object is not looked at; of what is no JSON at all, levels and counts say nothing.
 */
export class JsonScan {
	/** Lists and objects that are open. */
	levels = 0;
	/** Values that stand in lists and objects, at least. */
	values = 0;
	/** What there is too much of, to complete "it has"; nothing behind it is looked at. */
	excess?: string;
	/** Keys of the objects that are open, by level. */
	private readonly keys: number[] = [];
	/** Whether it begins as a list or an object; undefined before its beginning. */
	private isStructure?: boolean;
	private isInString = false;
	/** Bytes of the next part that a backslash at the end of this one stands for. */
	private escaped = 0;

	/**
	 * Scans on to the next bracket, comma or colon of a level.
	 *
	 * @param from where to go on in the part
	 * @param level signs further inside are passed over; a bracket belongs to what is around it. All are when left out
	 * @returns its position; the length of the part where none follows
	 */
	next(part: Uint8Array, from = 0, level = NO_LEVEL): number {
		const end = part.length;
		const { keys } = this;
		let at = this.isStructure ? from + this.escaped : this.begin(part, from);
		let { levels, values, isInString } = this;
		for (; at < end; at += 1) {
			const code = part[at];
			if (isInString) {
				if (code === Sign.Backslash) at += 1;
				else if (code === Sign.Quote) isInString = false;
			} else if (code === Sign.Quote) isInString = true;
			else if (code === Sign.Comma) {
				values += 1;
				if (levels <= level) break;
			} else if (code === Sign.Colon) {
				// Outside of a text there is one for each key. What is no JSON may have a key outside of any object.
				const count = (keys[levels] ?? 0) + 1;
				keys[levels] = count;
				if (count > MAX_KEYS) this.excess = TOO_MANY_KEYS;
				if (count > MAX_KEYS || levels <= level) break;
			} else if (code === Sign.List || code === Sign.Object) {
				values += 1;
				levels += 1;
				keys[levels] = 0;
				if (levels > MAX_LEVELS) this.excess = `more than ${MAX_LEVELS} levels`;
				if (levels > MAX_LEVELS || levels <= level + 1) break;
			} else if (code === Sign.ListEnd || code === Sign.ObjectEnd) {
				levels -= 1;
				if (levels <= level) break;
			}
		}
		this.levels = levels;
		this.values = values;
		this.isInString = isInString;
		this.escaped = at > end ? 1 : 0;
		return this.excess === undefined && at < end ? at : end;
	}

	/** The position of the first bracket; the end of the part where that is still to come, or never will. */
	private begin(part: Uint8Array, from: number): number {
		let at = this.isStructure === undefined ? from : part.length;
		while (at < part.length && BEFORE.has(part[at])) at += 1;
		if (at < part.length) this.isStructure = part[at] === Sign.List || part[at] === Sign.Object;
		return this.isStructure ? at : part.length;
	}
}

/** Whether a JSON text has more levels of lists and objects than can be sent. */
export function isTooDeep(text: string): boolean {
	const scan = new JsonScan();
	scan.next(Buffer.from(text));
	return scan.levels > MAX_LEVELS;
}

/** What a text says as JSON; what is no JSON stays a text. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
