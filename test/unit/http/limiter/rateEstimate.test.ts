import { createRateEstimate } from '../../../../nodes/shared/http/limiter/rateEstimate';

/** An estimate after so many requests, one every 50 ms, of which none has a response yet. */
function afterRequests(count: number) {
	const estimate = createRateEstimate();
	const numbers = Array.from({ length: count }, (_, index) => estimate.started(index * 50));
	return { estimate, numbers, now: count * 50 };
}

describe('the rate', () => {
	it('is not limited while nothing is refused', () => {
		const { estimate, numbers } = afterRequests(100);
		expect(numbers).toEqual([...numbers.keys()]);
		expect(estimate).toMatchObject({ perSecond: Infinity, found: undefined, nextAt: 0 });
		expect(estimate.accepted(99, 5000)).toBe(false);
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

	it('is forgotten where refusals have nothing to do with it', () => {
		const { estimate, now } = afterRequests(21);
		estimate.refused(20, now, 200);
		estimate.forget();
		expect(estimate).toMatchObject({ perSecond: Infinity, found: undefined, nextAt: 0 });
	});
});

describe('a refusal among requests that are all accepted', () => {
	it('is taken back with the third one accepted that was sent after it', () => {
		const { estimate, now } = afterRequests(24);
		estimate.refused(20, now, 200);
		expect(estimate.accepted(21, now)).toBe(false);
		expect(estimate.accepted(22, now)).toBe(false);
		expect(estimate.found).toBeDefined();
		expect(estimate.accepted(23, now + 10)).toBe(true);
		expect(estimate).toMatchObject({ perSecond: Infinity, found: undefined, nextAt: now + 10 });
		expect(estimate.started(now + 20)).toBe(24);
		expect(estimate.accepted(24, now + 20)).toBe(false);
	});

	it('is not taken back for requests that were sent before it, or after it came', () => {
		const { estimate, now } = afterRequests(24);
		estimate.refused(20, now, 200);
		const late = estimate.started(now + 300);
		for (const number of [17, 18, 19, 20, 21, 22, late, late]) {
			expect(estimate.accepted(number, now + 310)).toBe(false);
		}
	});

	it('is not taken back where it named a second to wait', () => {
		const { estimate, now } = afterRequests(24);
		estimate.refused(20, now, 1000);
		for (const number of [21, 22, 23]) expect(estimate.accepted(number, now)).toBe(false);
	});

	it('is not taken back when another one was refused with it', () => {
		const { estimate, now } = afterRequests(26);
		estimate.refused(20, now, 200);
		estimate.refused(21, now, 200);
		for (const number of [22, 23, 24, 25]) expect(estimate.accepted(number, now)).toBe(false);
	});

	it('is not taken back where a larger part is refused', () => {
		const { estimate } = afterRequests(8);
		let now = 400;
		const takenBack = Array.from({ length: 12 }, () => {
			const numbers = Array.from({ length: 4 }, () => estimate.started(now));
			estimate.refused(numbers[0], now, 200);
			const back = numbers.slice(1).map((number) => estimate.accepted(number, now));
			now += 1000;
			return back[2];
		});
		expect(takenBack[0]).toBe(true);
		expect(takenBack.at(-1)).toBe(false);
	});
});
