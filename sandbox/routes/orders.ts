import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { operations, type JsonObject } from '../contract';
import { ServiceError } from '../errors';
import { OrderRefused, writeOrder, type OrderInput } from '../objects/orders';
import type { Service } from '../service';
import type { StoredRecord } from '../store/records';
import { liveTarget } from './objects';
import { serve } from './serve';

interface WireOrder {
	externalId: string;
	companyId?: string | null;
	companyExternalId?: string | null;
	orderAt?: string | null;
	deliveryStatus?: string | null;
	items: Array<{
		item_id?: string | null;
		itemExternalId?: string | null;
		quantity?: number;
		price?: number | null;
		tax?: number | null;
		tax_rate?: number | null;
	}>;
}

const inputOf = ({ items, deliveryStatus, ...order }: WireOrder): OrderInput => ({
	...order,
	lines: items.map(({ item_id: itemId, tax_rate: taxRate, ...line }) => ({
		...line,
		itemId,
		taxRate,
	})),
	fields: deliveryStatus === undefined ? {} : { delivery_status: deliveryStatus },
});

/** Creates and updates orders, one or many. Each order is written whole or not at all. */
export async function orderRoutes(app: FastifyInstance, service: Service) {
	const write = (order: WireOrder, createMissing: boolean, existing?: StoredRecord) => {
		try {
			const { record, created } = writeOrder(inputOf(order), createMissing, service, existing);
			const status = created ? 'created' : 'updated';
			return { external_id: order.externalId, status, order_id: record.id, errors: [] as string[] };
		} catch (error) {
			if (!(error instanceof OrderRefused)) throw error;
			const { problems: errors } = error;
			return { external_id: order.externalId, status: 'failed', order_id: null, errors };
		}
	};
	const writeAll = (orders: WireOrder[], createMissing: boolean) =>
		service.records.transaction(() => orders.map((order) => write(order, createMissing)));
	// The overall outcome: whether every order was accepted.
	const answer = (results: Array<ReturnType<typeof write>>, ctxId: string): JsonObject => ({
		ok: results.every(({ errors }) => errors.length === 0),
		results,
		job_id: null,
		ctx_id: ctxId,
	});

	serve(app, 'createOrder', ({ body, ctxId }) =>
		answer(writeAll([body.order as WireOrder], body.createMissingItems === true), ctxId),
	);

	serve(app, 'updateOrder', (call) => {
		const operation = operations.get('updateOrder')!;
		const existing = liveTarget(operation.object!, operation, call, service);
		const order = call.body.order as WireOrder;
		return answer([write(order, call.body.createMissingItems === true, existing)], call.ctxId);
	});

	serve(app, 'bulkCreateOrders', ({ body, ctxId, reply }) => {
		const orders = body.orders as WireOrder[];
		const createMissing = body.createMissingItems === true;
		if (orders.length === 0) throw new ServiceError(400, 'orders: at least one is needed');
		if (orders.length <= (service.options.limits?.bulkOrdersAtOnce ?? Infinity)) {
			return answer(writeAll(orders, createMissing), ctxId);
		}
		service.later(() => writeAll(orders, createMissing));
		reply.code(202);
		return { ok: true, results: null, job_id: `job-${randomUUID()}`, ctx_id: ctxId };
	});
}
