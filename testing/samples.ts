import type { Field, Reference } from '../nodes/shared/schema/types';
import { type Resource, belongsTo, type Write } from '../nodes/shared/resource/definition/resource';
import { snakeCase } from '../sandbox/names';

/** Values of body fields by wire name. */
export type Values = Record<string, unknown>;
export type StoredRecord = Record<string, unknown>;

/** Returns the identifier of a record of another resource; null where there is none. */
export type Linked = (reference: Reference) => unknown;

/** Fields that name a record without the definition saying of which kind. */
const customers = new Set(['subscription.cid', 'subscription.contact']);

/** A value for every field of a write, as it goes over the wire; `n` tells records apart. */
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

/** The request body that carries these values: nested and repeated under an alias as the definition says. */
export function bodyOf(resource: Resource, values: Values): Values {
	const body: Values = {};
	for (const { name, nestedIn: inside = [], wireAlias } of resource.fields) {
		if (!(name in values)) continue;
		let place = body;
		for (const key of inside) place = (place[key] ??= {}) as Values;
		place[name] = values[name];
		if (wireAlias) place[wireAlias] = values[name];
	}
	return body;
}

const lines = (column: string, stored: string) => (record: StoredRecord) =>
	(record[stored] as Values[]).map((line) => line[column]);
const column = (name: string) => (rows: unknown) => (rows as Values[]).map((row) => row[name]);

/** Fields that the service stores under another name than their own, and what of them is compared. */
const elsewhere: Record<
	string,
	{ from: (record: StoredRecord) => unknown; sent?: (value: unknown) => unknown }
> = {
	'order.items': { from: lines('quantity', 'lines'), sent: column('quantity') },
	'subscription.items': { from: lines('amount', 'lines'), sent: column('amount') },
	'subscription.cid': { from: ({ customer }) => (customer as Values).id },
	'subscription.contact': { from: ({ customer }) => (customer as Values).id },
	'report.panels': { from: lines('name', 'panels'), sent: column('name') },
	'workflow.nodes': {
		from: lines('user_display_name', 'nodes'),
		sent: column('user_display_name'),
	},
};

/** Fields that are instructions to the service and are not stored. */
const instructions = new Set([
	'order.createMissingItems',
	'order.triggerWorkflows',
	'report.createDefaultPanel',
]);

const asTime = (value: unknown) => new Date(String(value)).toISOString();

/**
 * What was sent and what is stored, field by field, to be compared with each other.
 *
 * @returns values by wire name, as they should be kept and as they are
 */
export function sentAndStored(
	resource: Resource,
	values: Values,
	record: StoredRecord,
	behind: (reference: Reference, externalId: unknown) => StoredRecord | undefined,
): { sent: Values; stored: Values } {
	const sent: Values = {};
	const stored: Values = {};
	for (const field of resource.fields) {
		const { name, type, refersTo, nestedIn: inside = [] } = field;
		const value = values[name];
		const id = `${resource.name}.${name}`;
		if (value === undefined || instructions.has(id)) continue;
		if (elsewhere[id]) {
			sent[name] = elsewhere[id].sent?.(value) ?? value;
			stored[name] = elsewhere[id].from(record);
		} else if (inside.length > 0 && inside[0] !== 'order') {
			sent[name] = value;
			stored[name] = [...inside, name].reduce<unknown>(
				(object, key) => (object as Values)?.[key === 'reportMetadata' ? 'metadata' : key],
				record,
			);
		} else if (name === resource.identifiers.external) {
			sent[name] = value;
			stored[name] = record.external_id;
		} else if (refersTo) {
			sent[name] = refersTo.by === 'externalId' ? behind(refersTo, value)?.id : value;
			stored[name] = record[snakeCase(name).replace('_external_id', '_id')];
		} else {
			sent[name] = type === 'dateTime' ? asTime(value) : value;
			stored[name] = record[snakeCase(name)];
		}
	}
	return { sent, stored };
}
