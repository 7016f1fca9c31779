import { cents } from '../names';
import type { ObjectRules } from './objectRules';

/** What a kind of movement does to the quantity; other kinds leave it alone. */
const direction: Record<string, number> = { incoming: 1, outgoing: -1 };

export const inventories: ObjectRules = {
	show({ id, fields }, { records }) {
		const moved = records
			.referencing('inventory-transactions', 'inventory_id', id)
			.map(
				(movement) =>
					(direction[String(movement.fields.transaction_type)] ?? 0) *
					Number(movement.fields.amount ?? 0),
			)
			.reduce((sum, amount) => sum + amount, 0);
		const quantity = Number(fields.initial_value ?? 0) + moved;
		return {
			record_source: 'api',
			available: quantity,
			committed: 0,
			unavailable: 0,
			total_inventory: quantity,
			inventory_value:
				typeof fields.unit_price === 'number' ? cents(quantity * fields.unit_price) : null,
			item_ids: fields.item_id ? [fields.item_id] : [],
		};
	},
};

export const inventoryTransactions: ObjectRules = {
	show({ archived, fields }, { records }) {
		const inventory = records.byId('inventories', String(fields.inventory_id));
		const price = fields.price as number | null | undefined;
		return {
			inventory_id: inventory?.number ?? null,
			inventory_uuid: inventory?.id ?? null,
			total_price: price == null ? null : cents(price * Number(fields.amount ?? 0)),
			average_price: price ?? null,
			usage_status: archived ? 'archived' : 'active',
		};
	},
};
