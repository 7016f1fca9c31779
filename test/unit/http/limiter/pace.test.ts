import { Pace, fitBurst, fitRate } from '../../../../nodes/shared/http/limiter/pace';
import { randomNumbers } from '../../../../sandbox/random';
import fc, { itForAll } from '../../../../testing/properties';
import { tokenBucket } from './simulation';

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
	itForAll(
		100,
		rates,
		bursts,
		seeds,
	)(
		'fit a rate that the service has, or more where the last one is taken as accepted',
		(rate, burst, seed) => {
			const one = period(rate, burst, seed);
			expect(fitRate(one, burst)).toBeLessThanOrEqual(rate * 1.003);
			expect(fitRate(one, burst, true)).toBeGreaterThanOrEqual(rate * 0.997);
		},
	);

	itForAll(
		100,
		rates,
		bursts,
		seeds,
	)('tell the size of a bucket that was full at first', (rate, burst, seed) => {
		const size = fitBurst(period(rate, burst, seed), rate);
		expect(size).toBeLessThanOrEqual(burst + 0.001);
		expect(size).toBeGreaterThanOrEqual(Math.max(1, burst - 2));
	});
});
