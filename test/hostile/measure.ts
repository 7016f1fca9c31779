/** What a piece of work costs the process that it runs in. */
import { watchTurns, type Turns } from '../../tools/bench/turns';

export interface Cost extends Turns {
	readonly seconds: number;
	/** Highest resident memory while it ran, in MB; and by how much it was higher than before. */
	readonly peakMegabytes: number;
	readonly grownMegabytes: number;
}

const MB = 1024 * 1024;

/** With more, the process ends, before it takes the memory of the machine that runs the tests. */
const MAX_MEGABYTES = 3000;

/**
 * Runs it, and measures how long it keeps the event loop (turns.ts) and how much memory it takes.
 *
 * @param isAlone nothing else is measured, so that what was left before can be collected first
 */
export async function measured<T>(
	work: () => Promise<T>,
	{ isAlone = true } = {},
): Promise<{ value: T; cost: Cost }> {
	if (isAlone) global.gc?.();
	const before = process.memoryUsage.rss();
	let peak = before;
	const turns = watchTurns(() => {
		peak = Math.max(peak, process.memoryUsage.rss());
		if (peak < MAX_MEGABYTES * MB) return;
		process.stderr.write(`More than ${MAX_MEGABYTES} MB of memory\n`);
		process.exit(1);
	});
	const startedAt = performance.now();
	const value = await work();
	const seconds = (performance.now() - startedAt) / 1000;
	// What blocks at the end shows when timers run again.
	await new Promise((resolve) => setTimeout(resolve, 10));
	peak = Math.max(peak, process.memoryUsage.rss());
	return {
		value,
		cost: {
			...turns.stop(),
			seconds,
			peakMegabytes: peak / MB,
			grownMegabytes: (peak - before) / MB,
		},
	};
}
