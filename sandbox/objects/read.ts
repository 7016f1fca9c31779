import type { JsonObject, ObjectFacts, Schema } from '../contract';
import { isNullable } from '../contract';
import type { Service } from '../service';
import type { StoredRecord } from '../store/records';
import { rules } from './rules';

/** What people call a record: the name of a contact has two parts. */
const nameOf = ({ fields }: StoredRecord) =>
	[fields.name, fields.last_name].filter(Boolean).join(' ') || null;

function referenced({ references }: ObjectFacts, { fields }: StoredRecord, { records }: Service) {
	const shown: JsonObject = {};
	for (const [name, object] of Object.entries(references)) {
		const id = fields[`${name}_id`];
		const record = typeof id === 'string' ? records.byId(object, id) : undefined;
		shown[`${name}_name`] = record ? nameOf(record) : null;
	}
	return shown;
}

/**
 * A record as the service returns it: the keys that the contract gives it, null where there is no value, and the
 * workspace's own properties that have one.
 */
export function showRecord(
	facts: ObjectFacts,
	record: StoredRecord,
	service: Service,
	keys: Record<string, Schema> = facts.record,
): JsonObject {
	const known: JsonObject = {
		...record.fields,
		...referenced(facts, record, service),
		created_at: record.createdAt,
		updated_at: record.updatedAt,
		...rules[facts.key]?.show?.(record, service),
	};
	if (facts.uuid) known[facts.uuid] = record.id;
	if (facts.number) known[facts.number] = record.number;
	if (record.archived) known[keys.status ? 'status' : 'usage_status'] = 'archived';
	const shown: JsonObject = {};
	for (const [key, schema] of Object.entries(keys)) {
		const value = known[key];
		if (value !== undefined && (value !== null || isNullable(schema))) shown[key] = value;
		else if (isNullable(schema)) shown[key] = null;
	}
	return { ...shown, ...(record.fields.custom as JsonObject | undefined) };
}
