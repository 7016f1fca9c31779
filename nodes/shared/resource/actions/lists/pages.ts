import type { IDataObject } from 'n8n-workflow';

import { failureOf, settle, type Failure, type PagedList, type Service } from '../../../http';
import { idKeys, type Resource } from '../../definition/resource';
import { readRows, type Expected, type ResponseDifferences } from '../readResponse';
import { requestsOf, type CallOptions } from '../requests';

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
	rejectedSorts: readonly string[];
	/** It follows a sort by number or time of creation. */
	followedSort?: boolean;
	/** It does sort by the time of the last update. */
	sortsByUpdate?: boolean;
	/** How many rows there were when the last of them by that sort had a time, so that none without one is hidden there. */
	timedTotal?: number;
	/** A request failed in a way that may pass: what was concluded from it holds for this execution only. */
	isUnsure?: boolean;
}

export const newLearnedOfLists = (): LearnedOfLists => ({ largestPage: 0, rejectedSorts: [] });

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

/**
 * Orders of a list, as the service takes them: a field, or `-field` downwards; undefined is the
 * service's own. Which of them are assumed: docs/decisions.md, Lists.
 */
export type Order = string | undefined;

const CREATED_AT = 'created_at';

export const fieldOf = (order: Order = '') => order.replace(/^-/, '');

export const reverseOf = (order: string) => (order.startsWith('-') ? fieldOf(order) : `-${order}`);

const signOf = (order: string) => (order.startsWith('-') ? -1 : 1);

export const valueOf = (row: IDataObject, field: string) => row[field] ?? null;

/** Orders that stay as they are while rows change: the number of a record is unique, its time nearly so. */
export const stableOrders = ({ identifiers: { number } }: Resource) =>
	number === undefined ? [CREATED_AT] : [number, CREATED_AT];

/** Whether a service that follows the order may have several rows of one value, whose order is open. */
export const mayTie = (resource: Resource, order: Order) =>
	order !== undefined && !stableOrders(resource).includes(fieldOf(order));

/** What a service may say to a field that it cannot sort by; a list of sortable ones is not documented. */
export const mayRejectSort = (status: number | undefined) =>
	status === 400 || status === 422 || status === 500;

/** The direction of rows by their stable values, noted one after another: the rows are not kept. */
export class RowDirection {
	private readonly fields: readonly string[];
	private readonly directions = [new Direction(), new Direction()];

	constructor(resource: Resource) {
		this.fields = stableOrders(resource);
	}

	add(row: IDataObject): void {
		this.fields.forEach((field, index) => {
			// Values in no order stay so.
			if (this.directions[index].sign === 0) return;
			const value =
				field === CREATED_AT ? Date.parse(String(row[field])) : Number(row[field] ?? NaN);
			this.directions[index].add(value);
		});
	}

	/** Whether they come in this stable order, no two alike. */
	isStrictlyIn(order: string): boolean {
		const sign = this.directions.map((direction) => direction.sign).find(Boolean);
		return this.fields.includes(fieldOf(order)) && sign === signOf(order);
	}
}

/** The direction of numbers: 1 or -1 while each is beyond the one before, else 0; undefined for fewer than two. */
class Direction {
	sign?: number;
	private before?: number;

	add(value: number) {
		const { before, sign } = this;
		this.before = value;
		if (before === undefined) return;
		const step = Math.sign(value - before);
		this.sign = step === (sign ?? step) ? step : 0;
	}
}

/**
 * Puts rows that came late or moved where they belong: beside those with the same value of the sort. The values are
 * sorted here where those that came in time are in such an order; otherwise they keep the order in which they came.
 *
 * @param inTime how many of the rows came in the order of the list
 */
export function sortIn(
	resource: Resource,
	order: Order,
	rows: readonly IDataObject[],
	inTime: number,
): IDataObject[] {
	if (order === undefined) return [...rows];
	const field = fieldOf(order);
	const isNumber = field === resource.identifiers.number;
	const read = (row: IDataObject) =>
		isNumber && row[field] ? Number(row[field]) : valueOf(row, field);
	const values = [...new Set(rows.map(read))];
	const known = values.slice(0, new Set(rows.slice(0, inTime).map(read)).size);
	const ranks = new Map(values.map((value, rank) => [value, rank]));
	const asTheyCame: Compare = (one, other) => ranks.get(one)! - ranks.get(other)!;
	const sorted = [byCode, byLanguage]
		.map(
			(compare): Compare =>
				(one, other) =>
					signOf(order) * compare(one, other),
		)
		.find((compare) => known.every((value, at) => at === 0 || compare(known[at - 1], value) < 0));
	const compare = sorted ?? asTheyCame;
	return [...rows].sort((one, other) => compare(read(one), read(other)));
}

type Value = ReturnType<typeof valueOf>;
type Compare = (one: Value, other: Value) => number;

/** Null comes last, as most databases have it. */
const nullLast =
	(compare: Compare): Compare =>
	(one, other) =>
		one === null || other === null
			? Number(one === null) - Number(other === null)
			: compare(one, other);

const byCode = nullLast((one, other) => (one === other ? 0 : one! < other! ? -1 : 1));

const { compare: byRules } = new Intl.Collator('en');

const byLanguage = nullLast((one, other) => byRules(String(one), String(other)));
