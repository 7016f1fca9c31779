import { runAtOnce, runInSlices, type Steps } from '../../../nodes/shared/execution';
import { settle } from '../../../nodes/shared/http';

const busyFor = (ms: number) => {
	const until = performance.now() + ms;
	while (performance.now() < until);
};

/** Items of a millisecond each; notes how far it came. */
function* work(items: number, done: { items: number }): Steps<string> {
	for (let item = 0; item < items; item += 1) {
		yield;
		busyFor(1);
		done.items += 1;
	}
	return 'all';
}

describe('work over many items', () => {
	it('lets timers and responses run in between', async () => {
		const done = { items: 0 };
		const seenAt: number[] = [];
		const timer = setInterval(() => seenAt.push(done.items), 1);
		expect(await runInSlices(work(200, done))).toBe('all');
		clearInterval(timer);
		expect(seenAt.filter((items) => items > 0 && items < 200).length).toBeGreaterThan(3);
	});

	it('stops when the execution is cancelled', async () => {
		const cancel = new AbortController();
		const done = { items: 0 };
		setTimeout(() => cancel.abort(), 5);
		expect(await settle(runInSlices(work(2000, done), cancel.signal))).toMatchObject({
			failure: { kind: 'cancelled' },
		});
		expect(done.items).toBeLessThan(1000);
	});

	it('fails with what it throws', async () => {
		const broken = function* (): Steps<never> {
			throw new Error('broken');
		};
		expect(await settle(runInSlices(broken()))).toMatchObject({
			failure: { kind: 'defect', message: expect.stringContaining('broken') },
		});
	});

	it('can be done without a pause', () => {
		const done = { items: 0 };
		expect(runAtOnce(work(3, done))).toBe('all');
		expect(done.items).toBe(3);
	});
});
