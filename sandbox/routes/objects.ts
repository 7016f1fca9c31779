import type { FastifyInstance } from 'fastify';
import {
	componentOf,
	document,
	operations,
	type Action,
	type ObjectFacts,
	type Operation,
	type Schema,
} from '../contract';
import { ServiceError } from '../errors';
import { showRecord } from '../objects/read';
import { createRecord, updateRecord } from '../objects/write';
import type { Service } from '../service';
import type { StoredRecord } from '../store/records';
import { isPlain, writeEnvelope } from './envelope';
import { listRecords } from './list';
import { serve, type Call } from './serve';

/** Operations of an object that are not like those of the others; they have their own handlers. */
const special = new Set(['createOrder', 'updateOrder']);

/** The record that a path (or `external_id` in the query) names. */
function target(facts: ObjectFacts, { path, query }: Call, { records }: Service): StoredRecord {
	const external = query.external_id;
	const [reference] = Object.values(path);
	const found =
		external === undefined
			? records.find(facts.key, reference)
			: records.byExternalId(facts.key, String(external));
	if (found) return found;
	throw new ServiceError(404, `No ${facts.name} ${String(external ?? reference)}`, {
		code: 'not_found',
	});
}

/** As `target`, but not for records that were archived. */
export function liveTarget(facts: ObjectFacts, operation: Operation, call: Call, service: Service) {
	const record = target(facts, call, service);
	if (!record.archived) return record;
	const status = operation.responses[409] ? 409 : 404;
	throw new ServiceError(status, `This ${facts.name} is archived`, { code: 'archived' });
}

const recordKeys = (schema: Schema): Record<string, Schema> =>
	document.components.schemas[componentOf(schema)!].properties!;

function handlerOf(operation: Operation, service: Service): (call: Call) => unknown {
	const facts = operation.object!;
	const response = operation.responses[200];
	const respondsWithRecord = componentOf(response)?.endsWith('Record');
	const written = (record: StoredRecord, status: string, ctxId: string) =>
		respondsWithRecord && !isPlain(service)
			? showRecord(facts, record, service)
			: writeEnvelope(facts, record, status, ctxId, service);

	const handlers: Record<Action, (call: Call) => unknown> = {
		list: (call) => listRecords(operation, call, service),

		retrieve(call) {
			const keys = recordKeys(response);
			const shown = showRecord(facts, target(facts, call, service), service, keys);
			return 'ctx_id' in keys ? { ...shown, ctx_id: call.ctxId } : shown;
		},

		create({ body, ctxId }) {
			const { record, created } = service.records.transaction(() =>
				createRecord(facts, body, service),
			);
			return written(record, created ? 'created' : 'updated', ctxId);
		},

		update(call) {
			const record = liveTarget(facts, operation, call, service);
			const saved = service.records.transaction(() =>
				updateRecord(facts, record, call.body, service),
			);
			return written(saved, 'updated', call.ctxId);
		},

		// Archiving again changes nothing and is no failure.
		delete(call) {
			const record = target(facts, call, service);
			const archived = record.archived ? record : service.records.save(record, { archived: true });
			return writeEnvelope(facts, archived, 'deleted', call.ctxId, service);
		},
	};
	return handlers[operation.action!];
}

/** Serves list, retrieve, create, update and delete of every object from what the contract says about it. */
export async function objectRoutes(app: FastifyInstance, service: Service) {
	for (const operation of operations.values()) {
		if (!operation.object || operation.object.key === 'properties') continue;
		if (!special.has(operation.id)) serve(app, operation.id, handlerOf(operation, service));
	}
}
