import { createKeyedOrder } from '../../../nodes/shared/execution/keyedOrder';

const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));

function setUp() {
	const inOrder = createKeyedOrder();
	const log: string[] = [];
	const ends = new Map<string, (error?: Error) => void>();
	const start = (key: string | undefined, name: string) =>
		inOrder(key, async () => {
			log.push(name);
			await new Promise<void>((resolve, reject) =>
				ends.set(name, (error) => (error ? reject(error) : resolve())),
			);
			return name;
		});
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
		end('a1', new Error('no'));
		await expect(first).rejects.toThrow('no');
		await settle();
		expect(log).toEqual(['a1', 'a2']);
		end('a2');
		expect(await second).toBe('a2');
	});
});
