import { Pace, fitBurst, fitRate, readableEnd } from '../../../../nodes/shared/http/limiter/pace';
import fc from '../../../../testing/properties';
import { randomNumbers, tokenBucket } from './simulation';

/** An estimate after so many requests, one every 50 ms, of which none has a response yet. */
function afterRequests(count: number) {
	const estimate = new Pace();
	const numbers = Array.from({ length: count }, (_, index) => estimate.started(index * 50));
	return { estimate, numbers, now: count * 50 };
}

describe('the rate', () => {
	it('is not limited while nothing is refused', () => {
		const { estimate, numbers } = afterRequests(100);
		expect(numbers).toEqual([...numbers.keys()]);
		expect(estimate).toMatchObject({ perSecond: Infinity, found: undefined, nextAt: 0 });
	});

	it('is at first what was accepted, less half a second of it that a bucket may have held', () => {
		const { estimate, now } = afterRequests(21);
		estimate.refused(20, now, 200);
		expect(estimate.found).toBeCloseTo(20 / 1.5, 9);
		// The bucket is empty, and fills in the pause.
		const interval = 1000 / estimate.found!;
		expect(estimate.nextAt).toBeCloseTo(now + interval / 0.97, 9);
	});

	it('is at first four in the time of a long pause, when a single request was accepted', () => {
		const { estimate, now } = afterRequests(2);
		estimate.refused(1, now, 2000);
		expect(estimate.found).toBe(2);
		const other = afterRequests(3);
		other.estimate.refused(2, other.now, 1000);
		expect(other.estimate.found).toBeCloseTo(2 / 0.6, 9);
	});

	it('goes down to a part of what was refused, when a search ends with its second request', () => {
		const { estimate, now } = afterRequests(2);
		estimate.refused(1, now, 1000);
		expect(estimate.found).toBe(4);
		estimate.started(now + 1000);
		estimate.refused(estimate.started(now + 1250), now + 1250, 1000);
		expect(estimate.found).toBeCloseTo(4 * 0.7, 1);
	});

	it('follows from the first one started, of several that are refused together', () => {
		const { estimate, now } = afterRequests(24);
		estimate.refused(22, now, 200);
		expect(estimate.found).toBeCloseTo(22 / 1.6, 9);
		estimate.refused(23, now, 200);
		expect(estimate.found).toBeCloseTo(22 / 1.6, 9);
		estimate.refused(20, now, 200);
		expect(estimate.found).toBeCloseTo(20 / 1.5, 9);
	});

	it('is not changed by late refusals once others were sent', () => {
		const { estimate, now } = afterRequests(24);
		estimate.refused(22, now, 200);
		const { found } = estimate;
		estimate.started(now + 300);
		estimate.refused(20, now + 310, 200);
		expect(estimate.found).toBe(found);
	});

	it('leaves one interval between requests after a refusal', () => {
		const { estimate, now } = afterRequests(21);
		estimate.refused(20, now, 200);
		const at = estimate.nextAt;
		estimate.started(at);
		const interval = 1000 / estimate.perSecond;
		expect(estimate.nextAt).toBeGreaterThanOrEqual(at);
		for (let sent = 0; sent < 10; sent += 1) estimate.started(at);
		expect(estimate.nextAt).toBeGreaterThan(at + 5 * interval);
	});
});

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
		const burst = fitBurst([used(20), used(40)], { burst: 2, maxBurst: 40 });
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
