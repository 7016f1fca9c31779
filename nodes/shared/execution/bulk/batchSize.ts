/** How many records a batch takes, learned from the batches before it. */
export interface BatchSize {
	/** The size of the next batch, at most. */
	next(): number;
	/** The batch that was made of it has so many. */
	taken(count: number): void;
	accepted(count: number): void;
	/** The service finds so many too large, and may say how many it takes. */
	tooLarge(count: number, named?: number): void;
	/** A batch of this size took too long. */
	timedOut(count: number): void;
	/** It has ended, in whatever way; called last. */
	ended(count: number): void;
}

/** A time-out costs a minute, a small batch some milliseconds: one step has to do. */
const SHRINK = 4;
const GROW = 2;
const MAX_NEEDED = 64;

/**
 * Batches that are refused as too large or that time out become smaller. When some of the present size
 * were accepted, one larger batch is tried, unless that many are known to be too large; if it fails, the
 * next is tried after twice as many.
 *
 * @param max the size to start with, which is never exceeded
 */
export function createBatchSize(max: number): BatchSize {
	let size = max;
	let fits = 0;
	let successes = 0;
	/** Batches of the present size that have to be accepted before a larger one is tried. */
	let needed = 1;
	/** The size of the larger batch that is under way. */
	let trial = 0;
	/** A batch of this size is too large. */
	let limit = Infinity;

	const failed = (count: number, smaller: number) => {
		if (count <= size) {
			size = smaller;
			successes = 0;
		} else if (count === trial) {
			needed = Math.min(MAX_NEEDED, needed * 2);
		}
	};
	return {
		next() {
			const larger = Math.min(max, size * GROW);
			return trial === 0 && successes >= needed && larger < limit ? larger : size;
		},
		taken(count) {
			if (count <= size) return;
			trial = count;
			successes = 0;
		},
		accepted(count) {
			fits = Math.max(fits, count);
			if (count > size) size = count;
			if (count === size) successes += 1;
		},
		tooLarge(count, named) {
			if (named !== undefined) {
				limit = Math.min(limit, named + 1);
				size = Math.min(size, named);
			}
			// A record that is too large alone explains every batch that held it.
			if (count === 1) limit = Infinity;
			// Below what was accepted before, a batch holds something bulky, and says nothing about others.
			if (count === 1 || count <= fits || named !== undefined) return;
			limit = Math.min(limit, count);
			failed(count, Math.ceil(count / 2));
		},
		timedOut(count) {
			failed(count, Math.ceil(count / SHRINK));
		},
		ended(count) {
			if (count === trial) trial = 0;
		},
	};
}
