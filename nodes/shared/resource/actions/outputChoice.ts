import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { identifyingKeys, type Choosable } from '../definition/simplified';

/** Records with many keys come simplified unless a person wants more; identifiers always come. */
export type OutputChoice = (record: IDataObject) => IDataObject;

/** Reads what one item wants of its records. */
export function readOutputChoice(
	context: IExecuteFunctions,
	resource: Choosable,
	item: number,
): OutputChoice {
	const choice = resource.simplified
		? context.getNodeParameter('output', item, 'simplified')
		: 'raw';
	if (choice === 'raw') return (record) => record;
	const wanted =
		choice === 'selected'
			? (context.getNodeParameter('outputFields', item, []) as string | string[])
			: (resource.simplified ?? []);
	const named = typeof wanted === 'string' ? wanted.split(',').map((name) => name.trim()) : wanted;
	const kept = new Set([...identifyingKeys(resource), ...named]);
	return (record) => Object.fromEntries(Object.entries(record).filter(([key]) => kept.has(key)));
}
