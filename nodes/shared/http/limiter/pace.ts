import { MAX_HOLD_MS } from './queue';

/** The requests between two refusals. */
export interface Period {
	/** When those that were accepted were started, and at last the one that was refused. */
	readonly starts: readonly number[];
	/** How long nothing was sent before, so that the bucket filled. */
	readonly fillMs: number;
}

/** What is known of a service that refuses what comes too fast. */
interface Bucket {
	/** Requests per second that the service accepts. */
	readonly rate: number;
	/** Requests that it accepts at once. */
	readonly burst: number;
	/** The burst cannot be larger: this many were accepted before the first refusal. */
	readonly maxBurst: number;
	/** Set while the rate is searched: it doubles within about this time. */
	readonly searchMs?: number;
	/** Time of full use after which the rate is probed for more. */
	readonly holdMs: number;
	/** The last period at this rate. */
	readonly last?: Period;
}

/** What was known when the last refusal came. */
interface Before {
	readonly bucket?: Bucket;
	readonly starts: readonly number[];
	readonly firstNumber: number;
	readonly fillMs: number;
	/** Number of the request that was refused, of several the first one. */
	number: number;
}

const MIN_PER_SECOND = 0.5;
/** Part of the rate found that is used: clocks and networks are not exact. */
const MARGIN = 0.97;
/** A bucket whose size is unknown is taken to hold what comes in within this time. */
const ASSUMED_BURST_SECONDS = 0.5;
/** Part of the bucket that is used after a pause, or when nothing was sent for a while. */
const USED_BURST = 0.5;
/** With a smaller burst, a request that arrives a little early is refused at any rate. */
const EXACT_BURST = 2;
/** A pause is long from here on: `Retry-After` can name none that is shorter. */
const LONG_PAUSE_MS = 1000;
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
/** After a single request and a long pause, the search begins where this many pass within such a pause. */
const REQUESTS_IN_PAUSE = 4;

/** While it is probed, the rate doubles within about this time, */
const PROBE_MS = 2000;
/** or within this many requests if that is sooner. */
const REQUESTS_PER_DOUBLING = 60;
/** A rate is held for this many pauses and requests, and no longer than anything is. */
const PAUSES_BETWEEN_PROBES = 15;
const REQUESTS_BETWEEN_PROBES = 50;

/** The largest correction downwards, when a rate is refused that was accepted before. */
const LARGEST_CUT = 0.3;
/** From fewer accepted requests no rate can be read. */
const MIN_READ = 3;
/** Requests were accepted at once when less than this part of them can have come into the bucket meanwhile. */
const AT_ONCE_PART = 0.5;
/** Where a search ends too early to be read, it goes on from this part of the rate that was refused. */
const BELOW_REFUSED = 0.7;
/** Requests came clearly faster when this many times as many came per second. */
const CLEARLY_DENSER = 2;

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

	/** When the requests since the last pause were started. */
	private starts: number[] = [];

	private firstNumber = 0;

	private fillMs = Infinity;

	/** What was known when the last refusal came, should another of the same moment follow. */
	private before?: Before;

	/** Requests per second, just now; infinite while the service has refused nothing. */
	get perSecond(): number {
		if (!this.bucket) return Infinity;
		const { rate, burst, holdMs, searchMs } = this.bucket;
		const doubleMs = Math.min(searchMs ?? PROBE_MS, (1000 * REQUESTS_PER_DOUBLING) / rate);
		const over = Math.max(0, this.usedMs - holdMs) / doubleMs;
		// Faster and faster, but evenly where no burst hides for a while that the rate is too high.
		const rise = searchMs && burst < EXACT_BURST ? over : over * over;
		return rate * MARGIN * 2 ** rise;
	}

	/** Requests per second that the service was found to accept; undefined while it has refused nothing. */
	get found(): number | undefined {
		return this.bucket?.rate;
	}

	/** Requests at once after a pause. */
	private get usedBurst(): number {
		return this.bucket ? Math.max(0, this.bucket.burst * USED_BURST - 1) : 0;
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
		if (this.starts.length >= MAX_STARTS) {
			this.firstNumber += MAX_STARTS / 2;
			this.starts = this.starts.slice(MAX_STARTS / 2);
			this.fillMs = 0;
		}
		this.starts.push(now);
		if (this.bucket) {
			const interval = 1000 / this.perSecond;
			if (now - this.nextAt < interval) this.usedMs += interval;
			this.nextAt = Math.max(this.nextAt, now - this.usedBurst * interval) + interval;
		}
		return this.firstNumber + this.starts.length - 1;
	}

	/**
	 * The service refused a request because there were too many; of several under way the first one counts.
	 *
	 * @param number what `started` returned for it
	 * @param pauseMs how long nothing is sent
	 */
	refused(number: number, now: number, pauseMs: number): void {
		const { bucket, starts, firstNumber, fillMs } = this;
		if (number >= firstNumber) {
			this.beginPeriod(pauseMs);
			this.before = { bucket, starts, firstNumber, fillMs, number };
		} else {
			const isOfTheSameMoment =
				this.before && number >= this.before.firstNumber && starts.length === 0;
			if (!this.before || !isOfTheSameMoment || number > this.before.number) return;
			this.before.number = number;
		}
		const before: Before = this.before;
		const period = {
			starts: before.starts.slice(0, number - before.firstNumber + 1),
			fillMs: before.fillMs,
		};
		const read = before.bucket
			? readAgain(before.bucket, period, pauseMs)
			: readFirst(period, pauseMs);
		this.bucket = read;
		this.usedMs = 0;
		this.fillMs = pauseMs;
		const interval = 1000 / read.rate;
		const credit = Math.min(pauseMs, this.usedBurst * interval);
		// The bucket was empty at the refusal, and holds one again after one interval.
		this.nextAt = now + Math.max(interval / MARGIN, pauseMs - credit);
	}

	/** The service refused a request because there were too many at once. */
	refusedAtOnce(number: number, now: number, pauseMs: number): void {
		if (number < this.firstNumber) return;
		this.searchAgain(number - this.firstNumber);
		this.beginPeriod(pauseMs);
		this.nextAt = now + pauseMs;
	}

	/**
	 * Searches the rate from the one in use: what has held requests back otherwise leaves one that was never tried.
	 *
	 * @param count of the requests since the last pause, those that were accepted
	 */
	searchAgain(count = this.starts.length): void {
		if (!this.bucket || count <= SEARCH_REQUESTS) return;
		const last = this.starts.slice(count - SEARCH_REQUESTS - 1, count);
		const inUse = (1000 * SEARCH_REQUESTS) / Math.max(1, last[SEARCH_REQUESTS] - last[0]);
		if (inUse >= this.perSecond) return;
		const rate = Math.max(MIN_PER_SECOND, inUse);
		const searchMs = Math.max(SEARCH_AGAIN_MS, (1000 * SEARCH_REQUESTS) / rate);
		this.bucket = { ...this.bucket, rate, searchMs, holdMs: 0 };
		this.usedMs = 0;
	}

	/** @param fillMs how long nothing was sent before it */
	private beginPeriod(fillMs: number): void {
		this.firstNumber += this.starts.length;
		this.starts = [];
		this.before = undefined;
		this.fillMs = fillMs;
	}
}

/** What the first refusal says. */
function readFirst({ starts }: Period, pauseMs: number): Bucket {
	const { count, seconds } = readableEnd(starts);
	const maxBurst = Math.max(1, count);
	const read = maxBurst / (seconds + ASSUMED_BURST_SECONDS);
	// From one request nothing is read; below this rate a pause costs less than the way up.
	const isUnread = starts.length <= 2 && pauseMs >= LONG_PAUSE_MS;
	const rate = isUnread ? Math.max(read, (1000 * REQUESTS_IN_PAUSE) / pauseMs) : read;
	const burst = Math.max(1, Math.min(rate * ASSUMED_BURST_SECONDS, maxBurst));
	const searchMs = Math.min(MAX_SEARCH_MS, SEARCH_MS * (seconds + ASSUMED_BURST_SECONDS));
	return { rate, burst, maxBurst, searchMs, holdMs: 0 };
}

/** What a further refusal says, at the end of a period in which the bucket was searched, held or probed. */
function readAgain(bucket: Bucket, period: Period, pauseMs: number): Bucket {
	const { starts, fillMs } = period;
	const accepted = starts.length - 1;
	// As long as nothing is accepted, nothing is learned but that it takes longer.
	if (accepted === 0) return bucket;
	const cameIn = (bucket.rate * (starts[accepted] - starts[0])) / 1000;
	const isFew = accepted < MIN_READ || cameIn < accepted * AT_ONCE_PART;
	// A bucket that had time to fill is smaller than was thought when fewer are accepted at once.
	const hasFilled = (bucket.rate * fillMs) / 1000 >= bucket.burst;
	if (isFew && hasFilled && accepted < bucket.burst) return { ...bucket, burst: accepted };
	const smallestCut = bucket.rate * MARGIN;
	const largestCut = Math.max(MIN_PER_SECOND, bucket.rate * LARGEST_CUT);
	if (accepted < MIN_READ) {
		const above = bucket.searchMs ? fitRate(period, bucket.burst, true) : Infinity;
		return { ...bucket, rate: Math.max(largestCut, Math.min(smallestCut, above * BELOW_REFUSED)) };
	}
	// A period at another rate says nothing about the size.
	const hasRisen = fitRate(period, bucket.burst) > bucket.rate;
	const burst = bucket.last && !hasRisen ? fitBurst([bucket.last, period], bucket) : bucket.burst;
	const fit = fitRate(period, burst);
	// In a search the rate rises quickly: the true one lies between those of the last two requests.
	const rate = bucket.searchMs
		? Math.sqrt(fit * fitRate(period, burst, true))
		: Math.max(largestCut, fit);
	const { maxBurst } = bucket;
	return { rate, burst, maxBurst, holdMs: holdTime(rate, pauseMs), last: period };
}

/** Time of full use after which the rate is probed, when a failed probe costs such a pause. */
function holdTime(rate: number, pauseMs: number): number {
	const requestsMs = (1000 * REQUESTS_BETWEEN_PROBES) / rate;
	return Math.min(MAX_HOLD_MS, Math.max(PAUSES_BETWEEN_PROBES * pauseMs, requestsMs));
}

/**
 * The last of the requests before a refused one, from where on clearly more came per second than before: of what
 * came slowly, nothing can be read.
 *
 * @returns how many they are, and the time from the first of them to the refused one
 */
export function readableEnd(starts: readonly number[]): { count: number; seconds: number } {
	const last = starts.length - 1;
	const ends = starts
		.slice(0, last)
		.map((at, index) => ({ count: last - index, seconds: (starts[last] - at) / 1000 }));
	const perSecond = ({ count, seconds }: { count: number; seconds: number }) =>
		count / (seconds + ASSUMED_BURST_SECONDS);
	const most = ends.reduce((most, end) => Math.max(most, perSecond(end)), 0);
	return ends.find((end) => perSecond(end) * CLEARLY_DENSER >= most) ?? { count: 0, seconds: 0 };
}

/** The size of bucket with which the rates of both periods agree best. */
export function fitBurst(
	periods: readonly Period[],
	{ burst: known, maxBurst }: { readonly burst: number; readonly maxBurst: number },
): number {
	const spread = (burst: number) => {
		const rates = periods.map((period) => fitRate(period, burst));
		// A bucket that held all requests of a period from the start agrees with everything.
		if (Math.min(...rates) <= MIN_PER_SECOND) return Infinity;
		return Math.max(...rates) / Math.min(...rates);
	};
	let best = { burst: known, spread: spread(known) };
	for (let burst = Math.max(1, known / 2); burst <= maxBurst; burst *= 1.25) {
		const one = spread(burst);
		if (one < best.spread) best = { burst, spread: one };
	}
	return best.burst;
}

/**
 * The lowest rate at which a bucket of this size accepts the requests of a period.
 *
 * @param withLast also the last one, which was refused
 */
export function fitRate({ starts, fillMs }: Period, burst: number, withLast = false): number {
	const count = withLast ? starts.length : starts.length - 1;
	const accepts = (rate: number) => {
		let tokens = Math.min(burst, (rate * fillMs) / 1000);
		for (let index = 1; index < count; index += 1) {
			const gained = (rate * (starts[index] - starts[index - 1])) / 1000;
			tokens = Math.min(burst, tokens - 1 + gained);
		}
		return tokens >= 1;
	};
	let low = MIN_PER_SECOND;
	let high = 1e5;
	if (accepts(low)) return low;
	while (high / low > 1.002) {
		const middle = Math.sqrt(low * high);
		if (accepts(middle)) high = middle;
		else low = middle;
	}
	return high;
}
