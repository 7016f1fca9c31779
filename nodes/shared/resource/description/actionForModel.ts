import type { INodePropertyOptions } from 'n8n-workflow';

import type { Resource } from '../definition/resource';
import { belongsTo, isRequired, type Write } from '../definition/writes';

/**
 * What an operation does and what it needs, in the words of the editor, for a model that may call it.
 * n8n names a new tool by it, and models take 64 characters: Get Many, the first operation, adds none.
 */
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
