import { date, integer, number, text } from '../shared/resource/definition/fields';
import type { Field, Shape } from '../shared/schema/types';

/** The field by which rows find their order, and results theirs. */
export const EXTERNAL_ID = 'order_external_id';

/** The fields of an order beside its lines (specification: Migration order upsert). */
export const headerFields: readonly Field[] = [
	text(EXTERNAL_ID, 'Order External ID', 'Your own ID for the order; an existing one is updated', {
		required: true,
		isId: true,
		example: 'order-001',
	}),
	text('company_external_id', 'Company External ID', 'Ordering company, by your own ID', {
		refersTo: { resource: 'company', by: 'externalId' },
		of: 'migration',
		example: 'acme-001',
	}),
	text('management_id', 'Management ID', 'Number under which the order is managed', {
		isId: true,
		example: 'M-1042',
	}),
	text('invoice_external_id', 'Invoice External ID', 'Invoice of the order, by your own ID', {
		isId: true,
		example: 'inv-001',
	}),
	date('order_date', 'Order Date', 'Day on which the order was placed'),
	date('shipping_date', 'Shipping Date', 'Day on which the goods leave'),
	date('delivery_date', 'Delivery Date', 'Day on which the goods arrive'),
	text('created_by', 'Created By', 'Who made the order', {
		example: 'Jane Doe',
	}),
	text('inventory_reflection', 'Inventory Reflection', 'How the order counts in the inventory'),
	text('memo', 'Memo', 'Remark on the order'),
];

/** The fields of one order line. */
export const lineFields: readonly Field[] = [
	text('item_external_id', 'Item External ID', 'Item that is ordered, by your own ID', {
		refersTo: { resource: 'item', by: 'externalId' },
		example: 'sku-001',
	}),
	text('item_name', 'Item Name', 'Name of the item, used when it is created', {
		example: 'Desk lamp',
	}),
	integer('quantity', 'Quantity', 'How many units are ordered', {
		example: 2,
	}),
	number('unit_price', 'Unit Price', 'Price of one unit', {
		example: 25,
	}),
	number('tax_rate_percent', 'Tax Rate Percent', 'Tax rate of the line in percent', {
		example: 10,
		isPercent: true,
	}),
];

/** Where lines stand in an order, and a name can be of nothing else. */
export const nestedLineFields = lineFields.map((field) => ({ ...field, of: 'migration.items' }));

/** All of them, as a row has them that holds an order line. */
export const allFields: readonly Field[] = [...headerFields, ...lineFields];

/** Names under which the lines stand in an order, the service’s own first. */
export const ORDER_LINES = [
	...['items', 'line_items', 'lines', 'order_lines', 'order_items', 'positions', 'products'],
	...['productos', 'produtos', 'produits', 'prodotti', 'Produkte', 'Positionen', 'articles'],
	...['artículos', 'товары'],
];

/** The rows of an order, which agree on its header. */
export const linesOfOrder = {
	by: EXTERNAL_ID,
	shared: new Set(headerFields.map(({ name }) => name)),
};

/** The result of one order (specification: Migration order upsert, UpsertResult), as a response has it. */
export const upsertResult: Shape = {
	external_id: 'text',
	object_id: 'text',
	record_id: 'integer',
	created: 'boolean',
	errors: 'any',
};

/** The response to the preparation of a workspace (specification: Migration bootstrap response). */
export const bootstrapResponse: Shape = {
	workspace_id: 'text',
	company_external_id_field_id: 'text',
	item_external_id_field_id: 'text',
	order_external_id_field_id: 'text',
	invoice_external_id_field_id: 'text',
	estimate_external_id_field_id: 'text',
};
