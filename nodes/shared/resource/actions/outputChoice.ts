import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { identifyingKeys, type Choosable } from '../definition/simplified';
import { withIdentity, type KnownIdentity } from './identity';

/**
 * Records with many keys come simplified unless a person wants more. But for Raw, which is the record
 * as the service sent it, each has `id` and `external_id`, as far as they are known.
 */
export type OutputChoice = (record: IDataObject, known?: KnownIdentity) => IDataObject;

/** Reads what one item wants of its records. */
export function readOutputChoice(
	context: IExecuteFunctions,
	resource: Choosable,
	item: number,
): OutputChoice {
	const { identifiers, simplified } = resource;
	if (!simplified) return (record, known) => withIdentity(identifiers, record, known);
	const choice = context.getNodeParameter('output', item, 'simplified');
	if (choice === 'raw') return (record) => record;
	const wanted =
		choice === 'selected'
			? (context.getNodeParameter('outputFields', item, []) as string | string[])
			: simplified;
	const named = typeof wanted === 'string' ? wanted.split(',').map((name) => name.trim()) : wanted;
	const kept = new Set([...identifyingKeys(resource), ...named]);
	return (record, known) => withIdentity(identifiers, pick(record, kept), known);
}

function pick(record: IDataObject, kept: ReadonlySet<string>): IDataObject {
	const picked: IDataObject = {};
	for (const key of Object.keys(record)) if (kept.has(key)) picked[key] = record[key];
	return picked;
}
