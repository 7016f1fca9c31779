import { limiterCount, limiterFor } from '../../../../nodes/shared/http/connect';

const MINUTE = 60_000;
const MAX_LIMITERS = 1000;

describe('the limiters of a process', () => {
	it('are one for each credential', () => {
		expect(limiterFor('a')).toBe(limiterFor('a'));
		expect(limiterFor('a')).not.toBe(limiterFor('b'));
	});

	it('are no more than a certain number, and those stay that were opened last', () => {
		const first = limiterFor('first');
		const kept = limiterFor('kept');
		for (let more = 0; more < MAX_LIMITERS; more += 1) {
			limiterFor(`more ${more}`);
			if (more % 100 === 0) limiterFor('kept');
		}
		expect(limiterCount()).toBe(MAX_LIMITERS);
		expect(limiterFor('kept')).toBe(kept);
		expect(limiterFor('first')).not.toBe(first);
	});

	it('are forgotten when they were not used for a while', () => {
		limiterFor('unused');
		const now = performance.now() + 11 * MINUTE;
		const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
		limiterFor('another');
		clock.mockRestore();
		expect(limiterCount()).toBe(1);
	});
});
