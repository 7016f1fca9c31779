import type { INodeParameters, OnError } from 'n8n-workflow';

import {
	idsIn,
	pairs,
	type Row,
	row,
	sentTo,
	storedIn,
	upsertWith,
} from '../../../testing/orderLines';
import { mapped } from '../../../testing/parameters';
import { useSandboxEngine } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';

const { sandbox, runNode } = useSandboxEngine();
const upsert = upsertWith(runNode);

/** An expression that n8n cannot resolve for these items, and what it returns for the others. */
const failingFor = (items: number[], otherwise: string) =>
	`={{ [${items.join(', ')}].includes($itemIndex) ? $("Nobody").item : ${otherwise} }}`;
const ids = () => storedIn(sandbox).map(({ external_id: id }) => id);
const errors = (items: Array<{ json: object }>) =>
	items.map(({ json }) => String((json as Row).error));

describeSince('errorDetails')(
	'an expression that fails for one item, order lines mapped by hand',
	() => {
		const rows = ['m-1', 'm-2', 'm-1', 'm-3'].map((no) => ({ no }));
		const run = async (value: INodeParameters, onError?: OnError) =>
			await upsert(
				rows,
				mapped({
					order_external_id: '={{ $json.no }}',
					item_external_id: 'acme-item-desk',
					quantity: 1,
					...value,
				}),
				{ onError },
			);

		it('fails its own order with all rows of that order', async () => {
			const quantity = failingFor([2], '1');
			const { items, failed } = await run({ quantity }, 'continueErrorOutput');
			expect(pairs(items)).toEqual([{ 'm-2': [1] }, { 'm-3': [3] }]);
			expect(pairs(failed)).toEqual([{ 'm-1': [0, 2] }]);
			expect(errors(failed)[0]).toMatch(/^Order m-1 cannot be built from its rows: item 3: [^;]+$/);
			expect(ids()).toEqual(['m-2', 'm-3']);
		});

		it('fails it also when it is another failure than n8n’s own', async () => {
			const value = { quantity: '={{ $itemIndex === 1 ? DateTime : 1 }}' };
			const { items, failed } = await run(value, 'continueErrorOutput');
			expect(idsIn(items)).toEqual(['m-1', 'm-3']);
			expect(failed[0].json).toMatchObject({
				error: expect.stringContaining('item 2: An expression failed: this is a DateTime'),
				details: { kind: 'input' },
			});
		});

		it('fails the order before it too when the order of the row cannot be known', async () => {
			const value = { order_external_id: failingFor([3], '$json.no') };
			const { items, failed } = await run(value, 'continueErrorOutput');
			expect(pairs(items)).toEqual([{ 'm-2': [1] }]);
			expect(pairs(failed)).toEqual([{ 'm-1': [0, 2] }, { 'no ID': [3] }]);
			expect(idsIn(failed)).toEqual(['m-1', null]);
			expect(errors(failed)[0]).toContain('item 4 follows it and cannot be read');
			expect(errors(failed)[1]).toMatch(/^Item 4 and its order cannot be read: /);
			expect(ids()).toEqual(['m-2']);
		});

		it('fails alone when no order comes before it', async () => {
			const value = { order_external_id: failingFor([0], '$json.no') };
			const { items, failed } = await run(value, 'continueErrorOutput');
			expect(idsIn(items)).toEqual(['m-2', 'm-1', 'm-3']);
			expect(pairs(failed)).toEqual([{ 'no ID': [0] }]);
			expect(idsIn(failed)).toEqual([null]);
		});

		it('becomes an error item when the node continues, and is reported after all orders when it stops', async () => {
			const value = { quantity: failingFor([1], '1') };
			const { items } = await run(value, 'continueRegularOutput');
			expect(pairs(items)).toEqual([{ 'm-1': [0, 2] }, { 'm-2': [1] }, { 'm-3': [3] }]);
			expect(errors(items)[1]).toMatch(/^Order m-2 cannot be built from its rows: item 2: [^;]+$/);

			sandbox.reset();
			const { error, status } = await run(value);
			expect(status).toBe('error');
			expect((error as { description?: string }).description).toContain(
				'2 of 3 orders were accepted. Rejected: m-2 (item 2)',
			);
			expect(ids()).toEqual(['m-1', 'm-3']);
		});

		it('shows in a dry run, which sends nothing', async () => {
			const { items } = await upsert(rows, {
				...mapped({ order_external_id: '={{ $json.no }}', memo: failingFor([1], '"x"') }),
				dryRun: true,
			});
			expect(items.map(({ json }) => [json.external_id, json.would_send])).toEqual([
				['m-1', true],
				['m-2', false],
				['m-3', true],
			]);
			expect(sentTo(sandbox)).toEqual([]);
		});
	},
);

describeSince('errorDetails')(
	'an expression that fails for one item, in the other input modes',
	() => {
		const lines = [{ item_external_id: 'acme-item-desk', quantity: 1 }];
		const rows = ['m-1', 'm-2', 'm-3'].map((id) => ({ order_external_id: id, lines }));

		const linesFail = failingFor([1], '$json.lines');
		const idFails = failingFor([1], '$json.order_external_id');
		const orders = failingFor([1], '{ order_external_id: $json.order_external_id }');
		const [id, items] = ['={{ $json.order_external_id }}', '={{ $json.lines }}'];
		const memo = failingFor([1], '"x"');
		it.each<[string, INodeParameters, string | null]>([
			['lines of an order', { items: linesFail }, 'm-2'],
			['lines, mapped by hand', { items: linesFail, ...mapped({ order_external_id: id }) }, 'm-2'],
			['a field, mapped by hand', { items, ...mapped({ order_external_id: id, memo }) }, 'm-2'],
			['the ID, mapped by hand', { items, ...mapped({ order_external_id: idFails }) }, null],
			['orders as JSON', { inputMode: 'json', orders }, null],
		])('fails that order alone: %s', async (_, parameters, id) => {
			const given = { inputMode: 'order', ...parameters };
			const { items, failed } = await upsert(rows, given, { onError: 'continueErrorOutput' });
			expect(pairs(items)).toEqual([{ 'm-1': [0] }, { 'm-3': [2] }]);
			expect(pairs(failed)).toEqual([{ [id ?? 'no ID']: [1] }]);
			expect(idsIn(failed)).toEqual([id]);
			expect(failed[0].json).toMatchObject({
				error: expect.stringMatching(/rder (m-2 )?of item 2: [^;]+$/),
				details: { kind: 'input' },
			});
			expect(ids()).toEqual(['m-1', 'm-3']);
		});
	},
);

describe('a parameter that applies to all items', () => {
	const rows: Row[] = [
		row('m-1', { on: true, size: 10, name: 'my-erp' }),
		row('m-2', { on: true, size: 10, name: 'my-erp' }),
		row('m-3', { on: false, size: 20, name: ' ' }),
	];
	const given = async (parameters: INodeParameters, onError?: OnError) =>
		await upsert(rows, parameters, { onError });

	const all = 'applies to all items, ';
	it.each<[string, string, string]>([
		['dryRun', '={{ $json.on }}', `Dry Run ${all}but it is true in items 1 and 2, false in item 3`],
		['options.createMissingItems', '={{ $json.on }}', 'Create Missing Items applies'],
		['options.batchSize', '={{ $json.size }}', '10 in items 1 and 2, 20 in item 3'],
		['partner', '={{ $json.name }}', '"my-erp" in items 1 and 2, empty in item 3'],
		[
			'options.requests.maxRetries',
			'={{ $itemIndex }}',
			`Max Retries ${all}but it is 0 in item 1, 1 in item 2, 2 in item 3`,
		],
		[
			'options.requests.timeout',
			'={{ $json.nothing }}',
			`Timeout (Milliseconds) ${all}but it is empty`,
		],
		['options.batchSize', '={{ $itemIndex === 2 ? "1.000" : 1000 }}', 'could mean 1000 or 1'],
		['partner', failingFor([1], '"my-erp"'), `Partner ${all}and cannot be read for item 2: `],
	])('%s: nothing is sent when its value differs between items: %j', async (name, value, words) => {
		const parameters = name
			.split('.')
			.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as INodeParameters;
		const stopped = await given(parameters);
		expect(stopped.status).toBe('error');
		expect(stopped.error?.message).toContain(words);
		expect(stopped.error?.context).toMatchObject({ parameter: name });

		const split = await given(parameters, 'continueErrorOutput');
		expect(split.items).toEqual([]);
		expect(split.failed.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		for (const error of errors(split.failed)) expect(error).toContain(words);

		const { items } = await given(parameters, 'continueRegularOutput');
		expect(items).toHaveLength(3);
		for (const error of errors(items)) expect(error).toContain(words);
		expect(sandbox.requests).toEqual([]);
	});

	it('may be an expression that says the same for all, in whatever form', async () => {
		const { items } = await given({
			dryRun: '={{ $itemIndex === 1 ? "false" : false }}',
			partner: '={{ $itemIndex === 1 ? " my-erp" : "my-erp" }}',
			options: {
				createMissingItems: '={{ $itemIndex === 1 ? "TRUE" : true }}',
				batchSize: '={{ $itemIndex === 1 ? "2" : 2 }}',
				requests: { maxRetries: '={{ 1 + 1 }}' },
			},
		});
		expect(items).toHaveLength(3);
		expect(sentTo(sandbox)).toHaveLength(2);
	});

	it('leaves unknown options unread', async () => {
		const { items } = await given({
			options: { somethingElse: failingFor([0], '1'), requests: { timeout: 5000 } },
		});
		expect(items).toHaveLength(3);
	});

	it('is rejected where n8n allows no expression', async () => {
		const { error } = await given({ inputMode: '={{ $json.on ? "line" : "json" }}' });
		expect(error?.context).toMatchObject({ parameter: 'inputMode' });
		expect(sandbox.requests).toEqual([]);
	});

	it('holds for Bootstrap too', async () => {
		const { error } = await given({
			operation: 'bootstrap',
			partner: '={{ "erp-" + $itemIndex }}',
		});
		expect(error?.message).toContain('"erp-0" in item 1, "erp-1" in item 2');
		expect(sandbox.requests).toEqual([]);
	});

	it('fails every item when it is wrong without an expression', async () => {
		for (const parameters of [
			{ partner: 'a/b' },
			{ options: { batchSize: 0, requests: { timeout: 0 } } },
		]) {
			const { items, failed } = await given(parameters, 'continueErrorOutput');
			expect([items, failed.length]).toEqual([[], 3]);
		}
		expect(sandbox.requests).toEqual([]);
	});
});
