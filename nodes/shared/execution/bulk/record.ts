import type { IDataObject } from 'n8n-workflow';

import { badInput, fail, type Result } from '../../http';
import type { Steps } from '../tasks';

/** One record of a bulk write, and the input items that it was built from. */
export interface BulkRecord {
	/** The caller's own ID; results are matched by it. */
	readonly externalId: string;
	/** What goes over the wire. */
	readonly record: IDataObject;
	/** Input items that it was built from, ascending. */
	readonly items: readonly number[];
	/** What it was built from, where that is a part of them: an item may give many records. */
	readonly parts?: readonly IDataObject[];
}

/** One result for each of some records, in their order. */
export type Results = ReadonlyArray<Result<IDataObject>>;

/** The result for the input items of one record. */
export interface RecordOutcome {
	/** Absent when the items name no record. */
	readonly externalId?: string;
	readonly items: readonly number[];
	readonly parts?: BulkRecord['parts'];
	readonly result: Result<IDataObject>;
	/** The run ended before it could be written, for a reason that is none of its own. */
	readonly isUnsent?: boolean;
}

/** All input items: those that make records, and the invalid ones. Each item is in exactly one of them. */
export interface Gathered {
	readonly records: readonly BulkRecord[];
	/** Items for which nothing is sent; each with its failure. */
	readonly invalid: readonly RecordOutcome[];
}

/** What the records are called, to complete sentences. */
export interface Nouns {
	/** `order` */
	readonly singular: string;
	/** `orders` */
	readonly plural: string;
	/** Each input item is a row of a file; one that names no record is a row, and no record. */
	readonly fromRows?: boolean;
}

/** `1 order`, `2 orders` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;

const MAX_ITEMS_NAMED = 10;

/**
 * Input items in words, counted from 1 as people do: `item 3`, `items 1, 2 and 7`.
 *
 * @param first the number of the first; 0 where the numbers are those of rows in a file
 */
export function nameItems(items: readonly number[], noun = 'item', first = 1): string {
	const numbers = items.map((item) => item + first);
	if (numbers.length === 1) return `${noun} ${numbers[0]}`;
	const named = numbers.slice(0, MAX_ITEMS_NAMED).map(String);
	const rest = numbers.length - named.length;
	const last = rest > 0 ? `${rest} more` : named.pop();
	return `${noun}s ${named.join(', ')} and ${last}`;
}

/** One record as an input item gives it. */
export interface Entry {
	readonly item: number;
	readonly externalId?: string;
	readonly record: Result<IDataObject>;
	/** The part of the item that it is, where the item may give several. */
	readonly part?: IDataObject;
}

/** Entries with one external ID. */
interface Group {
	readonly record: IDataObject;
	readonly items: number[];
	readonly parts?: IDataObject[];
	differs: boolean;
}

/**
 * Gathers records that come whole, one or several from an item. A record that is given twice is sent
 * once and belongs to both items; two different ones with the same external ID are both refused, as
 * it is unknown which of them the service would keep.
 */
export function* groupByExternalId(entries: Iterable<Entry>, nouns: Nouns): Steps<Gathered> {
	const invalid: RecordOutcome[] = [];
	const groups = new Map<string, Group>();
	for (const { item, externalId, record, part } of entries) {
		yield;
		const parts = part && [part];
		if (!record.ok || externalId === undefined) {
			const noId = fail(
				badInput('fields', `The ${nouns.singular} has no external ID`, 'Enter an external ID.'),
			);
			invalid.push({ externalId, items: [item], parts, result: record.ok ? noId : record });
			continue;
		}
		const group = groups.get(externalId);
		if (!group) {
			groups.set(externalId, { record: record.value, items: [item], parts, differs: false });
			continue;
		}
		if (part) group.parts?.push(part);
		if (group.items[group.items.length - 1] !== item) group.items.push(item);
		group.differs ||= JSON.stringify(group.record) !== JSON.stringify(record.value);
	}

	const records: BulkRecord[] = [];
	for (const [externalId, { record, items, parts, differs }] of groups) {
		yield;
		if (!differs) {
			records.push({ externalId, record, items, parts });
			continue;
		}
		const failure = badInput(
			'fields',
			`The ${nouns.singular} ${externalId} is given more than once with different values (${nameItems(items)})`,
			`Keep one of them, or give each ${nouns.singular} an external ID of its own.`,
		);
		invalid.push({ externalId, items, parts, result: fail(failure) });
	}
	return { records, invalid };
}

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
