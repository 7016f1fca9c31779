import { randomNumbers } from '../../../../sandbox/random';
import fc from '../../../../testing/properties';
import {
	cellRate,
	execute,
	slidingCounter,
	slidingLog,
	workers,
	type Execution,
	type Limit,
} from './otherServices';
import { createClock } from './simulation';

/** A kind of limit, the part of it that has to be used in the long run, and how much may be refused. */
interface Kind {
	readonly name: string;
	readonly limit: (perSecond: number, burst: number) => Limit;
	readonly share: number;
	readonly refused: number;
	readonly sendsRetryAfter?: boolean;
}

const kinds: readonly Kind[] = [
	{ name: 'the generic cell rate algorithm', limit: cellRate, share: 0.9, refused: 0.05 },
	// Each refusal costs a second, which the service asks for.
	{
		name: 'the same with Retry-After',
		limit: cellRate,
		share: 0.7,
		refused: 0.05,
		sendsRetryAfter: true,
	},
	// A sliding window is no token bucket: what it takes for a burst is refused later.
	{
		name: 'a sliding log of a second',
		limit: (perSecond) => slidingLog(perSecond, 1000),
		share: 0.8,
		refused: 0.08,
	},
	{
		name: 'a sliding log of ten seconds',
		limit: (perSecond) => slidingLog(perSecond * 10, 10_000),
		share: 0.75,
		refused: 0.25,
	},
	{
		name: 'a sliding window of two counters',
		limit: (perSecond) => slidingCounter(perSecond, 1000),
		share: 0.8,
		refused: 0.08,
	},
];

const seeds = fc.integer({ min: 1, max: 1e6 });
const rates = fc.integer({ min: 10, max: 60 });
const bursts = fc.integer({ min: 2, max: 60 });
const networks = fc.integer({ min: 5, max: 150 });

/** Items per second in the later part, when everything is learned. */
function rateAfter(times: readonly number[], fromMs: number): number {
	const sorted = [...times].sort((a, b) => a - b);
	const from = sorted.findIndex((at) => at >= fromMs);
	return ((sorted.length - 1 - from) * 1000) / (sorted[sorted.length - 1] - sorted[from]);
}

describe('a limit that the limiter was not made for', () => {
	it.each(kinds)(
		'is used in the long run, with few refusals: $name',
		async ({ limit, share, refused, sendsRetryAfter }) => {
			await fc.assert(
				fc.asyncProperty(rates, bursts, networks, seeds, async (rate, burst, networkMs, seed) => {
					const random = randomNumbers(seed);
					const service = { limit: limit(rate, burst), networkMs, workMs: 10, sendsRetryAfter };
					const items = rate * 80;
					const parallel = Math.ceil((rate * (networkMs + 10) * 3) / 1000) + 5;
					const [run] = await execute(createClock(), service, [{ items, parallel }], random);
					expect(run.done).toHaveLength(items);
					expect(rateAfter(run.at, 30_000) / rate).toBeGreaterThanOrEqual(share);
					expect(run.refused / items).toBeLessThanOrEqual(refused);
				}),
				{ numRuns: 3, seed: 23, endOnFailure: true },
			);
		},
		120_000,
	);

	it('is used to 90 % in the long run, with few refusals: requests in work', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 12 }),
				fc.integer({ min: 50, max: 400 }),
				seeds,
				async (count, workMs, seed) => {
					const service = { limit: workers(count), networkMs: 4, workMs };
					const rate = (count * 1000) / (workMs + 4);
					const items = Math.round(rate * 80);
					const [run] = await execute(
						createClock(),
						service,
						[{ items, parallel: count + 8 }],
						randomNumbers(seed),
					);
					expect(run.done).toHaveLength(items);
					expect(rateAfter(run.at, 30_000) / rate).toBeGreaterThanOrEqual(0.9);
					expect(run.refused / items).toBeLessThanOrEqual(0.08);
				},
			),
			{ numRuns: 5, seed: 24, endOnFailure: true },
		);
	}, 120_000);

	it('starves no execution', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...kinds),
				rates,
				fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 2, maxLength: 6 }),
				seeds,
				async ({ limit, sendsRetryAfter }, rate, sizes, seed) => {
					const service = { limit: limit(rate, 10), networkMs: 30, workMs: 10, sendsRetryAfter };
					const executions = sizes.map((items): Execution => ({ items, parallel: 5 }));
					const all = await execute(createClock(), service, executions, randomNumbers(seed));
					all.forEach(({ done }, index) => expect(done).toHaveLength(sizes[index]));
					// Nobody waits for one item much longer than for the turns of all others.
					for (const { at } of all) {
						const waits = at.slice(1).map((time, index) => time - at[index]);
						expect(Math.max(0, ...waits)).toBeLessThanOrEqual(
							(sizes.length * 5 * 1000) / rate + 10_000,
						);
					}
				},
			),
			{ numRuns: 6, seed: 25, endOnFailure: true },
		);
	}, 120_000);

	it('is shared fairly: 10 items beside 5,000 need twice their share at most, and one round trip', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...kinds.slice(0, 1)),
				rates,
				fc.integer({ min: 10, max: 40 }),
				seeds,
				async ({ limit, sendsRetryAfter }, rate, startsAfterS, seed) => {
					const service = { limit: limit(rate, 10), networkMs: 30, workMs: 10, sendsRetryAfter };
					const executions = [
						{ items: 5000, parallel: 10 },
						{ items: 10, parallel: 5, startsAfterMs: startsAfterS * 1000 },
					];
					const [, small] = await execute(createClock(), service, executions, randomNumbers(seed));
					const share = (10 * 1000) / (rate / 2);
					expect(small.done).toHaveLength(10);
					expect(small.done[9]).toBeLessThanOrEqual(2 * share + 40);
				},
			),
			{ numRuns: 5, seed: 26, endOnFailure: true },
		);
	}, 240_000);
});
