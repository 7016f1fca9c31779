import { date, integer, number, text } from '../shared/resource/definition/fields';
import type { Field } from '../shared/schema/field';
import type { Shape } from '../shared/schema/types';

/** A field, and the names under which spreadsheets carry it beside its own. */
export interface Column extends Field {
	readonly spellings: readonly string[];
}

/** The field by which rows find their order, and results theirs. */
export const EXTERNAL_ID = 'order_external_id';

const known = (field: Field, ...spellings: string[]): Column => ({ ...field, spellings });

/** The fields of an order beside its lines (specification: Migration order upsert). */
export const headerFields: readonly Column[] = [
	known(
		text(
			EXTERNAL_ID,
			'Order External ID',
			'Your own ID for the order; an existing one is updated',
			{
				required: true,
				isId: true,
				example: 'order-001',
			},
		),
		'external ID',
		'order ID',
		'order number',
		'order no',
		'order #',
		'order ref',
		'order reference',
		'order key',
	),
	known(
		text('company_external_id', 'Company External ID', 'Ordering company, by your own ID', {
			isId: true,
			example: 'acme-001',
		}),
		'company ID',
		'customer external ID',
		'customer ID',
		'customer number',
		'customer no',
		'account ID',
	),
	known(
		text('management_id', 'Management ID', 'Number under which the order is managed', {
			isId: true,
			example: 'M-1042',
		}),
		'management number',
		'management no',
	),
	known(
		text('invoice_external_id', 'Invoice External ID', 'Invoice of the order, by your own ID', {
			isId: true,
			example: 'inv-001',
		}),
		'invoice ID',
		'invoice number',
		'invoice no',
	),
	known(
		date('order_date', 'Order Date', 'Day on which the order was placed'),
		'ordered at',
		'ordered on',
		'order day',
		'date of order',
	),
	known(
		date('shipping_date', 'Shipping Date', 'Day on which the goods leave'),
		'ship date',
		'shipped at',
		'shipped on',
		'date of shipping',
	),
	known(
		date('delivery_date', 'Delivery Date', 'Day on which the goods arrive'),
		'delivered at',
		'delivered on',
		'delivery day',
		'date of delivery',
	),
	known(
		text('created_by', 'Created By', 'Who made the order', { example: 'Jane Doe' }),
		'author',
		'entered by',
	),
	known(
		text('inventory_reflection', 'Inventory Reflection', 'How the order counts in the inventory'),
		'stock reflection',
	),
	known(
		text('memo', 'Memo', 'Remark on the order'),
		'note',
		'notes',
		'comment',
		'comments',
		'remark',
		'remarks',
	),
];

/** The fields of one order line. */
export const lineFields: readonly Column[] = [
	known(
		text('item_external_id', 'Item External ID', 'Item that is ordered, by your own ID', {
			isId: true,
			example: 'sku-001',
		}),
		'item ID',
		'item number',
		'item no',
		'item code',
		'SKU',
		'product external ID',
		'product ID',
		'product number',
		'product code',
		'article number',
		'article no',
	),
	known(
		text('item_name', 'Item Name', 'Name of the item, used when it is created', {
			example: 'Desk lamp',
		}),
		'product name',
		'article name',
		'item title',
		'product title',
	),
	known(
		integer('quantity', 'Quantity', 'How many units are ordered', { example: 2 }),
		'qty',
		'quantity ordered',
		'units',
		'pieces',
		'pcs',
	),
	known(
		number('unit_price', 'Unit Price', 'Price of one unit', { example: 25 }),
		'price per unit',
		'price each',
		'item price',
		'price',
	),
	known(
		number('tax_rate_percent', 'Tax Rate Percent', 'Tax rate of the line in percent', {
			example: 10,
		}),
		'tax rate',
		'tax percent',
		'tax %',
		'VAT rate',
		'VAT percent',
		'VAT %',
	),
];

/** The result of one order (specification: Migration order upsert, UpsertResult). */
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
