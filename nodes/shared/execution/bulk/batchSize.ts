/** A time-out costs a minute, a small batch some milliseconds: one step has to do. */
const SHRINK = 4;
const GROW = 2;
const MAX_NEEDED = 64;

/**
 * How many records a batch takes, learned from the batches before it: those that are refused as too large or that time
 * out become smaller. When some of the present size were accepted, one larger batch is tried, unless that many are known
 * to be too large; if it fails, the next is tried after twice as many.
 */
export class BatchSize {
	private size: number;

	private fits = 0;

	private successes = 0;

	/** Batches of the present size that have to be accepted before a larger one is tried. */
	private needed = 1;

	/** The size of the larger batch that is under way. */
	private trial = 0;

	/** A batch of this size is too large. */
	private limit = Infinity;

	/** @param max the size to start with, which is never exceeded */
	constructor(private readonly max: number) {
		this.size = max;
	}

	/** The size of the next batch, at most. */
	next(): number {
		const larger = Math.min(this.max, this.size * GROW);
		const isTried = this.trial === 0 && this.successes >= this.needed && larger < this.limit;
		return isTried ? larger : this.size;
	}

	/** The batch that was made of it has so many. */
	taken(count: number): void {
		if (count <= this.size) return;
		this.trial = count;
		this.successes = 0;
	}

	accepted(count: number): void {
		this.fits = Math.max(this.fits, count);
		if (count > this.size) this.size = count;
		if (count === this.size) this.successes += 1;
	}

	/** The service finds so many too large, and may say how many it takes. */
	tooLarge(count: number, named?: number): void {
		if (named !== undefined) {
			this.limit = Math.min(this.limit, named + 1);
			this.size = Math.min(this.size, named);
		}
		// A record that is too large alone explains every batch that held it.
		if (count === 1) this.limit = Infinity;
		// Below what was accepted before, a batch holds something bulky, and says nothing about others.
		if (count === 1 || count <= this.fits || named !== undefined) return;
		this.limit = Math.min(this.limit, count);
		this.failed(count, Math.ceil(count / 2));
	}

	/** A batch of this size took too long. */
	timedOut(count: number): void {
		this.failed(count, Math.ceil(count / SHRINK));
	}

	/** It has ended, in whatever way; called last. */
	ended(count: number): void {
		if (count === this.trial) this.trial = 0;
	}

	private failed(count: number, smaller: number): void {
		if (count <= this.size) {
			this.size = smaller;
			this.successes = 0;
		} else if (count === this.trial) {
			this.needed = Math.min(MAX_NEEDED, this.needed * 2);
		}
	}
}
