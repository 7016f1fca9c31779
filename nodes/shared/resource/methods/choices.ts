import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { succeed, type Result, type Service } from '../../http';
import type { OptionsFrom } from '../../schema/field';
import type { Resource } from '../definition/resource';
import { readExtra } from '../actions/extraRead';
import { connectForEditor } from './connectForEditor';

/** The values that the workspace offers for a field, named by the group they are in. */
export async function loadChoices(
	context: ILoadOptionsFunctions,
	resource: Resource,
	optionsFrom: OptionsFrom,
): Promise<Result<INodePropertyOptions[]>> {
	const service = await connectForEditor(context);
	return service.ok ? await readChoices(service.value, resource, optionsFrom) : service;
}

async function readChoices(
	service: Service,
	resource: Resource,
	{ read: operation, list, value, label, group }: OptionsFrom,
): Promise<Result<INodePropertyOptions[]>> {
	const read = resource.extraReads?.find((candidate) => candidate.operation === operation);
	if (!read) return succeed([]);
	const responses = await readExtra(service, read);
	if (!responses.ok) return responses;
	const names = new Map<string, string[]>();
	for (const response of responses.value) {
		const entries = list === undefined ? [response] : ((response[list] ?? []) as IDataObject[]);
		for (const entry of entries) {
			const key = String(entry[value] ?? '');
			if (key === '') continue;
			const parts = [group ? response[group] : undefined, entry[label] ?? key];
			const name = parts.filter((part) => part !== undefined && part !== null).join(' › ');
			// The same value may stand in several groups; it is one choice then.
			names.set(key, [...(names.get(key) ?? []), name]);
		}
	}
	return succeed([...names].map(([key, found]) => ({ name: found.join(', '), value: key })));
}
