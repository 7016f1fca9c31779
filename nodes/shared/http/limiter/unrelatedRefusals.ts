/**
 * Finds out whether refusals (429) have anything to do with the rate of requests: some services, or
 * what stands before them, refuse a part of the requests however few there are, and going slower for them helps
 * nobody. Pure.
 *
 * Requests and refusals are counted by the rate at which they were sent. Where slower requests
 * were refused about as often as faster ones, refusals are ignored as long as their part stays
 * what it was. When it rises, it was a limit after all; then more evidence is needed the next time.
 */
export interface UnrelatedRefusals {
	/** A request starts. */
	started(now: number): void;
	/**
	 * A request was refused.
	 *
	 * @returns `counts`: it may have been for a limit; `ignored`: it was not; `found`: neither were those
	 * before it
	 */
	refused(): 'ignored' | 'found' | 'counts';
}

/** Rates within a factor of the root of two count as one. */
const STEPS_PER_DOUBLING = 2;
/** Evidence that is needed at slower rates, and at faster ones. */
const MIN_SLOW = 50;
const MIN_SLOW_REFUSED = 4;
const MIN_FAST = 20;
/** Refused as often: within these multiples of the part at faster rates. Much more often is a limit that fell. */
const AS_OFTEN = [0.5, 1.5];
/** Where more are refused, something is wrong that this cannot tell. */
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

export function createUnrelatedRefusals(): UnrelatedRefusals {
	/** By rate, in steps. */
	const counts = new Map<number, Count>();
	/** When the last requests started. */
	let starts: number[] = [];
	let step = 0;
	let counted = 0;
	/** The part that is refused at any rate, while refusals are ignored. */
	let usual: number | undefined;
	/** The part of the last requests. */
	let part = 0;
	/** How much more evidence is needed, after it was wrong. */
	let doubt = 1;

	const countOf = (at: number): Count => {
		const count = counts.get(at) ?? { sent: 0, refused: 0 };
		counts.set(at, count);
		return count;
	};
	const sum = (fits: (at: number) => boolean): Count => {
		const all = { sent: 0, refused: 0 };
		for (const [at, { sent, refused }] of counts) {
			if (!fits(at)) continue;
			all.sent += sent;
			all.refused += refused;
		}
		return all;
	};
	const isUnrelated = () =>
		[...counts.keys()].some((at) => {
			const slow = sum((other) => other < at);
			const fast = sum((other) => other >= at);
			const times = slow.refused / slow.sent / (fast.refused / fast.sent);
			return (
				slow.sent >= MIN_SLOW * doubt &&
				slow.refused >= MIN_SLOW_REFUSED * doubt &&
				fast.sent >= MIN_FAST &&
				times >= AS_OFTEN[0] &&
				times <= AS_OFTEN[1]
			);
		});

	return {
		started(now) {
			starts.push(now);
			if (starts[0] < now - MEASURED_MS) starts = starts.filter((at) => at >= now - MEASURED_MS);
			step = Math.round(STEPS_PER_DOUBLING * Math.log2(starts.length));
			countOf(step).sent += 1;
			part *= 1 - 1 / LAST_REQUESTS;
			counted += 1;
			if (counted < MAX_COUNTED) return;
			counted /= 2;
			for (const count of counts.values()) {
				count.sent /= 2;
				count.refused /= 2;
			}
		},
		refused() {
			countOf(step).refused += 1;
			part += 1 / LAST_REQUESTS;
			if (usual !== undefined) {
				if (part <= usual + RISEN_BY) return 'ignored';
				usual = undefined;
				doubt *= 2;
				return 'counts';
			}
			const all = sum(() => true);
			if (all.refused > MAX_PART * all.sent || !isUnrelated()) return 'counts';
			usual = all.refused / all.sent;
			part = usual;
			return 'found';
		},
	};
}
