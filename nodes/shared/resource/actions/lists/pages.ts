import type { IDataObject } from 'n8n-workflow';

import { failureOf, type PagedList, type Service } from '../../../http';
import { idKeys, type Resource } from '../../definition/resource';
import { readRows, type Expected } from '../readResponse';
import { requestsOf, type CallOptions } from '../requests';

/** A list of the service, and what is wanted of it. */
export interface ListSource {
	readonly service: Service;
	readonly resource: Resource;
	readonly options: CallOptions;
	/** Filters, search and sort by wire name. */
	readonly query?: IDataObject;
	/** Maximum number of records; all when left out. */
	readonly limit?: number;
	/** Only records updated at or after this time, milliseconds. The service has no such query. */
	readonly updatedAfter?: number;
	/** Pages that may be read at once. */
	readonly parallel?: number;
	/** Takes what is to be said of the list in a hint. */
	readonly note?: (sentences: readonly string[]) => void;
	/** Give what could be read although it is not all. */
	readonly acceptIncomplete?: boolean;
}

/** A list of which it is said how much of it is wanted. */
export type WantedList = ListSource & Required<Pick<ListSource, 'query' | 'limit'>>;

export const NULL_LIST = [
	'The service responded with null instead of a list; it was taken for an empty list.',
];

/** What the rows of a list are compared with; those of a paged one are free objects (observed). */
export function expectedRows({ list, listRecord, record, specified }: Resource): Expected {
	if (list.paging) return { shape: {} };
	return { shape: listRecord ?? record, specified: specified?.list };
}

/** Reads pages of a list in an order, as the service sends them. */
export function pageReader(source: ListSource, order?: Order): PagedList<IDataObject>['fetch'] {
	const { service, resource, options, note } = source;
	const query = order === undefined ? source.query : { ...source.query, sort: order };
	return async (page, limit, next) => {
		const request = requestsOf(resource).list({ ...query }, options, { page, limit, next });
		try {
			const response = await service.send(request);
			const read = await readRows(request, response, expectedRows(resource));
			if (read.isNull) note?.(NULL_LIST);
			return read;
		} catch (error) {
			// Some services say so when a page lies beyond the end.
			const failure = failureOf(error);
			if (page > 1 && failure.kind === 'notFound') return { rows: [] };
			throw page > 1 && failure.kind === 'refused' ? failure.with({ remedy: SHORTER }) : failure;
		}
	};
}

/** The pages of a list in an order, as a pass reads them. */
export const pagesOf = (
	source: WantedList,
	order: Order,
	pageSize: number,
): PagedList<IDataObject> => ({
	fetch: pageReader(source, order),
	keyOf: keyReader(source.resource),
	pageSize: Math.min(pageSize, source.limit),
	limit: source.limit,
	parallel: source.parallel ?? 1,
});

const SHORTER =
	'The service gives no more of this list. Narrow it with filters or, where the node has a Limit, lower it.';

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

/**
 * Orders of a list, as the service takes them: a field, or `-field` downwards; undefined is the
 * service's own. Which of them are assumed: docs/decisions.md, Lists.
 */
export type Order = string | undefined;

const CREATED_AT = 'created_at';

export const fieldOf = (order: Order = '') => order.replace(/^-/, '');

const signOf = (order: string) => (order.startsWith('-') ? -1 : 1);

/** Orders that stay as they are while rows change: the number of a record is unique, its time nearly so. */
export const stableOrders = ({ identifiers: { number } }: Resource) =>
	number === undefined ? [CREATED_AT] : [number, CREATED_AT];

/** Whether a service that follows the order may have several rows of one value, whose order is open. */
export const mayTie = (resource: Resource, order: Order) =>
	order !== undefined && !stableOrders(resource).includes(fieldOf(order));

/** What a service may say to a field that it cannot sort by; a list of sortable ones is not documented. */
export const mayRejectSort = (status: number | undefined) =>
	status === 400 || status === 422 || status === 500;

/** Whether rows come strictly in an order, noted one after another: the rows are not kept. */
export class RowDirection {
	/** 1 or -1 while each value is beyond the one before, else 0; undefined for fewer than two. */
	private sign?: number;
	private before?: number;

	constructor(private readonly order: Order) {}

	add(row: IDataObject): void {
		const { before, order, sign } = this;
		const shown = row[fieldOf(order)];
		const value = fieldOf(order) === CREATED_AT ? Date.parse(String(shown)) : Number(shown ?? NaN);
		this.before = value;
		if (before === undefined) return;
		const step = Math.sign(value - before);
		this.sign = step === (sign ?? step) ? step : 0;
	}

	/** Whether no two rows were alike, and all came in the order. */
	get isStrict(): boolean {
		return this.order !== undefined && this.sign === signOf(this.order);
	}
}

/**
 * Puts rows that came late behind the last one with the same value of the order; values that only they have follow at the end.
 *
 * @param inTime how many of the rows came in the order of the list
 */
export function placeLate(
	order: Order,
	rows: readonly IDataObject[],
	inTime: number,
): IDataObject[] {
	if (order === undefined || inTime === rows.length) return [...rows];
	const valueOf = (row: IDataObject) => (row[fieldOf(order)] ?? '') as string | number;
	const places = new Map(rows.slice(0, inTime).map((row, place) => [valueOf(row), place]));
	const all = [...new Set(rows.map(valueOf))].sort((a, b) => (a < b ? -1 : 1) * signOf(order));
	all.forEach((value, at) => places.set(value, places.get(value) ?? inTime + at));
	const placeOf = (row: IDataObject, at: number) => (at < inTime ? at : places.get(valueOf(row))!);
	const placed = rows.map((row, at) => [placeOf(row, at), row] as const);
	return placed.sort(([one], [other]) => one - other).map(([, row]) => row);
}
