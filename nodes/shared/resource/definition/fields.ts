import type { Field, Reference, ValueType } from '../../schema/types';

type FieldDetails = Omit<Field, 'name' | 'label' | 'description' | 'type' | 'rows'>;

const fieldOf =
	(type: ValueType) =>
	(name: string, label: string, description: string, details: FieldDetails = {}): Field => ({
		name,
		label,
		description,
		type,
		...details,
	});

/** One builder per kind of value: wire name, name in the editor, description, details. */
export const text = fieldOf('text');

/**
 * The ID of another record in the service.
 *
 * @param label what the other record is called: `Company`
 * @param role what it is to this record: `Ordering company`
 */
export const recordId = (
	name: string,
	label: string,
	role: string,
	resource: Reference['resource'],
	details: FieldDetails = {},
): Field =>
	text(name, `${label} ID`, `${role}, by its ID in the service`, {
		...details,
		refersTo: { resource, by: 'id', label, role },
	});

export const number = fieldOf('number');
export const integer = fieldOf('integer');
export const boolean = fieldOf('boolean');
export const date = fieldOf('date');
export const dateTime = fieldOf('dateTime');
export const stringList = fieldOf('texts');
export const object = fieldOf('object');
export const json = fieldOf('any');

/** A list of objects, each with the same fields (order lines, filters, workflow steps). */
export const rows = (
	name: string,
	label: string,
	description: string,
	fields: readonly Field[],
	details: FieldDetails = {},
): Field => ({ name, label, description, type: 'rows', rows: fields, ...details });

/** The same fields, one object deeper in the body. */
export const nestedIn = (parent: string, fields: readonly Field[]): Field[] =>
	fields.map((field) => ({ ...field, nestedIn: [parent, ...(field.nestedIn ?? [])] }));
