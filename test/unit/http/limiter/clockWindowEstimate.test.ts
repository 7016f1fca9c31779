import { createClockWindowEstimate } from '../../../../nodes/shared/http/limiter/clockWindowEstimate';
import { fixedWindow, tokenBucket, type Admission } from './simulation';

/** Requests at an interval each time, until one is refused; then a pause of a second. */
function observe(admit: Admission, intervals: readonly number[]) {
	const estimate = createClockWindowEstimate();
	let number = 0;
	let at = 300;
	for (const interval of intervals) {
		for (let isAccepted = true; isAccepted; at += interval) {
			estimate.started((number += 1), at);
			isAccepted = admit(at) !== undefined;
		}
		estimate.refused(number, true);
		at += 1000;
	}
	return estimate;
}

describe('the seconds of the clock in which a service counts', () => {
	it('are found with the second refusal', () => {
		expect(observe(fixedWindow(50, 1000), [12]).perSecond).toBeUndefined();
		const { perSecond } = observe(fixedWindow(50, 1000), [12, 16]);
		expect(perSecond).toBeGreaterThanOrEqual(48);
		expect(perSecond).toBeLessThanOrEqual(52);
	});

	it('are not seen in a token bucket', () => {
		expect(observe(tokenBucket(50, 20), [11, 17]).perSecond).toBeUndefined();
		expect(observe(tokenBucket(30, 15), [10, 25, 15]).perSecond).toBeUndefined();
	});

	it('are not looked for where few are accepted', () => {
		expect(observe(fixedWindow(10, 1000), [50, 60]).perSecond).toBeUndefined();
	});

	it('are given up when a request is refused in a second that was not full', () => {
		const admit = fixedWindow(50, 1000);
		let mostAt = Infinity;
		const estimate = observe((now) => (now < mostAt ? admit(now) : undefined), [12, 16]);
		expect(estimate.perSecond).toBeDefined();
		mostAt = 0;
		for (let number = 1000; number < 1005; number += 1) estimate.started(number, 9000 + number);
		estimate.refused(1004, true);
		expect(estimate.perSecond).toBeUndefined();
	});

	it('take the first one started, of several that are refused together', () => {
		const estimate = createClockWindowEstimate();
		let at = 0;
		const second = (count: number) => {
			for (let sent = 0; sent < count; sent += 1) estimate.started(at + sent, at + sent * 10);
			at += 1000;
		};
		second(45);
		estimate.refused(42, true);
		estimate.refused(40, false);
		at += 1000;
		second(45);
		estimate.refused(1000 + 1042, true);
		estimate.refused(2040, false);
		expect(estimate.perSecond).toBe(40);
	});
});
