import type { IExecuteFunctions } from 'n8n-workflow';

import {
	booleanOf,
	inOptions,
	readShared,
	valueOf,
	type Parameter,
} from '../../../nodes/shared/execution';
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

const partner = { displayName: 'Partner', name: 'partner', default: 'usual' };
const timeout = { displayName: 'Timeout', name: 'timeout', default: 'usual' };
const dryRun = { displayName: 'Dry Run', name: 'dryRun', default: false };

const shared = async (context: IExecuteFunctions, parameter: Parameter<unknown>) =>
	await settle(readShared(context, { value: parameter }).then(({ value }) => value));
const message = (result: Result<unknown>) => (result.ok ? 'none' : result.failure.message);

const thePartner = valueOf(partner);
const { theTimeout } = inOptions({ theTimeout: valueOf(timeout) });

it.each<[string, Record<string, unknown>, Parameter<unknown>, unknown, number[]]>([
	['a value', { partner: 'erp' }, thePartner, 'erp', [0]],
	['none, which is the usual one', {}, thePartner, 'usual', [0]],
	['an option', { options: { timeout: 5, other: '={{ 1 }}' } }, theTimeout, 5, [0]],
	['no option', { options: {} }, theTimeout, 'usual', []],
	['no options', {}, theTimeout, 'usual', []],
])('asks at most once without an expression: %s', async (_, written, parameter, value, items) => {
	const { context, asked } = contextWith(written, [1, 2, 3]);
	expect(await shared(context, parameter)).toEqual(succeed(value));
	expect(asked).toEqual(items);
});

it.each<[string, Record<string, unknown>, Parameter<unknown>]>([
	['itself', { partner: '={{ $json.a }}' }, thePartner],
	['an option', { options: { timeout: '={{ $json.a }}' } }, theTimeout],
])('asks for every item when it is an expression: %s', async (_, written, parameter) => {
	const { context, asked } = contextWith(written, ['erp', 'erp', 'erp']);
	expect(await shared(context, parameter)).toEqual(succeed('erp'));
	expect(asked).toEqual([0, 1, 2]);
});

it('compares what values mean, not how they are written', async () => {
	const { context } = contextWith({ dryRun: '={{ $json.dry }}' }, [true, 'true', ' TRUE ']);
	expect(await shared(context, booleanOf(dryRun))).toEqual(succeed(true));
});

it.each<[string, unknown[], string]>([
	['differ', ['a', 'b', 'a'], '"a" in items 1 and 3, "b" in item 2'],
	['differ in a place far behind', [`${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`], 'in item 1, "xxx'],
	['are missing for one item', ['a', undefined], '"a" in item 1, empty in item 2'],
	['are null for one item', [null, 'a'], 'empty in item 1, "a" in item 2'],
	['are empty for all items', ['', ' ', null], 'it is empty in items 1, 2 and 3'],
	['are as many as are named', [1, 2, 3, 4, 5], '4 in item 4, 5 in item 5$'],
	['are many', [1, 2, 3, 4, 5, 6, 7], '5 in item 5, 2 more values'],
])('refuses values that %s, and names them with their items', async (_, values, words) => {
	const { context } = contextWith({ partner: '={{ $json.a }}' }, values);
	const refused = await shared(context, thePartner);
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
	const parameter = booleanOf(dryRun);
	expect(message(await shared(given([true, 'maybe']), parameter))).toBe(
		'Dry Run is "maybe" in item 2',
	);
	const error = Object.assign(new Error('no such node'), { cause: '={{ $json.dry }}' });
	const unread = await shared(given([true, error]), parameter);
	expect(message(unread)).toBe(
		'Dry Run applies to all items, and cannot be read for item 2: An expression failed: no such node',
	);
	expect(unread).toMatchObject({ failure: { kind: 'input', parameter: 'dryRun' } });
});
