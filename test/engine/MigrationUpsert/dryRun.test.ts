/** A dry run has to say what the real run does with the same options, for sheets as bad as they come. */
import type { INodeParameters } from 'n8n-workflow';

import { acceptOrders, ordersIn, upsertWith } from '../../../testing/orderLines';
import { useCustomEngine } from '../../../testing/setUp';

const { service, runNode } = useCustomEngine();
const upsert = upsertWith(runNode);

const line = (order: unknown, more: object = {}) => ({
	'Order No': order,
	SKU: 's-1',
	Qty: '1',
	Price: '1.250',
	'Order Date': '01/02/2026',
	...more,
});

/** Rows of which each is wrong in another way, or right under some options only. */
const hostile = [
	line('ok', { Price: 12.5, 'Order Date': '2026-01-31' }),
	line(''),
	line('ambiguous'),
	line('no-item', { SKU: '', Price: 1 }),
	line('1.23457E+11', { Price: 1 }),
	line(12345678901234567000, { Price: 1 }),
	line('#REF!', { Price: 1 }),
	line('bad-date', { 'Order Date': '31/31/2026', Price: 1 }),
	line('bad-quantity', { Qty: '1,5', Price: 1 }),
	line('differs', { Memo: 'a', Price: 1 }),
	line('differs', { Memo: 'b', Price: 1 }),
	line('NULL', { Price: 1 }),
	line(' ok-2 ', { Price: '', 'Order Date': '' }),
	line('', { SKU: 'follows', Price: '', 'Order Date': '' }),
	{ 'Order No': '', SKU: '', Qty: '', Price: '', 'Order Date': '', Remark: 'Total' },
	line('unknown', { Price: 1, 'Order Date': '', Colour: 'red' }),
	line('invalid', { Price: 1, Memo: 'Invalid DateTime' }),
	line('later', { 'Product ID': '9', Price: NaN }),
];

const optionSets: Array<[string, INodeParameters]> = [
	['no options', {}],
	['merged cells filled down', { fillDownOrderNumber: true }],
	['a number format', { reading: { numberFormat: 'comma' } }],
	['both formats', { reading: { numberFormat: 'point', dateFormat: 'monthDayYear' } }],
	['words for empty', { reading: { emptyWords: 'NULL, #REF!' } }],
	['unknown columns that fail', { reading: { unknownColumns: 'fail' } }],
	[
		'column names',
		{ reading: { columnNames: { column: [{ name: 'Product ID', field: 'Item External ID' }] } } },
	],
	[
		'column names of no field',
		{ reading: { columnNames: { column: [{ name: 'SKU', field: 'Nothing' }] } } },
	],
	['a format that does not exist', { reading: { numberFormat: 'french' } }],
	['a batch size that is none', { requests: { maxParallelRequests: 0 } }],
];

async function run(options: INodeParameters, dryRun: boolean) {
	service.reply = acceptOrders;
	const before = service.requests.length;
	const onError = 'continueErrorOutput';
	const { items, failed, hints } = await upsert(hostile, { dryRun, options }, { onError });
	const sent = ordersIn(service.requests.slice(before));
	return { items, failed, hints, sent };
}

describe('a dry run of a hostile sheet', () => {
	it.each(optionSets)('gives the verdicts of the real run: %s', async (_, options) => {
		const real = await run(options, false);
		const dry = await run(options, true);
		expect(dry.sent).toEqual([]);

		const shown = dry.items.filter(({ json }) => json.would_send === true);
		expect(shown.map(({ json }) => json.order)).toEqual(real.sent);

		const problems = [
			...dry.items.filter(({ json }) => json.problem !== null).map(({ json }) => json.problem),
			...dry.failed.map(({ json }) => json.error),
		];
		expect(problems).toEqual(real.failed.map(({ json }) => json.error));
		const notes = real.hints.filter((hint) => /read as|ignored|Skipped/.test(hint));
		for (const note of notes) expect(dry.hints).toContain(note);
	});

	it('is right about rows of every kind', async () => {
		const reading = { dateFormat: 'dayMonthYear', numberFormat: 'point' };
		const { sent } = await run({ reading }, false);
		expect(sent.map((order) => order.order_external_id)).toEqual(['ambiguous', 'unknown']);
	});
});
