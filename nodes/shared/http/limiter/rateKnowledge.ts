/**
 * What refusals tell of the rate that a service accepts: the first one, and what each further one adds. Pure.
 */

import {
	ASSUMED_BURST_SECONDS,
	CLEARLY_BETTER,
	findBurst,
	fitRate,
	lastRate,
	MIN_PER_SECOND,
	readableEnd,
	type Period,
} from './bucketReading';

/** What is known of a service that refuses what comes too fast. */
export interface Knowledge {
	/** Requests per second that the service accepts. */
	readonly rate: number;
	/** Requests that it accepts at once. */
	readonly burst: number;
	/** It cannot be more: so many were accepted before the first refusal. */
	readonly maxBurst: number;
	readonly isSearching: boolean;
	/** The rate doubles within about this time while it is searched. */
	readonly searchMs: number;
	/** Probes in a row that found no more. */
	readonly failedProbes: number;
	/** Time of full use after which the rate is probed for more. */
	readonly holdMs: number;
	/** The last periods at this rate. */
	readonly periods: readonly Period[];
}

/** The rate doubles within about this time for each second that the first reading is based on. */
const SEARCH_MS = 1600;
/** The same where it rises evenly, because no bucket hides for a while that it is too high. */
const EVEN_SEARCH_MS = 1200;
/** However long it took until the first refusal: what was sent slowly says only that the rate is no lower. */
const MAX_SEARCH_MS = 4000;
/** Probing starts after so many pauses' time, so many requests, and this time at least. */
const PAUSES_BETWEEN_PROBES = 15;
const REQUESTS_BETWEEN_PROBES = 50;
const MIN_HOLD_MS = 2000;
const MIN_HOLD_REQUESTS = 60;
const MAX_HOLD_MS = 30_000;
/** Without a burst every probe is refused: it starts after twice as many requests, but up to this time. */
const EXACT_HOLD_MS = 12_000;
/** After the rate has fallen, so many probes come earlier, after this part of the time. */
const FIRST_PROBES = 3;
export const EARLY_HOLD = 0.2;
const CLEAR_FALL = 0.8;
/** Where less is accepted at once, a request that arrives a little early is refused at any rate. */
const EXACT_BURST = 2;
/** What a search found with a larger uncertainty than this is looked at more closely at once. */
const COARSE = 1.1;
/** The same where each refusal costs a long pause. */
const COARSE_WHEN_LONG = 1.75;
/** A pause is long from here on: `Retry-After` can name none that is shorter. */
export const LONG_PAUSE_MS = 1000;
const COARSE_HOLD_MS = 500;
/** After a single request and a long pause, the search starts where so many pass within such a pause. */
const LEAST_IN_PAUSE = 4;
/** Limits of one correction downwards, when a rate is refused that was accepted before. */
const SMALLEST_CUT = 0.95;
const LARGEST_CUT = 0.3;
/** A pause is cheap when it is no longer than this part of the time since the last one. */
const CHEAP = 0.05;
/** From fewer requests no rate can be read; then it is cut by this. */
const TOO_FEW = 3;
const FEW_CUT = 0.9;
/** They were accepted at once when less than this part of them can have come into the bucket meanwhile. */
const AT_ONCE_PART = 0.5;
/** While it is searched, the search goes on from this part of the rate that was refused. */
const BELOW_REFUSED = 0.7;
const MAX_PERIODS = 3;

/**
 * What is known after a refusal.
 *
 * @param known before it; undefined at the first one
 * @param period what was sent since the refusal before
 * @param usedMs time for which the rate was in full use
 * @param pauseMs nothing is sent for so long
 */
export function learn(
	known: Knowledge | undefined,
	period: Period,
	usedMs: number,
	pauseMs: number,
): Knowledge {
	const accepted = period.starts.length - 1;
	if (!known) {
		const { count, seconds } = readableEnd(period.starts);
		const maxBurst = Math.max(1, count);
		const read = maxBurst / (seconds + ASSUMED_BURST_SECONDS);
		// From one request nothing is read; below this rate a pause costs less than the way up.
		const isUnread = accepted <= 1 && pauseMs >= LONG_PAUSE_MS;
		const rate = isUnread ? Math.max(read, (1000 * LEAST_IN_PAUSE) / pauseMs) : read;
		const burst = Math.max(1, Math.min(rate * ASSUMED_BURST_SECONDS, maxBurst));
		const doubleMs = isExact(burst, pauseMs) ? EVEN_SEARCH_MS : SEARCH_MS;
		const searchMs = Math.min(MAX_SEARCH_MS, doubleMs * (seconds + ASSUMED_BURST_SECONDS));
		return {
			rate,
			burst,
			maxBurst,
			isSearching: true,
			searchMs,
			failedProbes: 0,
			holdMs: 0,
			periods: [],
		};
	}
	// As long as nothing is accepted, nothing is learned but that it takes longer.
	if (accepted === 0) return { ...known };
	const periodMs = period.starts[accepted] - period.starts[0];
	const isFew = accepted < TOO_FEW || (known.rate * periodMs) / 1000 < accepted * AT_ONCE_PART;
	// A bucket that had time to fill is smaller than was thought when fewer are accepted at once.
	const hasFilled = (known.rate * period.fillMs) / 1000 >= known.burst;
	if (isFew && hasFilled && accepted < known.burst) return { ...known, burst: accepted };
	if (accepted < TOO_FEW) {
		if (!known.isSearching)
			return { ...known, rate: Math.max(MIN_PER_SECOND, known.rate * FEW_CUT) };
		const above = fitRate(period, known.burst, true);
		const atMost = Math.min(known.rate * SMALLEST_CUT, above * BELOW_REFUSED);
		return { ...known, rate: Math.max(MIN_PER_SECOND, known.rate * LARGEST_CUT, atMost) };
	}
	const isProbe = usedMs > known.holdMs;
	// A refusal now and then costs less than going slower for it.
	if (!known.isSearching && !isProbe && pauseMs <= CHEAP * periodMs) return known;
	// Periods at another rate say nothing about the size.
	const hasRisen = isProbe && fitRate(period, known.burst) * CLEAR_FALL > known.rate;
	const periods = hasRisen ? [period] : [...known.periods, period].slice(-MAX_PERIODS);
	const burst = findBurst(periods, known);
	const fit = fitRate(period, burst);
	let { rate } = known;
	let isCoarse = false;
	if (known.isSearching) {
		// The rate rose quickly: the true one lies between those of the last two requests.
		const above = fitRate(period, burst, true);
		rate = Math.sqrt(fit * above);
		const isSure = isExact(burst, pauseMs);
		isCoarse = !isSure && above > fit * (pauseMs >= LONG_PAUSE_MS ? COARSE_WHEN_LONG : COARSE);
	} else if (isProbe) rate = Math.max(rate, Math.min(fit, lastRate(period)));
	else rate = Math.min(rate * SMALLEST_CUT, Math.max(rate * LARGEST_CUT, fit));
	rate = Math.max(MIN_PER_SECOND, rate);
	// What has just fallen may come back soon; what was probed in vain, not so soon.
	let failedProbes = FIRST_PROBES;
	if (rate < known.rate * CLEAR_FALL) failedProbes = 0;
	else if (!isProbe) failedProbes = burst < EXACT_BURST ? FIRST_PROBES : FIRST_PROBES - 1;
	else if (!known.isSearching)
		failedProbes = rate > known.rate * CLEARLY_BETTER ? FIRST_PROBES : known.failedProbes + 1;
	const factor = failedProbes < FIRST_PROBES ? EARLY_HOLD : 1;
	const holdMs = isCoarse ? COARSE_HOLD_MS : holdTime({ rate, burst }, pauseMs, factor);
	return {
		...known,
		rate,
		burst,
		isSearching: false,
		failedProbes,
		holdMs,
		periods: isProbe ? periods : [period],
	};
}

/** Whether a request that arrives a little early is refused at any rate, and a refusal costs little. */
export function isExact(burst: number, pauseMs: number): boolean {
	return burst < EXACT_BURST && pauseMs < LONG_PAUSE_MS;
}

/** Time of full use after which the rate is probed, when a failed probe costs such a pause. */
export function holdTime(
	{ rate, burst }: Pick<Knowledge, 'rate' | 'burst'>,
	pauseMs: number,
	factor: number,
): number {
	const requestsMs = (1000 * REQUESTS_BETWEEN_PROBES) / rate;
	const exactMs = burst < EXACT_BURST ? Math.min(2 * requestsMs, EXACT_HOLD_MS) : 0;
	const shortest = Math.max(PAUSES_BETWEEN_PROBES * pauseMs, requestsMs, exactMs);
	const least = Math.min(MIN_HOLD_MS, (1000 * MIN_HOLD_REQUESTS) / rate);
	return Math.min(MAX_HOLD_MS, Math.max(least, shortest * factor));
}
