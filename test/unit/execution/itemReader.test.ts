import { NodeHelpers, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { languageOption, optionsParameter } from '../../../nodes/shared/description';
import { inOptions, itemReader, valueOf } from '../../../nodes/shared/execution';

/** Reads one parameter of each item as it is. */
function parameterReader(context: IExecuteFunctions, name: string, usual: unknown = '') {
	const read = itemReader(context, { value: valueOf({ displayName: name, name, default: usual }) });
	return (item: number) => read(item).value;
}

/** A context whose parameter is written as given and resolves to a text with the item in it. */
function contextWith(written: unknown) {
	const asked: number[] = [];
	const getNodeParameter = (
		_name: string,
		item: number,
		_fallback: unknown,
		options?: { rawExpressions?: boolean },
	) => {
		if (options?.rawExpressions) return written;
		asked.push(item);
		return `value for item ${item}`;
	};
	return { context: { getNodeParameter } as unknown as IExecuteFunctions, asked };
}

it.each([
	['a text', 'EUR'],
	['nothing', undefined],
	['a collection', { timeout: 1000, language: 'a = b', tags: ['x'] }],
])('a parameter without an expression is read once: %s', (_kind, written) => {
	const { context, asked } = contextWith(written);
	const read = parameterReader(context, 'options', {});
	expect([0, 1, 2].map(read)).toEqual(new Array(3).fill('value for item 0'));
	expect(asked).toEqual([0]);
});

it.each([
	['itself', '={{ $json.id }}'],
	['in a collection', { workspaceId: '={{ $json.workspace }}' }],
	['in a list in a collection', { rows: [{ quantity: '={{ $json.n }}' }] }],
])('a parameter with an expression is read for every item: %s', (_kind, written) => {
	const { context, asked } = contextWith(written);
	const read = parameterReader(context, 'options', {});
	expect([0, 1].map(read)).toEqual(['value for item 0', 'value for item 1']);
	expect(asked).toEqual([0, 1]);
});

it('fails for each item, not before the first, when n8n cannot resolve it', () => {
	const { context } = contextWith('EUR');
	const read = parameterReader(
		{
			...context,
			getNodeParameter: (...[, , , options]: unknown[]) => {
				if (options) return 'EUR';
				throw new Error('not valid');
			},
		} as unknown as IExecuteFunctions,
		'currency',
	);
	expect(() => read(0)).toThrow('not valid');
	expect(() => read(1)).toThrow('not valid');
});

describe('options', () => {
	const option = (name: string) => valueOf({ displayName: name, name, default: undefined });
	const workspaceId = option('workspaceId');
	const options = inOptions({ language: option('language'), workspaceId });

	it('are resolved one by one, and those that are not wanted never', () => {
		const written = { workspaceId: '={{ $json.workspace }}', timeout: '={{ $json.large }}' };
		const asked: string[] = [];
		const context = {
			getNodeParameter: (name: string, item: number, _: unknown, options?: object) => {
				if (options) return name === 'options' ? written : written.workspaceId;
				asked.push(name);
				return `${name} of ${item}`;
			},
		} as unknown as IExecuteFunctions;
		const read = itemReader(context, options);
		expect([0, 1].map(read)).toEqual([
			{ workspaceId: 'options.workspaceId of 0' },
			{ workspaceId: 'options.workspaceId of 1' },
		]);
		expect(new Set(asked)).toEqual(new Set(['options.workspaceId']));
	});

	it('as one expression are what n8n drops on load', () => {
		const properties = [optionsParameter([languageOption])];
		const node = { typeVersion: 1 } as INode;
		const written = { options: '={{ $json.options }}' };
		const load = NodeHelpers.getNodeParameters;
		expect(load(properties, written, true, false, node, null)).toEqual({ options: {} });
	});
});
