import type { OnError } from 'n8n-workflow';

import { behaviours } from '../../../testing/behaviours';
import {
	pairs,
	row,
	sentTo,
	storedIn,
	tableOf,
	upsertWith,
	type Row,
} from '../../../testing/orderLines';
import { fromItem } from '../../../testing/parameters';
import { useCustomService, useEngine, useSandbox } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const sandbox = useSandbox();
const standIn = useCustomService();
const { runNode } = useEngine(sandbox);
const upsert = upsertWith(runNode);

describe.each(behaviours)('$service: rejected orders', ({ behaviour }) => {
	beforeEach(() => sandbox.setBehaviour(behaviour));

	const company = { company_external_id: 'nobody' };
	const rows = [
		row('m-1'),
		row('m-2', company),
		row('m-3', { quantity: 'two' }),
		row('m-4'),
		row('m-2'),
		{ order_external_id: '', shop: 'north' },
	];
	const run = async (onError?: OnError) =>
		await upsert(rows, { options: { batchSize: 1 } }, { onError });

	it('stop the node only after everything else was sent', async () => {
		const { status, error } = await run();
		expect(status).toBe('error');
		expect(storedIn(sandbox).map(({ external_id: id }) => id)).toEqual(['m-1', 'm-4']);
		const { message, description = '' } = error as { message: string; description?: string };
		expect(message).toMatch(/^2 of 4 orders and 1 row without an order were rejected/);
		expect(description).toContain('2 of 4 orders were accepted');
		expect(description).toContain(
			'm-2 (items 2 and 5): The service rejected the order m-2: Company',
		);
		expect(description).toContain(
			'm-3 (item 3): Order m-3 cannot be built from its rows: item 3: Quantity',
		);
		expect(description).toContain('no order (item 6): Item 6 has no order number');
	});

	itSince('errorDetails')(
		'go to the error output with their reasons, paired with all their rows',
		async () => {
			const { items, failed, status } = await run('continueErrorOutput');
			expect(status).toBe('success');
			expect(pairs(items)).toEqual([{ 'm-1': [0] }, { 'm-4': [3] }]);
			expect(pairs(failed)).toEqual([{ 'm-2': [1, 4] }, { 'm-3': [2] }, { 'no ID': [5] }]);
			const message = expect.stringContaining('nobody');
			const told = behaviour.errors ? { code: 'not_found', field: 'company', message } : message;
			const details = { kind: 'refused', items: [1, 4], serviceDetails: [told] };
			expect(failed[0].json).toMatchObject({ error: message, details });
		},
	);

	itSince('errorDetails')(
		'carry the columns of their rows with why, and these are ignored when they come in again',
		async () => {
			const { failed } = await run('continueErrorOutput');
			const [{ details }] = failed.map(({ json }) => json as { details: { rows: Row[] } });
			expect(details.rows).toEqual(
				[1, 4].map((at) => ({
					...rows[at],
					...{ _row: at + 1, _error: failed[0].json.error, _remedy: failed[0].json.message },
				})),
			);
			const corrected = details.rows.map(({ company_external_id: _, ...others }) => others);
			const again = await upsert(corrected);
			expect(again.errorText).toBe('');
			expect(again.hints.join()).not.toContain('not recognised');
			const json = { order_external_id: 'm-9', _row: 3, _error: 'Price', _remedy: 'Correct it' };
			const asJson = await upsert([json], { inputMode: 'json', orders: '={{ $json }}' });
			expect(asJson.errorText).toBe('');
			const company = { ...json, name: 'Acme', external_id: 'a-1' };
			const written = await runNode('company', 'upsert', fromItem, { items: [company] });
			expect(written.hints.join()).not.toContain('_row');
		},
	);

	itSince('errorDetails')(
		'include orders whose number is in their first row only, with every row reported',
		async () => {
			const merged = [
				row('m-1'),
				row('m-2'),
				row('', { item_external_id: 'sku-2' }),
				row('', { item_external_id: 'sku-3' }),
				row('m-3'),
			];
			const { items, failed } = await upsert(merged, {}, { onError: 'continueErrorOutput' });
			expect(pairs(items)).toEqual([{ 'm-1': [0] }, { 'm-3': [4] }]);
			expect(pairs(failed)).toEqual([{ 'm-2': [1] }, { 'no ID': [2] }, { 'no ID': [3] }]);
			expect(failed[0].json).toMatchObject({
				error: expect.stringContaining('items 3 and 4 follow it and have no order ID'),
				message: expect.stringMatching(/^With merged cells, .* Nothing of this order was sent\.$/),
			});
			expect(storedIn(sandbox).map(({ external_id: id }) => id)).toEqual(['m-1', 'm-3']);
		},
	);

	it('include orders whose items are missing, when missing items are not to be created', async () => {
		const { items, failed } = await upsert(
			[row('m-1', { item_external_id: 'unheard-of' }), row('m-2')],
			{ options: { createMissingItems: false } },
			{ onError: 'continueErrorOutput' },
		);
		expect(sentTo(sandbox)[0].body).toMatchObject({ create_missing_items: false });
		expect(pairs(items)).toEqual([{ 'm-2': [1] }]);
		expect(failed[0].json.error).toContain('unheard-of');
	});

	it('include every order when the token is read-only, after one request', async () => {
		const options = { batchSize: 5, requests: { maxParallelRequests: 1 } };
		const { error } = await upsert(tableOf(40), { options }, { token: sandbox.tokens.regular });
		expect(sentTo(sandbox)).toHaveLength(1);
		const { message, description = '' } = error as { message: string; description?: string };
		expect(message).toMatch(/^40 of 40 orders were rejected/);
		expect(description).toContain('Not sent because another request failed');
		expect(JSON.stringify(error)).not.toContain(sandbox.tokens.regular);
	});
});

describe('responses that break the contract', () => {
	const run = async (body: unknown) => {
		standIn.reply = () => ({ body });
		const options = { service: standIn, onError: 'continueErrorOutput' } as const;
		return await upsert(tableOf(6, 2), {}, options);
	};

	itSince('errorDetails')(
		'a response of another type fails every order, as possibly processed',
		async () => {
			const { failed } = await run({ ok: true, results: 'done' });
			expect(failed).toHaveLength(6);
			expect(failed[0].json).toMatchObject({
				details: { kind: 'unexpectedResponse', mayHaveHappened: true },
			});
		},
	);
});
