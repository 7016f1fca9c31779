import type { JsonObject } from '../contract';
import type { Service } from '../service';
import type { StoredRecord } from '../store/records';
import { deals } from './deals';
import { inventories, inventoryTransactions } from './inventories';
import { locations } from './locations';
import { meters } from './meters';
import { reports } from './reports';
import { subscriptions } from './subscriptions';
import { workflows } from './workflows';

/** What an object does beyond keeping what it is given. */
export interface ObjectRules {
	/** Completes or refuses fields that are about to be kept; `before` is the present record, if there is one. */
	write?(fields: JsonObject, service: Service, before?: StoredRecord): JsonObject;
	/** Fields of the record that follow from others. */
	show?(record: StoredRecord, service: Service): JsonObject;
	/** Further keys of the write answer. */
	envelope?(record: StoredRecord, service: Service): JsonObject;
	/** An external ID for a record that came without one. */
	externalId?(): string;
}

/** Rules by object; an object without an entry needs none. */
export const rules: Record<string, ObjectRules | undefined> = {
	deals,
	inventories,
	'inventory-transactions': inventoryTransactions,
	locations,
	meters,
	reports,
	subscriptions,
	workflows,
};
