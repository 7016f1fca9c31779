/**
 * Learns how many requests at once a service accepts, from what it refuses (429). Pure: the clock is an
 * argument. On first contact requests start slowly, so that a small limit is met by few of them.
 */
export interface Places {
	/** Requests at once, just now. */
	readonly atOnce: number;
	/** A request starts while no other is under way. */
	startedAlone(now: number): void;
	/**
	 * All places are taken. While the first responses have not come, there may be one more after a time.
	 *
	 * @returns when to ask again; undefined when only a response can make room
	 */
	nextPlaceAt(now: number): number | undefined;
	/**
	 * The service refused a request because there were too many.
	 *
	 * @param underWay requests that were under way with it, itself included
	 * @param pauseMs how long nothing is sent
	 * @returns whether there were too many at once, rather than too many in a second
	 */
	refused(underWay: number, now: number, pauseMs: number): boolean;
	/** A request has ended, however it did. */
	ended(now: number): void;
	/**
	 * The service responded to a request that was started with so many under way, itself included.
	 *
	 * @param isWanted whether more requests wait for a place
	 * @returns whether one more at once is tried
	 */
	responded(underWay: number, startedAt: number, now: number, isWanted: boolean): boolean;
	/** Refusals have had nothing to do with any limit. */
	forget(): void;
}

/** Requests at once on first contact; each response allows two more, up to the second number, then slower. */
const FIRST_AT_ONCE = 2;
const FAST_GROWTH = 1.5;
const FAST_UNTIL = 10;
const SLOW_GROWTH = 1 / 8;
/** Growth with each success when the number at once is probed after a refusal. */
const PROBE_GROWTH = 1 / 4;
/** What ended within this part of a request's time may have been responded to before that one arrived. */
const PART_ON_THE_WAY = 1 / 4;
/** Ends that are remembered. */
const MAX_ENDS = 128;
/** While the first responses have not come, one more may start after this time. */
const GROWTH_MS = 100;
/** After a refusal the number at once grows no sooner; the time doubles with each growth that fails. */
const MIN_HOLD_MS = 2000;
const MAX_HOLD_MS = 60_000;

export function createPlaces(): Places {
	let known = {
		atOnce: FIRST_AT_ONCE,
		wasRefused: false,
		holdMs: MIN_HOLD_MS,
		holdUntil: 0,
		/** The largest number at once that is known to do. */
		proven: 1,
	};
	let grownAt = 0;
	/** When the last requests ended. */
	let ends: number[] = [];

	const endsWithin = (from: number, until: number): number => {
		let count = 0;
		for (let index = ends.length - 1; index >= 0 && ends[index] > from; index -= 1) {
			if (ends[index] <= until) count += 1;
		}
		return count;
	};

	return {
		get atOnce() {
			return Math.floor(known.atOnce);
		},
		startedAlone(now) {
			grownAt = now;
		},
		nextPlaceAt(now) {
			if (known.wasRefused) return undefined;
			if (now < grownAt + GROWTH_MS) return grownAt + GROWTH_MS;
			known = { ...known, atOnce: known.atOnce + 1 };
			grownAt = now;
			return now;
		},
		refused(underWay, now, pauseMs) {
			const { wasRefused, proven, holdMs } = known;
			const isBeyondProven = underWay > Math.max(1, proven);
			known = { ...known, wasRefused: true };
			if (!wasRefused) known.proven = Math.max(1, Math.min(proven, underWay - 1));
			if (!wasRefused || isBeyondProven) {
				known.atOnce = Math.max(1, underWay - 1);
				known.holdMs = wasRefused ? Math.min(MAX_HOLD_MS, 2 * holdMs) : MIN_HOLD_MS;
				// The first refusal may as well have been for too many in a second: that is found out at once.
				known.holdUntil = now + pauseMs + (wasRefused ? known.holdMs : 0);
			}
			return wasRefused && isBeyondProven;
		},
		ended(now) {
			ends.push(now);
			if (ends.length > MAX_ENDS) ends = ends.slice(MAX_ENDS / 2);
		},
		responded(underWay, startedAt, now, isWanted) {
			const all = Math.floor(known.atOnce);
			const arrivedAt = startedAt + (now - startedAt) * PART_ON_THE_WAY;
			const together = underWay - endsWithin(startedAt, arrivedAt);
			known.proven = Math.max(known.proven, Math.min(together, all));
			if (underWay < all && !isWanted) return false;
			if (!known.wasRefused) known.atOnce += known.atOnce < FAST_UNTIL ? FAST_GROWTH : SLOW_GROWTH;
			else if (underWay >= all && now >= known.holdUntil) known.atOnce += PROBE_GROWTH;
			return known.wasRefused && Math.floor(known.atOnce) > all;
		},
		forget() {
			known = { ...known, wasRefused: false };
		},
	};
}
