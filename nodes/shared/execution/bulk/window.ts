import type { IDataObject } from 'n8n-workflow';

import type { Result } from '../../http';
import type { BulkRecord, RecordOutcome } from './record';

/** A record, or an outcome that is known without a request. */
export type Loaded = BulkRecord | RecordOutcome;

interface Slot {
	readonly given: Loaded;
	/** It has a result, or is under way. */
	taken: boolean;
	result?: Result<IDataObject>;
	isUnsent?: boolean;
}

/**
 * The records that are worked on, by their number in the input: they come in at the end, and leave in
 * the same order as soon as they have results.
 */
export class RecordWindow {
	private readonly slots: Slot[] = [];

	/** Slots before it have left, and are dropped from time to time. */
	private gone = 0;

	private first = 0;

	/** The number of the next record to come in. */
	get end() {
		return this.first + this.slots.length;
	}

	/** How many are in it. */
	get size() {
		return this.slots.length - this.gone;
	}

	add(given: Loaded) {
		const result = 'result' in given ? given.result : undefined;
		this.slots.push({ given, taken: result !== undefined, result });
	}

	record(index: number) {
		return this.at(index).given as BulkRecord;
	}

	isTaken(index: number) {
		// What has left has its result.
		return index < this.first || this.at(index).taken;
	}

	setTaken(index: number, taken: boolean) {
		this.at(index).taken = taken;
	}

	/** @param isUnsent it could not be sent, for a reason that is none of its own */
	setResult(index: number, result: Result<IDataObject>, isUnsent = false) {
		const slot = this.at(index);
		slot.result = result;
		slot.isUnsent = isUnsent;
	}

	/** Those that are not taken, by number. */
	untaken(): number[] {
		const found: number[] = [];
		for (let index = this.first + this.gone; index < this.end; index += 1) {
			if (!this.at(index).taken) found.push(index);
		}
		return found;
	}

	/** Gives those that have no result this one, because nothing more is tried. */
	fillUp(result: Result<IDataObject>) {
		for (const slot of this.slots) {
			if (slot.result) continue;
			slot.result = result;
			slot.isUnsent = true;
		}
	}

	/** Takes out those at the front that have results. */
	*leave(): Generator<RecordOutcome> {
		for (; this.gone < this.slots.length; this.gone += 1) {
			const { given, result, isUnsent } = this.slots[this.gone];
			if (!result) break;
			yield { externalId: given.externalId, items: given.items, result, isUnsent };
		}
		// Not one by one, which would move all the others every time.
		if (this.gone * 2 < this.slots.length) return;
		this.slots.splice(0, this.gone);
		this.first += this.gone;
		this.gone = 0;
	}

	private at(index: number) {
		return this.slots[index - this.first];
	}
}
