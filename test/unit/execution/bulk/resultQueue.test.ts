import { inOrder } from '../../../../nodes/shared/execution/bulk/output';
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
		expect([0, 1].map((index) => open.isTaken(index))).toEqual([false, true]);
	});

	it('lets records out in order as soon as they have results, and counts those that are left', () => {
		const open = new ResultQueue();
		for (let n = 0; n < 5; n += 1) open.add(record(n));
		open.setResult(1, succeed({}));
		expect([...open.leave()]).toEqual([]);
		open.setResult(0, succeed({}));
		expect([...open.leave()].map(({ externalId }) => externalId)).toEqual(['0', '1']);
		expect([open.size, open.end]).toEqual([3, 5]);
		open.setResult(2, succeed({}));
		expect([...open.leave()]).toHaveLength(1);
		expect([open.size, open.end]).toEqual([2, 5]);
		open.add(record(5));
		expect([open.size, open.end]).toEqual([3, 6]);
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

it('orders outcomes by the item that mentions them first', () => {
	const [a, b, c, d] = [[3, 4], [0], [1, 9], [1]].map((items) => ({ items }));
	expect(runAtOnce(inOrder([a, c], [b, d]))).toEqual([b, c, d, a]);
});
