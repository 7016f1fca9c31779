import type { IExecuteFunctions } from 'n8n-workflow';

import {
	rejectReplaced,
	remember,
	rememberedIn,
	sentOrders,
} from '../../../nodes/MigrationUpsert/sentOrders';
import { runAtOnce } from '../../../nodes/shared/execution';
import { badInput, fail, succeed } from '../../../nodes/shared/http';

const order = (externalId: string, quantity: number) => ({
	externalId,
	items: [0],
	record: { order_external_id: externalId, items: [{ item_external_id: 's', quantity }] },
});
const gathered = (...records: Array<ReturnType<typeof order>>) => ({
	records,
	invalid: [],
	unmatched: [],
	notes: [],
});
/** n8n keeps one object for a node as long as an execution is in memory. */
const execution = () => {
	const memory = {};
	const context = { getContext: () => memory } as unknown as IExecuteFunctions;
	return { context, credentialKey: 'one' };
};
const check = (
	loop: Parameters<typeof sentOrders>[0],
	...records: Array<ReturnType<typeof order>>
) => runAtOnce(rejectReplaced(gathered(...records), sentOrders(loop, false)));

describe('an order that a loop on the canvas sends again', () => {
	it('is rejected with other lines, because they would replace the first ones', () => {
		const loop = execution();
		remember(sentOrders(loop, false), [order('a', 1), order('b', 1)]);
		const again = check(loop, order('a', 2), order('b', 1), order('c', 1));
		expect(again.records.map(({ externalId }) => externalId)).toEqual(['b', 'c']);
		expect(again.invalid).toMatchObject([
			{ externalId: 'a', result: { failure: { message: expect.stringContaining('was sent') } } },
		]);
	});

	it('is not rejected in another execution, or after a dry run', () => {
		const loop = execution();
		remember(sentOrders(loop, true), [order('a', 1)]);
		expect(check(loop, order('a', 2)).invalid).toEqual([]);
		remember(sentOrders(loop, false), [order('a', 1)]);
		expect(check(execution(), order('a', 2)).invalid).toEqual([]);
	});

	it('is not rejected with another credential, which may lead to another workspace', () => {
		const loop = execution();
		remember(sentOrders(loop, false), [order('a', 1)]);
		expect(check({ ...loop, credentialKey: 'other' }, order('a', 2)).invalid).toEqual([]);
		expect(check(loop, order('a', 2)).invalid).toHaveLength(1);
	});

	const no = badInput('fields', 'no', '');
	const unknown = no.with({ mayHaveHappened: true });
	const compared = (sent: ReturnType<typeof sentOrders>, tried: Array<ReturnType<typeof order>>) =>
		tried.map((one) => sent.compare(one.externalId, () => JSON.stringify(one.record)));

	it('may be corrected when it was surely not written', async () => {
		const sent = sentOrders(execution(), false);
		const tried = [order('a', 1), order('b', 1), order('c', 1)];
		const write = rememberedIn(sent, async () => [fail(no), fail(unknown), succeed({})]);
		await write(tried);
		expect(compared(sent, tried)).toEqual([undefined, 'same', 'same']);
	});

	it.each([
		['may be corrected', 'was refused', no, undefined],
		['is not forgotten', 'may have been written', unknown, 'same'],
		['is not forgotten', 'met a mistake of ours', new Error('after the request'), 'same'],
	])('%s when its batch %s', async (_, __, error, known) => {
		const sent = sentOrders(execution(), false);
		const write = rememberedIn(sent, async () => await Promise.reject(error));
		await expect(write([order('a', 1)])).rejects.toBe(error);
		expect(compared(sent, [order('a', 1)])).toEqual([known]);
	});
});
