import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { openStateStore } from '../../../nodes/shared/polling/polling';
import { z } from '../../../nodes/shared/schema/outside';

interface Known {
	readonly n: number;
	readonly text?: string;
}

const schema = z.object({ n: z.number() }).passthrough();

/** A trigger of which n8n keeps nothing but what is given. */
const contextOf = (node: string, stored: IDataObject = {}) =>
	({
		getMode: () => 'trigger',
		getNode: () => ({ id: node }),
		getWorkflow: () => ({ id: 'workflow' }),
		getWorkflowStaticData: () => stored,
	}) as unknown as IPollFunctions;

const first = (node: string, state: Known) => {
	const shorten = ({ n }: Known) => ({ n });
	const store = openStateStore<Known>(contextOf(node), { schema, isFirst: true, shorten });
	expect(store.load()).toBeUndefined();
	store.keep(state);
};
const second = (node: string, stored?: IDataObject) =>
	openStateStore<Known>(contextOf(node, stored), { schema }).load();

describe('the state of a first poll that n8n discards', () => {
	it('is kept of 10,000 triggers', () => {
		for (let n = 0; n < 10_000; n += 1) first(`node ${n}`, { n });
		for (const n of [0, 110, 5000, 9999]) expect(second(`node ${n}`)).toEqual({ n });
	});

	it('is not used any more when the workflow is switched on anew', () => {
		first('switched', { n: 1 });
		first('switched', { n: 2 });
		expect(second('switched')).toEqual({ n: 2 });
	});

	it('is dropped when n8n brings a stored one, and does not rise when that is emptied', () => {
		first('stored', { n: 1 });
		const stored: IDataObject = {};
		openStateStore<Known>(contextOf('stored', stored), { schema }).save({ n: 2 });
		expect(second('stored', stored)).toEqual({ n: 2 });
		expect(second('stored')).toBeUndefined();
	});

	it('has no more than 2 KB: of a larger one, what the second poll needs', () => {
		first('large', { n: 1, text: 'x'.repeat(3000) });
		expect(second('large')).toEqual({ n: 1 });
	});
});

it('is the node’s own where n8n keeps that by its ID, and the workflow’s where it goes by the name', () => {
	const data: Record<string, IDataObject> = { node: {}, global: {} };
	const context = { ...contextOf('n'), getWorkflowStaticData: (type: string) => data[type] };
	const open = () => openStateStore<Known>(context as never, { schema });
	Object.defineProperty(data.node, '__dataChanged', { value: false });
	open().save({ n: 1 });
	expect([Object.keys(data.node), open().load()]).toEqual([[], { n: 1 }]);
	data.node = {};
	expect(open().load()).toEqual({ n: 1 });
	open().save({ n: 2 });
	data.global = {};
	expect(open().load()).toEqual({ n: 2 });
});

it.each<[unknown, string]>([
	[{ n: 'secret' }, 'n'],
	['secret', 'all'],
])('that cannot be read says so, and what to do: %j', (state, named) => {
	const stored = { workspaceRecordsTriggers: { odd: state } } as IDataObject;
	const read = () => second('odd', stored);
	expect(read).toThrow(`What the trigger remembers cannot be read: ${named}`);
	expect(read).toThrow(
		expect.objectContaining({ remedy: expect.stringMatching(/replace the trigger by a new one/) }),
	);
});
