import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';

import { withoutTags } from '../../execution/hints';
import { loadChoices } from './choices';
import { columnsOf, type Choices } from './columns';
import type { Resource } from '../definition/resource';
import { writeOf } from '../definition/writes';
import { settle } from '../../http/failure';

/** The columns of the mapper for the chosen operation, with what the service offers to pick from. */
export async function loadColumns(
	context: ILoadOptionsFunctions,
	resource: Resource,
): Promise<ResourceMapperFields> {
	const operation = String(context.getNodeParameter('operation', 'create'));
	const choices = await choicesOfFields(context, resource);
	return { fields: columnsOf(resource, writeOf(operation), choices) };
}

/** The choices of the fields that have some. A list that cannot be read leaves its field as text. */
async function choicesOfFields(
	context: ILoadOptionsFunctions,
	resource: Resource,
): Promise<Choices> {
	const choices = new Map<string, INodePropertyOptions[] | string>();
	for (const { name, optionsFrom } of resource.fields) {
		if (!optionsFrom) continue;
		const found = await settle(loadChoices(context, resource, optionsFrom));
		choices.set(
			name,
			found.ok ? found.value : `list not loaded: ${withoutTags(found.failure.message)}`,
		);
	}
	return choices;
}
