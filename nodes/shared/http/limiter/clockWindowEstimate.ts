/**
 * Finds out whether a service counts anew in each second of its clock (a fixed window), from what it refuses
 * (429). Pure: the clock is an argument.
 *
 * Whenever such a service refuses, it has accepted as many in the second that has begun as in the fullest of
 * the others. When its seconds begin is not known, so each possibility is tried. A token bucket has accepted
 * more in some second than in the one in which it refused, as a rule.
 */
export interface ClockWindowEstimate {
	/** Requests per second that the service allows; undefined as long as no such window is seen. */
	readonly perSecond: number | undefined;
	/** A request starts; numbers rise. */
	started(number: number, now: number): void;
	/**
	 * A request was refused.
	 *
	 * @param isFirst of several that were under way together, the first one that was heard of
	 */
	refused(number: number, isFirst: boolean): void;
}

const WINDOW_MS = 1000;
/** Possible beginnings of a second lie so far apart. */
const STEP_MS = 10;
/** So many refusals have to fit; twice as many each time that it was wrong. */
const FITTING = 2;
/** More are used when there are more: they narrow down when the seconds begin. */
const REMEMBERED = 3;
/** They fit within this part, or within one request. */
const TOLERANCE = 0.04;
/** Of fewer in a second, one more or less says too little. */
const MIN_HELD = 20;
/** Starts that are remembered. */
const MAX_STARTS = 4000;

interface Start {
	readonly number: number;
	readonly at: number;
}

export function createClockWindowEstimate(): ClockWindowEstimate {
	/** When the requests that were not refused started. */
	let starts: Start[] = [];
	/** The last ones refused, of several together the first one started. */
	let refusals: Start[] = [];
	let needed = FITTING;
	let perSecond: number | undefined;

	/** The middle one of the sizes that explain all refusals. */
	const find = (): number | undefined => {
		if (refusals.length < needed) return undefined;
		const from = refusals[0].at - WINDOW_MS;
		const last = refusals[refusals.length - 1];
		const since = starts.filter(({ number, at }) => number < last.number && at > from);
		const sizes: number[] = [];
		for (let phase = 0; phase < WINDOW_MS; phase += STEP_MS) {
			const size = sizeAt(phase, since, refusals);
			if (size !== undefined) sizes.push(size);
		}
		const middle = sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)];
		return middle >= MIN_HELD ? middle : undefined;
	};

	return {
		get perSecond() {
			return perSecond;
		},
		started(number, at) {
			if (starts.length >= MAX_STARTS) starts = starts.slice(-MAX_STARTS / 2);
			starts.push({ number, at });
		},
		refused(number, isFirst) {
			const start = starts.find((one) => one.number === number);
			if (!start) return;
			starts = starts.filter((one) => one !== start);
			if (isFirst) refusals = [...refusals, start].slice(-Math.max(needed, REMEMBERED));
			else if (number < refusals[refusals.length - 1]?.number)
				refusals = [...refusals.slice(0, -1), start];
			else return;
			const wasFound = perSecond !== undefined;
			perSecond = find();
			if (wasFound && perSecond === undefined) needed *= 2;
		},
	};
}

/** What a window holds that begins so long after each full second; undefined when not all refusals fit. */
function sizeAt(
	phase: number,
	starts: readonly Start[],
	refusals: readonly Start[],
): number | undefined {
	const windowOf = ({ at }: Start) => Math.floor((at - phase) / WINDOW_MS);
	const counts = new Map<number, number>();
	/** What was in the window of each refusal when it came. */
	const atRefusals = refusals.map(() => 0);
	const windows = refusals.map(windowOf);
	for (const start of starts) {
		const window = windowOf(start);
		counts.set(window, (counts.get(window) ?? 0) + 1);
		refusals.forEach(({ number }, index) => {
			if (windows[index] === window && start.number < number) atRefusals[index] += 1;
		});
	}
	const most = Math.max(...counts.values());
	const least = Math.min(...atRefusals);
	return least >= most - Math.max(1, most * TOLERANCE) ? least : undefined;
}
