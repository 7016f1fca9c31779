import { type Resource, belongsTo, isRequired, type Write } from '../../../nodes/shared/resource/definition/resource';
import type { Field, ValueType } from '../../../nodes/shared/schema/types';
import type { Sandbox } from '../../../sandbox';
import { resources } from '../../lib/definitions';

/** Values of fields that have no example of their own. */
const USUAL: Readonly<Record<ValueType, unknown>> = {
	text: 'text',
	textOrInteger: '1042',
	number: 110,
	integer: 1,
	boolean: true,
	date: '2026-01-31',
	dateTime: '2026-01-31T09:30:00Z',
	texts: ['one', 'two'],
	object: {},
	any: null,
};

/** An item for a write with the example values of its fields; what it refers to is in the sandbox. */
export function exampleItem(resource: Resource, write: Write, sandbox: Sandbox): object {
	const valueOf = (field: Field): unknown => {
		if (field.type === 'rows') return [valuesOf(shown(field.rows ?? []))];
		const other = referredTo(field);
		if (other && field.refersTo?.by !== 'externalId') return lastId(sandbox, other);
		return field.example ?? field.knownValues?.[0] ?? USUAL[field.type];
	};
	const valuesOf = (fields: readonly Field[]) =>
		Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
	const fields = fieldsOf(resource, write);
	return valuesOf(write === 'update' ? changed(resource, fields) : fields);
}

/** How many fields the example of an update changes, beside those that are required. */
const CHANGED = 2;

function changed(resource: Resource, fields: readonly Field[]): Field[] {
	const required = fields.filter((field) => isRequired(field, 'update', resource));
	const others = fields.filter(
		(field) =>
			!required.includes(field) &&
			!field.refersTo &&
			!field.isId &&
			field.name !== resource.identifiers.external,
	);
	return [...required, ...others.slice(0, CHANGED)];
}

/** The resources of which a record has to be there before one of this resource, in that order. */
export function neededBy(resource: Resource): Resource[] {
	const fields = fieldsOf(resource, 'create').flatMap((field) => [field, ...(field.rows ?? [])]);
	const direct = fields.flatMap((field) => referredTo(field) ?? []);
	const all = direct.flatMap((other) => [...neededBy(other), other]);
	return [...new Set(all)].filter((other) => other.name !== resource.name);
}

const fieldsOf = (resource: Resource, write: Write) =>
	resource.fields.filter(
		(field) =>
			belongsTo(field, write) &&
			(isTelling(field) || isRequired(field, write, resource)) &&
			isFindable(field),
	);

/** Whether the record it names can be found: in the sandbox, subscriptions have no external ID. */
const isFindable = (field: Field) =>
	field.refersTo?.by !== 'externalId' || referredTo(field)?.identifiers.external !== undefined;

const shown = (fields: readonly Field[]) => fields.filter(isTelling);

const isTelling = ({ example, knownValues, required }: Field) =>
	example !== undefined || knownValues !== undefined || required !== undefined;

/** A subscription's customer may be a contact or a company. */
function referredTo({ refersTo, isId, name }: Field): Resource | undefined {
	const other = refersTo?.resource ?? (isId && name === 'cid' ? 'contact' : undefined);
	return resources.find((each) => each.name === other);
}

function lastId(sandbox: Sandbox, { path }: Resource): unknown {
	return sandbox.records(path.split('/').at(-1) ?? '').at(-1)?.id;
}
