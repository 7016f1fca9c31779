import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../../http';
import type { Resource } from '../../definition/resource';
import { readComplete } from './pagedList';
import { readRows, ResponseDifferences, type Expected } from '../readResponse';
import { requestsOf, type CallOptions } from '../requests';
import type { RowSink } from './passRows';
import { latestFirst, readLatest, updatedSince } from './updatedAfter';

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
	/** Takes the records as they come; they are not kept then. */
	readonly sink?: RowSink;
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
}

export const newLearnedOfLists = (): LearnedOfLists => ({
	largestPage: 0,
	rejectedSorts: new Set(),
});

/** A list as far as it was wanted. */
export interface List {
	/** The rows; none where a sink took them. */
	readonly rows: IDataObject[];
	/** How many rows there are, also where a sink took them. */
	readonly count: number;
	/** How many records there are that match; undefined where that is not known. */
	readonly matching?: number;
	/** How many records were read. */
	readonly read: number;
	/** Rows that only a later pass has shown, so that a sink got them behind the others. */
	readonly late?: number;
	/** Why it may not be all, a sentence; undefined where nothing says so. */
	readonly doubt?: string;
}

/** Reads a resource's list, paged or whole, to its end or to the wanted number of records. */
export async function readList(
	service: Service,
	resource: Resource,
	wanted: ListQuery,
): Promise<List> {
	const { limit, updatedAfter } = wanted;
	const { paging, sort } = resource.list;
	if (paging === 'none') return await readWhole(service, resource, wanted);
	const source = { service, resource, learned: newLearnedOfLists(), ...wanted };
	if (updatedAfter === undefined) return await readComplete(source);
	const isSorted = sort === true && wanted.query.sort === undefined;
	if (isSorted) {
		const latest = await readLatest({ ...source, updatedAfter });
		if (latest) return latest;
	}
	const all = await readComplete({ ...source, limit: Infinity });
	const rows = updatedSince(all.rows, updatedAfter);
	const ordered = isSorted ? latestFirst(rows) : rows;
	const shown = ordered.slice(0, limit);
	return { ...all, rows: shown, count: shown.length, matching: rows.length };
}

async function readWhole(
	service: Service,
	resource: Resource,
	{ query, options, updatedAfter, limit, differences = new ResponseDifferences() }: ListQuery,
): Promise<List> {
	const request = requestsOf(resource).list(query, options);
	const response = await service.send(request);
	const expected = expectedRows(resource);
	const { rows: all, total } = await readRows(request, response, expected, differences);
	const rows = updatedAfter === undefined ? all : updatedSince(all, updatedAfter);
	const shown = rows.slice(0, limit);
	const doubt = doubtOfWhole(resource, all.length, total);
	return { rows: shown, count: shown.length, matching: rows.length, read: all.length, doubt };
}

/** What the rows of a list without pages are compared with. */
export const expectedRows = ({ listRecord, record, specified }: Resource): Expected => ({
	shape: listRecord ?? record,
	specified: specified?.list,
});

/**
 * Why a list without pages may not be complete.
 *
 * @param total how many rows there are, as the service says
 */
export function doubtOfWhole({ plural }: Resource, rows: number, total = 0): string | undefined {
	const many = `${rows.toLocaleString('en')} ${plural.toLowerCase()}`;
	return total > rows
		? `The service sent ${many} and counts ${total.toLocaleString('en')}; the list has no further pages.`
		: isRound(rows)
			? `The service sent exactly ${many}; it may have left out the rest, and the list has no further pages.`
			: undefined;
}

/** Whether a list without pages is as long as one that a service cuts off. */
const isRound = (rows: number) => rows >= 100 && rows % 100 === 0;
