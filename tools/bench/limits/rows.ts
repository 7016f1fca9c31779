import type { Limit } from './server';

/** One measurement: a service with a limit, and who uses it. */
export interface Row {
	readonly name: string;
	readonly limit: Limit;
	/** n8n processes, executions in each, items of each execution. */
	readonly processes?: number;
	readonly runs: number;
	readonly items: number;
	readonly parallel?: number;
	/** Measured so often, one after another; the median of the times counts. */
	readonly times?: number;
	/** Seconds that the limit makes necessary. */
	readonly idealSeconds: number;
	/** Longest time as a multiple of the ideal, and most refusals as a part of the items. */
	readonly target: { readonly time: number; readonly refused: number };
}

const LATENCY_MS = 50;

type Numbers = Pick<Row, 'runs' | 'items' | 'parallel' | 'processes' | 'times'> & {
	readonly retryAfter?: number;
};

function tokenBucket(perSecond: number, burst: number, numbers: Numbers): Row {
	const { runs, items, parallel = 5, processes = 1, times, retryAfter } = numbers;
	const all = processes * runs * items;
	const idealSeconds = (all - burst) / perSecond;
	const isShared = processes * runs > 1;
	return {
		name: [
			`${perSecond}/s, burst ${burst}:`,
			processes > 1 ? `${processes} processes,` : '',
			`${runs} × ${items}, ${parallel} at once,`,
			retryAfter === undefined ? 'no Retry-After' : `Retry-After: ${retryAfter}`,
		]
			.filter(Boolean)
			.join(' '),
		limit: { kind: 'tokenBucket', perSecond, burst, latencyMs: LATENCY_MS, retryAfter },
		processes,
		runs,
		items,
		parallel,
		times,
		idealSeconds,
		target: targetOf(burst, processes, idealSeconds, isShared),
	};
}

/** Without a burst the first requests are refused together, and each further one that comes a little early. */
function targetOf(burst: number, processes: number, idealSeconds: number, isShared: boolean) {
	if (burst === 1) return { time: 1.5, refused: 0.08 };
	const time = idealSeconds >= 15 ? 1.15 : 1.3;
	return { time: processes > 2 ? 1.2 : time, refused: isShared ? 0.08 : 0.03 };
}

/** 50/s for 20 seconds, a third of it for 20, and 50/s again. */
function changing(retryAfter?: number): Row {
	const items = 2300;
	const [burst, seconds] = [20, 20];
	const idealSeconds = 2 * seconds + (items - burst - seconds * (50 + 50 / 3)) / 50;
	const change = { from: seconds, to: 2 * seconds, perSecond: 50 / 3 };
	const words = retryAfter === undefined ? 'no Retry-After' : `Retry-After: ${retryAfter}`;
	return {
		name: `50/s, falls to a third and comes back: 1 × ${items}, 10 at once, ${words}`,
		limit: { kind: 'tokenBucket', perSecond: 50, burst, change, latencyMs: LATENCY_MS, retryAfter },
		runs: 1,
		items,
		parallel: 10,
		idealSeconds,
		target: { time: 1.15, refused: 0.08 },
	};
}

function fixedWindow(retryAfter?: number): Row {
	const words = retryAfter === undefined ? 'no Retry-After' : `Retry-After: ${retryAfter}`;
	return {
		name: `50 in each second of the clock: 1 × 500, 5 at once, ${words}`,
		limit: { kind: 'fixedWindow', count: 50, windowMs: 1000, latencyMs: LATENCY_MS, retryAfter },
		runs: 1,
		items: 500,
		times: 3,
		idealSeconds: 9,
		target: { time: 1.3, refused: 0.08 },
	};
}

export const rows: readonly Row[] = [
	tokenBucket(50, 20, { runs: 1, items: 500 }),
	tokenBucket(50, 20, { runs: 1, items: 500, retryAfter: 1 }),
	tokenBucket(50, 20, { runs: 1, items: 500, parallel: 20 }),
	tokenBucket(50, 20, { runs: 1, items: 500, parallel: 20, retryAfter: 1 }),
	tokenBucket(10, 1, { runs: 1, items: 100, times: 3 }),
	tokenBucket(10, 1, { runs: 1, items: 100, times: 3, retryAfter: 1 }),
	tokenBucket(50, 20, { runs: 10, items: 100 }),
	tokenBucket(50, 20, { runs: 10, items: 100, retryAfter: 1 }),
	tokenBucket(10, 10, { runs: 10, items: 50 }),
	tokenBucket(10, 10, { runs: 10, items: 50, retryAfter: 1 }),
	fixedWindow(),
	fixedWindow(1),
	{
		name: '3 at once: 1 × 500, 5 at once, no Retry-After',
		limit: { kind: 'concurrency', atOnce: 3, latencyMs: LATENCY_MS },
		runs: 1,
		items: 500,
		times: 3,
		idealSeconds: (500 * LATENCY_MS) / 1000 / 3,
		target: { time: 1.5, refused: 0.08 },
	},
	tokenBucket(50, 20, { processes: 2, runs: 5, items: 100, times: 3 }),
	tokenBucket(50, 20, { processes: 2, runs: 5, items: 100, times: 3, retryAfter: 1 }),
	tokenBucket(50, 20, { processes: 4, runs: 2, items: 200, times: 3 }),
	changing(),
	changing(1),
];
