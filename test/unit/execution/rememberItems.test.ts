import { rememberItems } from '../../../nodes/shared/execution';

describe('rememberItems', () => {
	const asking = () => {
		const ask = jest.fn((item: number) => {
			if (item === 1) throw new Error('no value');
			return { item };
		});
		return { ask, ...rememberItems(ask) };
	};

	it('asks once for an item, however often it is read', () => {
		const { ask, read } = asking();
		expect(read(0)).toBe(read(0));
		expect(ask).toHaveBeenCalledTimes(1);
	});

	it('remembers what was thrown', () => {
		const { ask, read } = asking();
		expect(() => read(1)).toThrow('no value');
		expect(() => read(1)).toThrow('no value');
		expect(ask).toHaveBeenCalledTimes(1);
	});

	it('keeps nothing of an item that was taken', () => {
		const { ask, read, take } = asking();
		const first = read(0);
		expect(take(0)).toBe(first);
		expect(() => take(1)).toThrow('no value');
		expect(read(0)).not.toBe(first);
		expect(ask).toHaveBeenCalledTimes(3);
	});
});
