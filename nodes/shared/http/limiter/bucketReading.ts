/**
 * What the requests between two refusals tell of a token bucket: its rate and its size. Pure.
 */

/** The requests between two refusals. */
export interface Period {
	/** When those that were accepted were started, and at last the one that was refused. */
	readonly starts: readonly number[];
	/** For so long nothing was sent before, and the bucket filled. */
	readonly fillMs: number;
}

/** A bucket whose size is unknown is taken to hold what comes in within this time. */
export const ASSUMED_BURST_SECONDS = 0.5;
/** No lower rate is assumed. */
export const MIN_PER_SECOND = 0.5;
/** Requests whose average rate is taken, because one alone may have come late or early. */
const AVERAGED = 3;
/** Another size of bucket has to explain the periods better by this. */
export const CLEARLY_BETTER = 1.05;
/** Requests came clearly faster when so many times as many came per second. */
const CLEARLY_DENSER = 2;

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

/** Requests per second at the end of a period. */
export function lastRate({ starts }: Period): number {
	const last = starts.slice(-AVERAGED - 1);
	return (1000 * (last.length - 1)) / Math.max(1, last[last.length - 1] - last[0]);
}

/** The size of bucket with which the rates of all periods agree best. */
export function findBurst(
	periods: readonly Period[],
	{ burst: known, maxBurst }: { readonly burst: number; readonly maxBurst: number },
): number {
	const spread = (burst: number) => {
		const rates = periods.map((period) => fitRate(period, burst));
		// A bucket that held all requests of a period from the start agrees with everything.
		if (Math.min(...rates) <= MIN_PER_SECOND) return Infinity;
		return Math.max(...rates) / Math.min(...rates);
	};
	if (periods.length < 2) return known;
	let best = { burst: known, spread: spread(known) / CLEARLY_BETTER };
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
