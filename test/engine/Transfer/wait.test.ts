/** Items that wait side by side: what ends them, and how often the service is asked. */
import { setTimeout as delay } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../testing/parameters';
import { jsonOf, type RunNodeOptions } from '../../../testing/runNode';
import type { Reply } from '../../../testing/services/customService';
import { useCustomEngine } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';

const { service, runNode } = useCustomEngine();

/** The status of each transfer, or what is sent instead of it, as a function of the seconds since the run began. */
type Shown = (second: number) => string | Reply;

async function wait(
	transfers: Record<string, Shown>,
	ids: readonly string[],
	parameters: INodeParameters = {},
	options: RunNodeOptions = {},
) {
	const startedAt = Date.now();
	const seconds = () => (Date.now() - startedAt) / 1000;
	service.reply = ({ path }) => {
		const id = path.split('/').at(-1) ?? '';
		const shown = transfers[id]?.(seconds());
		if (shown === undefined) return { status: 404, body: { message: 'no such transfer' } };
		return typeof shown === 'string' ? { body: { id, status: shown } } : shown;
	};
	return await runNode(
		'transfer',
		'wait',
		{ ...byId('={{ $json.id }}'), timeLimit: 60, ...parameters },
		{ items: ids.map((id) => ({ id })), ...options },
	);
}

const running: Shown = () => 'running';
const endsAtRead = (last: number): Shown => {
	let reads = 0;
	return () => ((reads += 1) < last ? 'running' : 'completed');
};
/** Longer than a test may take: what does not end sooner fails it. */
const hour = { timeLimit: 3600 };

describeSince('errorDetails')('items that wait', () => {
	it('end with the first failure where the node stops on errors', async () => {
		const transfers = { a: running, b: running, c: running };
		const rejected: Shown = () => ({ status: 422, body: { message: 'not of this kind' } });
		const { errorText } = await wait({ ...transfers, x: rejected }, ['a', 'b', 'x', 'c'], hour);
		expect(errorText).toContain('not of this kind');
		expect(errorText).toContain('Of 4 items, 0 succeeded, 1 failed, 3 were not sent.');
		// Requests under way are not called back.
		await delay(1000);
		const before = service.requests.length;
		await delay(3000);
		expect(service.requests).toHaveLength(before);
	});

	it('end with an unknown ID as soon as the time has passed in which it may become visible', async () => {
		const { error } = await wait({ a: running }, ['a', 'x'], hour);
		expect(error).toMatchObject({ httpCode: '404' });
	});

	it('end with a failure also while a request of another one is to be sent again later', async () => {
		const rejected: Shown = () => ({ status: 422, body: {} });
		const passing: Shown = () => ({ status: 500, headers: { 'retry-after': '3000' }, body: {} });
		const options = { requests: { retryBudget: 3600 } };
		const { error } = await wait({ a: passing, x: rejected }, ['a', 'x'], { ...hour, options });
		expect(error).toMatchObject({ httpCode: '422' });
	});

	it('share the reads of one transfer', async () => {
		const ids = Array.from({ length: 200 }, () => 'a');
		const { items } = await wait({ a: endsAtRead(3) }, ids);
		expect(items).toHaveLength(200);
		expect(new Set(items.map(({ json }) => json.outcome))).toEqual(new Set(['finished']));
		expect(items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
			...ids.keys(),
		]);
		expect(service.requests).toHaveLength(3);
	});

	it('have limits of their own, though they wait for one transfer', async () => {
		const { items, failed } = await wait(
			{ a: endsAtRead(4) },
			['a', 'a'],
			{ timeLimit: '={{ [1, 30][$itemIndex] }}' },
			{ onError: 'continueErrorOutput' },
		);
		expect(items).toHaveLength(1);
		expect(jsonOf(failed)).toMatchObject([{ details: { kind: 'timeLimit', item: 0 } }]);
	});

	it('name a word that is on no list, and where to put it', async () => {
		const { errorText } = await wait({ a: () => 'phase 9' }, ['a'], { timeLimit: 5 });
		expect(errorText).toContain('status "phase 9"');
		expect(errorText).toContain('add it to Finished Statuses or Failed Statuses in the options');
		const options = { finishedStatuses: 'phase 9' };
		const { items } = await wait({ a: () => 'phase 9' }, ['a'], { timeLimit: 5, options });
		expect(jsonOf(items)).toMatchObject([{ outcome: 'finished', rests_on: 'status' }]);
	});

	it('accept another ID where the option says so', async () => {
		const other: Shown = () => ({ body: { id: 'history-7', status: 'completed' } });
		const refused = await wait({ a: other }, ['a'], { timeLimit: 5 });
		expect(refused.errorText).toContain('"history-7" when asked for "a"');
		expect(refused.errorText).toContain('Accept Another ID');
		const options = { acceptOtherId: true };
		const { items } = await wait({ a: other }, ['a'], { timeLimit: 5, options });
		expect(jsonOf(items)).toMatchObject([{ id: 'history-7', outcome: 'finished' }]);
	});
});
