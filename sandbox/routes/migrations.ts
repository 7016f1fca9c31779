import type { FastifyInstance } from 'fastify';
import { FrameworkError } from '../errors';
import { OrderRejected, writeOrder, type OrderInput } from '../objects/orders';
import type { Service } from '../service';
import { stableUuid } from '../store/records';
import { workspace } from '../workspace';
import { serve } from './serve';

interface WireLine {
	item_external_id?: string | null;
	item_name?: string | null;
	quantity?: number | null;
	unit_price?: number | null;
	tax_rate_percent?: number | null;
}

interface WireOrder {
	order_external_id?: string | null;
	company_external_id?: string | null;
	order_date?: string | null;
	items?: WireLine[] | null;
}

const inputOf = (order: WireOrder): OrderInput => {
	const {
		order_external_id: externalId,
		company_external_id: companyExternalId,
		order_date: orderAt,
		items,
		...fields
	} = order;
	if (!externalId) {
		const message = 'order_external_id is missing';
		throw new OrderRejected([{ code: 'required', message, field: 'order_external_id' }]);
	}
	const lines = items?.map((line) => ({
		itemExternalId: line.item_external_id,
		itemName: line.item_name,
		quantity: line.quantity,
		price: line.unit_price,
		taxRate: line.tax_rate_percent,
	}));
	return { externalId, companyExternalId, orderAt, lines, fields };
};

/** Prepares the workspace for a migration, and takes orders in bulk. Any partner will do. */
export async function migrationRoutes(app: FastifyInstance, service: Service) {
	const { records, options, behaviour } = service;

	serve(app, 'bootstrapMigration', ({ path: { partner } }) => {
		const field = (object: string) => stableUuid(`migration/${partner}/${object}`);
		return {
			workspace_id: workspace.id,
			company_external_id_field_id: field('company'),
			item_external_id_field_id: field('item'),
			order_external_id_field_id: field('order'),
			invoice_external_id_field_id: field('invoice'),
			estimate_external_id_field_id: field('estimate'),
		};
	});

	serve(app, 'upsertMigrationOrders', ({ body }) => {
		const orders = body.orders as WireOrder[];
		const most = options.limits?.migrationOrders ?? Infinity;
		if (orders.length > most) {
			const detail = `Too many orders in one request: ${orders.length}, at most ${most}`;
			throw new FrameworkError(options.limits?.migrationStatus ?? 413, detail, 'too_large');
		}
		const createMissing = body.create_missing_items !== false;
		const writeProblems = behaviour.problemWriter();
		const results = records.transaction(() =>
			orders.map((order) => {
				try {
					const { record, created } = writeOrder(inputOf(order), createMissing, service);
					return {
						external_id: record.externalId,
						object_id: record.id,
						record_id: record.number,
						created,
						errors: [] as unknown[],
					};
				} catch (error) {
					if (!(error instanceof OrderRejected)) throw error;
					return {
						external_id: order.order_external_id ?? null,
						object_id: null,
						record_id: null,
						created: false,
						errors: writeProblems(error.problems),
					};
				}
			}),
		);
		return { ok: results.every(({ errors }) => errors.length === 0), results };
	});
}
