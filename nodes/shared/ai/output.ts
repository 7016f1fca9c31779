import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Shape } from '../schema/types';

/**
 * The Output parameter of Enrich and Score.
 *
 * @param simplified what an item has when it comes simplified
 */
export const outputParameter = (simplified: string): INodeProperties => ({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Raw',
			value: 'raw',
			description: 'All that the service returns, hashes and versions included',
		},
		{ name: 'Simplified', value: 'simplified', description: simplified },
	],
	default: 'simplified',
	description: 'How much of the result to return',
});

/** What the response says of the call, in every item. */
export const callResponse: Shape = { message: 'text!', ctx_id: 'text' };

/** Whether the items of this node come simplified. */
export const isSimplified = (context: IExecuteFunctions, item: number): boolean =>
	context.getNodeParameter('output', item, 'simplified') !== 'raw';

/** The name under which the record was picked from the list; none where it was entered by its ID. */
export function pickedName(context: IExecuteFunctions, item: number): { name?: string } {
	const locator = context.getNodeParameter('recordId', item, {}) as {
		mode?: string;
		cachedResultName?: unknown;
	};
	const { mode, cachedResultName: name } = locator;
	return mode === 'list' && typeof name === 'string' && name !== '' ? { name } : {};
}
