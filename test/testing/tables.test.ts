/** How `npm run check tables` judges. */
import { judge } from '../tables/judge';
import { readTables, SETS, type Oracle } from '../tables/oracle';
import { itemsOf } from '../tables/rows';
import type { Outcome } from '../tables/run';

describe('the judge of tables', () => {
	const order = (id: string, day = '2026-01-31', quantity = 2) => ({
		order_external_id: id,
		order_date: day,
		items: [{ item_external_id: 'sku-1', quantity }],
	});
	const oracle: Oracle = {
		of: 'orders',
		columns: {
			Number: 'order_external_id',
			Day: 'order_date',
			SKU: 'item_external_id',
			Total: null,
		},
		first: order('1'),
		middle: order('2'),
		last: order('3'),
		middleAt: 1,
		counts: { rows: 4, records: 3, lines: 3 },
		rejected: [3],
	};
	const outcome = (records: Array<ReturnType<typeof order>>, more?: Partial<Outcome>): Outcome => ({
		sent: records.map((record, row) => ({ record, rows: [row] })),
		rows: 4,
		rejected: [3],
		...more,
	});
	const good = [order('1'), order('2'), order('3')];

	it('finds right what is as the answer says', () => {
		const expected = { isRight: true, silent: 0, accounted: 4, problems: [] };
		expect(judge(oracle, outcome(good))).toMatchObject(expected);
	});

	it('counts a value that went out differently, of a line as well', () => {
		const sent = [order('1'), order('2', '2026-01-30'), order('3', '2026-01-31', 3)];
		const { isRight, silent, fields } = judge(oracle, outcome(sent));
		expect({ isRight, silent }).toEqual({ isRight: false, silent: 2 });
		expect(fields.filter(({ result }) => result === 'wrong')).toEqual([
			{ field: 'order_date', result: 'wrong', sent: '2026-01-30' },
			{ field: 'quantity', result: 'wrong', sent: 3 },
		]);
	});

	it('tells a value that is missing from one that is wrong, and names a field that nobody asked for', () => {
		const { fields, silent } = judge(
			oracle,
			outcome([
				order('1'),
				{ ...order('2'), order_date: undefined as never },
				{ ...order('3'), memo: 'x' } as never,
			]),
		);
		expect(fields).toContainEqual({ field: 'order_date', result: 'missed' });
		expect(fields).toContainEqual({ field: 'memo', result: 'wrong', sent: 'x' });
		expect(silent).toBe(1);
	});

	it('lets go out what may go out as well', () => {
		const sent = good.map((one) => ({ ...one, memo: 'x' }));
		expect(judge({ ...oracle, also: ['memo'] }, outcome(sent)).isRight).toBe(true);
	});

	it('finds wrong a row that is neither sent nor rejected, and one that must not be sent', () => {
		const expected = { isRight: false, accounted: 3 };
		expect(judge(oracle, outcome(good, { rejected: [] }))).toMatchObject(expected);
		const fourth = outcome([...good, order('4')], { rejected: [] });
		expect(judge(oracle, fourth)).toMatchObject({ isRight: false, accounted: 4, silent: 1 });
	});

	it('wants nothing of a file that has to be refused', () => {
		const refused = { ...oracle, refused: 'no number' };
		expect(judge(refused, outcome([], { refusal: 'no number' })).isRight).toBe(true);
		expect(judge(refused, outcome(good))).toMatchObject({ isRight: false, silent: 3 });
	});

	it('takes a text of several columns in whatever order, with nothing else in it', () => {
		const address = { parts: ['1 Main St', '12', 'Town'] };
		const counts = { rows: 1, records: 1 };
		const company: Oracle = { of: 'company', columns: {}, first: { address }, counts };
		const resultOf = (text: string) =>
			judge(company, { sent: [{ record: { address: text }, rows: [0] }], rows: 1, rejected: [] })
				.isRight;
		expect(resultOf('1 Main St, 12 Town')).toBe(true);
		expect(resultOf('Town 12\n1 Main St')).toBe(true);
		expect(resultOf('1 Main St, Town')).toBe(false);
		expect(resultOf('1 Main St, 12 Town, Country')).toBe(false);
	});
});

describe('the tables', () => {
	const tables = readTables();

	it('are twenty that are fitted, and those that were held out', () => {
		const count = (set: string) => tables.filter((table) => table.set === set).length;
		expect(SETS.map(count)).toEqual([20, 10, 10, 10, 10, 10, ...SETS.slice(6).map(() => 40)]);
	});

	it.each(tables.map((table) => [table.name, table] as const))(
		'%s has the columns and rows of its answer',
		(_, { name, content, oracle }) => {
			expect(content.length).toBeLessThan(60_000);
			const items = itemsOf({ name, content }, oracle.extract) ?? [];
			expect(items).toHaveLength(oracle.counts.rows);
			// The answer of a JSON file names what lies deeper as well: `customer.id`, `line_items[].sku`.
			const isJson = name.endsWith('.json');
			const columns = Object.keys(oracle.columns).map((key) =>
				isJson ? key.split(/[.[]/)[0] : key,
			);
			const keys = new Set(items.flatMap((item) => Object.keys(item)));
			// A column may have no name.
			keys.delete('');
			for (const key of keys) expect(columns).toContain(key.replace('\uFEFF', ''));
		},
	);
});
