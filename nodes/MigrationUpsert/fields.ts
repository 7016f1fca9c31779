import { date, integer, number, text } from '../shared/resource/definition/fields';
import * as names from '../shared/schema/columnNames';
import type { Field, Shape } from '../shared/schema/types';

/** The field by which rows find their order, and results theirs. */
export const EXTERNAL_ID = 'order_external_id';

/** The fields of an order beside its lines (specification: Migration order upsert). */
export const headerFields: readonly Field[] = [
	text(EXTERNAL_ID, 'Order External ID', 'Your own ID for the order; an existing one is updated', {
		required: true,
		isId: true,
		example: 'order-001',
		...names.of.order,
	}),
	text('company_external_id', 'Company External ID', 'Ordering company, by your own ID', {
		refersTo: { resource: 'company', by: 'externalId' },
		example: 'acme-001',
		...names.of.customer,
	}),
	text('management_id', 'Management ID', 'Number under which the order is managed', {
		isId: true,
		example: 'M-1042',
		aliases: names.MANAGEMENT_ID,
	}),
	text('invoice_external_id', 'Invoice External ID', 'Invoice of the order, by your own ID', {
		isId: true,
		example: 'inv-001',
		...names.of.invoice,
	}),
	date('order_date', 'Order Date', 'Day on which the order was placed', {
		...names.of.orderDate,
	}),
	date('shipping_date', 'Shipping Date', 'Day on which the goods leave', {
		...names.of.shippingDate,
	}),
	date('delivery_date', 'Delivery Date', 'Day on which the goods arrive', {
		...names.of.deliveryDate,
	}),
	text('created_by', 'Created By', 'Who made the order', {
		example: 'Jane Doe',
		aliases: names.CREATED_BY,
	}),
	text('inventory_reflection', 'Inventory Reflection', 'How the order counts in the inventory', {
		aliases: ['stock reflection'],
	}),
	text('memo', 'Memo', 'Remark on the order', { aliases: names.MEMO }),
];

/** The fields of one order line. */
export const lineFields: readonly Field[] = [
	text('item_external_id', 'Item External ID', 'Item that is ordered, by your own ID', {
		refersTo: { resource: 'item', by: 'externalId' },
		example: 'sku-001',
		...names.of.item,
	}),
	text('item_name', 'Item Name', 'Name of the item, used when it is created', {
		example: 'Desk lamp',
		...names.of.itemName,
	}),
	integer('quantity', 'Quantity', 'How many units are ordered', {
		example: 2,
		aliases: names.QUANTITY,
	}),
	number('unit_price', 'Unit Price', 'Price of one unit', {
		example: 25,
		...names.of.unitPrice,
	}),
	number('tax_rate_percent', 'Tax Rate Percent', 'Tax rate of the line in percent', {
		example: 10,
		isPercent: true,
		aliases: names.TAX_RATE,
	}),
];

/** Where lines stand in an order, and a name can be of nothing else. */
export const nestedLineFields = lineFields.map((field) =>
	field.name === 'item_name'
		? { ...field, aliases: [...(field.aliases ?? []), 'name', 'title'] }
		: field,
);

/** All of them, as a row has them that holds an order line. */
export const allFields: readonly Field[] = [...headerFields, ...lineFields];

/** The rows of an order, which agree on its header. */
export const linesOfOrder = {
	by: EXTERNAL_ID,
	shared: new Set(headerFields.map(({ name }) => name)),
	lists: names.ORDER_LINES,
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
