/** CPU time that the process takes from one turn of the event loop to the next, in milliseconds. */
export interface Turns {
	readonly p999CpuMs: number;
	readonly maxCpuMs: number;
	/** How many turns there were, and the time of those above 10 ms. */
	readonly turns: number;
	readonly longest: readonly number[];
}

const LONG_MS = 10;

/**
 * Watches how long the event loop is kept from anything else. CPU time, because on a busy machine wall time
 * also counts the others.
 *
 * @param look called in every turn that is seen
 */
export function watchTurns(look: () => void = () => {}): { stop(): Turns } {
	const spent: number[] = [];
	let last = process.cpuUsage();
	const see = () => {
		const { user, system } = process.cpuUsage(last);
		last = process.cpuUsage();
		spent.push((user + system) / 1000);
		look();
	};
	const timer = setInterval(see, 1);
	return {
		stop() {
			clearInterval(timer);
			see();
			spent.sort((a, b) => a - b);
			return {
				p999CpuMs: spent[Math.floor(spent.length * 0.999)],
				maxCpuMs: spent[spent.length - 1],
				turns: spent.length,
				longest: spent.filter((ms) => ms > LONG_MS),
			};
		},
	};
}
