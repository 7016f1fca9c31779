import type { JsonObject } from '../contract';
import type { Service } from '../service';
import type { StoredRecord } from '../store/records';

/** What an object does beyond storing the fields of a request. */
export interface ObjectRules {
	/** Completes or refuses fields before they are stored; `before` is the present record, if there is one. */
	write?(fields: JsonObject, service: Service, before?: StoredRecord): JsonObject;
	/** Fields of the record that follow from others. */
	show?(record: StoredRecord, service: Service): JsonObject;
	/** Further keys of the response to a write. */
	envelope?(record: StoredRecord, service: Service): JsonObject;
	/** An external ID for a record that came without one. */
	externalId?(): string;
}
