import type { IExecuteFunctions } from 'n8n-workflow';

import { sentOrders } from '../../../nodes/MigrationUpsert/sentOrders';
import { badInput, fail, succeed } from '../../../nodes/shared/http';

const order = (externalId: string, quantity: number) => ({
	externalId,
	items: [0],
	record: { order_external_id: externalId, items: [{ item_external_id: 's', quantity }] },
});
/** n8n keeps one object for a node as long as an execution is in memory. */
const execution = () => {
	const memory = {};
	const context = { getContext: () => memory } as unknown as IExecuteFunctions;
	return { context, credentialKey: 'one' };
};

describe('an order that a loop on the canvas sends again', () => {
	it('is rejected with other lines, because they would replace the first ones', () => {
		const loop = execution();
		sentOrders(loop, false).remember([order('a', 1), order('b', 1)]);
		const { reject } = sentOrders(loop, false);
		const failure = { message: expect.stringContaining('was sent') };
		expect(reject(order('a', 2))).toMatchObject({ externalId: 'a', result: { failure } });
		expect([order('b', 1), order('c', 1)].map(reject)).toEqual([undefined, undefined]);
	});

	it('is not rejected in another execution, after a dry run, or with another credential', () => {
		const loop = execution();
		sentOrders(loop, true).remember([order('a', 1)]);
		expect(sentOrders(loop, false).reject(order('a', 2))).toBeUndefined();
		sentOrders(loop, false).remember([order('a', 1)]);
		for (const other of [execution(), { ...loop, credentialKey: 'other' }]) {
			expect(sentOrders(other, false).reject(order('a', 2))).toBeUndefined();
		}
	});

	const no = badInput('fields', 'no', '');
	const unknown = no.with({ mayHaveHappened: true });
	const defect = new Error('after the request');
	it.each([
		['may be corrected', 'was refused', async () => [fail(no)], true],
		['is not forgotten', 'may have been written', async () => [fail(unknown)], false],
		['is not forgotten', 'was written', async () => [succeed({})], false],
		['may be corrected', 'failed as a whole', async () => await Promise.reject(no), true],
		['is not forgotten', 'failed, unknown how', async () => await Promise.reject(unknown), false],
		['is not forgotten', 'met a mistake of ours', async () => await Promise.reject(defect), false],
	])('%s when it %s', async (_, __, write, isForgotten) => {
		const sent = sentOrders(execution(), false);
		await sent
			.remembering(write)([order('a', 1)])
			.catch(() => undefined);
		expect(sent.reject(order('a', 2)) === undefined).toBe(isForgotten);
	});
});
