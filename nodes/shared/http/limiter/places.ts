import { MAX_HOLD_MS } from './queue';

/** Requests at once on first contact; each response allows one more. */
const FIRST_AT_ONCE = 5;
/** Growth with each success when the number at once is probed after a refusal. */
const PROBE_GROWTH = 1 / 4;
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

	/** Requests at once, just now. */
	get atOnce(): number {
		return Math.floor(this.size);
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

	/**
	 * The service responded to a request that had so many under way beside it, itself included.
	 *
	 * @param isWanted whether more requests wait for a place
	 * @returns whether one more at once is tried
	 */
	responded(underWay: number, now: number, isWanted: boolean): boolean {
		const all = this.atOnce;
		this.proven = Math.max(this.proven, Math.min(underWay, all));
		if (underWay < all && !isWanted) return false;
		if (!this.wasRefused) this.size += 1;
		else if (underWay >= all && now >= this.holdUntil) this.size += PROBE_GROWTH;
		return this.wasRefused && this.atOnce > all;
	}
}
