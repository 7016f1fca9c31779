/**
 * Learns how many requests at once a service accepts, from what it refuses (429). Pure: the clock is an
 * argument. On first contact requests start slowly, so that a small limit is met by few of them.
 */
export interface ConcurrencyEstimate {
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
	 * @param pauseMs nothing is sent for so long
	 * @returns whether there were too many at once, rather than too many in a second
	 */
	refused(underWay: number, now: number, pauseMs: number): boolean;
	/**
	 * The service responded to a request that was under way with so many.
	 *
	 * @param isWanted whether more requests wait for a place
	 */
	responded(underWay: number, now: number, isWanted: boolean): void;
	/** The last refusal was not for a limit: what was learned from it is taken back. */
	takeBack(): void;
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
/** While the first responses have not come, one more may start after this time. */
const GROWTH_MS = 100;
/** After a refusal the number at once grows no sooner; the time doubles with each growth that fails. */
const MIN_HOLD_MS = 2000;
const MAX_HOLD_MS = 60_000;
const PAUSES_BETWEEN_PROBES = 6;

export function createConcurrencyEstimate(): ConcurrencyEstimate {
	let known = {
		atOnce: FIRST_AT_ONCE,
		wasRefused: false,
		holdMs: MIN_HOLD_MS,
		holdUntil: 0,
		/** The largest number at once that is known to do. */
		proven: FIRST_AT_ONCE,
	};
	let before = known;
	let grownAt = 0;

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
			before = known;
			const { wasRefused, proven, holdMs } = known;
			const isBeyondProven = wasRefused && underWay > proven;
			known = { ...known, wasRefused: true };
			if (!wasRefused || underWay >= Math.floor(known.atOnce)) {
				known.atOnce = Math.max(1, underWay - 1);
				known.proven = known.atOnce;
				const shortest = Math.max(MIN_HOLD_MS, PAUSES_BETWEEN_PROBES * pauseMs);
				known.holdMs = Math.min(
					MAX_HOLD_MS,
					isBeyondProven ? Math.max(shortest, 2 * holdMs) : shortest,
				);
				// The first refusal may as well have been for too many in a second: that is found out at once.
				known.holdUntil = now + pauseMs + (wasRefused ? known.holdMs : 0);
			}
			return isBeyondProven;
		},
		responded(underWay, now, isWanted) {
			const all = Math.floor(known.atOnce);
			known.proven = Math.max(known.proven, Math.min(underWay, all));
			if (underWay < all && !isWanted) return;
			if (!known.wasRefused) known.atOnce += known.atOnce < FAST_UNTIL ? FAST_GROWTH : SLOW_GROWTH;
			else if (underWay >= all && now >= known.holdUntil) known.atOnce += PROBE_GROWTH;
		},
		takeBack() {
			known = before;
		},
		forget() {
			known = { ...known, wasRefused: false };
		},
	};
}
