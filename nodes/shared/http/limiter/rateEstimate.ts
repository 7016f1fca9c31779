import { ASSUMED_BURST_SECONDS, MIN_PER_SECOND } from './bucketReading';
import { createClockWindowEstimate } from './clockWindowEstimate';
import {
	EARLY_HOLD,
	holdTime,
	isExact,
	learn,
	LONG_PAUSE_MS,
	type Knowledge,
} from './rateKnowledge';
import { createWindowEstimate } from './windowEstimate';

/**
 * Learns how many requests per second a service accepts, from what it refuses (429). Pure: the clock
 * is an argument.
 *
 * The service is taken for a token bucket of unknown rate and size. Nothing is limited until the first
 * refusal; that gives a rough rate, from which a quick search starts. Every refusal ends a period, and
 * each period is a reading of the same bucket, from which rate and size follow. Then the rate is held
 * just below what was found, and probed from time to time: seldom enough that failed probes cost little.
 * Where the service is seen to count in a sliding window, or anew in each second, that gives the rate.
 */
export interface RateEstimate {
	/** Requests per second, just now; infinite while the service has refused nothing. */
	readonly perSecond: number;
	/** Requests per second that the service was found to accept; undefined while it has refused nothing. */
	readonly found: number | undefined;
	/** Earliest time, in milliseconds, at which the next request may start. */
	readonly nextAt: number;
	/** Requests come again, after a time in which nobody wanted any. */
	resumed(idleMs: number): void;
	/** A request starts. Returns its number, by which `refused` names it. */
	started(now: number): number;
	/**
	 * The service refused a request because there were too many. Of several that were under way
	 * together, the first one started is the one that counts.
	 *
	 * @param number what `started` returned for it
	 * @param pauseMs nothing is sent for so long
	 */
	refused(number: number, now: number, pauseMs: number): void;
	/**
	 * The service accepted a request. When all those around a refused one were accepted, the refusal
	 * was not for the rate, and what was learned from it is taken back.
	 *
	 * @returns whether that was the case
	 */
	accepted(number: number, now: number): boolean;
	/** The service refused a request because there were too many at once. */
	refusedAtOnce(number: number, now: number, pauseMs: number): void;
	/**
	 * The rate is searched, from the one that is in use: where something else has held requests back, the
	 * next one would otherwise follow at whichever rate was never tried.
	 */
	searchAgain(): void;
	/** Refusals have had nothing to do with the rate. */
	forget(): void;
}

/** What was known when the last refusal came. */
interface Before {
	readonly known?: Knowledge;
	readonly starts: readonly number[];
	readonly firstNumber: number;
	readonly fillMs: number;
	readonly usedMs: number;
	/** Number of the request that was refused, of several the first one. */
	number: number;
	/** It was refused although nothing more than before was sent, and alone. */
	isAlone: boolean;
	/** Requests that were started after it, and accepted. */
	later: number;
}

/** So many accepted requests after a refused one, and no other refusal, show that it was not the rate. */
const SHOW_OTHERWISE = 3;
/** Only while no larger part is refused. */
const MAX_REFUSED_PART = 0.04;
const REFUSED_PART_OF = 200;

const MAX_PER_SECOND = 1e6;
/** Part of the rate found that is used: clocks and networks are not exact. */
const MARGIN = 0.97;
/** The same where the limit is exact. */
const EXACT_MARGIN = 0.96;
/** It is searched again from the average rate of so many requests. */
const SEARCHED_FROM = 8;
/** Then it doubles within about this time, or within so many requests if that is longer. */
const SEARCH_AGAIN_MS = 1000;
const REQUESTS_PER_SEARCH = 8;
/** The rate doubles within about this time while it is probed for more. */
const PROBE_MS = 2000;
/** Or within about so many requests, where that is sooner. */
const REQUESTS_PER_DOUBLING = 60;
/** Part of the bucket that is used after a pause, or when nothing was sent for a while. */
const USED_BURST = 0.5;
/** Starts that are remembered of one period. */
const MAX_STARTS = 1000;

export function createRateEstimate(): RateEstimate {
	let known: Knowledge | undefined;
	/** Time for which this rate was in full use. */
	let usedMs = 0;
	let nextAt = 0;
	/** When the requests since the last pause were started. */
	let starts: number[] = [];
	let firstNumber = 0;
	let fillMs = Infinity;
	/** How long nothing was sent after the last refusal. */
	let lastPauseMs = 0;
	/** What was known when the last refusal came, should another of the same moment follow. */
	let before: Before | undefined;
	/** Part of the requests that was refused lately. */
	let refusedPart = 0;
	let window = createWindowEstimate();
	let clockWindow = createClockWindowEstimate();

	/** By how much more is sent than was found, to probe. */
	const probeFactor = () => {
		if (!known) return 1;
		const doubleMs = Math.min(
			known.isSearching ? known.searchMs : PROBE_MS,
			(1000 * REQUESTS_PER_DOUBLING) / known.rate,
		);
		const over = Math.max(0, usedMs - known.holdMs) / doubleMs;
		const isEven = known.isSearching && isExact(known.burst, lastPauseMs);
		return 2 ** (isEven ? over : over * over);
	};

	/** Requests at once after a pause. Where each second counts anew, the next one would hold them as well. */
	const usedBurst = () =>
		known && !clockWindow.perSecond ? Math.max(0, known.burst * USED_BURST - 1) : 0;

	const margin = ({ burst, isSearching }: Knowledge) =>
		!isSearching && isExact(burst, lastPauseMs) ? EXACT_MARGIN : MARGIN;

	const perSecond = () =>
		known ? Math.min(known.rate * margin(known) * probeFactor(), MAX_PER_SECOND) : Infinity;

	const searchFrom = (accepted: readonly number[]) => {
		if (!known || accepted.length <= SEARCHED_FROM) return;
		const last = accepted.slice(-SEARCHED_FROM - 1);
		const inUse = (1000 * SEARCHED_FROM) / Math.max(1, last[SEARCHED_FROM] - last[0]);
		if (inUse >= perSecond()) return;
		const rate = Math.max(MIN_PER_SECOND, inUse);
		const searchMs = Math.max(SEARCH_AGAIN_MS, (1000 * REQUESTS_PER_SEARCH) / rate);
		known = { ...known, rate, isSearching: true, searchMs, holdMs: 0 };
		usedMs = 0;
	};

	return {
		get perSecond() {
			return perSecond();
		},
		get found() {
			return known?.rate;
		},
		get nextAt() {
			return Math.max(nextAt, window.nextAt(probeFactor()));
		},
		resumed(idleMs) {
			const fullMs = known ? (1000 * known.burst) / known.rate : 1000 * ASSUMED_BURST_SECONDS;
			if (idleMs < fullMs) return;
			// With a full bucket, what was sent before says nothing any more: a poll in each minute has no rate.
			firstNumber += starts.length;
			starts = [];
			before = undefined;
			fillMs = idleMs;
		},
		started(now) {
			if (starts.length >= MAX_STARTS) {
				firstNumber += starts.length / 2;
				starts = starts.slice(starts.length / 2);
				fillMs = 0;
			}
			const lastAt = starts.at(-1) ?? now;
			starts.push(now);
			refusedPart *= 1 - 1 / REFUSED_PART_OF;
			if (known) {
				const interval = 1000 / perSecond();
				const windowAt = window.nextAt(probeFactor());
				if (now - Math.max(nextAt, windowAt) < interval)
					usedMs += windowAt > nextAt ? now - lastAt : interval;
				const credit = usedBurst() * interval;
				nextAt = Math.max(nextAt, now - credit) + interval;
			}
			const number = firstNumber + starts.length - 1;
			window.started(number, now);
			clockWindow.started(number, now);
			return number;
		},
		refused(number, now, pauseMs) {
			refusedPart += 1 / REFUSED_PART_OF;
			const isHeld = known !== undefined && !known.isSearching && usedMs <= known.holdMs;
			const isWindow = window.perSecond !== undefined;
			window.refused(number, number >= firstNumber, isHeld);
			// Where refusals cost little, a rate is found without it.
			if (pauseMs >= LONG_PAUSE_MS) clockWindow.refused(number, number >= firstNumber);
			if (number >= firstNumber) {
				const isUnchanged = !known || isHeld;
				// Who has everybody wait for long has counted requests, even where those around were accepted.
				const isCounted = pauseMs >= LONG_PAUSE_MS;
				const isAlone = isUnchanged && !isWindow && !isCounted && refusedPart <= MAX_REFUSED_PART;
				before = { known, starts, firstNumber, fillMs, usedMs, number, isAlone, later: 0 };
				firstNumber += starts.length;
				starts = [];
				usedMs = 0;
			} else {
				if (!before || number < before.firstNumber || starts.length > 0) return;
				before.isAlone = false;
				if (number > before.number) return;
				before.number = number;
			}
			const period = before.starts.slice(0, before.number - before.firstNumber + 1);
			known = learn(
				before.known,
				{ starts: period, fillMs: before.fillMs },
				before.usedMs,
				pauseMs,
			);
			if (clockWindow.perSecond) {
				const rate = clockWindow.perSecond;
				const holdMs = Math.max(known.holdMs, holdTime({ ...known, rate }, pauseMs, 1));
				known = { ...known, rate, isSearching: false, holdMs };
			}
			if (window.perSecond) {
				known = { ...known, rate: window.perSecond, isSearching: false };
				if (!isWindow) known = { ...known, holdMs: holdTime(known, pauseMs, EARLY_HOLD) };
			}
			if (known === before.known) ({ usedMs } = before);
			fillMs = pauseMs;
			lastPauseMs = pauseMs;
			const interval = 1000 / known.rate;
			const credit = Math.min(pauseMs, usedBurst() * interval);
			// The bucket was empty at the refusal, and holds one again after one interval.
			nextAt = now + Math.max(interval / MARGIN, pauseMs - credit);
		},
		accepted(number, now) {
			if (!before?.isAlone || number <= before.number || number >= firstNumber) return false;
			before.later += 1;
			if (before.later < SHOW_OTHERWISE) return false;
			({ known, firstNumber, fillMs } = before);
			usedMs += before.usedMs;
			starts = [...before.starts, ...starts];
			before = undefined;
			nextAt = now;
			return true;
		},
		refusedAtOnce(number, now, pauseMs) {
			if (number < firstNumber) return;
			searchFrom(starts.slice(0, number - firstNumber));
			firstNumber += starts.length;
			starts = [];
			before = undefined;
			fillMs = pauseMs;
			nextAt = now + pauseMs;
		},
		searchAgain() {
			searchFrom(starts);
		},
		forget() {
			known = undefined;
			before = undefined;
			window = createWindowEstimate();
			clockWindow = createClockWindowEstimate();
			usedMs = 0;
			nextAt = 0;
			fillMs = Infinity;
		},
	};
}
