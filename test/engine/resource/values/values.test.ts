import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { upsertWith } from '../../../../testing/orderLines';
import { byId, fromItem, mapped } from '../../../../testing/parameters';
import { useCustomEngine } from '../../../../testing/setUp';

const { service, runNode } = useCustomEngine();

const luxon = '={{ DateTime.fromISO("never") }}';

describe('an invalid date, or a number that is none, is refused, and never sent as null or text', () => {
	const DATE = 'given an invalid date';
	const DEEP = '['.repeat(501) + ']'.repeat(501);
	const property = (field: string, value: string) => mapped({ name: 'P', [field]: value });
	const itemsJson = '={{ [{ price: 0 / 0 }] }}';
	const row = { ...mapped({ externalId: 'A' }), itemsSource: 'json', itemsJson };
	const more = { options: { additionalBodyFields: '={{ ({ a: [0 / 0] }) }}' } };
	const fields: Array<[string, string, INodeParameters, IDataObject, string]> = [
		['a day', 'bill', mapped({ due_date: luxon }), {}, DATE],
		['a day', 'bill', mapped({ due_date: '={{ new Date("never") }}' }), {}, DATE],
		['a date and time', 'expense', mapped({ due_date: luxon }), {}, DATE],
		['a text', 'bill', mapped({ notes: luxon }), {}, DATE],
		['a text', 'bill', mapped({ notes: '={{ new Date("never") }}' }), {}, DATE],
		['a text around it', 'bill', mapped({ notes: `=due {{ ${luxon.slice(4)}` }), {}, DATE],
		['a text that is its name', 'bill', fromItem, { notes: 'Invalid Date' }, DATE],
		['a text', 'bill', mapped({ notes: '={{ 0 / 0 }}' }), {}, 'given NaN'],
		['an ID', 'bill', mapped({ external_id: luxon }), {}, DATE],
		['a number', 'bill', mapped({ amount: '={{ 0 / 0 }}' }), {}, 'given NaN'],
		['a number', 'bill', mapped({ amount: '={{ -1 / 0 }}' }), {}, 'given -Infinity'],
		['a cell', 'bill', fromItem, { due_date: new Date('x') } as never, DATE],
		['a cell', 'bill', fromItem, { notes: DateTime.fromISO('x') } as never, DATE],
		['a cell', 'bill', fromItem, { amount: NaN }, 'given NaN'],
		[
			'a list of texts',
			'property',
			property('tag_values', '={{ ["1", 0 / 0] }}'),
			{},
			'given NaN in "1"',
		],
		[
			'JSON',
			'property',
			property('choice_values', '={{ ({ a: [new Date("x")] }) }}'),
			{},
			`${DATE} in "a.0"`,
		],
		['JSON text', 'property', property('choice_values', '["Invalid DateTime"]'), {}, DATE],
		[
			'JSON of many levels',
			'property',
			property('choice_values', DEEP),
			{},
			'given more than 500 levels of lists and objects',
		],
		['a row', 'order', row, {}, 'given NaN'],
		[
			'an additional field',
			'bill',
			{ ...mapped({ notes: 'N' }), ...more },
			{},
			'given NaN in "a.0"',
		],
		[
			'an unknown column',
			'bill',
			{ ...fromItem, options: { reading: { unknownColumns: 'send' } } },
			{ notes: 'N', region: new Date('x') } as never,
			`${DATE} in "region"`,
		],
	];

	it.each(fields)('%s of a %s', async (_, resource, parameters, item, words) => {
		const all = { objectName: 'orders', ...parameters };
		const { errorText } = await runNode(resource, 'create', all, { items: [item] });
		expect(service.requests).toEqual([]);
		expect(errorText).toContain(words);
	});

	it.each<[string, string, INodeParameters]>([
		['company', 'get', byId(luxon)],
		['company', 'get', byId('={{ 0 / 0 }}')],
		['company', 'getAll', { filters: { search: luxon } }],
		['company', 'getAll', { filters: { updatedAfter: luxon } }],
		['enrich', 'enrich', { resource: 'company', ...byId(luxon, 'name') }],
		['score', 'score', { resource: 'company', ...byId('u'), options: { scoreModelId: luxon } }],
	])('%s %s', async (node, operation, parameters) => {
		const { errorText } = await runNode(node, operation, parameters);
		expect(service.requests).toEqual([]);
		expect(errorText).toMatch(/an invalid date|NaN|Invalid DateTime/);
	});

	it('of an order of a migration, which is rejected, while the others are sent', async () => {
		const line = { item_external_id: 'sku', quantity: 1, unit_price: 2 };
		service.reply = () => ({ body: { ok: true, results: [{ external_id: 'B', errors: [] }] } });
		const rows = [
			{ order_external_id: 'A', memo: 'Invalid DateTime', ...line },
			{ order_external_id: 'B', memo: 'fine', ...line },
		];
		const { failed } = await upsertWith(runNode)(rows, {}, { onError: 'continueErrorOutput' });
		expect(failed).toHaveLength(1);
		expect(String(failed[0].json.error)).toContain('an invalid date');
		expect(JSON.stringify(service.requests)).not.toContain('Invalid');
		expect(service.requests).toHaveLength(1);
	});
});

it('a valid date is sent as ISO text, whatever the field', async () => {
	const { errorText } = await runNode('bill', 'create', {
		...mapped({ notes: '={{ DateTime.fromISO("2026-03-01T10:00:00Z").toUTC() }}' }),
		options: { additionalBodyFields: '={{ ({ at: new Date(0) }) }}' },
	});
	expect(errorText).toBe('');
	const expected = { notes: '2026-03-01T10:00:00.000Z', at: '1970-01-01T00:00:00.000Z' };
	expect(service.requests[0].body).toEqual(expected);
});

it.each([
	['small, large', ['small', 'large']],
	['["small", "large"]', ['small', 'large']],
	['{"s": "small"}', { s: 'small' }],
	['={{ ["small"] }}', ['small']],
])('choices of a property given as %s are sent as a list or a map', async (given, sent) => {
	const parameters = { objectName: 'orders', ...mapped({ name: 'P', choice_values: given }) };
	await runNode('property', 'create', parameters);
	expect(service.requests[0].body).toEqual({ name: 'P', choice_values: sent });
});
