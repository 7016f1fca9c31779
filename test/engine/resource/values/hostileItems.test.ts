/** What one item brings, however odd, concerns that item. `npm run check hostile` tries everything everywhere. */
import type { IDataObject } from 'n8n-workflow';

import { byId, fromItem } from '../../../../testing/parameters';
import { useEngine, useSandbox } from '../../../../testing/setUp';

const { runNode } = useEngine(useSandbox());

const rowsFromItem = {
	...fromItem,
	filesSource: 'json',
	filesJson: '={{ $json.rows }}',
};
const expense = (rows: unknown) => ({ external_id: 'expense-1', rows }) as IDataObject;
const onError = 'continueErrorOutput';

it('a key that all objects inherit is a key of its own row only', async () => {
	const rows = [[{ toString: 'x' }], [{ name: 'receipt.pdf' }], [{ constructor: 'x' }]];
	const given = { items: rows.map(expense), onError } as const;
	const { items, failed } = await runNode('expense', 'create', rowsFromItem, given);
	expect(items).toHaveLength(1);
	expect(failed.map(({ json }) => json.error)).toEqual([
		'Expense has no field "toString" in Attached Files, row 1',
		'Expense has no field "constructor" in Attached Files, row 1',
	]);
});

it('keys without end, in number and in length, are named in short', async () => {
	const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`k${n}`, n]));
	const long = { ['x'.repeat(100_000)]: 1 };
	const list = Array.from({ length: 5000 }, () => 'x');
	const items = [[many], [long], list].map(expense);
	const { failed } = await runNode('expense', 'create', rowsFromItem, { items, onError });
	expect(failed.map(({ json }) => json.error)).toEqual([
		'Expense has no field "k0", "k1", "k2", "k3", "k4", and 1995 more in Attached Files, row 1',
		expect.stringMatching(/^Expense has no field "x{59}… in Attached Files, row 1$/),
		expect.stringMatching(/^Attached Files, row 1: expected an object.*; and more$/),
	]);
	const cleared = await runNode(
		'company',
		'update',
		{ ...byId('1'), ...fromItem, fieldsToClear: '={{ $json.clear }}' },
		{ items: [{ name: 'A', clear: 'x'.repeat(100_000) }], onError },
	);
	expect(String(cleared.failed[0].json.error).length).toBeLessThan(200);
});

it('an object with more keys than anybody needs is refused, in a row and in additional fields', async () => {
	const tooMany = Object.fromEntries(Array.from({ length: 50_001 }, (_, n) => [`k${n}`, n]));
	const rows = [[{ name: 'receipt.pdf' }], [{ ...tooMany, name: 'a.pdf' }], [{ Name: 'b.pdf' }]];
	const { items, failed } = await runNode('expense', 'create', rowsFromItem, {
		items: rows.map(expense),
		onError,
	});
	expect(items).toHaveLength(2);
	const given = 'given more than 50000 keys in one object';
	expect(failed.map(({ json }) => json.error)).toEqual([
		`Attached Files, row 1: expected an object, ${given}`,
	]);
	const options = { additionalBodyFields: '={{ $json.more }}' };
	const own = [{ name: 'A', more: { region: tooMany } }];
	const more = await runNode(
		'company',
		'create',
		{ ...fromItem, options },
		{ items: own, onError },
	);
	expect(more.failed.map(({ json }) => json.error)).toEqual([
		`Additional Body Fields: ${given} in "region"`,
	]);
});

it('an expression that gives a function is a mistake of the expression', async () => {
	const parameters = byId('={{ $json.name.trim }}');
	const { failed } = await runNode('company', 'get', parameters, {
		items: [{ name: 'A' }],
		onError,
	});
	expect(failed.map(({ json }) => json.error)).toEqual([
		'An expression failed: this is a function, please add ()',
	]);
});
