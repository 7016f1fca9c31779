import type { INodePropertyOptions } from 'n8n-workflow';

import type { Resource } from '../definition/resource';
import { belongsTo, isRequired, type Write } from '../definition/writes';
import { hasUpdateTime } from './listParameters';

/** What an operation does and what it needs, in the words of the editor, for a model that may call it. */
export function actionForModel(resource: Resource, { value, action = '' }: INodePropertyOptions) {
	switch (value) {
		case 'create':
		case 'upsert':
			return `${action} (${requirement(resource, value)})`;
		case resource.bulk?.operation:
			return `${action} (${requirement(resource, 'create')})`;
		case 'update':
			return `${action} (named by its ${identifiers(resource)}; only the given fields change)`;
		case 'get':
		case 'delete':
			return `${action} (named by its ${identifiers(resource)})`;
		case 'findOrCreate':
			return `${action} (required: the one that it is found by)`;
		case 'getAll':
			return `${action} (optional: ${narrowing(resource).join(', ')})`;
		default:
			return action;
	}
}

function requirement(resource: Resource, write: Write): string {
	const required = resource.fields
		.filter((field) => belongsTo(field, write) && isRequired(field, write, resource))
		.map(({ label }) => label);
	return required.length > 0 ? `required: ${required.join(', ')}` : 'no field is required';
}

const identifiers = ({ identifiers: { external } }: Resource) =>
	external ? 'ID or external ID' : 'ID';

/** What narrows a list. */
const narrowing = (resource: Resource) => [
	'Limit',
	...(resource.list.search ? ['Search'] : []),
	...(resource.list.filters ?? []).map(({ label }) => label),
	...(hasUpdateTime(resource) ? ['Updated After'] : []),
];
