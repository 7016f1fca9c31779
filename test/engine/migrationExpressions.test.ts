import type { INodeParameters, OnError } from 'n8n-workflow';

import { pairs, sandbox, sent, stored, upsert, useMigrations, type Row } from './migrations';

useMigrations();

/** An expression that n8n cannot resolve for these items, and what it gives for the others. */
const failingFor = (items: number[], otherwise: string) =>
	`={{ [${items.join(', ')}].includes($itemIndex) ? $("Nobody").item : ${otherwise} }}`;
const mapped = (value: INodeParameters): INodeParameters => ({
	fields: { mappingMode: 'defineBelow', value },
});
const ids = () => stored().map(({ external_id: id }) => id);
const errors = (items: Array<{ json: object }>) =>
	items.map(({ json }) => String((json as Row).error));

describe('an expression that fails for one item, order lines mapped by hand', () => {
	const rows = ['m-1', 'm-2', 'm-1', 'm-3'].map((no) => ({ no }));
	const run = async (value: INodeParameters, onError?: OnError) =>
		await upsert(rows, {
			onError,
			parameters: mapped({
				order_external_id: '={{ $json.no }}',
				item_external_id: 'acme-item-desk',
				quantity: 1,
				...value,
			}),
		});

	it('fails its own order with all rows of that order', async () => {
		const { main } = await run({ quantity: failingFor([2], '1') }, 'continueErrorOutput');
		expect(pairs(main[0])).toEqual([
			['m-2', [1]],
			['m-3', [3]],
		]);
		expect(pairs(main[1])).toEqual([['m-1', [0, 2]]]);
		expect(errors(main[1])[0]).toMatch(/^Order m-1 cannot be made of its rows: item 2: [^;]+$/);
		expect(ids()).toEqual(['m-2', 'm-3']);
	});

	it('fails it also when it is another failure than n8n’s own', async () => {
		const value = { quantity: '={{ $itemIndex === 1 ? DateTime : 1 }}' };
		const { main } = await run(value, 'continueErrorOutput');
		expect(pairs(main[0]).map(([id]) => id)).toEqual(['m-1', 'm-3']);
		expect(main[1][0].json).toMatchObject({
			error: expect.stringContaining('item 1: An expression failed: this is a DateTime'),
			details: { kind: 'input' },
		});
	});

	it('fails the order before it too when the order of the row cannot be known', async () => {
		const value = { order_external_id: failingFor([3], '$json.no') };
		const { main } = await run(value, 'continueErrorOutput');
		expect(pairs(main[0])).toEqual([['m-2', [1]]]);
		expect(pairs(main[1])).toEqual([
			['m-1', [0, 2]],
			[null, [3]],
		]);
		expect(errors(main[1])[0]).toContain('item 3 follows it and cannot be read');
		expect(errors(main[1])[1]).toMatch(/^Item 3 cannot be read, nor its order: /);
		expect(ids()).toEqual(['m-2']);
	});

	it('stands alone before any order', async () => {
		const value = { order_external_id: failingFor([0], '$json.no') };
		const { main } = await run(value, 'continueErrorOutput');
		expect(pairs(main[0]).map(([id]) => id)).toEqual(['m-2', 'm-1', 'm-3']);
		expect(pairs(main[1])).toEqual([[null, [0]]]);
	});

	it('is an item with its reason when the node goes on, and stops it last when it stops', async () => {
		const value = { quantity: failingFor([1], '1') };
		const { main } = await run(value, 'continueRegularOutput');
		expect(pairs(main[0])).toEqual([
			['m-1', [0, 2]],
			['m-2', [1]],
			['m-3', [3]],
		]);
		expect(errors(main[0])[1]).toMatch(/^Order m-2 cannot be made of its rows: item 1: [^;]+$/);

		sandbox.reset();
		const { error, status } = await run(value);
		expect(status).toBe('error');
		expect((error as { description?: string }).description).toContain(
			'2 of 3 orders were accepted. Rejected: m-2 (item 1)',
		);
		expect(ids()).toEqual(['m-1', 'm-3']);
	});

	it('shows in a dry run, which sends nothing', async () => {
		const { main } = await upsert(rows, {
			parameters: {
				...mapped({ order_external_id: '={{ $json.no }}', memo: failingFor([1], '"x"') }),
				dryRun: true,
			},
		});
		expect(main[0].map(({ json }) => [json.external_id, json.would_send])).toEqual([
			['m-1', true],
			['m-2', false],
			['m-3', true],
		]);
		expect(sent()).toEqual([]);
	});
});

describe('an expression that fails for one item, in the other input modes', () => {
	const lines = [{ item_external_id: 'acme-item-desk', quantity: 1 }];
	const rows = ['m-1', 'm-2', 'm-3'].map((id) => ({ order_external_id: id, lines }));

	it.each<[string, INodeParameters, unknown]>([
		['lines of an order', { inputMode: 'order', items: failingFor([1], '$json.lines') }, 'm-2'],
		[
			'lines of an order mapped by hand',
			{
				inputMode: 'order',
				items: failingFor([1], '$json.lines'),
				...mapped({ order_external_id: '={{ $json.order_external_id }}' }),
			},
			'm-2',
		],
		[
			'a field of an order mapped by hand',
			{
				inputMode: 'order',
				items: '={{ $json.lines }}',
				...mapped({
					order_external_id: '={{ $json.order_external_id }}',
					memo: failingFor([1], '"x"'),
				}),
			},
			'm-2',
		],
		[
			'the ID of an order mapped by hand',
			{
				inputMode: 'order',
				items: '={{ $json.lines }}',
				...mapped({ order_external_id: failingFor([1], '$json.order_external_id') }),
			},
			null,
		],
		[
			'orders as JSON',
			{
				inputMode: 'json',
				orders: failingFor([1], '{ order_external_id: $json.order_external_id }'),
			},
			null,
		],
	])('fails that order alone: %s', async (_, parameters, id) => {
		const { main } = await upsert(rows, { parameters, onError: 'continueErrorOutput' });
		expect(pairs(main[0])).toEqual([
			['m-1', [0]],
			['m-3', [2]],
		]);
		expect(pairs(main[1])).toEqual([[id, [1]]]);
		expect(main[1][0].json).toMatchObject({
			error: expect.stringMatching(/rder (m-2 )?of item 1: [^;]+$/),
			details: { kind: 'input' },
		});
		expect(ids()).toEqual(['m-1', 'm-3']);
	});
});
