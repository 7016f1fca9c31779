/**
 * fast-check with one seed, so that a run of the tests fails for what was changed and not for its luck. `SEED`
 * sets another one: the weekly check takes a new one each time. `PROPERTY_MS` ends every property after that time,
 * and at its first failure: mutation tests run each many times.
 */
import fc from 'fast-check';

const { SEED = 1, PROPERTY_MS } = globalThis.process.env;

fc.configureGlobal({
	seed: Number(SEED),
	// Otherwise `maxLength: 200` means ten or so.
	defaultSizeToMaxWhenMaxSpecified: true,
	...(PROPERTY_MS && { interruptAfterTimeLimit: Number(PROPERTY_MS), endOnFailure: true }),
});

export default fc;

type Arbitraries<T extends unknown[]> = { [K in keyof T]: fc.Arbitrary<T[K]> };

/** Checks that something holds for so many values of all kinds. */
export const forAll =
	<T extends [unknown, ...unknown[]]>(
		runs: number | fc.Parameters<T>,
		...arbitraries: Arbitraries<T>
	) =>
	async (check: (...values: T) => Promise<boolean | void> | boolean | void) => {
		const property = fc.asyncProperty<T>(...arbitraries, async (...values) => check(...values));
		await fc.assert(property, typeof runs === 'number' ? { numRuns: runs } : runs);
	};

/** The same as a test: `itForAll(100, fc.string())('is read as it is', (text) => …)`. */
export const itForAll =
	<T extends [unknown, ...unknown[]]>(
		runs: number | fc.Parameters<T>,
		...arbitraries: Arbitraries<T>
	) =>
	(name: string, check: (...values: T) => Promise<boolean | void> | boolean | void) => {
		it(name, async () => await forAll<T>(runs, ...arbitraries)(check));
	};
