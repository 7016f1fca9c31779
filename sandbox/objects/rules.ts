import { deals } from './deals';
import { inventories, inventoryTransactions } from './inventories';
import { locations } from './locations';
import { meters } from './meters';
import type { ObjectRules } from './objectRules';
import { reports } from './reports';
import { subscriptions } from './subscriptions';
import { workflows } from './workflows';

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
