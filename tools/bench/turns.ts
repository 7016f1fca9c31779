/** How long the event loop is kept from one of its turns to the next, in milliseconds. */
export interface Turns {
	readonly p999Ms: number;
	readonly maxMs: number;
	/** How many turns there were, and the time of those above 10 ms. */
	readonly turns: number;
	readonly longest: readonly number[];
}

const LONG_MS = 10;

/**
 * Watches how long the event loop is kept from anything else: what passes from one turn to the next, or the CPU
 * time of the process if that is less. Other processes make the first longer, V8's helper threads the
 * second; neither is less than what the thread of the event loop took.
 *
 * @param look called in every turn that is seen
 */
export function watchTurns(look: () => void = () => {}): { stop(): Turns } {
	const kept: number[] = [];
	let lastAt = performance.now();
	let lastCpu = process.cpuUsage();
	const see = () => {
		const { user, system } = process.cpuUsage(lastCpu);
		const now = performance.now();
		kept.push(Math.min(now - lastAt, (user + system) / 1000));
		lastAt = now;
		lastCpu = process.cpuUsage();
		look();
	};
	const timer = setInterval(see, 1);
	return {
		stop() {
			clearInterval(timer);
			see();
			kept.sort((a, b) => a - b);
			return {
				p999Ms: kept[Math.floor(kept.length * 0.999)],
				maxMs: kept[kept.length - 1],
				turns: kept.length,
				longest: kept.filter((ms) => ms > LONG_MS),
			};
		},
	};
}
