import type { FieldType, INodePropertyOptions, ResourceMapperField } from 'n8n-workflow';

import type { Field } from '../../schema/field';
import type { Resource } from '../definition/resource';
import { belongsTo, isRequired, type Write } from '../definition/writes';

const columnTypes: Readonly<Record<Exclude<Field['type'], 'rows'>, FieldType>> = {
	text: 'string',
	textOrInteger: 'string',
	number: 'number',
	integer: 'number',
	boolean: 'boolean',
	date: 'dateTime',
	dateTime: 'dateTime',
	texts: 'string',
	object: 'object',
	any: 'string',
};

/** The choices that were found for a field, or why there are none. */
export type Choices = ReadonlyMap<string, INodePropertyOptions[] | string>;

/** The columns of the resource mapper: the fields of the body that are not rows. */
export function columnsOf(
	resource: Resource,
	write: Write,
	choices: Choices = new Map(),
): ResourceMapperField[] {
	return resource.fields
		.filter((field) => field.type !== 'rows' && belongsTo(field, write))
		.map((field) => {
			const required = isRequired(field, write, resource);
			const found = choices.get(field.name) ?? [];
			const type = columnTypes[field.type as keyof typeof columnTypes];
			return {
				id: field.name,
				displayName: typeof found === 'string' ? `${field.label} (${found})` : field.label,
				required,
				defaultMatch: false,
				canBeUsedToMatch: false,
				display: true,
				...(typeof found === 'string' || found.length === 0
					? { type }
					: { type: 'options' as const, options: found }),
				// A switch shown is a switch sent, so optional ones are added by hand.
				removed: field.type === 'boolean' && !required,
			};
		});
}
