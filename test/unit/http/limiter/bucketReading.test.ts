import {
	findBurst,
	fitRate,
	readableEnd,
} from '../../../../nodes/shared/http/limiter/bucketReading';
import fc from '../../../../testing/properties';
import { randomNumbers, tokenBucket } from './simulation';

const rates = fc.double({ min: 2, max: 200, noNaN: true });
const bursts = fc.integer({ min: 1, max: 40 });
const seeds = fc.integer({ min: 1, max: 1e6 });

/** Requests with gaps around those that the rate allows, until a full bucket refuses one. */
function period(rate: number, burst: number, seed: number) {
	const random = randomNumbers(seed);
	const accepts = tokenBucket(rate, burst);
	const starts: number[] = [];
	for (let now = 1000; ; now += (random() * 1500) / rate) {
		starts.push(now);
		if (!accepts(now)) return { starts, fillMs: Infinity };
	}
}

describe('the requests between two refusals', () => {
	it('fit a rate that the service has, or more where the last one is taken as accepted', () => {
		fc.assert(
			fc.property(rates, bursts, seeds, (rate, burst, seed) => {
				const one = period(rate, burst, seed);
				expect(fitRate(one, burst)).toBeLessThanOrEqual(rate * 1.003);
				expect(fitRate(one, burst, true)).toBeGreaterThanOrEqual(rate * 0.997);
			}),
		);
	});

	it('tell the size of the bucket where several of them have to agree', () => {
		// Full use at 20/s and at 40/s, of a bucket of 10 that gets 10 per second.
		const used = (perSecond: number) => {
			const accepts = tokenBucket(10, 10);
			const starts: number[] = [];
			for (let now = 1000; ; now += 1000 / perSecond) {
				starts.push(now);
				if (!accepts(now)) return { starts, fillMs: Infinity };
			}
		};
		const burst = findBurst([used(20), used(40)], { burst: 2, maxBurst: 40 });
		expect(burst).toBeGreaterThan(8);
		expect(burst).toBeLessThan(12.5);
	});

	it('are read from where on clearly more came per second', () => {
		const slow = [0, 60_000, 120_000, 180_000];
		const fast = Array.from({ length: 11 }, (_, index) => 240_000 + index * 20);
		expect(readableEnd([...slow, ...fast])).toEqual({ count: 10, seconds: 0.2 });
		expect(readableEnd(fast)).toEqual({ count: 10, seconds: 0.2 });
		expect(readableEnd([5])).toEqual({ count: 0, seconds: 0 });
	});
});
