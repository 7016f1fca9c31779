import type { JsonObject, ObjectFacts } from '../contract';
import { ServiceError } from '../errors';
import { snakeCase } from '../names';
import type { Service } from '../service';
import type { StoredRecord } from '../store/records';
import { isoDate, isoDateTime } from './dates';
import { rules } from './rules';

export interface Written {
	record: StoredRecord;
	created: boolean;
}

function refuse(key: string, problem: string): never {
	const message = `${key}: ${problem}`;
	throw new ServiceError(400, message, { errors: { [key]: [problem] }, code: 'invalid' });
}

/** The external ID in a body: undefined when none of its keys is there, null when it is cleared. */
function externalIdIn(facts: ObjectFacts, body: JsonObject): string | null | undefined {
	const given = facts.externalId.filter((key) => body[key] !== undefined);
	if (given.length === 0) return undefined;
	return (body[given.find((key) => body[key] !== null) ?? given[0]] as string | null) || null;
}

/** Fields of the body as they are stored: references resolved, dates in the form of the record. */
function fieldsIn(facts: ObjectFacts, body: JsonObject, { records }: Service): JsonObject {
	const wire = new Map(Object.keys(body).map((key) => [snakeCase(key), key]));
	const fields: JsonObject = {};
	for (const [name, key] of wire) {
		if (!facts.externalId.includes(key)) fields[name] = body[key];
	}
	for (const [name, object] of Object.entries(facts.references)) {
		const external = fields[`${name}_external_id`];
		delete fields[`${name}_external_id`];
		const own = fields[`${name}_id`];
		if (own != null) {
			const found = records.find(object, String(own));
			fields[`${name}_id`] =
				found?.id ?? refuse(wire.get(`${name}_id`)!, `no record ${String(own)}`);
		} else if (external != null) {
			const found = records.byExternalId(object, String(external));
			fields[`${name}_id`] =
				found?.id ??
				refuse(wire.get(`${name}_external_id`)!, `no record with external ID ${String(external)}`);
		} else if (external === null) {
			fields[`${name}_id`] = null;
		}
	}
	for (const [name, value] of Object.entries(fields)) {
		const format = facts.record[name]?.format;
		if (typeof value !== 'string' || !format?.startsWith('date')) continue;
		fields[name] =
			(format === 'date' ? isoDate : isoDateTime)(value) ??
			refuse(wire.get(name)!, `${value} is not an ISO date`);
	}
	return fields;
}

/** Creates a record or, for an object that upserts, updates the one with the same external ID. */
export function createRecord(facts: ObjectFacts, body: JsonObject, service: Service): Written {
	const externalId = externalIdIn(facts, body) ?? rules[facts.key]?.externalId?.() ?? null;
	const before =
		facts.upsert && externalId ? service.records.byExternalId(facts.key, externalId) : undefined;
	if (before) return { record: updateRecord(facts, before, body, service), created: false };
	const given = fieldsIn(facts, body, service);
	const fields = rules[facts.key]?.write?.(given, service) ?? given;
	return { record: service.records.insert(facts.key, externalId, fields), created: true };
}

/** Changes what the body names; absent keeps, null clears. An archived record comes back. */
export function updateRecord(
	facts: ObjectFacts,
	before: StoredRecord,
	body: JsonObject,
	service: Service,
): StoredRecord {
	const given = fieldsIn(facts, body, service);
	const fields = rules[facts.key]?.write?.(given, service, before) ?? given;
	const externalId = externalIdIn(facts, body);
	const taken = externalId && facts.upsert && service.records.byExternalId(facts.key, externalId);
	if (taken && taken.id !== before.id && !taken.archived) {
		refuse(facts.externalId[0], `${externalId} belongs to another record`);
	}
	return service.records.save(before, {
		archived: false,
		externalId: externalId === undefined ? before.externalId : externalId,
		fields: { ...before.fields, ...fields },
	});
}
