/** Rates within a factor of the root of two count as one. */
const STEPS_PER_DOUBLING = 2;
/** Evidence that is needed at slower rates, and at faster ones. */
const MIN_SLOW = 50;
const MIN_SLOW_REFUSED = 4;
const MIN_FAST = 20;
/** Refused as often: within these multiples of the part at faster rates. Much more often is a limit that fell. */
const AS_OFTEN = [0.5, 1.5];
/** Where more are refused, something else is wrong. */
const MAX_PART = 0.1;
/** The part has risen when it is this much more of the last requests. */
const RISEN_BY = 0.25;
const LAST_REQUESTS = 20;
/** Older counts weigh less. */
const MAX_COUNTED = 1500;
/** The time over which the rate is measured. */
const MEASURED_MS = 1000;

interface Count {
	sent: number;
	refused: number;
}

/**
 * Finds out whether refusals (429) have anything to do with the rate of requests: some services, or
 * what stands before them, refuse a part of the requests however few there are, and going slower for them helps
 * nobody. Pure.
 *
 * Requests and refusals are counted by the rate at which they were sent. Where slower requests
 * were refused about as often as faster ones, refusals are ignored as long as their part stays
 * what it was. When it rises, it was a limit after all; then more evidence is needed the next time.
 */
export class UnrelatedRefusals {
	/** By rate, in steps. */
	private readonly counts = new Map<number, Count>();

	/** When the last requests started. */
	private starts: number[] = [];

	private step = 0;

	private counted = 0;

	/** The part that is refused at any rate, while refusals are ignored. */
	private usual?: number;

	/** The part of the last requests. */
	private part = 0;

	/** How much more evidence is needed, after it was wrong. */
	private doubt = 1;

	/** A request starts. */
	started(now: number): void {
		this.starts.push(now);
		const since = now - MEASURED_MS;
		if (this.starts[0] < since) this.starts = this.starts.filter((at) => at >= since);
		this.step = Math.round(STEPS_PER_DOUBLING * Math.log2(this.starts.length));
		this.countNow().sent += 1;
		this.part *= 1 - 1 / LAST_REQUESTS;
		this.counted += 1;
		if (this.counted < MAX_COUNTED) return;
		this.counted /= 2;
		for (const count of this.counts.values()) {
			count.sent /= 2;
			count.refused /= 2;
		}
	}

	/**
	 * A request was refused.
	 *
	 * @returns `counts`: it may have been for a limit; `ignored`: it was not; `found`: neither were those
	 * before it
	 */
	refused(): 'ignored' | 'found' | 'counts' {
		this.countNow().refused += 1;
		this.part += 1 / LAST_REQUESTS;
		if (this.usual !== undefined) {
			if (this.part <= this.usual + RISEN_BY) return 'ignored';
			this.usual = undefined;
			this.doubt *= 2;
			return 'counts';
		}
		const all = this.sum(() => true);
		if (all.refused > MAX_PART * all.sent || !this.isUnrelated()) return 'counts';
		this.usual = all.refused / all.sent;
		this.part = this.usual;
		return 'found';
	}

	private countNow(): Count {
		const count = this.counts.get(this.step) ?? { sent: 0, refused: 0 };
		this.counts.set(this.step, count);
		return count;
	}

	private sum(fits: (at: number) => boolean): Count {
		const all = { sent: 0, refused: 0 };
		for (const [at, { sent, refused }] of this.counts) {
			if (!fits(at)) continue;
			all.sent += sent;
			all.refused += refused;
		}
		return all;
	}

	private isUnrelated(): boolean {
		return [...this.counts.keys()].some((at) => {
			const slow = this.sum((other) => other < at);
			const fast = this.sum((other) => other >= at);
			const times = slow.refused / slow.sent / (fast.refused / fast.sent);
			return (
				slow.sent >= MIN_SLOW * this.doubt &&
				slow.refused >= MIN_SLOW_REFUSED * this.doubt &&
				fast.sent >= MIN_FAST &&
				times >= AS_OFTEN[0] &&
				times <= AS_OFTEN[1]
			);
		});
	}
}
