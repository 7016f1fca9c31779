import type { FieldType, INodePropertyOptions, ResourceMapperField } from 'n8n-workflow';

import type { Field, Resource } from './definition';
import { belongsTo, isRequired, type Write } from './writes';

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

/**
 * Takes from an item the keys that name a field: by wire name, or by the name in the editor,
 * however it is spelled (case, spaces, `_` and `-` do not matter).
 */
export function matchColumns(
	item: Readonly<Record<string, unknown>>,
	resource: Resource,
	write: Write,
): { values: Record<string, unknown>; leftOut: string[] } {
	const names = columnNames(resource, write);
	const values: Record<string, unknown> = {};
	const leftOut: string[] = [];
	for (const [key, value] of Object.entries(item)) {
		const name = names.get(plain(key));
		if (name === undefined || (name in values && key !== name)) leftOut.push(key);
		else values[name] = value;
	}
	return { values, leftOut };
}

const known = new WeakMap<Resource, Map<Write, ReadonlyMap<string, string>>>();

/** Field names by what an item may call them; made once, as it is asked for with every item. */
function columnNames(resource: Resource, write: Write): ReadonlyMap<string, string> {
	const byWrite = known.get(resource) ?? new Map<Write, ReadonlyMap<string, string>>();
	known.set(resource, byWrite);
	const made = byWrite.get(write);
	if (made) return made;
	const fields = resource.fields.filter((field) => belongsTo(field, write));
	const names = new Map([
		...fields.map(({ label, name }): [string, string] => [plain(label), name]),
		// Wire names win over labels.
		...fields.map(({ name }): [string, string] => [plain(name), name]),
	]);
	byWrite.set(write, names);
	return names;
}

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');
