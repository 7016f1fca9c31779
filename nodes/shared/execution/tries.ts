import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure, Result } from '../http';
import { keptUnder } from '../lifetime';
import { publishLines } from './hints';
import { inputOf } from './tool';

/** What was sent once and must not be sent again: of an item, by its index, or of a record of a bulk write. */
type Key = string | number;

/**
 * What one node has done in one run, over all tries of n8n's Retry On Fail: only what repeating could double, so that
 * everything else is sent again. Results are kept, not items.
 */
export class Tries {
	/** When the first one began, milliseconds since 1970. */
	readonly since = Date.now();

	/** Writes that may have been done, with what is known of them. */
	readonly unknown = new Map<Key, Failure>();

	private readonly sent = new Set<Key>();

	private readonly results = new Map<Key, Result<unknown>>();

	/** @param hasMore whether n8n may run the node again; otherwise nothing is kept */
	constructor(private readonly hasMore = false) {}

	/**
	 * Notes what a write came to that must not be repeated.
	 *
	 * @param final the result to take over, where it is known already
	 */
	note(key: Key, written: Result<unknown>, final?: Result<unknown>): void {
		if (!this.hasMore) return;
		this.unknown.delete(key);
		if (written.ok) this.sent.add(key);
		else if (written.failure.mayHaveHappened) this.unknown.set(key, written.failure);
		if (final) this.keep(key, final);
	}

	/** Keeps the final result, where the write was done. */
	keep(key: Key, final: Result<unknown>): void {
		if (this.sent.has(key)) this.results.set(key, final);
	}

	/** The result from an earlier try; a key has results of one type only. */
	find<T>(key: Key): Result<T> | undefined {
		return this.results.get(key) as Result<T> | undefined;
	}
}

const byInput = keptUnder('Tries of a run', 'run', () => new Tries(true));

/**
 * What earlier tries of this run have done; empty at the first one, and without Retry On Fail. n8n builds the input of a
 * run once and hands the same items to every try (docs/decisions.md, "Retry On Fail"), so that it is forgotten with them.
 */
export function triesOf(context: IExecuteFunctions): Tries {
	const { retryOnFail, name } = context.getNode();
	const [first] = retryOnFail === true ? inputOf(context) : [];
	// A call of a tool has an item of its own for every try, with the same arguments.
	const key = first?.pairedItem === undefined ? first?.json : first;
	return typeof key === 'object' ? byInput(key, name) : new Tries();
}

/** Says below the output how many results come from an earlier try. */
export function publishTaken(context: IExecuteFunctions, taken: number, count: number): void {
	if (taken === 0) return;
	const text = `${taken} of ${count} were done in an earlier try (Retry On Fail), and not sent again.`;
	publishLines(context, { notes: [text] });
}
