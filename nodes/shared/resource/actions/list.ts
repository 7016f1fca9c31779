import type { IDataObject } from 'n8n-workflow';

import { readPages, succeed, type Result, type Service } from '../../http';
import { idKeys } from '../definition/identityKeys';
import type { Resource } from '../definition/resource';
import { UPDATED_AT } from '../description/listParameters';
import { readRows, type Expected, ResponseDifferences, type Rows } from './readResponse';
import type { CallOptions } from './requests';
import { requestsOf } from './requests';

/** What to read of a list. */
export interface ListQuery {
	/** Filters, search and sort by wire name. */
	readonly query: IDataObject;
	readonly options: CallOptions;
	/** Maximum number of records; Infinity for all. */
	readonly limit: number;
	/** Only records updated at or after this time, milliseconds. The service has no such query. */
	readonly updatedAfter?: number;
	/** Pages that may be read ahead at once. */
	readonly parallel: number;
	/** Where it is noted that rows differ from what was observed. */
	readonly differences?: ResponseDifferences;
}

/** An order that stays as it is while rows come and go, so that paging can be exact (observed field). */
const STABLE_SORT = 'created_at';

/** A list as far as it was wanted. */
export interface List {
	readonly rows: IDataObject[];
	/** How many records there are that match, as far as that is known; at least the rows. */
	readonly matching: number;
	/** How many records were read. */
	readonly read: number;
}

/** Reads a resource's list, paged or whole, to its end or to the wanted number of records. */
export async function readList(
	service: Service,
	resource: Resource,
	wanted: ListQuery,
): Promise<Result<List>> {
	const { limit, updatedAfter, query } = wanted;
	const { paging, sort } = resource.list;
	if (paging === 'none') {
		const list = await readWhole(service, resource, wanted);
		if (!list.ok) return list;
		const { rows, total = 0 } = list.value;
		const narrow = narrowed(rows, wanted);
		return succeed(
			updatedAfter === undefined
				? { ...narrow, matching: Math.max(narrow.matching, total) }
				: narrow,
		);
	}
	if (updatedAfter === undefined) {
		const readsOn = limit > PAGE_THAT_NEEDS_NO_ORDER;
		const ordered = sort && readsOn ? { sort: STABLE_SORT, ...query } : query;
		return await readNumbered(service, resource, { ...wanted, query: ordered });
	}
	if (sort && query.sort === undefined) {
		const latest = await readLatest(service, resource, { ...wanted, updatedAfter });
		if (latest) return latest;
	}
	const ordered = sort ? { sort: STABLE_SORT, ...query } : query;
	const all = await readNumbered(service, resource, { ...wanted, query: ordered, limit: Infinity });
	return all.ok ? succeed(narrowed(all.value.rows, wanted)) : all;
}

async function readWhole(
	service: Service,
	resource: Resource,
	{ query, options, differences = new ResponseDifferences() }: ListQuery,
): Promise<Result<Rows>> {
	const request = requestsOf(resource).list(query, options);
	const response = await service.send(request);
	return response.ok ? readRows(request, response.value, rowOf(resource), differences) : response;
}

/** Reads page after page. `onPage` is called with each, `until` the row that ends the reading. */
async function readNumbered(
	service: Service,
	resource: Resource,
	{ query, options, limit, parallel, differences = new ResponseDifferences() }: ListQuery,
	{
		onPage,
		until,
	}: { onPage?: (rows: IDataObject[]) => void; until?: (row: IDataObject) => boolean } = {},
): Promise<Result<List>> {
	let known = 0;
	let read = 0;
	const rows = await readPages<IDataObject>({
		limit,
		parallel,
		until,
		keyOf: keyReader(resource),
		fetch: async (page, limit) => {
			const request = requestsOf(resource).list({ ...query, page, limit }, options);
			const response = await service.send(request);
			if (!response.ok) return response;
			const list = readRows(request, response.value, pagedRow, differences);
			if (!list.ok) return list;
			const { rows: data, total } = list.value;
			known = total ?? known;
			read += data.length;
			onPage?.(data);
			return succeed({ rows: data, total });
		},
	});
	if (!rows.ok) return rows;
	const matching = Math.max(known, rows.value.length);
	return succeed({ rows: rows.value, matching, read: Math.min(read, matching) });
}

/**
 * Reads the records that were updated last, newest first, and stops at the first older one.
 *
 * @returns undefined when the service does not keep that order, so that the whole list is needed
 */
async function readLatest(
	service: Service,
	resource: Resource,
	wanted: ListQuery & { readonly updatedAfter: number },
): Promise<Result<List> | undefined> {
	let inOrder = true;
	const latest = await readNumbered(
		service,
		resource,
		{ ...wanted, query: { ...wanted.query, sort: `-${UPDATED_AT}` } },
		{
			onPage: (rows) => {
				const times = rows.map(updatedAt).filter((time) => !Number.isNaN(time));
				inOrder &&= times.every((time, index) => index === 0 || time <= times[index - 1]);
			},
			until: (row) => updatedAt(row) < wanted.updatedAfter,
		},
	);
	if (!latest.ok) return latest;
	const { rows, read } = latest.value;
	return inOrder ? succeed({ rows, matching: rows.length, read }) : undefined;
}

/** Milliseconds since 1970; NaN where it cannot be read. A time without a zone is in UTC (assumed). */
const updatedAt = (row: IDataObject) => {
	const text = String(row[UPDATED_AT]).trim();
	const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text) || !/\d:\d/.test(text);
	return Date.parse(hasZone ? text : `${text.replace(' ', 'T')}Z`);
};

/** The rows that are wanted of all rows; one that does not say when it was updated stays. */
function narrowed(all: IDataObject[], { limit, updatedAfter }: ListQuery): List {
	const rows =
		updatedAfter === undefined ? all : all.filter((row) => !(updatedAt(row) < updatedAfter));
	return { rows: rows.slice(0, limit), matching: rows.length, read: all.length };
}

/** Up to here one page is enough, whatever its order. */
const PAGE_THAT_NEEDS_NO_ORDER = 100;

/** Rows of a paged list are free objects (observed). */
const pagedRow: Expected = { shape: {} };

const rowOf = ({ listRecord, record, specified }: Resource): Expected => ({
	shape: listRecord ?? record,
	specified: specified?.list,
});

/** A row by the key and the value of its identifier: an ID and a number may be alike. */
function keyReader({ identifiers }: Resource) {
	const names = idKeys(identifiers);
	return (row: IDataObject) => {
		const name = names.find((key) => row[key] !== undefined && row[key] !== null);
		return name === undefined ? undefined : `${name} ${String(row[name])}`;
	};
}
