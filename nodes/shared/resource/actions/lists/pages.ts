import type { IDataObject } from 'n8n-workflow';

import { failureOf, settle, type Failure, type PagedList, type Service } from '../../../http';
import { idKeys, type Resource } from '../../definition/resource';
import { readRows, type Expected, type ResponseDifferences } from '../readResponse';
import { requestsOf, type CallOptions } from '../requests';
import type { Order } from './order';

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
	/** Give what could be read although it is not all. */
	readonly acceptIncomplete?: boolean;
	/** What was learned of the service from other lists of the same execution. */
	readonly learned?: LearnedOfLists;
}

/** What the lists of one execution show of the service, so that it is found out once. */
export interface LearnedOfLists {
	/** Rows of the largest page so far. */
	largestPage: number;
	/** Sorts that the service rejects. */
	readonly rejectedSorts: Set<string>;
	/** It follows a sort by number or time of creation. */
	followedSort?: boolean;
	/** It does sort by the time of the last update. */
	sortsByUpdate?: boolean;
	/** How many rows there were when the last of them by that sort had a time, so that none without one is hidden there. */
	timedTotal?: number;
	/** A request failed in a way that may pass: what was concluded from it holds for this execution only. */
	isUnsure?: boolean;
}

export const newLearnedOfLists = (): LearnedOfLists => ({
	largestPage: 0,
	rejectedSorts: new Set(),
});

/** A list of the service, and what is wanted of it. */
export interface ListSource extends ListQuery {
	readonly service: Service;
	readonly resource: Resource;
	readonly learned: LearnedOfLists;
	readonly differences: ResponseDifferences;
}

/** Rows of a paged list are free objects (observed). */
const pagedRow: Expected = { shape: {} };

/** The pages of the list in an order, as the service sends them. */
export function pagesOf(
	source: ListSource,
	order: Order,
	pageSize: number,
): PagedList<IDataObject> {
	const { service, resource, query, options, limit, parallel, learned, differences } = source;
	return {
		keyOf: keyReader(resource),
		pageSize: Math.min(pageSize, limit),
		limit,
		parallel,
		largestPage: learned.largestPage,
		fetch: async (page, size) => {
			const sorted = order === undefined ? query : { ...query, sort: order };
			const request = requestsOf(resource).list({ ...sorted, page, limit: size }, options);
			try {
				const response = await service.send(request);
				const read = await readRows(request, response, pagedRow, differences);
				learned.largestPage = Math.max(learned.largestPage, read.rows.length);
				return read;
			} catch (error) {
				// Some services say so when a page lies beyond the end.
				const failure = failureOf(error);
				if (page > 1 && failure.kind === 'notFound') return { rows: [] };
				throw failure;
			}
		},
	};
}

/** The rows of a page of the list in an order, the first one; none where they cannot be read. */
export async function rowsOfPage(
	source: ListSource,
	order: string,
	size: number,
	number = 1,
): Promise<readonly IDataObject[]> {
	const page = await settle(pagesOf(source, order, size).fetch(number, size));
	if (page.ok) return page.value.rows;
	if (mayPass(page.failure)) source.learned.isUnsure = true;
	return [];
}

/** Whether a failed request says nothing of the service that holds for the next one, too. */
export const mayPass = ({ status }: Failure) => status !== 400 && status !== 422;

/** Reads a row's identifier by its key and value, because an ID and a number may be alike. */
export function keyReader({ identifiers }: Resource) {
	const names = idKeys(identifiers);
	return (row: IDataObject) => {
		const name = names.find((key) => row[key] !== undefined && row[key] !== null);
		if (name === undefined) return undefined;
		// The usual key goes without its name, which would be a copy of the ID for every row.
		return name === names[0] ? String(row[name]) : `${name} ${String(row[name])}`;
	};
}
