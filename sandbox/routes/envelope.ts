import type { JsonObject, ObjectFacts } from '../contract';
import { rules } from '../objects/rules';
import type { Service } from '../service';
import type { StoredRecord } from '../store/records';

/** Whether the response to a write is what the specification says of all writes, and nothing else. */
export const isPlain = ({ behaviour }: Service) => behaviour.now.writeResponse === 'specification';

/** The write envelope of the specification: five keys, the identifier under the name of the object. */
export function plainEnvelope(
	facts: ObjectFacts,
	record: StoredRecord,
	status: string,
	ctxId: string,
): JsonObject {
	const [identifier] = Object.keys(facts.envelope);
	const keys = { status, external_id: record.externalId, [identifier]: record.id, ctx_id: ctxId };
	// The specification shows the response to creating a deal, and there is no ok in it.
	return facts.key === 'deals' && status === 'created' ? keys : { ok: true, ...keys };
}

/** The response to a write: ok, what happened, and the identifiers that the contract lists. */
export function writeEnvelope(
	facts: ObjectFacts,
	record: StoredRecord,
	status: string,
	ctxId: string,
	service: Service,
): JsonObject {
	if (isPlain(service)) return plainEnvelope(facts, record, status, ctxId);
	const identifiers: JsonObject = { uuid: record.id, number: String(record.number) };
	for (const name of Object.keys(facts.references)) {
		identifiers[name] = record.fields[`${name}_id`] ?? null;
	}
	const own = Object.entries(facts.envelope).map(([key, what]) => [key, identifiers[what]]);
	return {
		ok: true,
		status,
		...(facts.externalId.length > 0 && { external_id: record.externalId }),
		...Object.fromEntries(own),
		...rules[facts.key]?.envelope?.(record, service),
		ctx_id: ctxId,
	};
}
