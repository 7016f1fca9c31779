import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { openStateStore } from '../../../nodes/shared/polling/stateStore';

interface Known {
	readonly n: number;
	readonly text?: string;
}

/** A trigger of which n8n keeps nothing but what is given. */
const contextOf = (node: string, stored: IDataObject = {}) =>
	({
		getCredentials: async () => await Promise.resolve({ baseUrl: 'http://service.test' }),
		getMode: () => 'trigger',
		getNode: () => ({ id: node }),
		getWorkflow: () => ({ id: 'workflow' }),
		getWorkflowStaticData: () => stored,
	}) as unknown as IPollFunctions;

const first = async (node: string, state: Known, scope: unknown[] = []) => {
	const shorten = ({ n }: Known) => ({ n });
	const store = await openStateStore<Known>(contextOf(node), { scope, isFirst: true, shorten });
	expect(store.load()).toBeUndefined();
	store.keep(state);
};
const second = async (node: string, scope: unknown[] = [], stored?: IDataObject) =>
	(await openStateStore<Known>(contextOf(node, stored), { scope })).load();

describe('the state of a first poll that n8n discards', () => {
	it('is kept of 10,000 triggers', async () => {
		for (let n = 0; n < 10_000; n += 1) await first(`node ${n}`, { n });
		for (const n of [0, 110, 5000, 9999]) expect(await second(`node ${n}`)).toEqual({ n });
	});

	it('is not used any more when a filter was tried and taken back', async () => {
		await first('filter', { n: 1 }, ['none']);
		await first('filter', { n: 2 }, ['tried']);
		await first('filter', { n: 3 }, ['none']);
		expect(await second('filter', ['none'])).toEqual({ n: 3 });
		expect(await second('filter', ['tried'])).toBeUndefined();
	});

	it('is dropped when n8n brings a stored one, and does not rise when that is emptied', async () => {
		await first('stored', { n: 1 });
		const stored: IDataObject = {};
		(await openStateStore<Known>(contextOf('stored', stored))).save({ n: 2 });
		expect(await second('stored', [], stored)).toEqual({ n: 2 });
		expect(await second('stored')).toBeUndefined();
	});

	it('has no more than 2 KB: of a larger one, what the second poll needs', async () => {
		await first('large', { n: 1, text: 'x'.repeat(3000) });
		expect(await second('large')).toEqual({ n: 1 });
	});
});
