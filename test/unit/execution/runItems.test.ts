import { setTimeout as delay } from 'node:timers/promises';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { OpenContext } from '../../../nodes/shared/execution';
import {
	failAll,
	runItems,
	WithFiles,
	type ItemWork,
} from '../../../nodes/shared/execution/runItems';
import { cancelled, Failure } from '../../../nodes/shared/http';

const bad = new Failure({
	kind: 'refused',
	message: 'Bad company',
	remedy: 'Correct it.',
	status: 422,
});
const binary = { data: { data: '', mimeType: 'text/plain' } };

interface Given {
	items?: INodeExecutionData[];
	continueOnFail?: boolean;
	signal?: AbortSignal;
}

const contextWith = ({ items = [], continueOnFail = false, signal }: Given) =>
	({
		continueOnFail: () => continueOnFail,
		getInputData: () => items,
		getExecutionCancelSignal: () => signal,
		getNode: () => ({ name: 'Company', type: 'company', typeVersion: 1 }),
	}) as unknown as IExecuteFunctions;

const itemsOf = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { n } }));

/** Runs so many items, and notes which were started. */
async function run(
	count: number,
	work: ItemWork,
	{ parallel = 1, ...given }: Given & { parallel?: number } = {},
) {
	const started: number[] = [];
	const context = contextWith({ items: itemsOf(count), ...given });
	const noted: ItemWork = async (item, stop) => {
		started.push(item);
		return await work(item, stop);
	};
	const service = { stats: { refused: 0, waitedMs: 0 } };
	const part = { items: [...itemsOf(count).keys()], service };
	const opened = { context, parts: [part], invalid: [], parallel } as unknown as OpenContext;
	const output = runItems(opened, () => noted);
	const error = await output.then(
		() => undefined,
		(thrown: Error) => thrown,
	);
	return { started, error, output: error ? [] : await output };
}

const after = async (turns: number) => {
	for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('runItems', () => {
	it('gives results in the order of the items, each paired with its own', async () => {
		const { output } = await run(
			3,
			async (item) => {
				await after(10 - 3 * item);
				return item === 1 ? [] : [{ item }, { item }];
			},
			{ parallel: 3 },
		);
		expect(output).toEqual([
			{ json: { item: 0 }, pairedItem: { item: 0 } },
			{ json: { item: 0 }, pairedItem: { item: 0 } },
			{ json: { item: 2 }, pairedItem: { item: 2 } },
			{ json: { item: 2 }, pairedItem: { item: 2 } },
		]);
	});

	it('hands on the files of an item with its only result, and adds those of the result', async () => {
		const items = [1, 2, 1].map(() => ({ json: {}, binary }));
		const file = { report: { data: '', mimeType: 'text/csv' } };
		const { output } = await run(
			3,
			async (item) =>
				item === 0 ? [{}] : item === 1 ? [{}, {}] : [new WithFiles({ rows: 1 }, file)],
			{ items },
		);
		expect(output).toEqual([
			{ json: {}, binary, pairedItem: { item: 0 } },
			{ json: {}, pairedItem: { item: 1 } },
			{ json: {}, pairedItem: { item: 1 } },
			{ json: { rows: 1 }, binary: { ...binary, ...file }, pairedItem: { item: 2 } },
		]);
	});

	it('starts no item after a failure, and says what became of the others', async () => {
		const { started, error } = await run(6, async (item) => {
			await after(1);
			if (item === 1) throw bad;
			return [{}];
		});
		expect(started).toEqual([0, 1]);
		expect(error).toMatchObject({
			message: 'Bad company',
			description: 'Correct it. Of 6 items, 1 succeeded, 1 failed, 4 were not sent.',
			context: { itemIndex: 1 },
		});
		const two = await run(3, async (item) => {
			if (item === 1) throw bad;
			return [{}];
		});
		expect(two.error).toMatchObject({
			description: 'Correct it. Of 3 items, 1 succeeded, 1 failed, 1 was not sent.',
		});
		const one = await run(1, async () => {
			throw bad;
		});
		expect(one.error).toMatchObject({ description: 'Correct it.' });
	});

	it('ends the items that only wait with the first failure, and counts them as untouched', async () => {
		const work: ItemWork = async (item, stop) => {
			if (item === 1) throw bad;
			while (!stop.aborted) await delay(5);
			throw cancelled();
		};
		const { error } = await run(3, work, { parallel: 3 });
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		const counts = 'Of 3 items, 0 succeeded, 1 failed, 2 were not sent.';
		expect(error).toHaveProperty('description', expect.stringContaining(counts));
	});

	it('throws the failure of the first item that failed, not of the one that failed first', async () => {
		const { error } = await run(
			2,
			async (item) => {
				await after(item === 0 ? 10 : 1);
				throw bad.with({ message: `Bad item ${item}` });
			},
			{ parallel: 2 },
		);
		expect(error).toMatchObject({ message: 'Bad item 0', context: { itemIndex: 0 } });
	});

	it('makes failed items of failures, and of what an item threw, where the node continues', async () => {
		const { output, error } = await run(
			3,
			async (item) => {
				if (item === 0) throw bad;
				if (item === 1) throw new Error('oops');
				return [{ ok: true }];
			},
			{ continueOnFail: true },
		);
		expect(error).toBeUndefined();
		expect(output).toMatchObject([
			{ json: { error: 'Bad company', message: 'Correct it.' }, pairedItem: { item: 0 } },
			{ json: { error: 'The node failed on this item: oops' }, pairedItem: { item: 1 } },
			{ json: { ok: true }, pairedItem: { item: 2 } },
		]);
	});

	it('starts no item after a cancellation, and gives what was done instead of an error', async () => {
		const cancelling = new AbortController();
		const { started, output, error } = await run(
			5,
			async (item) => {
				if (item === 1) {
					cancelling.abort();
					throw bad;
				}
				return [{}];
			},
			{ signal: cancelling.signal },
		);
		expect(started).toEqual([0, 1]);
		expect(error).toBeUndefined();
		expect(output).toHaveLength(2);
	});
});

describe('failAll', () => {
	it('throws where the node stops on errors', () =>
		expect(() => failAll(contextWith({ items: itemsOf(2) }), bad)).toThrow('Bad company'));

	it('gives every item out as failed where the node continues', () => {
		const context = contextWith({ items: itemsOf(2), continueOnFail: true });
		expect(failAll(context, bad)).toMatchObject([
			{ json: { error: 'Bad company', details: { item: 0 } }, pairedItem: { item: 0 } },
			{ json: { error: 'Bad company', details: { item: 1 } }, pairedItem: { item: 1 } },
		]);
	});

	it('leaves the words to n8n where the execution was cancelled', () => {
		expect(failAll(contextWith({ items: itemsOf(2) }), bad.with({ kind: 'cancelled' }))).toEqual(
			[],
		);
	});
});
