import { MAX_HOLD_MS } from './queue';

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

/**
 * Learns how many requests at once a service accepts, from what it refuses (429). Pure: the clock is an
 * argument. On first contact requests start slowly, so that a small limit is met by few of them.
 */
export class Places {
	private size = FIRST_AT_ONCE;

	private wasRefused = false;

	private holdMs = MIN_HOLD_MS;

	private holdUntil = 0;

	/** The largest number at once that is known to do. */
	private proven = 1;

	private grownAt = 0;

	/** When the last requests ended. */
	private ends: number[] = [];

	/** Requests at once, just now. */
	get atOnce(): number {
		return Math.floor(this.size);
	}

	/** A request starts while no other is under way. */
	startedAlone(now: number): void {
		this.grownAt = now;
	}

	/**
	 * All places are taken. While the first responses have not come, there may be one more after a time.
	 *
	 * @returns when to ask again; undefined when only a response can make room
	 */
	nextPlaceAt(now: number): number | undefined {
		if (this.wasRefused) return undefined;
		if (now < this.grownAt + GROWTH_MS) return this.grownAt + GROWTH_MS;
		this.size += 1;
		this.grownAt = now;
		return now;
	}

	/**
	 * The service refused a request because there were too many.
	 *
	 * @param underWay requests that were under way with it, itself included
	 * @param pauseMs how long nothing is sent
	 * @returns whether there were too many at once, rather than too many in a second
	 */
	refused(underWay: number, now: number, pauseMs: number): boolean {
		const { wasRefused, proven } = this;
		const isBeyondProven = underWay > Math.max(1, proven);
		this.wasRefused = true;
		if (!wasRefused) this.proven = Math.max(1, Math.min(proven, underWay - 1));
		if (!wasRefused || isBeyondProven) {
			this.size = Math.max(1, underWay - 1);
			this.holdMs = wasRefused ? Math.min(MAX_HOLD_MS, 2 * this.holdMs) : MIN_HOLD_MS;
			// The first refusal may as well have been for too many in a second: that is found out at once.
			this.holdUntil = now + pauseMs + (wasRefused ? this.holdMs : 0);
		}
		return wasRefused && isBeyondProven;
	}

	/** A request has ended, however it did. */
	ended(now: number): void {
		this.ends.push(now);
		if (this.ends.length > MAX_ENDS) this.ends = this.ends.slice(MAX_ENDS / 2);
	}

	/**
	 * The service responded to a request that was started with so many under way, itself included.
	 *
	 * @param isWanted whether more requests wait for a place
	 * @returns whether one more at once is tried
	 */
	responded(underWay: number, startedAt: number, now: number, isWanted: boolean): boolean {
		const all = this.atOnce;
		const arrivedAt = startedAt + (now - startedAt) * PART_ON_THE_WAY;
		const before = this.ends.filter((at) => at > startedAt && at <= arrivedAt).length;
		this.proven = Math.max(this.proven, Math.min(underWay - before, all));
		if (underWay < all && !isWanted) return false;
		if (!this.wasRefused) this.size += this.size < FAST_UNTIL ? FAST_GROWTH : SLOW_GROWTH;
		else if (underWay >= all && now >= this.holdUntil) this.size += PROBE_GROWTH;
		return this.wasRefused && this.atOnce > all;
	}
}
