import type { IExecuteFunctions } from 'n8n-workflow';

import { readBoolean, sharedParameter } from '../../../nodes/shared/execution';
import { settle, succeed, type Result } from '../../../nodes/shared/http';

/** A context whose parameter is written as given; an expression has these values, item by item. */
function contextWith(
	parameters: Record<string, unknown>,
	values: readonly unknown[] = [undefined],
) {
	const asked: number[] = [];
	const getNodeParameter = (
		path: string,
		item: number,
		fallback: unknown,
		options?: { rawExpressions?: boolean },
	) => {
		const written =
			path
				.split('.')
				.reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], parameters) ??
			fallback;
		if (options?.rawExpressions) return written;
		asked.push(item);
		if (typeof written !== 'string' || !written.startsWith('=')) return written;
		const value = values[item];
		if (value instanceof Error) throw value;
		return value;
	};
	const getInputData = () => values.map(() => ({ json: {} }));
	const getExecutionCancelSignal = () => undefined;
	const context = { getNodeParameter, getInputData, getExecutionCancelSignal };
	return { context: context as unknown as IExecuteFunctions, asked };
}

const any = (given: unknown) => given;
const shared = async (context: IExecuteFunctions, name = 'partner', read = any) =>
	await settle(sharedParameter(context, { name, label: 'Partner', fallback: 'usual', read }));
const message = (result: Result<unknown>) => (result.ok ? 'none' : result.failure.message);

it.each<[string, Record<string, unknown>, string, unknown]>([
	['a value', { partner: 'erp' }, 'partner', 'erp'],
	['none, which is the usual one', {}, 'partner', 'usual'],
	['an option', { options: { timeout: 5, other: '={{ 1 }}' } }, 'options.timeout', 5],
	['no option', { options: {} }, 'options.timeout', 'usual'],
	['no options', {}, 'options.timeout', 'usual'],
])('asks once, for the first item, without an expression: %s', async (_, written, name, value) => {
	const { context, asked } = contextWith(written, [1, 2, 3]);
	expect(await shared(context, name)).toEqual(succeed(value));
	expect(asked).toEqual([0]);
});

it.each<[string, Record<string, unknown>, string]>([
	['itself', { partner: '={{ $json.a }}' }, 'partner'],
	['an option', { options: { timeout: '={{ $json.a }}' } }, 'options.timeout'],
])('asks for every item when it is an expression: %s', async (_, written, name) => {
	const { context, asked } = contextWith(written, ['erp', 'erp', 'erp']);
	expect(await shared(context, name)).toEqual(succeed('erp'));
	expect(asked).toEqual([0, 1, 2]);
});

it('takes the option out of options that are one expression', async () => {
	const read = async (values: unknown[]) =>
		await shared(contextWith({ options: '={{ $json }}' }, values).context, 'options.timeout');
	expect(await read([{ timeout: 5 }, { timeout: 5 }])).toEqual(succeed(5));
	expect(await read([{ other: 1 }, {}])).toEqual(succeed('usual'));
	expect(message(await read([{ timeout: 5 }, { timeout: null }]))).toContain(
		'5 in item 0, empty in item 1',
	);
});

it('compares what values mean, not how they are written', async () => {
	const { context } = contextWith({ dryRun: '={{ $json.dry }}' }, [true, 'true', ' TRUE ']);
	const read = (given: unknown) => readBoolean(given, 'dryRun');
	expect(await shared(context, 'dryRun', read)).toEqual(succeed(true));
});

it.each<[string, unknown[], string]>([
	['differ', ['a', 'b', 'a'], '"a" in items 0 and 2, "b" in item 1'],
	['differ in a place far behind', [`${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`], 'in item 0, "xxx'],
	['are missing for one item', ['a', undefined], '"a" in item 0, empty in item 1'],
	['are null for one item', [null, 'a'], 'empty in item 0, "a" in item 1'],
	['are empty for all items', ['', ' ', null], 'it is empty in items 0, 1 and 2'],
	['are as many as are named', [1, 2, 3, 4, 5], '4 in item 3, 5 in item 4$'],
	['are many', [1, 2, 3, 4, 5, 6, 7], '5 in item 4, 2 more values'],
])('refuses values that %s, and names them with their items', async (_, values, words) => {
	const refused = await shared(contextWith({ partner: '={{ $json.a }}' }, values).context);
	expect(message(refused)).toMatch(/^Partner applies to all items, but it is /);
	expect(`${message(refused)}$`).toContain(words);
	expect(refused).toMatchObject({
		failure: {
			kind: 'input',
			parameter: 'partner',
			remedy: expect.stringContaining('Give all items the same value.'),
		},
	});
});

it('names the item whose value is wrong, and the one whose value cannot be read', async () => {
	const given = (values: unknown[]) => contextWith({ dryRun: '={{ $json.dry }}' }, values).context;
	const read = (value: unknown) => readBoolean(value, 'dryRun');
	expect(message(await shared(given([true, 'maybe']), 'dryRun', read))).toBe(
		'dryRun is "maybe" in item 1',
	);
	const error = Object.assign(new Error('no such node'), { cause: '={{ $json.dry }}' });
	const unread = await shared(given([true, error]), 'dryRun', read);
	expect(message(unread)).toBe(
		'Partner applies to all items, and cannot be read for item 1: An expression failed: no such node',
	);
	expect(unread).toMatchObject({ failure: { kind: 'input', parameter: 'dryRun' } });
});
