import { inOrder } from '../../../../nodes/shared/execution/bulk/output';
import { Probing } from '../../../../nodes/shared/execution/bulk/backlog';
import { ResultQueue } from '../../../../nodes/shared/execution/bulk/record';
import { runAtOnce } from '../../../../nodes/shared/execution/tasks';
import { fail, Failure, succeed } from '../../../../nodes/shared/http';

const record = (n: number) => ({ externalId: String(n), record: {}, items: [n] });
const refusal = new Failure({ kind: 'refused', message: 'bad', remedy: '', status: 422 });

describe('ResultQueue', () => {
	it('sends no record whose outcome is known without a request', () => {
		const open = new ResultQueue();
		open.add(record(0));
		open.add({ items: [1], result: fail(refusal) });
		expect(open.untaken()).toEqual([0]);
		expect([0, 1].map((index) => open.isTaken(index))).toEqual([false, true]);
	});

	it('lets records out in order as soon as they have results, and counts those that are left', () => {
		const open = new ResultQueue();
		for (let n = 0; n < 5; n += 1) open.add(record(n));
		open.setResult(1, succeed({}));
		expect([...open.leave()]).toEqual([]);
		open.setResult(0, succeed({}));
		expect([...open.leave()].map(({ externalId }) => externalId)).toEqual(['0', '1']);
		expect([open.size, open.end, open.untaken()]).toEqual([3, 5, [2, 3, 4]]);
		open.setResult(2, succeed({}));
		expect([...open.leave()]).toHaveLength(1);
		expect([open.size, open.end, open.untaken()]).toEqual([2, 5, [3, 4]]);
		open.add(record(5));
		expect([open.size, open.end, open.untaken()]).toEqual([3, 6, [3, 4, 5]]);
		expect(open.record(5).externalId).toBe('5');
		expect(open.isTaken(0)).toBe(true);
	});

	it('gives those without a result the last one, as not sent', () => {
		const open = new ResultQueue();
		for (let n = 0; n < 2; n += 1) open.add(record(n));
		open.setResult(0, succeed({}));
		open.fillUp(fail(refusal));
		expect([...open.leave()].map(({ result, isUnsent }) => [result.ok, isUnsent])).toEqual([
			[true, false],
			[false, true],
		]);
	});
});

describe('Probing', () => {
	const probes = (count: number) => {
		const probing = new Probing(
			refusal,
			Array.from({ length: count }, (_, n) => n),
		);
		return Array.from({ length: count + 1 }, () => probing.next())
			.filter((index) => index !== undefined)
			.reverse();
	};

	it('tries single records from the first to the last of the input', () => {
		expect(probes(1)).toEqual([0]);
		expect(probes(2)).toEqual([0, 1]);
		expect(probes(15)).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
		expect(probes(1000)).toHaveLength(8);
		expect(probes(1000)).toEqual(expect.arrayContaining([0, 999]));
	});
});

it('orders outcomes by the item that mentions them first', () => {
	const [a, b, c, d] = [[3, 4], [0], [1, 9], [1]].map((items) => ({ items }));
	expect(runAtOnce(inOrder([a, c], [b, d]))).toEqual([b, c, d, a]);
});
