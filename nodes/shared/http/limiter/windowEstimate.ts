/**
 * Finds out whether a service counts the requests of the last second, or of the last ten (a sliding
 * window), from what it refuses (429). Pure: the clock is an argument.
 *
 * Such a service has accepted the same number in its window whenever it refuses, however fast requests came
 * and however long nothing was sent before. A token bucket has not, as a rule; where it looks alike, the
 * first refusal of a window that was not full shows otherwise.
 */
export interface WindowEstimate {
	/** Requests per second that the window allows; undefined as long as none is seen. */
	readonly perSecond: number | undefined;
	/**
	 * Earliest time, in milliseconds, at which the window has room for one more.
	 *
	 * @param factor by which more is probed than was found
	 */
	nextAt(factor: number): number;
	/** A request starts; numbers rise. */
	started(number: number, now: number): void;
	/**
	 * A request was refused.
	 *
	 * @param isFirst of several that were under way together, the one that counts
	 * @param isHeld no more requests per second were sent than were accepted for some time
	 */
	refused(number: number, isFirst: boolean, isHeld: boolean): void;
}

const WINDOWS_MS = [1000, 10_000];
/** So many refusals in a row have to agree; twice as many each time that it was wrong. */
const AGREEING = 3;
/** They agree within this part, or within one request. */
const TOLERANCE = 0.04;
/** Of fewer, one more or less says nothing. */
const MIN_HELD = 5;
/** A refusal says something new when at least this part of the window was accepted since the last one. */
const NEW_PART = 0.25;
/** Networks are not exact: room comes later by this part of the window. */
const MARGIN = 0.03;
/** Starts that are remembered. */
const MAX_STARTS = 4000;

interface Start {
	readonly number: number;
	readonly at: number;
}

/** What one window held when requests were refused. */
interface Evidence {
	readonly windowMs: number;
	/** The newest last. */
	readonly counts: readonly number[];
	/** The request that was refused last among them. */
	readonly number: number;
}

interface Found {
	readonly windowMs: number;
	/** Requests that it holds. */
	readonly held: number;
	/** From then on, requests that were sent before it was found are no longer in it. */
	readonly from: number;
}

export function createWindowEstimate(): WindowEstimate {
	const noEvidence = WINDOWS_MS.map((windowMs): Evidence => ({ windowMs, counts: [], number: -1 }));
	/** When the requests that were not refused started. */
	let starts: Start[] = [];
	let evidence = noEvidence;
	let found: Found | undefined;
	let needed = AGREEING;

	const count = (from: (start: Start) => boolean, number: number) =>
		starts.filter((start) => start.number < number && from(start)).length;

	const observe = (one: Evidence, number: number, at: number): Evidence => {
		const held = count((start) => start.at > at - one.windowMs, number);
		const isNew = count((start) => start.number > one.number, number) >= held * NEW_PART;
		const last = one.counts.slice(-1);
		if (!isNew && agree([...last, held])) return one;
		return { ...one, counts: [...one.counts, held].slice(-needed), number };
	};

	return {
		get perSecond() {
			return found && (1000 * found.held) / found.windowMs;
		},
		nextAt(factor) {
			if (!found) return 0;
			const oldest = starts[starts.length - Math.floor(found.held * factor)];
			return oldest ? oldest.at + found.windowMs * (1 + MARGIN) : 0;
		},
		started(number, now) {
			if (starts.length >= MAX_STARTS) starts = starts.slice(-MAX_STARTS / 2);
			starts.push({ number, at: now });
		},
		refused(number, isFirst, isHeld) {
			const at = starts.find((start) => start.number === number)?.at;
			starts = starts.filter((start) => start.number !== number);
			if (!isFirst || at === undefined) return;
			if (found && isHeld && at > found.from) {
				const { windowMs, held } = found;
				if (count((start) => start.at > at - windowMs, number) < held) {
					found = undefined;
					evidence = noEvidence;
					needed *= 2;
					return;
				}
			}
			evidence = evidence.map((one) => observe(one, number, at));
			const best = evidence.find(
				({ counts }) => counts.length >= needed && agree(counts) && Math.min(...counts) >= MIN_HELD,
			);
			if (!best) {
				found = undefined;
				return;
			}
			const { windowMs, counts } = best;
			const held = [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)];
			const from = found?.windowMs === windowMs ? found.from : at + windowMs;
			found = held > 0 ? { windowMs, held, from } : undefined;
		},
	};
}

function agree(numbers: readonly number[]): boolean {
	const most = Math.max(...numbers);
	return most - Math.min(...numbers) <= Math.max(1, most * TOLERANCE);
}
