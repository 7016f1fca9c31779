import type { FieldType, ResourceMapperField } from 'n8n-workflow';

import { belongsTo, isRequired, type Write } from './body';
import type { Field, Resource } from './definition';

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

/** The columns of the resource mapper: the fields of the body that are not rows. */
export function columnsOf(resource: Resource, write: Write): ResourceMapperField[] {
	return resource.fields
		.filter((field) => field.type !== 'rows' && belongsTo(field, write))
		.map((field) => {
			const required = isRequired(field, write, resource);
			return {
				id: field.name,
				displayName: field.label,
				required,
				defaultMatch: false,
				canBeUsedToMatch: false,
				display: true,
				type: columnTypes[field.type as keyof typeof columnTypes],
				// A switch shown is a switch sent, so optional ones are added by hand.
				removed: field.type === 'boolean' && !required,
			};
		});
}

/**
 * Takes from an item the keys that name a field: by wire name, or by the name in the editor,
 * however it is spelled (case, spaces, `_` and `-` do not matter).
 */
export function matchColumns(
	item: Readonly<Record<string, unknown>>,
	resource: Resource,
	write: Write,
): { values: Record<string, unknown>; leftOut: string[] } {
	const names = new Map<string, string>();
	for (const field of resource.fields.filter((candidate) => belongsTo(candidate, write))) {
		names.set(plain(field.label), field.name);
	}
	// Wire names win over labels.
	for (const field of resource.fields.filter((candidate) => belongsTo(candidate, write))) {
		names.set(plain(field.name), field.name);
	}
	const values: Record<string, unknown> = {};
	const leftOut: string[] = [];
	for (const [key, value] of Object.entries(item)) {
		const name = names.get(plain(key));
		if (name === undefined || (name in values && key !== name)) leftOut.push(key);
		else values[name] = value;
	}
	return { values, leftOut };
}

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');
