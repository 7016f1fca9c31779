/** A target, and whether it was reached. */
export interface Target {
	readonly what: string;
	readonly is: number;
	readonly atMost: number;
	/** It says more about another target, and is not one of its own. */
	readonly isNote?: boolean;
}

/** What is judged of a run. Milliseconds are those of turns.ts. */
export interface Judged {
	readonly peakMegabytes: number;
	readonly p999Ms: number;
	readonly maxMs: number;
	/** The longest of a node that passes an item through. */
	readonly passedMaxMs: number;
}

/** Megabytes that the largest run may take more than the smallest, or than n8n's helper alone. */
const MAX_GROWTH = 64;

/** Milliseconds between two turns of the event loop, over a node that passes an item through. */
const MAX_P999_MS = 50;
const MAX_BLOCK_MS = 150;

/**
 * The targets of runs that differ in size only.
 *
 * @param helper n8n's helper alone with the requests of the largest run, where they are many: what it takes is
 * none of the package
 */
export function targetsOf(
	what: string,
	{ smallest, largest, helper }: { smallest: Judged; largest: Judged; helper?: Judged },
): Target[] {
	const growth = largest.peakMegabytes - smallest.peakMegabytes;
	const overHelper = helper && largest.peakMegabytes - helper.peakMegabytes;
	const over = (ms: number) => ms - largest.passedMaxMs;
	const note = { atMost: MAX_GROWTH, isNote: true };
	return [
		...(overHelper === undefined
			? [{ what: `${what}: MB over the smallest`, is: growth, atMost: MAX_GROWTH }]
			: [
					{ what: `${what}: MB over the smallest`, is: growth, ...note },
					{ what: `${what}: MB over n8n’s helper alone`, is: overHelper, ...note },
					{
						what: `${what}: MB, the lesser of these`,
						is: Math.min(growth, overHelper),
						atMost: MAX_GROWTH,
					},
				]),
		{ what: `${what}: p99.9, ms`, is: over(largest.p999Ms), atMost: MAX_P999_MS },
		{ what: `${what}: longest, ms`, is: over(largest.maxMs), atMost: MAX_BLOCK_MS },
	];
}
