import { nextTurn, runTasks } from '../../../nodes/shared/execution';

const items = [0, 1, 2, 3, 4, 5];

/** Work that takes a turn of the event loop; notes which items it began with. */
function noted(during: (item: number) => void = () => {}) {
	const begun: number[] = [];
	const work = async (item: number) => {
		begun.push(item);
		await nextTurn();
		during(item);
	};
	return { begun, work };
}

describe('tasks side by side', () => {
	it('are done for every item', async () => {
		const { begun, work } = noted();
		await runTasks(items, 2, work);
		expect(begun).toEqual(items);
	});

	it('begin no more when one has failed', async () => {
		const { begun, work } = noted((item) => {
			if (item === 0) throw new Error('broken');
		});
		await expect(runTasks(items, 2, work)).rejects.toThrow('broken');
		for (let turn = 0; turn < items.length; turn += 1) await nextTurn();
		expect(begun.length).toBeLessThan(4);
	});

	it('begin no more when they are cancelled', async () => {
		const cancel = new AbortController();
		const { begun, work } = noted((item) => {
			if (item === 1) cancel.abort();
		});
		await runTasks(items, 2, work, cancel.signal);
		expect(begun.length).toBeLessThan(4);
	});
});
