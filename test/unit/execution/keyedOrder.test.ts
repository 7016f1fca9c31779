import { KeyedOrder } from '../../../nodes/shared/execution/tasks';

const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** Does work in its turn. */
async function inTurn(
	order: KeyedOrder,
	keys: string | undefined | readonly string[],
	work: () => Promise<void>,
	cancelled?: Promise<unknown>,
): Promise<void> {
	const leave = await order.enter(keys, cancelled);
	try {
		await work();
	} finally {
		leave();
	}
}

function setUp() {
	const order = new KeyedOrder();
	const log: string[] = [];
	const ends = new Map<string, (error?: Error) => void>();
	const start = async (
		keys: string | undefined | readonly string[],
		name: string,
		cancelled?: Promise<unknown>,
	) => {
		const work = async () => {
			log.push(name);
			await new Promise<void>((resolve, reject) =>
				ends.set(name, (error) => (error ? reject(error) : resolve())),
			);
		};
		await inTurn(order, keys, work, cancelled);
		return name;
	};
	return { log, start, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

describe('tasks in the order of their keys', () => {
	it('run one after another with the same key, and at once with others or none', async () => {
		const { log, start, end } = setUp();
		const results = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3'), start('b', 'b1')];
		results.push(start(undefined, 'x'), start(undefined, 'y'));
		await settle();
		expect(log).toEqual(['a1', 'b1', 'x', 'y']);
		end('a1');
		await settle();
		expect(log.slice(4)).toEqual(['a2']);
		end('a2');
		await settle();
		['a3', 'b1', 'x', 'y'].forEach((name) => end(name));
		expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1', 'x', 'y']);
	});

	it('wait for those that are still running, whenever they are given', async () => {
		const { log, start, end } = setUp();
		const results = [start('a', 'a1'), start('a', 'a2')];
		await settle();
		end('a1');
		await settle();
		results.push(start('a', 'a3'));
		await settle();
		expect(log).toEqual(['a1', 'a2']);
		end('a2');
		await settle();
		end('a3');
		expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3']);
	});

	it('go on after one that failed, and report the failure to its own caller only', async () => {
		const { log, start, end } = setUp();
		const first = start('a', 'a1');
		const second = start('a', 'a2');
		await settle();
		end('a1', new Error('no'));
		await expect(first).rejects.toThrow('no');
		await settle();
		expect(log).toEqual(['a1', 'a2']);
		end('a2');
		expect(await second).toBe('a2');
	});

	it('wait for all tasks that share one of their keys', async () => {
		const { log, start, end } = setUp();
		const results = [start(['a'], '1'), start(['b'], '2'), start(['a', 'b'], '3')];
		results.push(start(['b', 'c'], '4'), start(['c'], '5'));
		for (const name of ['2', '1', '3', '4', '5']) {
			await settle();
			end(name);
		}
		await Promise.all(results);
		expect(log).toEqual(['1', '2', '3', '4', '5']);
	});

	it('wait no longer when they are cancelled, and keep their place for those behind them', async () => {
		const { log, start, end } = setUp();
		let cancel = () => {};
		const cancelled = new Promise<void>((resolve) => (cancel = resolve));
		const results = [start('a', 'a1'), start('a', 'a2', cancelled), start('a', 'a3')];
		cancel();
		await settle();
		expect(log).toEqual(['a1', 'a2']);
		end('a2');
		await settle();
		expect(log).toEqual(['a1', 'a2']);
		end('a1');
		await settle();
		end('a3');
		await Promise.all(results);
		expect(log).toEqual(['a1', 'a2', 'a3']);
	});

	it('leave nothing behind, whether they end, throw or are cancelled', async () => {
		const sizes: number[] = [];
		const { set: original } = Map.prototype;
		const maps = new Set<Map<unknown, unknown>>();
		Map.prototype.set = function (this: Map<unknown, unknown>, ...entry) {
			if (entry[0] === 'a' || entry[0] === 'b') maps.add(this);
			return original.apply(this, entry);
		};
		try {
			const order = new KeyedOrder();
			const tasks = [
				inTurn(order, ['a', 'b'], async () => await settle()),
				inTurn(order, 'a', async () => await Promise.reject(new Error('no'))),
				inTurn(order, 'b', async () => await settle(), Promise.resolve()),
			];
			for (const map of maps) sizes.push(map.size);
			await Promise.allSettled(tasks);
			await settle();
			for (const map of maps) sizes.push(map.size);
		} finally {
			Map.prototype.set = original;
		}
		expect(sizes).toEqual([2, 0]);
	});
});
