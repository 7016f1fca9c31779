/** A number from 0 to 1 at each call, the same sequence for the same seed (mulberry32). */
export function randomNumbers(seed: number) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/**
 * A list with each run of it shuffled by itself.
 * @param runs where each run begins, ascending from 0
 * @param random numbers from 0 to 1
 */
export function shuffledRuns<T>(list: readonly T[], runs: readonly number[], random: () => number) {
	const shuffled = [...list];
	runs.forEach((start, index) => {
		const end = runs[index + 1] ?? shuffled.length;
		for (let last = end - 1; last > start; last--) {
			const other = start + Math.floor(random() * (last - start + 1));
			[shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
		}
	});
	return shuffled;
}
