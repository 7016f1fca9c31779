import { DateTime } from 'luxon';

import { headerFields, lineFields } from '../../../nodes/MigrationUpsert/fields';
import { gatherLines, type GatheredOrders } from '../../../testing/gathering';
import { readOptions } from '../../../nodes/shared/schema/recordCheck';
import fc, { itForAll } from '../../../testing/properties';
import { cases } from '../../../testing/simulations';

type Row = Record<string, unknown>;
const gather = (rows: Row[], zone = 'UTC', fillDown = false) =>
	gatherLines({ count: rows.length, at: (item) => rows[item], read: readOptions(zone), fillDown });
const orders = ({ records }: GatheredOrders) => records.map(({ record }) => record);
const problems = ({ invalid }: GatheredOrders) =>
	invalid.map(({ result }) => (result.ok ? '' : result.failure.message));
const row = (order: unknown, more: Row = {}): Row => ({
	order_external_id: order,
	item_external_id: 'sku-1',
	quantity: 1,
	...more,
});

/** What the editor calls a field. */
const labelOf = (name: string) =>
	[...headerFields, ...lineFields].find((field) => field.name === name)?.label;

describe('orders from order lines', () => {
	it('become one order wherever their rows stand, with the lines in the order of the rows', () => {
		const gathered = gather([
			row('a', { quantity: 1, company_external_id: 'acme' }),
			row('b', { quantity: 2 }),
			row('a', { quantity: 3 }),
		]);
		expect(gathered.records).toEqual([
			{
				externalId: 'a',
				items: [0, 2],
				record: {
					order_external_id: 'a',
					company_external_id: 'acme',
					items: [
						{ item_external_id: 'sku-1', quantity: 1 },
						{ item_external_id: 'sku-1', quantity: 3 },
					],
				},
			},
			{
				externalId: 'b',
				items: [1],
				record: { order_external_id: 'b', items: [{ item_external_id: 'sku-1', quantity: 2 }] },
			},
		]);
		expect(gathered.invalid).toEqual([]);
	});

	it('keep two equal rows as two lines', () =>
		expect(orders(gather([row('a'), row('a')]))[0].items).toHaveLength(2));

	it('take an order ID as number or text, spaces around it aside, for the same order', () => {
		const gathered = gather([row(17), row('17'), row(' 17 ')]);
		expect(gathered.records).toMatchObject([{ externalId: '17', items: [0, 1, 2] }]);
		expect(orders(gathered)[0].order_external_id).toBe('17');
	});

	it('take header fields from the rows that have them, empty cells aside', () => {
		const gathered = gather([
			row('a', { memo: '', company_external_id: 'acme' }),
			row('a', { memo: 'late', company_external_id: null }),
			row('a', { memo: '  ' }),
		]);
		expect(orders(gathered)).toMatchObject([{ memo: 'late', company_external_id: 'acme' }]);
	});

	it('are refused with the rows named when header fields differ, and the others go out', () => {
		const gathered = gather([
			row('a'),
			row('b'),
			row('a', { company_external_id: 'acme' }),
			row('a', { company_external_id: 'globex' }),
			row('a', { company_external_id: 'acme' }),
		]);
		expect(gathered.records.map(({ externalId }) => externalId)).toEqual(['b']);
		expect(gathered.invalid).toMatchObject([{ externalId: 'a', items: [0, 2, 3, 4] }]);
		expect(problems(gathered)[0]).toContain(
			'Company External ID differs: "acme" in item 3, "globex" in item 4',
		);
	});

	it('agree when the same date stands there in several forms', () => {
		const gathered = gather([
			row('a', { order_date: '2026-01-31' }),
			row('a', { order_date: new Date('2026-01-31T10:00:00Z') }),
			row('a', { order_date: DateTime.fromISO('2026-01-31T10:00:00Z') }),
			row('a', { order_date: '2026-01-31T10:00:00.000Z' }),
		]);
		expect(orders(gathered)).toMatchObject([{ order_date: '2026-01-31' }]);
	});

	it('read dates in the time zone of the workflow', () => {
		const rows = [row('a', { delivery_date: '2026-01-31T23:30:00Z' })];
		expect(orders(gather(rows, 'Asia/Tokyo'))[0].delivery_date).toBe('2026-02-01');
		expect(orders(gather(rows, 'America/New_York'))[0].delivery_date).toBe('2026-01-31');
	});

	it.each(['America/New_York', 'Asia/Tokyo', 'Europe/Berlin', 'UTC'])(
		'keep the day of dates that a database gives with the time 00:00, in %s',
		(zone) => {
			const [order] = orders(
				gather(
					[
						row('a', { order_date: '1996-07-04T00:00:00.000Z' }),
						row('a', { shipping_date: '1996-07-16 00:00:00', order_date: '1996-07-04' }),
						row('a', { delivery_date: new Date('1996-08-01T00:00:00Z') }),
					],
					zone,
				),
			);
			expect(order).toMatchObject({
				order_date: '1996-07-04',
				shipping_date: '1996-07-16',
				delivery_date: '1996-08-01',
			});
		},
	);

	it('have numbers, though the spreadsheet gives text', () => {
		const rows = [row('a', { quantity: ' 3 ', unit_price: '12.50', tax_rate_percent: '7' })];
		expect(orders(gather(rows))[0].items).toEqual([
			{ item_external_id: 'sku-1', quantity: 3, unit_price: 12.5, tax_rate_percent: 7 },
		]);
	});

	it.each([
		['quantity', 'two', 'a whole number'],
		['quantity', '1.5', 'a whole number'],
		['quantity', '1,5', 'a whole number'],
		['unit_price', '1,234.5.0', 'a number'],
		['unit_price', '12 pieces', 'a number'],
		['unit_price', '19 %', 'a number'],
		['unit_price', '1.250', 'a number'],
		['quantity', '1.000', 'a whole number'],
		['unit_price', true, 'a number'],
		['order_date', '02/01/2026', 'a date'],
		['order_date', '2026-02-31', 'a date'],
		['order_date', 2601311200, 'a date'],
		['memo', { rich: 'text' }, 'text'],
	])('are not made of rows with %s = %j, and say what is expected', (field, value, expected) => {
		const gathered = gather([row('a'), row('a', { [field]: value }), row('b')]);
		expect(gathered.records.map(({ externalId }) => externalId)).toEqual(['b']);
		expect(gathered.invalid).toMatchObject([{ items: [0, 1] }]);
		expect(problems(gathered)[0]).toContain('item 2: ');
		expect(problems(gathered)[0]).toContain(`${labelOf(field)}: expected ${expected}`);
		expect(problems(gathered)[0]).toContain(JSON.stringify(value));
	});

	it('are not made of numbers that could mean two, and say which two', () => {
		const [problem] = problems(gather([row('a', { unit_price: '1.250' })]));
		expect(problem).toContain(
			'Unit Price: expected a number such as 12.5, given "1.250", which could mean 1250 or 1.25',
		);
	});

	it('do not take rows that name no order, and say which hold nothing of an order', () => {
		const gathered = gather([row(''), { memo: 'export' }, row('a'), { colour: 'red' }, {}]);
		expect(orders(gathered)).toHaveLength(1);
		expect(gathered.invalid.map(({ items }) => items)).toEqual([[0], [1], [3]]);
		for (const problem of problems(gathered)) expect(problem).toContain('Order External ID');
	});

	it('leave out empty rows of a sheet, and say which', () => {
		const empty = { order_external_id: '', quantity: ' ', colour: null };
		const gathered = gather([row('a'), empty, row('b'), empty]);
		expect(orders(gathered)).toHaveLength(2);
		expect(gathered.invalid).toEqual([]);
		expect(gathered.notes).toEqual([
			'Skipped 2 rows that hold no order: empty, with totals or the names of the columns (items 2 and 4).',
		]);
	});

	it('report empty rows when there is no order at all', () => {
		const gathered = gather([{ order_external_id: '' }, { colour: '' }]);
		expect(gathered.invalid.map(({ items }) => items)).toEqual([[0], [1]]);
		expect(gathered.notes).toEqual([]);
	});

	it.each(['Total', 'TOTALT:', 'Grand Total', 'Summe', 'Gesamt', 'Sous-total', 'Toplam', '合計'])(
		'leave out a row of totals, wherever it says “%s”',
		(word) => {
			const sheet = [row('a'), { quantity: '1', unit_price: '9', Remark: word }];
			const records = [{ externalId: 'a', items: [0] }];
			expect(gather(sheet)).toMatchObject({ records, invalid: [] });
			const named = [row('a'), { order_external_id: word, quantity: '1' }];
			expect(gather(named)).toMatchObject({ records: [{ externalId: 'a' }], invalid: [] });
		},
	);

	it('keep an item that is called Total', () =>
		expect(gather([row('a', { item_name: 'Total' })]).records).toHaveLength(1));

	it('are refused with an item that is called Subtotal and has no ID', () => {
		const rows = [row('a'), { ...row('a'), item_external_id: '', item_name: 'Subtotal' }, row('b')];
		const { records, invalid } = gather(rows);
		expect([records, invalid]).toMatchObject([[{ items: [2] }], [{ items: [0, 1] }]]);
	});

	it('keep an order whose memo is Total, above lines without its number', () => {
		const head = { order_external_id: 'b', memo: 'Total' };
		const rows = [row('a'), row(undefined), head, row(undefined)];
		expect(gather(rows, 'UTC', true).records).toMatchObject([{ items: [0, 1] }, { items: [2, 3] }]);
	});

	it('take no lines from below an order number that cannot be read', () => {
		const rows = [row('a'), row('#REF!'), row(undefined), row('b'), row(undefined)];
		expect(gather(rows, 'UTC', true)).toMatchObject({
			records: [{ items: [0] }, { items: [3, 4] }],
			invalid: [{ items: [1] }, { items: [2] }],
		});
	});

	it('are refused when rows after theirs hold something and no order ID, as with merged cells', () => {
		const gathered = gather([
			row('a'),
			row('b'),
			row(undefined),
			{},
			row(' '),
			row('c'),
			row('b'),
			row('d'),
			{ memo: 'second line of the memo' },
			row({}),
		]);
		expect(gathered.records.map(({ externalId }) => externalId)).toEqual(['a', 'c']);
		const outcomes = gathered.invalid.map(({ externalId, items }) => [externalId, items]);
		expect(outcomes).toEqual([
			[undefined, [2]],
			[undefined, [4]],
			[undefined, [8]],
			[undefined, [9]],
			['b', [1, 6]],
			['d', [7]],
		]);
		const failures = gathered.invalid.map(({ result }) => (result.ok ? undefined : result.failure));
		expect(failures[4]).toMatchObject({
			message:
				'Order b cannot be built from its rows: items 3 and 5 follow it and have no order ID',
			remedy:
				'With merged cells, turn on Fill Down Order Number in the options. Otherwise enter the order ID in every row. Correct the rows, then run the node again. Nothing of this order was sent.',
		});
		expect(failures[5]?.message).toContain('item 9 follows it and has no order ID');
		expect(failures[0]).toMatchObject({
			message: 'Item 3 has no order number: Order External ID is empty',
			remedy: expect.stringContaining('The order b before it was not sent either'),
		});
		// An ID that cannot be read is one of another order.
		expect(failures[3]).toMatchObject({
			message: 'Item 10 has no order number (Order External ID: expected an ID as text, given {})',
			remedy: expect.not.stringContaining('not sent either'),
		});
	});

	it('name first which rows have no order ID, before other problems', () => {
		const bad = Array.from({ length: 9 }, () => row('a', { quantity: 'x' }));
		const [, problem] = problems(gather([...bad, row('')]));
		expect(problem).toMatch(
			/rows: item 10 follows it and has no order ID; item 1: .*; and 5 more$/,
		);
	});

	it('leave the lines alone when no row has one', () => {
		const [order] = orders(gather([{ order_external_id: 'a', memo: 'only this' }]));
		expect(order).toEqual({ order_external_id: 'a', memo: 'only this' });
	});

	it('take a row without a line for one about the order', () => {
		const [order] = orders(gather([{ order_external_id: 'a', memo: 'head' }, row('a')]));
		expect(order).toMatchObject({ memo: 'head', items: [{ quantity: 1 }] });
	});

	it('show a few problems of an order and count the others', () => {
		const [problem] = problems(
			gather(Array.from({ length: 9 }, () => row('a', { quantity: 'x' }))),
		);
		expect(problem).toMatch(/item 5: .*; and 4 more$/);
		expect(problem).not.toContain('item 6');
	});

	it('name each row that repeats a header which cannot be read', () => {
		const bad = row('a', { order_date: '2026-02-31' });
		const gathered = gather([bad, bad, row('b', { memo: 'x' }), row('b', { memo: 'x' }), bad]);
		expect(problems(gathered)[0]).toMatch(/item 1: Order Date.*; item 2: .*; item 5: /);
		expect(gathered.records).toMatchObject([
			{ externalId: 'b', items: [2, 3], record: { memo: 'x', items: [{}, {}] } },
		]);
	});

	it('are read by the evidence of all rows, wherever a better column first stands', () => {
		const plainly = Array.from({ length: 300 }, (_, index) => ({
			'Order No.': `a${index}`,
			sku: 's',
			pieces: 1,
			price: '2,50',
		}));
		const better = { 'Order No.': 'b', sku: 's', pieces: 3, quantity: 7, price: '1.250' };
		const gathered = gather([...plainly, better]);
		const { records, mapping } = gathered;
		expect(records).toMatchObject([{ record: { items: [{ quantity: 7, unit_price: 1250 }] } }]);
		expect(problems(gathered)[299]).toMatch(/: item 300: Quantity is empty, and/);
		const unknown = { ...better, 'Order No.': 'c', quantity: 'N/A', price: 2 };
		expect(problems(gather([...plainly, better, unknown]))[300]).toMatch(
			/^Order c .*Quantity is empty, and/,
		);
		expect(mapping[0]).toMatch(/^(pieces → ignored), .*sku → /);
		expect(gather([better, ...plainly]).mapping).toEqual(mapping);
	});

	it.each(['__proto__', 'constructor', 'toString'])('can be called %s', (id) => {
		expect(gather([row(id), row(id)]).records).toMatchObject([{ externalId: id, items: [0, 1] }]);
	});
});

describe('any table', () => {
	const cell = {
		order: fc.constantFrom('a', 'b', 'c', 'd', 7, ' 7', '', undefined, '__proto__'),
		quantity: fc.oneof(
			fc.integer({ min: 1, max: 9 }),
			fc.integer({ min: 1, max: 9 }).map(String),
			fc.constantFrom('x', '', null),
		),
		company: fc.constantFrom('acme', '', 'globex'),
		price: fc.constantFrom('9.5', 9.5, undefined, '9,5'),
	};
	const rowOf = fc.record(cell).map(({ order, quantity, company, price }) => ({
		'Order No.': order,
		Qty: quantity,
		Customer_ID: company,
		'Unit price': price,
		Colour: order === 7 ? 'red' : '',
	}));
	const table = fc.oneof(
		{ weight: 5, arbitrary: fc.array(rowOf, { minLength: 1, maxLength: 60 }) },
		{ weight: 1, arbitrary: fc.array(rowOf, { minLength: 1, maxLength: 1 }) },
	);

	itForAll(cases(25, 100), table)(
		'has each row that holds something in exactly one order or one failure, in the order of the rows',
		(rows) => {
			const { records, invalid, notes } = gather(rows);
			const items = [...records, ...invalid].flatMap((each) => each.items);
			const isEmpty = (values: Row) =>
				Object.values(values).every(
					(value) => value === undefined || value === null || value === '',
				);
			const expected = rows.flatMap((each, index) => (isEmpty(each) ? [] : [index]));
			const skipped = rows.length - expected.length;
			if (expected.some((item) => rows[item]['Order No.'])) {
				expect([...items].sort((a, b) => a - b)).toEqual(expected);
				expect(notes.filter((note) => /^Skipped/.test(note))).toHaveLength(skipped > 0 ? 1 : 0);
			} else {
				expect([...items].sort((a, b) => a - b)).toEqual(rows.map((_, index) => index));
			}
			for (const each of [...records, ...invalid]) {
				expect([...each.items]).toEqual([...each.items].sort((a, b) => a - b));
			}
			const ids = [...records, ...invalid].flatMap(({ externalId }) => externalId ?? []);
			expect(new Set(ids).size).toBe(ids.length);
		},
	);

	it('gives the same orders however its rows are shuffled, where each names its order', () => {
		const complete = table.map((rows) => rows.filter((each) => each['Order No.']));
		const byId = (rows: Row[]) =>
			Object.fromEntries(
				gather(rows).records.map(({ externalId, record: { items, ...header } }) => [
					`order ${externalId}`,
					{ header, lines: ((items ?? []) as Row[]).map((line) => JSON.stringify(line)).sort() },
				]),
			);
		fc.assert(
			fc.property(
				complete.chain((rows) =>
					fc.tuple(
						fc.constant(rows),
						fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }),
					),
				),
				([rows, shuffled]) => expect(byId(shuffled)).toEqual(byId(rows)),
			),
			{ numRuns: cases(25, 100) },
		);
	});

	itForAll(cases(25, 100), table)(
		'sends no order that a row without an order ID comes after, before one with an ID',
		(rows) => {
			const sent = new Set(gather(rows).records.map(({ externalId }) => externalId));
			let before: string | undefined;
			for (const { Colour, 'Order No.': order, ...values } of rows) {
				const id = String(order ?? '').trim();
				if (id) before = id;
				else if (before && Object.values(values).some((value) => value)) {
					expect(sent).not.toContain(before);
				}
			}
		},
	);

	itForAll(cases(25, 100), table)(
		'sends exactly the quantities that its good rows hold',
		(rows) => {
			for (const { items, record } of gather(rows).records) {
				const given = items
					.map((item) => rows[item])
					.filter(({ Qty, ...rest }) => Qty || rest['Unit price']);
				const sent = ((record.items ?? []) as Row[]).map(({ quantity }) => quantity);
				expect(sent).toEqual(given.map(({ Qty }) => (Qty ? Number(Qty) : undefined)));
			}
		},
	);
});

describe('large tables', () => {
	it('10,000 rows make 2,500 orders of four lines, each with its own rows', () => {
		const rows = Array.from({ length: 10_000 }, (_, index) =>
			row(`o${index % 2500}`, { quantity: index }),
		);
		const { records, invalid } = gather(rows);
		expect([records.length, invalid.length]).toEqual([2500, 0]);
		for (const [index, { externalId, items, record }] of records.entries()) {
			expect(externalId).toBe(`o${index}`);
			expect(items).toEqual([index, index + 2500, index + 5000, index + 7500]);
			expect((record.items as Row[]).map(({ quantity }) => quantity)).toEqual(items);
		}
	});

	it('one order of 20,000 rows that all disagree is refused', () => {
		const rows = Array.from({ length: 20_000 }, (_, index) =>
			row('a', { memo: `memo ${index % 2}` }),
		);
		expect(problems(gather(rows))[0]).toContain('"memo 0" in item 1, "memo 1" in item 2');
	});
});
