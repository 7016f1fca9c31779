import { createPace, type PaceParts } from '../../nodes/shared/service/pace';
import { createTime } from './time';

function setUp(parts: Partial<PaceParts> = {}) {
	const time = createTime();
	const pace = createPace({ most: 8, longestWaitMs: 10_000, ...time, ...parts });
	const inside: string[] = [];
	const enter = async (name: string) => {
		const entry = await pace.enter();
		inside.push(entry.kind === 'in' ? name : `${name} ${entry.kind}`);
		return entry;
	};
	return { time, pace, inside, enter };
}

const names = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => `r${from + index}`);

describe('pace', () => {
	it('lets so many in at once, the others in the order they came', async () => {
		const { time, pace, inside, enter } = setUp({ most: 2 });
		for (const name of names(4)) void enter(name);
		await time.settle();
		expect(inside).toEqual(['r0', 'r1']);
		pace.leave();
		await time.settle();
		expect(inside).toEqual(['r0', 'r1', 'r2']);
		pace.leave();
		await time.settle();
		expect(inside).toEqual(names(4));
	});

	it('halves once for all answers of the same round, and again in the next', async () => {
		const { time, pace, enter } = setUp();
		const first = await Promise.all(names(8).map(enter));
		for (const entry of first) pace.slowDown(100, (entry as { round: number }).round);
		expect(pace.limit).toBe(4);
		first.forEach(() => pace.leave());
		const second = names(4).map(enter);
		await time.pass(100);
		for (const entry of await Promise.all(second)) {
			pace.slowDown(100, (entry as { round: number }).round);
		}
		expect(pace.limit).toBe(2);
	});

	it('never goes below one', async () => {
		const { pace } = setUp({ most: 3 });
		for (let round = 0; round < 5; round += 1) pace.slowDown(0, round);
		expect(pace.limit).toBe(1);
	});

	it('lets nobody in until the wait is over, however many asked for one', async () => {
		const { time, pace, inside, enter } = setUp();
		pace.slowDown(500, 0);
		pace.slowDown(2000, 0);
		pace.slowDown(100, 0);
		void enter('r0');
		await time.pass(1999);
		expect(inside).toEqual([]);
		await time.pass(1);
		expect(inside).toEqual(['r0']);
	});

	it('lets in only the halved number when the wait is over', async () => {
		const { time, pace, inside, enter } = setUp({ most: 4 });
		await Promise.all(names(4).map(enter));
		for (const name of names(4, 4)) void enter(name);
		pace.slowDown(100, 0);
		for (let index = 0; index < 4; index += 1) pace.leave();
		await time.pass(100);
		expect(inside.slice(4)).toEqual(['r4', 'r5']);
	});

	it('grows back one step per full round of successes, up to where it began', () => {
		const { pace } = setUp({ most: 4 });
		pace.slowDown(0, 0);
		const limits = Array.from({ length: 12 }, () => {
			pace.succeeded();
			return pace.limit;
		});
		expect(limits).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]);
	});

	it('turns away who would have to wait too long, and keeps the place free', async () => {
		const { time, pace, inside, enter } = setUp({ most: 1 });
		pace.slowDown(10_001, 0);
		expect(await enter('r0')).toEqual({ kind: 'closed', forMs: 10_001 });
		void enter('r1');
		await time.pass(10_001);
		expect(inside).toEqual(['r0 closed', 'r1 closed']);
		void enter('r2');
		await time.settle();
		expect(inside[2]).toBe('r2');
	});

	it('lets go of everyone on cancel: in the queue, at the gate, and later', async () => {
		const cancel = new AbortController();
		const { time, pace, inside, enter } = setUp({ most: 2, signal: cancel.signal });
		await enter('r0');
		pace.slowDown(5000, 0);
		for (const name of names(3, 1)) void enter(name);
		await time.settle();
		cancel.abort();
		await time.settle();
		await enter('r4');
		expect(inside.slice(1).sort()).toEqual(names(4, 1).map((name) => `${name} cancelled`));
	});
});
