import { UnrelatedRefusals } from '../../../../nodes/shared/http/limiter/unrelatedRefusals';

/**
 * Sends at a rate, has every so-manyth request refused once the rate is reached, and returns what the refusals
 * were taken for.
 */
function sender(refusals: UnrelatedRefusals) {
	let now = 0;
	return (perSecond: number, count: number, every: number) => {
		now += 2000;
		return Array.from({ length: count }, (_, index) => {
			refusals.started((now += 1000 / perSecond));
			return index >= perSecond && (index + 1) % every === 0 ? refusals.refused() : undefined;
		}).filter((meaning) => meaning !== undefined);
	};
}
const times = (count: number, meaning: string) => Array.from({ length: count }, () => meaning);

describe('refusals', () => {
	const send = () => sender(new UnrelatedRefusals());

	it('have nothing to do with the rate where slower requests are refused as often', () => {
		const one = send();
		expect(one(100, 200, 20)).toEqual(times(5, 'counts'));
		expect(one(10, 160, 20)).toEqual([...times(3, 'counts'), 'found', ...times(4, 'ignored')]);
		expect(one(100, 200, 20)).toEqual(times(5, 'ignored'));
	});

	it('count where slower requests are refused less often', () => {
		const one = send();
		expect(one(100, 200, 15)).toEqual(times(7, 'counts'));
		expect(one(10, 400, 80)).toEqual(times(5, 'counts'));
	});

	it('count where slower requests are refused much more often: a limit fell', () => {
		const one = send();
		one(100, 1000, 100);
		expect(one(10, 120, 12)).toEqual(times(10, 'counts'));
	});

	it('count where many are refused', () => {
		const one = send();
		one(100, 200, 5);
		expect(one(10, 200, 5)).toEqual(times(38, 'counts'));
	});

	it('count where nothing was sent at less than about half the rate', () => {
		const one = send();
		one(100, 200, 20);
		expect(one(80, 200, 20)).toEqual(times(6, 'counts'));
	});

	it('count again when more are refused', () => {
		const one = send();
		one(100, 200, 20);
		expect(one(10, 80, 20).at(-1)).toBe('found');
		const risen = one(10, 20, 1);
		expect(risen[0]).toBe('ignored');
		expect(risen.indexOf('counts')).toBeGreaterThan(3);
		expect(risen.slice(risen.indexOf('counts'))).not.toContain('ignored');
	});
});
