import type { Field } from '../../schema/types';
import type { Resource } from './resource';

/** The writes that carry a body. */
export type Write = 'create' | 'update' | 'upsert';

/** Whether a field belongs to the body of this write. */
export const belongsTo = (field: Field, write: Write): boolean =>
	field.only === undefined || (field.only === 'update') === (write === 'update');

/** Whether the body of this write must carry the field. */
export function isRequired(field: Field, write: Write, resource: Resource): boolean {
	if (write === 'upsert' && field.name === resource.identifiers.external) return true;
	return field.required === true || (field.required === 'create' && write !== 'update');
}

/** Whether the service takes null for the field in this write. */
export function isNullable(field: Field, write: Write): boolean {
	if (field.nullable === 'update') return write === 'update';
	return field.nullable ?? field.required === undefined;
}

/** The operations of a resource that carry the fields of a record. */
export const writesOf = ({ operations, bulk }: Resource): string[] => [
	...operations.filter((operation) =>
		['create', 'update', 'upsert', 'findOrCreate'].includes(operation),
	),
	...(bulk ? [bulk.operation] : []),
];

/** Whether one write takes other fields than another. */
export const dependsOnWrite = ({ fields }: Resource): boolean =>
	fields.some(({ only }) => only !== undefined);

/** The write whose fields an operation takes: what many records have at once, or what may be there already, is created. */
export const writeOf = (operation: string): Write =>
	operation === 'update' || operation === 'upsert' ? operation : 'create';
