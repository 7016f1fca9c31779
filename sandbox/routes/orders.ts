import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ProblemWriter } from '../behaviour';
import { objects, operations, type JsonObject } from '../contract';
import { ServiceError } from '../errors';
import { OrderRejected, writeOrder, type OrderInput } from '../objects/orders';
import type { Service } from '../service';
import type { StoredRecord } from '../store/records';
import { isPlain, plainEnvelope } from './envelope';
import { liveTarget } from './objects';
import { serve, type Call } from './serve';

interface WireOrder {
	/** Absent in an update that does not change it; so are the lines. */
	externalId?: string;
	companyId?: string | null;
	companyExternalId?: string | null;
	orderAt?: string | null;
	deliveryStatus?: string | null;
	items?: Array<{
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
	lines: items?.map(({ item_id: itemId, tax_rate: taxRate, ...line }) => ({
		...line,
		itemId,
		taxRate,
	})),
	fields: deliveryStatus === undefined ? {} : { delivery_status: deliveryStatus },
});

function rejectionOf({ problems, message }: OrderRejected) {
	const errors: Record<string, string[]> = {};
	for (const problem of problems) (errors[problem.field] ??= []).push(problem.message);
	return new ServiceError(400, message, { errors });
}

/** Creates and updates orders, one or many. Each order is written whole or not at all. */
export async function orderRoutes(app: FastifyInstance, service: Service) {
	const facts = objects.get('orders')!;
	const write = (
		order: WireOrder,
		createMissing: boolean,
		writeProblems: ProblemWriter,
		existing?: StoredRecord,
	) => {
		try {
			const { record, created } = writeOrder(inputOf(order), createMissing, service, existing);
			const status = created ? 'created' : 'updated';
			return { external_id: record.externalId, status, order_id: record.id, errors: [] };
		} catch (error) {
			if (!(error instanceof OrderRejected)) throw error;
			const errors = writeProblems(error.problems);
			return { external_id: order.externalId ?? null, status: 'failed', order_id: null, errors };
		}
	};
	const writeAll = (orders: WireOrder[], createMissing: boolean) => {
		const writeProblems = service.behaviour.problemWriter();
		return service.records.transaction(() =>
			orders.map((order) => write(order, createMissing, writeProblems)),
		);
	};
	// The overall outcome: whether every order was accepted.
	const response = (results: Array<ReturnType<typeof write>>, ctxId: string): JsonObject => ({
		ok: results.every(({ errors }) => errors.length === 0),
		results,
		job_id: null,
		ctx_id: ctxId,
	});
	const writeOne = ({ body, ctxId }: Call, existing?: StoredRecord): JsonObject => {
		const order = body.order as WireOrder;
		const createMissing = body.createMissingItems === true;
		if (!isPlain(service)) {
			const writeProblems = service.behaviour.problemWriter();
			return response([write(order, createMissing, writeProblems, existing)], ctxId);
		}
		try {
			const { record, created } = writeOrder(inputOf(order), createMissing, service, existing);
			return plainEnvelope(facts, record, created ? 'created' : 'updated', ctxId);
		} catch (error) {
			// The envelope has no place for what is wrong, so the order is refused like any other record.
			throw error instanceof OrderRejected ? rejectionOf(error) : error;
		}
	};

	serve(app, 'createOrder', (call) => writeOne(call));

	serve(app, 'updateOrder', (call) =>
		writeOne(call, liveTarget(facts, operations.get('updateOrder')!, call, service)),
	);

	// One envelope cannot report many orders: a bulk write returns results, whatever the behaviour.
	serve(app, 'bulkCreateOrders', ({ body, ctxId, reply }) => {
		const orders = body.orders as WireOrder[];
		const createMissing = body.createMissingItems === true;
		if (orders.length === 0) throw new ServiceError(400, 'orders: at least one is needed');
		if (orders.length <= (service.options.limits?.bulkOrdersAtOnce ?? Infinity)) {
			return response(writeAll(orders, createMissing), ctxId);
		}
		service.later(() => writeAll(orders, createMissing));
		reply.code(202);
		return { ok: true, results: null, job_id: `job-${randomUUID()}`, ctx_id: ctxId };
	});
}
