import { createLimiter, type LimiterParts } from '../../../nodes/shared/http/limiter';
import { createTime } from './time';

function setUp(parts: Partial<LimiterParts> = {}) {
	const time = createTime();
	const limiter = createLimiter({ max: 8, maxWaitMs: 10_000, ...time, ...parts });
	const inside: string[] = [];
	const acquire = async (name: string) => {
		const entry = await limiter.acquire();
		inside.push(entry.kind === 'acquired' ? name : `${name} ${entry.kind}`);
		return entry;
	};
	return { time, limiter, inside, enter: acquire };
}

const names = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => `r${from + index}`);

describe('the concurrency limiter', () => {
	it('lets so many in at once, the others in the order they came', async () => {
		const { time, limiter, inside, enter: acquire } = setUp({ max: 2 });
		for (const name of names(4)) void acquire(name);
		await time.settle();
		expect(inside).toEqual(['r0', 'r1']);
		limiter.release();
		await time.settle();
		expect(inside).toEqual(['r0', 'r1', 'r2']);
		limiter.release();
		await time.settle();
		expect(inside).toEqual(names(4));
	});

	it('halves once for all responses of the same epoch, and again in the next', async () => {
		const { time, limiter, enter: acquire } = setUp();
		const first = await Promise.all(names(8).map(acquire));
		for (const entry of first) limiter.backOff(100, (entry as { epoch: number }).epoch);
		expect(limiter.limit).toBe(4);
		first.forEach(() => limiter.release());
		const second = names(4).map(acquire);
		await time.pass(100);
		for (const entry of await Promise.all(second)) {
			limiter.backOff(100, (entry as { epoch: number }).epoch);
		}
		expect(limiter.limit).toBe(2);
	});

	it('never goes below one', async () => {
		const { limiter } = setUp({ max: 3 });
		for (let epoch = 0; epoch < 5; epoch += 1) limiter.backOff(0, epoch);
		expect(limiter.limit).toBe(1);
	});

	it('lets nobody in until the wait is over, however many asked for one', async () => {
		const { time, limiter, inside, enter: acquire } = setUp();
		limiter.backOff(500, 0);
		limiter.backOff(2000, 0);
		limiter.backOff(100, 0);
		void acquire('r0');
		await time.pass(1999);
		expect(inside).toEqual([]);
		await time.pass(1);
		expect(inside).toEqual(['r0']);
	});

	it('lets in only the halved number when the wait is over', async () => {
		const { time, limiter, inside, enter: acquire } = setUp({ max: 4 });
		await Promise.all(names(4).map(acquire));
		for (const name of names(4, 4)) void acquire(name);
		limiter.backOff(100, 0);
		for (let index = 0; index < 4; index += 1) limiter.release();
		await time.pass(100);
		expect(inside.slice(4)).toEqual(['r4', 'r5']);
	});

	it('grows back one step per full epoch of successes, up to where it began', () => {
		const { limiter } = setUp({ max: 4 });
		limiter.backOff(0, 0);
		const limits = Array.from({ length: 12 }, () => {
			limiter.succeeded();
			return limiter.limit;
		});
		expect(limits).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]);
	});

	it('turns away who would have to wait too long, and keeps the place free', async () => {
		const { time, limiter, inside, enter: acquire } = setUp({ max: 1 });
		limiter.backOff(10_001, 0);
		expect(await acquire('r0')).toEqual({ kind: 'coolingDown', forMs: 10_001 });
		void acquire('r1');
		await time.pass(10_001);
		expect(inside).toEqual(['r0 coolingDown', 'r1 coolingDown']);
		void acquire('r2');
		await time.settle();
		expect(inside[2]).toBe('r2');
	});

	it('lets go of everyone on cancel: in the queue, at the gate, and later', async () => {
		const cancel = new AbortController();
		const { time, limiter, inside, enter: acquire } = setUp({ max: 2, signal: cancel.signal });
		await acquire('r0');
		limiter.backOff(5000, 0);
		for (const name of names(3, 1)) void acquire(name);
		await time.settle();
		cancel.abort();
		await time.settle();
		await acquire('r4');
		expect(inside.slice(1).sort()).toEqual(names(4, 1).map((name) => `${name} cancelled`));
	});
});
