import type { Field, Reference } from '../nodes/shared/schema/types';
import { type Resource, belongsTo, type Write } from '../nodes/shared/resource/definition/resource';

/** Values of body fields by wire name. */
export type Values = Record<string, unknown>;

/** Returns the identifier of a record of another resource; null where there is none. */
export type Linked = (reference: Reference) => unknown;

/** Fields that name a record without the definition saying of which kind. */
const customers = new Set(['subscription.cid', 'subscription.contact']);

/** A value for every field of a write, as it goes over the wire; `n` distinguishes records. */
export function sampleValues(resource: Resource, write: Write, n: number, linked: Linked): Values {
	const sampleOf = (field: Field): unknown => {
		if (customers.has(`${resource.name}.${field.name}`)) {
			return linked({ resource: 'contact', by: 'id' });
		}
		if (field.refersTo) return linked(field.refersTo);
		switch (field.type) {
			case 'number':
				return n + 0.5;
			case 'integer':
				return n;
			case 'boolean':
				return n % 2 === 0;
			case 'date':
				return `2026-03-${10 + n}`;
			case 'dateTime':
				return `2026-03-${10 + n}T09:30:00Z`;
			case 'texts':
				return ['one', `and ${n}`];
			case 'object':
				return { key: `value ${n}` };
			case 'any':
				return ['one', `and ${n}`];
			case 'rows':
				return [Object.fromEntries((field.rows ?? []).map((row) => [row.name, sampleOf(row)]))];
			default:
				// The caller's own IDs have characters that only survive percent-encoded.
				if (field.name === resource.identifiers.external) return `${resource.name}/ö ${n}?`;
				return field.knownValues?.[0] ?? `${field.label} ${n}`;
		}
	};
	const fields = resource.fields.filter((field) => belongsTo(field, write));
	const samples = fields.map((field) => [field.name, sampleOf(field)] as const);
	// The example subscriptions have no external ID to refer to.
	return Object.fromEntries(samples.filter(([, value]) => value !== null));
}
