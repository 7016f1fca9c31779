import type { IExecuteFunctions } from 'n8n-workflow';

import {
	forgetRejected,
	rejectReplaced,
	remember,
	sentOrders,
} from '../../../nodes/MigrationUpsert/sentOrders';
import { runAtOnce } from '../../../nodes/shared/execution';

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

	it('may be corrected when it was surely not written', () => {
		const loop = execution();
		const sent = sentOrders(loop, false);
		const tried = [order('a', 1), order('b', 1), order('c', 1)];
		remember(sent, tried);
		forgetRejected(sent, tried, [
			{ json: { error: 'no', details: { external_id: 'a' } } },
			{ json: { error: 'unknown', details: { external_id: 'b', mayHaveHappened: true } } },
			{ json: { external_id: 'c' } },
		]);
		const again = tried.map((one) =>
			sent.compare(one.externalId, () => JSON.stringify(one.record)),
		);
		expect(again).toEqual([undefined, 'same', 'same']);
	});
});
