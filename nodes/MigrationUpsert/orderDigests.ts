import { digestOf } from '../shared/execution';

/** Slots at first; doubled when half of them are taken. */
const INITIAL_SLOTS = 1024;
/** Numbers of 32 bits in a slot: two of the key, two of the value. */
const WIDTH = 4;

/**
 * A digest for each of many external IDs, in 16 to 64 bytes per ID: files name a million orders. Keys and
 * values are 64 bits of a hash, so that two that are not alike are taken for alike once in more orders
 * than there are.
 */
export class OrderDigests {
	private table = new Uint32Array(INITIAL_SLOTS * WIDTH);

	private taken = 0;

	/** How many IDs were given a value, those forgotten since included. */
	get size() {
		return this.taken;
	}

	/**
	 * Whether the ID has a value: this one, or another.
	 *
	 * @param value asked for where the ID has one
	 */
	find(externalId: string, value: () => string): 'same' | 'other' | undefined {
		const [keyHigh, keyLow] = digestOf(externalId);
		const at = this.slotOf(keyHigh, keyLow);
		const { table } = this;
		if (isZero(table[at + 2], table[at + 3])) return undefined;
		const [high, low] = digestOf(value());
		return table[at + 2] === high && table[at + 3] === low ? 'same' : 'other';
	}

	/** @returns whether the ID had a value before */
	set(externalId: string, value: string): boolean {
		const [keyHigh, keyLow] = digestOf(externalId);
		const at = this.slotOf(keyHigh, keyLow);
		const { table } = this;
		const isKnown = !isZero(table[at], table[at + 1]);
		const hadValue = !isZero(table[at + 2], table[at + 3]);
		const [high, low] = digestOf(value);
		table[at] = keyHigh;
		table[at + 1] = keyLow;
		table[at + 2] = high;
		table[at + 3] = low;
		if (isKnown) return hadValue;
		this.taken += 1;
		if (this.taken * 2 * WIDTH > table.length) this.grow();
		return false;
	}

	delete(externalId: string) {
		const [high, low] = digestOf(externalId);
		const at = this.slotOf(high, low);
		this.table.fill(0, at + 2, at + WIDTH);
	}

	/** Where a key stands, or would stand. */
	private slotOf(high: number, low: number): number {
		const { table } = this;
		let at = (low * WIDTH) % table.length;
		while (!isZero(table[at], table[at + 1]) && !(table[at] === high && table[at + 1] === low)) {
			at = (at + WIDTH) % table.length;
		}
		return at;
	}

	private grow() {
		const before = this.table;
		this.table = new Uint32Array(before.length * 2);
		for (let at = 0; at < before.length; at += WIDTH) {
			if (isZero(before[at], before[at + 1])) continue;
			const to = this.slotOf(before[at], before[at + 1]);
			for (let part = 0; part < WIDTH; part += 1) this.table[to + part] = before[at + part];
		}
	}
}

const isZero = (high: number, low: number) => high === 0 && low === 0;
