import { digestOf } from '../../../execution';
import type { KeySet } from '../../../http';

const TABLES = 256;
const INITIAL_PLACES = 16;
/** Fuller than this, a table grows: looking a key up would take long. */
const MAX_LOAD = 0.75;

/**
 * Remembers keys by 64 bits each, 11 to 22 bytes in memory, where a Set of texts takes 80 to 100. Two of a million
 * different keys have the same bits with a probability of 3 in 100 million; the second then counts as known, so that the list
 * is one row short of its total.
 *
 * Many small tables, so that none takes long to grow.
 */
export class CompactKeys implements KeySet {
	private readonly tables = Array.from({ length: TABLES }, () => new KeyTable());

	/** How many different keys there are. */
	get size(): number {
		let size = 0;
		for (const table of this.tables) size += table.used;
		return size;
	}

	has(key: string): boolean {
		const [high, low] = digestOf(key);
		return this.tables[high >>> 24].has(high, low);
	}

	/** Whether the key is new. */
	add(key: string): boolean {
		const [high, low] = digestOf(key);
		return this.tables[high >>> 24].add(high, low);
	}

	/** Adds all keys of another set. */
	addAll(other: CompactKeys): void {
		for (const [index, table] of other.tables.entries()) {
			table.forEach((high, low) => this.tables[index].add(high, low));
		}
	}

	clear(): void {
		for (const index of this.tables.keys()) this.tables[index] = new KeyTable();
	}
}

/** Open addressing with linear probing; a place holds two halves of a hash, both 0 where it is free. */
class KeyTable {
	private places = new Uint32Array(2 * INITIAL_PLACES);

	used = 0;

	has(high: number, low: number): boolean {
		const at = this.find(high, low);
		return this.places[at] !== 0 || this.places[at + 1] !== 0;
	}

	add(high: number, low: number): boolean {
		const at = this.find(high, low);
		if (this.places[at] !== 0 || this.places[at + 1] !== 0) return false;
		this.places[at] = high;
		this.places[at + 1] = low;
		this.used += 1;
		if (2 * this.used > this.places.length * MAX_LOAD) this.grow();
		return true;
	}

	forEach(visit: (high: number, low: number) => void): void {
		const { places } = this;
		for (let at = 0; at < places.length; at += 2) {
			if (places[at] !== 0 || places[at + 1] !== 0) visit(places[at], places[at + 1]);
		}
	}

	/** The place of these bits, or the free one where they belong. */
	private find(high: number, low: number): number {
		const { places } = this;
		const mask = places.length - 2;
		let at = (low << 1) & mask;
		while (
			(places[at] !== high || places[at + 1] !== low) &&
			(places[at] !== 0 || places[at + 1] !== 0)
		) {
			at = (at + 2) & mask;
		}
		return at;
	}

	private grow() {
		const old = this.places;
		this.places = new Uint32Array(2 * old.length);
		for (let at = 0; at < old.length; at += 2) {
			if (old[at] === 0 && old[at + 1] === 0) continue;
			const to = this.find(old[at], old[at + 1]);
			this.places[to] = old[at];
			this.places[to + 1] = old[at + 1];
		}
	}
}
