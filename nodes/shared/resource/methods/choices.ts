import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { badInput, type Service } from '../../http';
import type { OptionsFrom } from '../../schema/types';
import { isObject } from '../../schema/values';
import type { Resource } from '../definition/resource';
import { readExtra } from '../actions/extraRead';
import { isGiven } from '../actions/identity';
import { connectForEditor } from './connectForEditor';

/** The values that the workspace offers for a field, named by the group they are in. */
export async function loadChoices(
	context: ILoadOptionsFunctions,
	resource: Resource,
	optionsFrom: OptionsFrom,
): Promise<INodePropertyOptions[]> {
	const service = await connectForEditor(context);
	return await readChoices(service, resource, optionsFrom);
}

async function readChoices(
	service: Service,
	resource: Resource,
	{ read: operation, list, value, label, group }: OptionsFrom,
): Promise<INodePropertyOptions[]> {
	const read = resource.extraReads?.find((candidate) => candidate.operation === operation);
	if (!read) return [];
	const responses = await readExtra(service, read);
	const entries = responses.flatMap((response) =>
		(list === undefined ? [response] : entriesOf(response[list])).map((entry) => ({
			// A label is no value: the service would not know it.
			given: isObject(entry) ? (entry[value] ?? entry.value) : undefined,
			parts: [group && response[group], isObject(entry) && (entry[label] ?? entry[value])].filter(
				isGiven,
			),
		})),
	);
	const choices = entries.flatMap(({ given, parts }) =>
		isGiven(given) ? [{ name: parts.join(' › ') || String(given), value: String(given) }] : [],
	);
	if (choices.length === 0 && entries.length > 0)
		throw badInput('fields', `the service shows no "${value}" in them`, 'Enter the value.');
	return choices;
}

/** A list, or an object that holds its entries by their keys. */
const entriesOf = (given: unknown): unknown[] =>
	Array.isArray(given) ? given : isObject(given) ? Object.values(given) : [];
