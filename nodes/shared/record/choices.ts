import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { quietOptions } from '../run';
import { badInput, connect, succeed, type Result, type Service } from '../service';
import type { OfferedFrom, Resource } from './definition';
import { readExtra } from './extraRead';

/** The values that the workspace offers for a field, named by the group they are in. */
export async function loadChoices(
	context: ILoadOptionsFunctions,
	resource: Resource,
	offeredFrom: OfferedFrom,
): Promise<Result<INodePropertyOptions[]>> {
	try {
		const service = await connect(context, quietOptions);
		return service.ok ? await readChoices(service.value, resource, offeredFrom) : service;
	} catch {
		return badInput('credentials', 'no usable credential', 'Choose a credential first.');
	}
}

async function readChoices(
	service: Service,
	resource: Resource,
	{ read: operation, list, value, label, group }: OfferedFrom,
): Promise<Result<INodePropertyOptions[]>> {
	const read = resource.extraReads?.find((candidate) => candidate.operation === operation);
	if (!read) return succeed([]);
	const answers = await readExtra(service, read);
	if (!answers.ok) return answers;
	const names = new Map<string, string[]>();
	for (const answer of answers.value) {
		const entries = list === undefined ? [answer] : ((answer[list] ?? []) as IDataObject[]);
		for (const entry of entries) {
			const key = String(entry[value] ?? '');
			if (key === '') continue;
			const parts = [group ? answer[group] : undefined, entry[label] ?? key];
			const name = parts.filter((part) => part !== undefined && part !== null).join(' › ');
			// The same value may stand in several groups; it is one choice then.
			names.set(key, [...(names.get(key) ?? []), name]);
		}
	}
	return succeed([...names].map(([key, found]) => ({ name: found.join(', '), value: key })));
}
