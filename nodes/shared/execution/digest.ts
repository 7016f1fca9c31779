import { hash, randomBytes } from 'node:crypto';

const salt = randomBytes(16).toString('base64');

/** 64 bits of a text, in two halves that are never both 0. Salted per process, to prevent hash flooding. */
export function digestOf(text: string): readonly [high: number, low: number] {
	const hex = hash('sha1', salt + text);
	return [parseInt(hex.slice(0, 8), 16), parseInt(hex.slice(8, 16), 16) || 1];
}

const TABLES = 256;
const INITIAL_PLACES = 16;
/** Fuller than this, a table grows: looking a key up would take long. */
const MAX_LOAD = 0.75;
/** Numbers of 32 bits in a place: the two halves of a key, and behind them those of its value. */
const KEY_WIDTH = 2;
const PAIR_WIDTH = 4;

/**
 * A set of texts, or a map from texts to texts, of which 64 bits of a hash are kept each: a key takes 11 to 22 bytes in
 * memory, and as many again with a value, where a Set of texts takes 80 to 100. Two of a million different keys have the
 * same bits with a probability of 3 in 100 million; the second then counts as known.
 *
 * Open addressing with linear probing, in many small tables, so that none takes long to grow.
 */
export class DigestTable {
	private readonly width: number;

	private readonly tables: Uint32Array[];

	/** Keys in each of the tables. */
	private readonly used = new Uint32Array(TABLES);

	/** @param kind `pairs` where keys have values */
	constructor(kind: 'keys' | 'pairs' = 'keys') {
		this.width = kind === 'keys' ? KEY_WIDTH : PAIR_WIDTH;
		this.tables = Array.from(
			{ length: TABLES },
			() => new Uint32Array(this.width * INITIAL_PLACES),
		);
	}

	private count = 0;

	/** How many different keys there are, those without a value included. */
	get size(): number {
		return this.count;
	}

	has(key: string): boolean {
		const [high, low] = digestOf(key);
		const table = this.tables[high >>> 24];
		return !isFree(table, this.find(table, high, low));
	}

	/** Whether the key is new. */
	add(key: string): boolean {
		return this.place(...digestOf(key)).isNew;
	}

	/** Gives a key this value. */
	set(key: string, value: string): void {
		const { table, at } = this.place(...digestOf(key));
		table.set(digestOf(value), at + KEY_WIDTH);
	}

	/**
	 * Whether the value of a key is this one, or another; undefined where it has none.
	 *
	 * @param value asked for where the key has one
	 */
	compare(key: string, value: () => string): 'same' | 'other' | undefined {
		const [keyHigh, keyLow] = digestOf(key);
		const table = this.tables[keyHigh >>> 24];
		const at = this.find(table, keyHigh, keyLow) + KEY_WIDTH;
		if (isFree(table, at)) return undefined;
		const [high, low] = digestOf(value());
		return table[at] === high && table[at + 1] === low ? 'same' : 'other';
	}

	/** Takes its value from a key. */
	forget(key: string): void {
		const [high, low] = digestOf(key);
		const table = this.tables[high >>> 24];
		const at = this.find(table, high, low);
		table.fill(0, at + KEY_WIDTH, at + this.width);
	}

	/** The place of a key, which is taken for it where it has none. */
	private place(high: number, low: number) {
		const index = high >>> 24;
		let table = this.tables[index];
		let at = this.find(table, high, low);
		if (!isFree(table, at)) return { table, at, isNew: false };
		this.count += 1;
		this.used[index] += 1;
		if (this.used[index] * this.width > table.length * MAX_LOAD) {
			table = this.grown(table);
			this.tables[index] = table;
			at = this.find(table, high, low);
		}
		table[at] = high;
		table[at + 1] = low;
		return { table, at, isNew: true };
	}

	/** The place of these bits in a table, or the free one where they belong. */
	private find(table: Uint32Array, high: number, low: number): number {
		const mask = table.length - 1;
		let at = Math.imul(low, this.width) & mask;
		while ((table[at] !== high || table[at + 1] !== low) && !isFree(table, at)) {
			at = (at + this.width) & mask;
		}
		return at;
	}

	private grown(before: Uint32Array): Uint32Array {
		const table = new Uint32Array(2 * before.length);
		for (let at = 0; at < before.length; at += this.width) {
			if (isFree(before, at)) continue;
			const to = this.find(table, before[at], before[at + 1]);
			table.set(before.subarray(at, at + this.width), to);
		}
		return table;
	}
}

/** Digests are never 0 as a whole. */
const isFree = (table: Uint32Array, at: number) => table[at] === 0 && table[at + 1] === 0;
