import type { IDataObject } from 'n8n-workflow';

import type { Result } from '../../http';
import type { BulkRecord, RecordOutcome } from './record';

/**
 * Values by ascending numbers. Those that are deleted take no place as soon as all before them are deleted, too. No Map:
 * what has been in one stays in memory much longer (docs/decisions.md, Files).
 */
export class SlidingArray<T> {
	private values: Array<T | undefined> = [];

	/** The number of the first value. */
	private first = 0;

	/** Values at the front that are deleted; they are dropped from time to time. */
	private gone = 0;

	/** The number of the first value that is not deleted. */
	get begin() {
		return this.first + this.gone;
	}

	/** The number after that of the last value. */
	get end() {
		return this.first + this.values.length;
	}

	/** Adds a value behind all others. */
	add(number: number, value: T) {
		if (this.gone === this.values.length) {
			this.values = [];
			this.gone = 0;
			this.first = number;
		}
		this.values[number - this.first] = value;
	}

	/** A value that is not deleted. */
	get(number: number): T {
		return this.values[number - this.first] as T;
	}

	delete(number: number) {
		const { values } = this;
		values[number - this.first] = undefined;
		while (this.gone < values.length && values[this.gone] === undefined) this.gone += 1;
		// Not one by one, which would move all the others every time.
		if (this.gone * 2 < values.length) return;
		values.splice(0, this.gone);
		this.first += this.gone;
		this.gone = 0;
	}
}

/** A record, or an outcome that is known without a request. */
export type Loaded = BulkRecord | RecordOutcome;

interface Slot {
	readonly given: Loaded;
	/** It has a result, or is under way. */
	isTaken: boolean;
	result?: Result<IDataObject>;
	isUnsent?: boolean;
}

/**
 * The records that are worked on, by their number in the input: they come in at the end, and leave in
 * the same order as soon as they have results.
 */
export class ResultQueue {
	private readonly slots = new SlidingArray<Slot>();

	/** The number of the next record to come in. */
	get end() {
		return this.slots.end;
	}

	/** How many are in it. */
	get size() {
		return this.slots.end - this.slots.begin;
	}

	add(given: Loaded) {
		const result = 'result' in given ? given.result : undefined;
		this.slots.add(this.end, { given, isTaken: result !== undefined, result });
	}

	record(index: number) {
		return this.slots.get(index).given as BulkRecord;
	}

	isTaken(index: number) {
		// What has left has its result.
		return index < this.slots.begin || this.slots.get(index).isTaken;
	}

	setTaken(index: number, isTaken: boolean) {
		this.slots.get(index).isTaken = isTaken;
	}

	/** @param isUnsent it could not be sent, for a reason that is none of its own */
	setResult(index: number, result: Result<IDataObject>, isUnsent = false) {
		const slot = this.slots.get(index);
		slot.result = result;
		slot.isUnsent = isUnsent;
	}

	/** Those that are not taken, by number. */
	untaken(): number[] {
		const found: number[] = [];
		for (let index = this.slots.begin; index < this.end; index += 1) {
			if (!this.slots.get(index).isTaken) found.push(index);
		}
		return found;
	}

	/** Gives those that have no result this one, because nothing more is tried. */
	fillUp(result: Result<IDataObject>) {
		for (let index = this.slots.begin; index < this.end; index += 1) {
			if (!this.slots.get(index).result) this.setResult(index, result, true);
		}
	}

	/** Takes out those at the front that have results. */
	*leave(): Generator<RecordOutcome> {
		while (this.size > 0) {
			const { begin } = this.slots;
			const { given, result, isUnsent } = this.slots.get(begin);
			if (!result) return;
			this.slots.delete(begin);
			yield { externalId: given.externalId, items: given.items, result, isUnsent };
		}
	}
}
