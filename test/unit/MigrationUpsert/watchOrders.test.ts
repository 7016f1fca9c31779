import { MAX_HELD_ROWS, watchOrders } from '../../../nodes/MigrationUpsert/file/survey';

const orderId = (cell: unknown) => (cell === '' ? undefined : String(cell).trim());

/** What is known of a file whose rows have these order numbers. */
function watched(cells: Iterable<unknown>) {
	const orders = watchOrders();
	for (const cell of cells) orders.see(cell, orderId);
	return orders;
}

const times = (count: number, cell: unknown) => Array.from({ length: count }, () => cell);

it.each<[string, unknown[], boolean]>([
	['each in rows of its own', ['a', 'a', 'b', 'c'], true],
	['with rows without a number between its rows', ['a', undefined, '', 'a', 'b'], true],
	['with its number written in another way', ['a', ' a', 'a', 'b'], true],
	['that comes again further down', ['a', 'b', 'a'], false],
	['that comes again after rows without a number', ['a', 'b', '', undefined, 'a'], false],
])('orders stand together or not: %s', (_, cells, together) => {
	expect(watched(cells).together()).toBe(together);
	expect(watched(cells).problem(cells.length)).toBeUndefined();
});

describe('a file cannot be read in parts', () => {
	const problemOf = (cells: unknown[], rows = cells.length) =>
		watched(cells).problem(rows)?.message;

	it('with more rows than are held, where an order comes again', () => {
		expect(problemOf(['a', 'b', 'a', 'b'], MAX_HELD_ROWS)).toBeUndefined();
		expect(problemOf(['a', 'b', 'a', 'b'], MAX_HELD_ROWS + 1)).toContain('(order a comes again');
		expect(problemOf(['a', 'a', 'b'], MAX_HELD_ROWS + 1)).toBeUndefined();
	});

	it('with an order of more rows than are held', () => {
		const rows = times(MAX_HELD_ROWS - 1, undefined);
		expect(problemOf(['a', ...rows, 'b'])).toBeUndefined();
		expect(problemOf(['b', 'a', ...rows, ''])).toMatch(/^The order a and the rows without/);
		expect(problemOf([...rows, '', '', 'a'])).toMatch(/^The rows before the first order number/);
	});
});
