import { describeLimiterStats } from '../../../nodes/shared/execution/hints';

const nothing = { requests: 100, retried: 0, refused: 0, waitedMs: 0 };

describe('the line on the stats of a run', () => {
	it('says what the limits of the service meant', () => {
		const stats = { requests: 4812, retried: 37, refused: 37, perSecond: 48.4, waitedMs: 12_100 };
		expect(describeLimiterStats(stats)).toBe(
			'4,812 requests, 37 retried, paced to 48/s by the service, for this process, 12 s waiting.',
		);
	});

	it.each([
		[
			{ ...nothing, refused: 1, retried: 1, perSecond: 0.55 },
			'100 requests, 1 retried, paced to 0.6/s by the service, for this process.',
		],
		[{ ...nothing, requests: 1, waitedMs: 1000 }, '1 request, 1 s waiting.'],
	])('leaves out what did not happen: %j', (stats, text) => {
		expect(describeLimiterStats(stats)).toBe(text);
	});

	it('is absent when nothing limited the run', () => {
		expect(describeLimiterStats(nothing)).toBeUndefined();
		expect(describeLimiterStats({ ...nothing, retried: 2, waitedMs: 999 })).toBeUndefined();
		// Another run was refused, and this one did not have to wait.
		expect(describeLimiterStats({ ...nothing, perSecond: 50 })).toBeUndefined();
	});
});
