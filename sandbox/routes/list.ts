import {
	componentOf,
	document,
	isNullable,
	type ObjectFacts,
	type Operation,
	type Schema,
} from '../contract';
import { ServiceError } from '../errors';
import { showRecord } from '../objects/read';
import type { Service } from '../service';
import type { ListQuery } from '../store/live-order';
import { workspace } from '../workspace';
import type { Call } from './serve';

const maximumRows = 100;
// The contract names no default for companies, contacts and orders.
const defaultRows = 20;

/** Keys of a row, as the contract gives them to this list. */
function rowKeys(operation: Operation): Record<string, Schema> {
	const response = operation.responses[200];
	const page = document.components.schemas[componentOf(response) ?? ''];
	const row = response.items ?? page?.properties?.data?.items;
	const component = componentOf(row);
	return component ? document.components.schemas[component].properties! : operation.object!.record;
}

function sortOf({ uuid, number, record }: ObjectFacts, sort: unknown): string {
	const [, direction, field] = /^(-?)(.*)$/.exec(String(sort))!;
	if (field !== 'external_id' && !record[field]) {
		const fields = Object.keys(record).join(', ');
		throw new ServiceError(400, `Cannot sort by ${field}. Fields: ${fields}`, {
			errors: { sort: [`no field ${field}`] },
		});
	}
	if (field === uuid) return `${direction}id`;
	return field === number ? `${direction}number` : `${direction}${field}`;
}

/** What to look for, and in which order; the parameter is `search`, at some objects `q` too. */
function listQuery(facts: ObjectFacts, { query }: Call, service: Service): ListQuery {
	const text = query.search ?? query.q;
	return {
		...(service.behaviour.now.listOrder === 'newestFirst' && { newestFirst: true }),
		...(text && { search: { text: String(text), fields: facts.search } }),
		...(query.sort && { sort: sortOf(facts, query.sort) }),
	};
}

/** The response of a list: everything in an array, or one page in an envelope. */
export function listRecords(operation: Operation, call: Call, service: Service) {
	const { records, faults, options, clock } = service;
	const facts = operation.object!;
	const { page = 1, limit = defaultRows, workspace_id: asked } = call.query;
	if (asked && asked !== workspace.id) {
		throw new ServiceError(403, 'The token does not belong to this workspace');
	}
	const injected = faults.inject(
		operation,
		call.request.url.split('?')[0],
		(kind) => kind === 'pageCap' || (kind === 'shift' && Number(page) > 1),
	);
	const query = listQuery(facts, call, service);
	const { newestFirst = false } = query;
	const keys = rowKeys(operation);
	for (const { kind, insert = 0, remove = 0, injected: times } of injected) {
		if (kind !== 'shift') continue;
		for (const record of records.page(facts.key, 0, remove, { newestFirst }))
			records.save(record, { archived: true });
		for (let index = 1; index <= insert; index++) {
			const name = `Inserted ${times}-${index}`;
			const isKeyed = keys.external_id !== undefined && !isNullable(keys.external_id);
			const externalId = isKeyed ? `inserted-${clock.now()}-${times}-${index}` : null;
			records.insert(facts.key, externalId, { name }, { first: !newestFirst });
		}
	}

	const rows = (from: number, length: number) =>
		records
			.page(facts.key, from, length, query)
			.map((record) => showRecord(facts, record, service, keys));
	if (facts.list === 'array') return rows(0, Infinity);

	const cap = injected.find(({ kind }) => kind === 'pageCap')?.rows ?? Infinity;
	const size = Math.min(Number(limit), options.limits?.pageRows ?? maximumRows, cap);
	const data = rows((Number(page) - 1) * size, size);
	if (facts.list === 'numbered') {
		return { data, count: data.length, page, limit: size, ctx_id: call.ctxId };
	}
	const readOnly = call.request.principal === 'regular';
	return {
		data,
		page,
		count: data.length,
		total: records.count(facts.key, query),
		message: 'OK',
		...(facts.key !== 'orders' && { permission: readOnly ? 'view' : 'edit' }),
		ctx_id: call.ctxId,
	};
}
