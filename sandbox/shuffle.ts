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
