import type { IDataObject } from 'n8n-workflow';

import {
	iteratePages,
	MAX_PAGE_SIZE,
	Pass,
	settle,
	type PagedList,
	type Service,
} from '../../../http';
import { idKeys, type Resource } from '../../definition/resource';
import { readRows, ResponseDifferences, type Expected } from '../readResponse';
import { requestsOf, type CallOptions } from '../requests';
import { fieldOf, mayTie, merge, valueOf, type Order } from './order';
import { GivenRows, KeptRows, type PassRows, type RowSink } from './passRows';

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

/** A paged list of the service, and what is wanted of it. */
export interface ListSource extends ListQuery {
	readonly service: Service;
	readonly resource: Resource;
	readonly learned: LearnedOfLists;
}

/** One pass over a list: its rows, each once, in the order in which they came. */
export interface Read {
	readonly pass: Pass;
	readonly rows: PassRows;
	/** The sort that was asked for. */
	readonly order: Order;
	/** Where in the list the rows of each value of the sort begin; noted where a number of rows is wanted. */
	readonly begins: ReadonlyMap<unknown, number>;
}

export interface PassOptions {
	readonly pageSize?: number;
	/** Leave a pass that cannot be proven any more, because rows moved in an order in which they can tie. */
	readonly stopsWhenMoved?: boolean;
}

/** Reads the list once, to its end or to the wanted number of rows. */
export async function readPass(
	source: ListSource,
	order: Order,
	{ pageSize = MAX_PAGE_SIZE, stopsWhenMoved = false }: PassOptions = {},
): Promise<Read> {
	const { limit, resource, sink } = source;
	const pass = new Pass();
	const keyOf = keyReader(resource);
	const rows = sink ? new GivenRows(resource, keyOf, sink, limit) : new KeptRows(resource, keyOf);
	const begins = new Map<unknown, number>();
	const isTied = mayTie(resource, order);
	const list = { ...pagesOf(source, order, pageSize), keys: rows.keys };
	try {
		for await (const page of iteratePages(list, pass)) {
			await rows.add(page.fresh);
			if (limit < Infinity && order !== undefined && !sink) {
				noteBegins(begins, page.rows, page.start, fieldOf(order));
			}
			if (rows.count >= limit || (stopsWhenMoved && isTied && !pass.steady)) break;
		}
	} finally {
		rows.end();
	}
	// What was read again from further back may have rows of an earlier value.
	if (isTied && !pass.steady) rows.kept = merge(resource, order, rows.kept);
	return { pass, rows, order, begins };
}

function noteBegins(
	begins: Map<unknown, number>,
	rows: readonly IDataObject[],
	start: number,
	field: string,
) {
	for (const [index, row] of rows.entries()) {
		const value = valueOf(row, field);
		if (!begins.has(value)) begins.set(value, start + index);
	}
}

/** Rows of a paged list are free objects (observed). */
const pagedRow: Expected = { shape: {} };

/** The pages of the list in an order, as the service sends them. */
export function pagesOf(
	source: ListSource,
	order: Order,
	pageSize: number,
): PagedList<IDataObject> {
	const { service, resource, query, options, limit, parallel, learned } = source;
	const { differences = new ResponseDifferences() } = source;
	return {
		keyOf: keyReader(resource),
		pageSize: Math.min(pageSize, limit),
		limit,
		parallel,
		largestPage: learned.largestPage,
		fetch: async (page, size) => {
			const sorted = order === undefined ? query : { ...query, sort: order };
			const request = requestsOf(resource).list({ ...sorted, page, limit: size }, options);
			const response = await settle(service.send(request));
			if (!response.ok) {
				// Some services say so when a page lies beyond the end.
				const isBeyond = page > 1 && response.failure.kind === 'notFound';
				if (isBeyond) return { rows: [] };
				throw response.failure;
			}
			const read = await readRows(request, response.value, pagedRow, differences);
			learned.largestPage = Math.max(learned.largestPage, read.rows.length);
			return read;
		},
	};
}

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
