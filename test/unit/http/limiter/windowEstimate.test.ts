import { createWindowEstimate } from '../../../../nodes/shared/http/limiter/windowEstimate';

/** Requests at these times; those that the service refuses are told to the estimate. */
function observe(times: readonly number[], accepts: (at: number) => boolean, isHeld = false) {
	const estimate = createWindowEstimate();
	let inARow = 0;
	times.forEach((at, number) => {
		estimate.started(number, at);
		const isAccepted = accepts(at);
		if (!isAccepted) estimate.refused(number, inARow === 0, isHeld && number > 0);
		inARow = isAccepted ? 0 : inARow + 1;
	});
	return estimate;
}

/** At most so many in any window. */
function slidingWindow(most: number, windowMs: number) {
	let accepted: number[] = [];
	return (at: number) => {
		accepted = accepted.filter((other) => other > at - windowMs);
		if (accepted.length >= most) return false;
		accepted.push(at);
		return true;
	};
}

function tokenBucket(perSecond: number, burst: number) {
	let tokens = burst;
	let last = 0;
	return (at: number) => {
		tokens = Math.min(burst, tokens + ((at - last) * perSecond) / 1000);
		last = at;
		if (tokens < 1) return false;
		tokens -= 1;
		return true;
	};
}

/** Runs of requests, each at its own interval, with pauses between them. */
const runs = (intervals: readonly number[], count: number, pauseMs: number): number[] => {
	let at = 0;
	return intervals.flatMap((interval) => {
		const times = Array.from({ length: count }, () => (at += interval));
		at += pauseMs;
		return times;
	});
};

describe('the window in which a service counts', () => {
	it.each([
		[20, 1000, [10, 25, 40, 15]],
		[100, 10_000, [20, 60, 35, 50]],
	])('is found: %d in %d ms', (most, windowMs, intervals) => {
		const times = runs(intervals, most + 1, windowMs * 1.1);
		const { perSecond } = observe(times, slidingWindow(most, windowMs));
		expect(perSecond).toBe((most * 1000) / windowMs);
	});

	it('needs three refusals that agree, however many come together', () => {
		const times = [...runs([10], 21, 0), ...Array.from({ length: 50 }, () => 250)];
		expect(observe(times, slidingWindow(20, 1000)).perSecond).toBeUndefined();
	});

	it('is not seen where few are accepted, because any pause of a second makes them look alike', () => {
		const times = runs([10, 20, 30], 4, 1100);
		expect(observe(times, slidingWindow(3, 1000)).perSecond).toBeUndefined();
	});

	it('is not seen in a token bucket, which accepts another number at each speed', () => {
		const times = runs([5, 15, 10, 12, 8], 40, 300);
		expect(observe(times, tokenBucket(30, 15)).perSecond).toBeUndefined();
	});

	it('leaves room for no more than it holds, and for more while that is probed', () => {
		const times = runs([10, 10, 10], 21, 1100);
		const estimate = observe(times, slidingWindow(20, 1000));
		const start = 5000;
		for (let number = 100; number < 120; number += 1) estimate.started(number, start);
		expect(estimate.nextAt(1)).toBe(start + 1030);
		expect(estimate.nextAt(1.5)).toBeLessThan(start);
	});

	it('is given up when a request is refused although the window was not full', () => {
		const estimate = observe(runs([10, 10, 10], 21, 1100), slidingWindow(20, 1000));
		expect(estimate.perSecond).toBe(20);
		for (let number = 100; number < 110; number += 1) estimate.started(number, 9000 + number);
		estimate.refused(109, true, true);
		expect(estimate.perSecond).toBeUndefined();
	});

	it('takes linear time', () => {
		const estimate = createWindowEstimate();
		for (let number = 0; number < 200_000; number += 1) estimate.started(number, number / 10);
		for (let number = 199_000; number < 200_000; number += 1) estimate.refused(number, true, false);
		expect(estimate.perSecond).toBeUndefined();
	});
});
