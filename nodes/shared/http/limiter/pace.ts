import { MAX_HOLD_MS, MAX_WAIT_MS } from './permit';

/** What is known of a service that refuses what comes too fast. */
interface Bucket {
	/** Requests per second that the service accepts. */
	readonly rate: number;
	/** Requests that it accepts at once. */
	readonly burst: number;
	/** Set while the rate is searched: it doubles within about this time. */
	readonly searchMs?: number;
	/** Time of full use after which the rate is probed for more. */
	readonly holdMs: number;
}

/** The requests between two refusals. */
export interface Period {
	/** When those that were accepted were started, and at last the one that was refused. */
	readonly starts: number[];
	/** How long nothing was sent before, so that the bucket filled. */
	fillMs: number;
	/** What was known when it began. */
	readonly bucket?: Bucket;
}

const MIN_PER_SECOND = 0.5;
/** Part of the rate found that is used: clocks and networks are not exact. */
const MARGIN = 0.97;
/** A bucket whose size is unknown is taken to hold what comes in within this time. */
const ASSUMED_BURST_SECONDS = 0.5;
/** Part of the bucket that is used after a pause, or when nothing was sent for a while. */
const USED_BURST = 0.5;
/** Starts that are remembered of one period. */
const MAX_STARTS = 1000;

/** In a search the rate doubles within about this time for each second that the first reading is based on. */
const SEARCH_MS = 1600;
/** However long it took until the first refusal: what was sent slowly says only that the rate is no lower. */
const MAX_SEARCH_MS = 4000;
/** A further search begins at the average rate of this many requests, and doubles it within as many, */
const SEARCH_REQUESTS = 8;
/** or within this time if that is longer. */
const SEARCH_AGAIN_MS = 1000;

/** While it is probed, the rate doubles within about this time. */
const PROBE_MS = 2000;
/** A rate is held for this many pauses and requests, and no longer than anything is. */
const PAUSES_BETWEEN_PROBES = 5;
const REQUESTS_BETWEEN_PROBES = 50;

/** The largest correction downwards, when a rate is refused that was accepted before. */
const LARGEST_CUT = 0.3;
/** The correction where too few were accepted to read a rate: somebody else may have been refused for them. */
const SMALL_CUT = 0.9;
/** From fewer accepted requests no rate can be read. */
const MIN_READ = 3;
/** Where a search ends too early to be read, it goes on from this part of the rate that was refused. */
const BELOW_REFUSED = 0.7;

/**
 * Learns how many requests per second a service accepts, from what it refuses (429). Pure: the clock is an argument.
 *
 * The service is taken for a token bucket of unknown rate and size. Nothing is limited until the first refusal, which
 * gives a rough rate. From there the rate is searched upwards. Every refusal ends a period, and each period is a reading
 * of the same bucket, from which rate and size follow. Then the rate is held just below what was found, and probed for
 * more from time to time: seldom enough that failed probes cost little.
 */
export class Pace {
	private bucket?: Bucket;

	/** Time for which this rate was in full use. */
	private usedMs = 0;

	/** Earliest time, in milliseconds, at which the next request may start. */
	nextAt = 0;

	/** Requests so far. */
	private count = 0;

	private period: Period = { starts: [], fillMs: Infinity };

	/** The request and the pause that ended the period; the next request begins another one. */
	private end?: { readonly number: number; readonly pauseMs: number };

	/** Requests per second, just now; infinite while the service has refused nothing. */
	get perSecond(): number {
		if (!this.bucket) return Infinity;
		const { rate, holdMs, searchMs } = this.bucket;
		const over = Math.max(0, this.usedMs - holdMs) / (searchMs ?? PROBE_MS);
		// A search rises evenly, a probe faster and faster.
		const rise = searchMs ? over : over * over;
		return rate * MARGIN * 2 ** rise;
	}

	/** Requests per second that the service was found to accept; undefined while it has refused nothing. */
	get found(): number | undefined {
		return this.bucket?.rate;
	}

	/** Requests come again, after a time in which nobody wanted any. */
	resumed(idleMs: number): void {
		const { bucket } = this;
		const fullMs = bucket ? (1000 * bucket.burst) / bucket.rate : 1000 * ASSUMED_BURST_SECONDS;
		// With a full bucket, what was sent before says nothing any more: a poll in each minute has no rate.
		if (idleMs >= fullMs) this.beginPeriod(idleMs);
	}

	/** A request starts. Returns its number, by which `refused` names it. */
	started(now: number): number {
		if (this.end) this.beginPeriod(this.end.pauseMs);
		if (this.period.starts.length >= MAX_STARTS) this.beginPeriod(0);
		this.period.starts.push(now);
		if (this.bucket) {
			const interval = 1000 / this.perSecond;
			if (now - this.nextAt < interval) this.usedMs += interval;
			this.nextAt = Math.max(this.nextAt, now - usedBurst(this.bucket) * interval) + interval;
		}
		return this.count++;
	}

	/**
	 * The service refused a request because there were too many; of several under way the first one counts.
	 *
	 * @param number what `started` returned for it
	 * @param pauseMs how long nothing is sent
	 */
	refused(number: number, now: number, pauseMs: number): void {
		const { period, end, count } = this;
		const length = period.starts.length + number + 1 - count;
		if (length <= 0 || (end && number >= end.number)) return;
		const past = { ...period, starts: period.starts.slice(0, length) };
		const read = period.bucket ? readAgain(period.bucket, past, pauseMs) : readFirst(past);
		this.bucket = read;
		this.end = { number, pauseMs };
		this.usedMs = 0;
		const interval = 1000 / read.rate;
		const credit = Math.min(pauseMs, usedBurst(read) * interval);
		// The bucket was empty at the refusal, and holds one again after one interval.
		this.nextAt = now + Math.max(interval / MARGIN, pauseMs - credit);
	}

	/** Searches the rate from the one in use: what has held requests back otherwise leaves one that was never tried. */
	searchAgain(): void {
		const last = this.period.starts.slice(-SEARCH_REQUESTS - 1);
		if (!this.bucket || last.length <= SEARCH_REQUESTS) return;
		const inUse = (1000 * SEARCH_REQUESTS) / Math.max(1, last[SEARCH_REQUESTS] - last[0]);
		if (inUse >= this.perSecond) return;
		const rate = Math.max(MIN_PER_SECOND, inUse);
		const searchMs = Math.max(SEARCH_AGAIN_MS, (1000 * SEARCH_REQUESTS) / rate);
		this.bucket = { ...this.bucket, rate, searchMs, holdMs: 0 };
		this.usedMs = 0;
	}

	/** @param fillMs how long nothing was sent before it */
	beginPeriod(fillMs: number): void {
		this.period = { starts: [], fillMs, bucket: this.bucket };
		this.end = undefined;
	}
}

/** Requests beside the next one that go at once after a pause. */
const usedBurst = ({ burst }: Bucket) => Math.max(0, burst * USED_BURST - 1);

/** What the first refusal says. */
function readFirst({ starts }: Period): Bucket {
	const ends = endsOf(starts, starts.length - 1).map(({ count, seconds }) => {
		const fillSeconds = seconds + ASSUMED_BURST_SECONDS;
		const accepted = Math.max(1, count - 1);
		return { perSecond: accepted / fillSeconds, fillSeconds, accepted };
	});
	// Of what came slowly before the rest, nothing can be read.
	const [densest] = ends.sort((one, other) => other.perSecond - one.perSecond);
	const rate = Math.max(MIN_PER_SECOND, densest.perSecond);
	const burst = Math.max(1, Math.min(rate * ASSUMED_BURST_SECONDS, densest.accepted));
	const searchMs = Math.min(MAX_SEARCH_MS, SEARCH_MS * densest.fillSeconds);
	return { rate, burst, searchMs, holdMs: 0 };
}

/** What a further refusal says, at the end of a period in which the bucket was searched, held or probed. */
function readAgain(bucket: Bucket, period: Period, pauseMs: number): Bucket {
	const accepted = period.starts.length - 1;
	// As long as nothing is accepted, nothing is learned but that it takes longer.
	if (accepted === 0) return bucket;
	const isFull = (bucket.rate * period.fillMs) / 1000 >= bucket.burst;
	const below = fitRate(period, bucket.burst);
	const above = bucket.searchMs ? fitRate(period, bucket.burst, true) : undefined;
	const isRead = accepted >= (above ? MIN_READ : 2 * MIN_READ);
	const less = Math.min(above ? above * BELOW_REFUSED : Infinity, bucket.rate * SMALL_CUT);
	// In a search the rate rises quickly: the true one lies between those of the last two requests.
	const fitting = above ? Math.sqrt(below * above) : below;
	const largestCut = bucket.rate * LARGEST_CUT;
	const rate = Math.max(MIN_PER_SECOND, largestCut, isRead ? fitting : less);
	if (!isRead) return { ...bucket, rate };
	const burst = isFull ? fitBurst(period, rate) : bucket.burst;
	const requestsMs = (1000 * REQUESTS_BETWEEN_PROBES) / rate;
	// The longer a failed probe takes, the seldomer.
	const holdMs = Math.min(MAX_HOLD_MS, Math.max(PAUSES_BETWEEN_PROBES * pauseMs, requestsMs));
	return { rate, burst, holdMs };
}

/** The last requests of a period up to one of them: how many, and the time from the first to the last. */
const endsOf = (starts: readonly number[], last: number) =>
	starts
		.slice(0, last + 1)
		.map((at, index) => ({ count: last + 1 - index, seconds: (starts[last] - at) / 1000 }));

/** The smallest bucket that, full at first, accepts the requests of a period at this rate. */
export function fitBurst({ starts }: Period, rate: number): number {
	return Math.max(
		1,
		...endsOf(starts, starts.length - 2).map(({ count, seconds }) => count - rate * seconds),
	);
}

/**
 * The lowest rate at which a bucket of this size accepts the last request of a period.
 *
 * @param withRefused the one that was refused, rather than the last that was accepted
 */
export function fitRate({ starts, fillMs }: Period, burst: number, withRefused = false): number {
	const last = starts.length - 1 - Number(!withRefused);
	const sinceEmpty = Math.max(1, fillMs + starts[last] - starts[0]);
	const step = (starts[last] - starts[last - 1]) / 1000;
	const rates = endsOf(starts, last - 1).map(
		({ count, seconds }) => (count + 1 - burst) / Math.max(0.001, seconds + step),
	);
	return Math.max(MIN_PER_SECOND, (1000 * (last + 1)) / sinceEmpty, ...rates);
}

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

/** Failures in a row after which the service is taken to be down. */
const FAILURES_IN_A_ROW = 3;
const FIRST_PROBE_MS = 1000;

/**
 * Notices that a service is down, once for all who use it: after a few failures in a row, requests wait
 * while one at a time probes. Pure: the clock is an argument.
 */
export class Circuit {
	/** Since when the service is taken to be down; undefined while it is up. */
	openSince?: number;

	/** Earliest time of the next probe; infinite while one is under way. */
	nextProbeAt = Infinity;

	private weight = 0;

	private probeWait = FIRST_PROBE_MS;

	/** The service responded, whatever it said. */
	responded(): void {
		this.weight = 0;
		this.openSince = undefined;
		this.probeWait = FIRST_PROBE_MS;
	}

	/** No connection, or 502, 503 or 504. */
	failed(now: number, timedOut: boolean, wasProbe: boolean): void {
		// A request without a response may also be a slow one: so many of them weigh as much as a failure.
		this.weight += timedOut ? 1 / FAILURES_IN_A_ROW : 1;
		if (this.openSince === undefined) {
			if (this.weight <= FAILURES_IN_A_ROW - 0.01) return;
			this.openSince = now;
		} else if (wasProbe) this.probeWait = Math.min(MAX_WAIT_MS, this.probeWait * 2);
		else return;
		this.nextProbeAt = now + this.probeWait;
	}
}
