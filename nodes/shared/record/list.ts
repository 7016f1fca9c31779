import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import {
	badAnswer,
	fail,
	readPages,
	succeed,
	type Answer,
	type Result,
	type Service,
	type ServiceRequest,
} from '../service';
import { shapeSchema, whyUnexpected } from './answers';
import type { Resource } from './definition';
import type { CallOptions } from './requests';
import { requestsOf } from './requests';

/** What to read of a list. */
export interface ListQuery {
	/** Filters, search and sort by wire name. */
	readonly query: IDataObject;
	readonly options: CallOptions;
	/** At most so many records; Infinity for all. */
	readonly most: number;
	/** Pages that may be read ahead at once. */
	readonly parallel: number;
}

/** An order that stays as it is while rows come and go, so that paging can be exact (observed field). */
const STEADY_ORDER = 'created_at';

/** Reads a resource's list, paged or whole, to its end or to the wanted number of records. */
export async function readList(
	service: Service,
	resource: Resource,
	{ query, options, most, parallel }: ListQuery,
): Promise<Result<IDataObject[]>> {
	const requests = requestsOf(resource);
	const { paging, sort } = resource.list;

	if (paging === 'none') {
		const request = requests.list(query, options);
		const answer = await service.send(request);
		if (!answer.ok) return answer;
		const rows = readRows(answer.value, request, wholeSchema(resource));
		return rows.ok ? succeed(rows.value.slice(0, most)) : rows;
	}

	const readsOn = most > PAGE_THAT_NEEDS_NO_ORDER;
	const ordered = sort && readsOn ? { sort: STEADY_ORDER, ...query } : query;
	return await readPages<IDataObject>({
		most,
		parallel,
		keyOf: keyReader(resource),
		fetch: async (page, limit) => {
			const request = requests.list({ ...ordered, page, limit }, options);
			const answer = await service.send(request);
			if (!answer.ok) return answer;
			const reason = whyUnexpected(pageSchema, answer.value.body);
			if (reason) return badAnswer(request, reason, answer.value);
			const { data, total } = answer.value.body as { data: IDataObject[]; total?: number };
			return succeed({ rows: data, total: total ?? undefined });
		},
	});
}

/** Up to here one page is enough, whatever its order. */
const PAGE_THAT_NEEDS_NO_ORDER = 100;

/** Rows of a paged list are free objects (observed), so only the envelope is checked. */
const pageSchema = z
	.object({
		data: z.array(z.record(z.string(), z.unknown())),
		total: z.number().nullish(),
	})
	.passthrough();

const wholeSchema = (resource: Resource) =>
	z.array(shapeSchema(resource.listRecord ?? resource.record));

/** Reads a bare array, or the array under `data`, and checks every element. */
export function readRows(
	answer: Answer,
	request: ServiceRequest,
	schema: z.ZodTypeAny,
): Result<IDataObject[]> {
	const reason = whyUnexpected(schema, answer.body);
	return reason ? fail(badAnswer(request, reason, answer).failure) : succeed(answer.body as IDataObject[]);
}

function keyReader({ identifiers }: Resource) {
	const names = [identifiers.record, identifiers.number, identifiers.envelope].filter(
		(name): name is string => name !== undefined,
	);
	return (row: IDataObject) => {
		const name = names.find((key) => row[key] !== undefined && row[key] !== null);
		return name === undefined ? undefined : String(row[name]);
	};
}
