import type { IDataObject } from 'n8n-workflow';

import type { Result } from '../../http';

/** One record of a bulk write: its share of a request, and the input items that made it. */
export interface BulkRecord {
	/** The caller's own ID; the answer is matched by it. */
	readonly externalId: string;
	/** What goes over the wire. */
	readonly record: IDataObject;
	/** Input items that made it, ascending. */
	readonly items: readonly number[];
}

/** What became of the input items of one record. */
export interface Outcome {
	/** Absent when the items name no record. */
	readonly externalId?: string;
	readonly items: readonly number[];
	readonly result: Result<IDataObject>;
}

/** All input items: those that make records, and those that cannot. Each item is in exactly one of them. */
export interface Gathered {
	readonly records: readonly BulkRecord[];
	/** Items that nothing is sent for; each with its failure. */
	readonly invalid: readonly Outcome[];
}

/** What the records are called, to complete sentences. */
export interface Nouns {
	/** `order` */
	readonly one: string;
	/** `orders` */
	readonly many: string;
}

const MAX_ITEMS_NAMED = 10;

/** Input items in words, as n8n counts them, from 0: `item 3`, `items 0, 2 and 7`. */
export function nameItems(items: readonly number[]): string {
	if (items.length === 1) return `item ${items[0]}`;
	const named = items.slice(0, MAX_ITEMS_NAMED).map(String);
	const rest = items.length - named.length;
	const last = rest > 0 ? `${rest} more` : named.pop();
	return `items ${named.join(', ')} and ${last}`;
}
