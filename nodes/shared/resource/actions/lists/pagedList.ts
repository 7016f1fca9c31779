import type { IDataObject } from 'n8n-workflow';

import {
	fail,
	iteratePages,
	MAX_PAGE_SIZE,
	Pass,
	succeed,
	type PagedList,
	type Result,
	type Service,
} from '../../../http';
import { idKeys } from '../../definition/identityKeys';
import type { Resource } from '../../definition/resource';
import type { LearnedOfLists, List, ListQuery } from './listQuery';
import { readRows, ResponseDifferences, type Expected } from '../readResponse';
import { requestsOf } from '../requests';

/** A paged list of the service, and what is wanted of it. */
export interface ListSource extends ListQuery {
	readonly service: Service;
	readonly resource: Resource;
	readonly learned: LearnedOfLists;
}

/** Passes over a list before it counts as one that cannot be read completely. */
const MAX_PASSES = 16;

/** Passes without a new row after which further ones will not bring any either. */
const MAX_IDLE_PASSES = 3;

/** One pass over a list: its rows, each once, in the order in which they came. */
interface Read {
	readonly pass: Pass;
	readonly rows: IDataObject[];
	/** The sort that was asked for. */
	readonly order?: string;
	/** Where in the list the rows of each value of the sort begin. */
	readonly begins: ReadonlyMap<unknown, number>;
}

const valueOf = (row: IDataObject, field: string) => row[field] ?? null;

/**
 * Reads a paged list to its end or to the wanted number of rows, so that none is missing and none
 * comes twice. What proves that, and what is done where nothing does: docs/decisions.md, Lists.
 */
export async function readComplete(source: ListSource): Promise<Result<List>> {
	const first = await readInOwnOrder(source);
	if (!first.ok) return first;
	const { pass, rows } = first.value;
	const isEnough = rows.length >= source.limit || (pass.total ?? 0) <= rows.length;
	return isEnough && (await isProven(source, first.value))
		? succeed(asList(source, pass, rows))
		: await readAgain(source, first.value);
}

/** The first pass, in the order in which the rows are given: the chosen one, else a stable one. */
async function readInOwnOrder(source: ListSource): Promise<Result<Read>> {
	const { learned, query, resource } = source;
	const orders =
		query.sort === undefined && resource.list.sort
			? [...stableOrders(resource).filter((order) => !learned.rejectedSorts.has(order)), undefined]
			: [query.sort as string | undefined];
	for (;;) {
		const order = orders.shift();
		const read = await readOnce(source, order);
		if (read.ok || orders.length === 0 || !mayRejectSort(read.failure.status)) return read;
		learned.rejectedSorts.add(order!);
	}
}

/** Orders that stay as they are while rows change: the number of a record is unique, its time nearly so. */
const stableOrders = ({ identifiers: { number } }: Resource) =>
	number === undefined ? [CREATED_AT] : [number, CREATED_AT];

const CREATED_AT = 'created_at';

/** Rows of the other end of a list that show whether the service sorts. */
const PROBE_SIZE = 5;

const fieldOf = (order = '') => order.replace(/^-/, '');

/** What a service may say to a field that it cannot sort by; a list of sortable ones is not documented. */
export const mayRejectSort = (status: number | undefined) =>
	status === 400 || status === 422 || status === 500;

async function readOnce(
	source: ListSource,
	order: string | undefined,
	pageSize = MAX_PAGE_SIZE,
): Promise<Result<Read>> {
	const pass = new Pass();
	const rows: IDataObject[] = [];
	const begins = new Map<unknown, number>();
	const field = source.limit < Infinity ? fieldOf(order) : '';
	for await (const page of iteratePages(pagesOf(source, order, pageSize), pass)) {
		if (!page.ok) return page;
		for (const row of page.value.fresh) rows.push(row);
		for (let index = 0; field !== '' && index < page.value.rows.length; index += 1) {
			const value = valueOf(page.value.rows[index], field);
			if (!begins.has(value)) begins.set(value, page.value.start + index);
		}
		if (rows.length >= source.limit) break;
	}
	// What was read again from further back may have rows of an earlier value.
	const mayTie = order !== undefined && !stableOrders(source.resource).includes(fieldOf(order));
	const ordered = mayTie && !pass.steady ? merge(source, order, rows) : rows;
	return succeed({ pass, rows: ordered, order, begins });
}

/** The pages of the list in an order, as the service sends them. */
export function pagesOf(
	{
		service,
		resource,
		query,
		options,
		limit,
		parallel,
		learned,
		differences = new ResponseDifferences(),
	}: ListSource,
	order: string | undefined,
	pageSize: number,
): PagedList<IDataObject> {
	return {
		keyOf: keyReader(resource),
		pageSize: Math.min(pageSize, limit),
		limit,
		parallel,
		largestPage: learned.largestPage,
		fetch: async (page, size) => {
			const sorted = order === undefined ? query : { ...query, sort: order };
			const request = requestsOf(resource).list({ ...sorted, page, limit: size }, options);
			const response = await service.send(request);
			if (!response.ok) {
				// Some services say so when a page lies beyond the end.
				const isBeyond = page > 1 && response.failure.kind === 'notFound';
				return isBeyond ? succeed({ rows: [] }) : response;
			}
			const rows = readRows(request, response.value, pagedRow, differences);
			if (rows.ok) learned.largestPage = Math.max(learned.largestPage, rows.value.rows.length);
			return rows;
		},
	};
}

/** Rows of a paged list are free objects (observed). */
const pagedRow: Expected = { shape: {} };

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
 * Whether a pass surely gave every row that was there throughout it: its pages overlapped in an
 * order that no change disturbs; or nothing moved, and there are as many rows as places in the list.
 */
async function isProven(source: ListSource, read: Read): Promise<boolean> {
	const { pass, rows, order } = read;
	if (!pass.ended && rows.length < source.limit) return false;
	if (pass.steady && rows.length >= pass.positions && isCounted(source, read)) return true;
	if (rows.length >= source.limit && isFirst(source, read, rows)) return true;
	return pass.overlapping && !pass.repeated && (await followsSort(source, order, rows));
}

/**
 * Whether the number of rows says something. In an order in which rows tie, one that went and one
 * that was missed can make up for each other, unless the total says that none went.
 */
function isCounted({ resource, learned, limit }: ListSource, { order, pass, rows }: Read): boolean {
	const mayTie = order !== undefined && !stableOrders(resource).includes(fieldOf(order));
	const isOnePage = rows.length <= learned.largestPage;
	return !mayTie || isOnePage || rows.length >= limit || pass.total === rows.length;
}

/**
 * Whether the wanted rows are the first ones: as many rows come before those of the last value as
 * there are places. Which rows of that value are wanted is open.
 */
function isFirst({ limit }: ListSource, { order, begins }: Read, rows: readonly IDataObject[]) {
	if (order === undefined) return false;
	const value = valueOf(rows[limit - 1], fieldOf(order));
	const before = rows.findIndex((row) => valueOf(row, fieldOf(order)) === value);
	return before >= (begins.get(value) ?? Infinity);
}

/**
 * Whether the service follows a stable order, and does not only happen to list its rows like that: then
 * the other direction begins with the last row, or with one beyond it.
 */
async function followsSort(
	source: ListSource,
	order: string | undefined,
	rows: readonly IDataObject[],
): Promise<boolean> {
	const { learned, resource } = source;
	const field = fieldOf(order);
	const direction = order === field ? 1 : -1;
	if (!stableOrders(resource).includes(field)) return false;
	if (directionOf(rows, resource) !== direction) return false;
	if (learned.followedSort === undefined) {
		const keyOf = keyReader(resource);
		const reverse = order === field ? `-${field}` : field;
		const other = await pagesOf(source, reverse, PROBE_SIZE).fetch(1, PROBE_SIZE);
		const end = other.ok ? other.value.rows : [];
		const isElsewhere = end.every((row) => keyOf(row) !== keyOf(rows[0]));
		learned.followedSort = isElsewhere && directionOf([...end, rows[0]], resource) === -direction;
	}
	return learned.followedSort;
}

/**
 * Whether the rows ascend (1) or descend (-1) by something that no two have in common and that never
 * changes: their number, or the time at which they were created. 0 where they do not.
 */
function directionOf(rows: readonly IDataObject[], { identifiers: { number } }: Resource): number {
	const readers = [
		(row: IDataObject) => (number === undefined ? NaN : Number(row[number] ?? NaN)),
		(row: IDataObject) => Date.parse(String(row[CREATED_AT])),
	];
	const directions = readers.map((read) => {
		const values = rows.map(read);
		const sign = Math.sign(values[1] - values[0]);
		const isStrict = values.every(
			(value, index) => !index || (value - values[index - 1]) * sign > 0,
		);
		return isStrict ? sign : 0;
	});
	return directions.find((direction) => direction !== 0) ?? 0;
}

/**
 * Further passes over a list of which the first may have missed rows, in other orders and with pages
 * of other sizes, until one of them is proven, or two agree how many rows there are and all are found.
 */
async function readAgain(wanted: ListSource, first: Read): Promise<Result<List>> {
	const { order } = first;
	const isLimited = first.rows.length >= wanted.limit;
	// A list that ended too early needs all rows of the other orders.
	const source = isLimited ? wanted : { ...wanted, limit: Infinity };
	const keyOf = keyReader(source.resource);
	const found = new Set(first.rows.map(keyOf));
	// Rows that nothing tells apart cannot be put together from several passes.
	if (found.has(undefined)) return succeed(asList(wanted, first.pass, first.rows));
	const missing: IDataObject[] = [];
	/** What the passes showed since the number of rows last changed. */
	let present = new Set(found);
	let last = first;
	let lastProven = (await isProven(source, first)) ? first : undefined;
	let passes = 1;
	let idle = 0;
	for (; passes < MAX_PASSES && idle < MAX_IDLE_PASSES; passes += 1) {
		const pageSize = Math.max(MAX_PAGE_SIZE - 3 * passes, MAX_PAGE_SIZE / 2);
		const orders = isLimited ? [order] : furtherOrders(source, order);
		const current = orders[(passes - 1) % orders.length];
		const read = await readOnce(source, current, pageSize);
		if (!read.ok) {
			if (current === order || !mayRejectSort(read.failure.status)) return read;
			source.learned.rejectedSorts.add(fieldOf(current));
			continue;
		}
		const { pass, rows } = read.value;
		const known = found.size;
		for (const row of rows) {
			if (!found.has(keyOf(row))) missing.push(row);
			found.add(keyOf(row));
		}
		const hasNews = found.size > known;
		const proven = await isProven(source, read.value);
		const agree = pass.ended && last.pass.ended && expectedOf(pass) === expectedOf(last.pass);
		if (!agree) present = new Set();
		for (const row of rows) present.add(keyOf(row));
		const all = merge(source, order, first.rows, missing);
		const isAll = isLimited
			? isFirst(source, read.value, all)
			: (proven ? found : present).size >= expectedOf(pass) && (proven || agree);
		// Read from both ends, or on one page, the rows are the same ones: it is the total that is wrong.
		const isAllButTotal =
			!isLimited &&
			proven &&
			lastProven !== undefined &&
			!hasNews &&
			(rows.length <= source.learned.largestPage || isReversed(rows, lastProven.rows, keyOf));
		// A service that sends one page whatever is asked for may have no other.
		const isOnePage =
			pass.repeated &&
			first.pass.repeated &&
			missing.length === 0 &&
			found.size >= expectedOf(pass);
		if (isAll || isAllButTotal || isOnePage) {
			const list = asList(wanted, pass, all);
			return succeed(
				isAllButTotal && !isAll
					? { ...list, doubt: miscounted(source, list.rows.length, pass.total) }
					: list,
			);
		}
		if (proven) lastProven = read.value;
		last = read.value;
		// A pass with gaps may bring nothing new and the next one all that is missing.
		if (hasNews) idle = 0;
		else if (!isLimited && (proven || pass.repeated || !pass.ended)) idle += 1;
	}
	const rows = merge(source, order, first.rows, missing);
	if (isLimited) return succeed(asList(wanted, first.pass, rows));
	const { pass } = last;
	const words = `${shortfall(source, rows.length, expectedOf(pass))} in ${passes} passes over the list`;
	return source.acceptIncomplete
		? succeed({ ...asList(wanted, pass, rows), doubt: `${words}.` })
		: incomplete(words);
}

/** How many rows there are, by the end that was reached or by the total, whichever is more. */
const expectedOf = ({ ended, positions, total = 0 }: Pass) =>
	Math.max(ended ? positions : 0, total);

/** Orders that may show rows which the first one missed; the other end of the list first. */
function furtherOrders({ resource, learned }: ListSource, order: string | undefined) {
	if (!resource.list.sort) return [undefined];
	const orders = stableOrders(resource).flatMap((name) =>
		learned.rejectedSorts.has(name) ? [] : [`-${name}`, name],
	);
	return orders.length > 0 ? orders : [order];
}

const isReversed = (
	rows: readonly IDataObject[],
	others: readonly IDataObject[],
	keyOf: (row: IDataObject) => string | undefined,
) =>
	rows.length === others.length &&
	rows.every((row, index) => keyOf(row) === keyOf(others[others.length - 1 - index]));

/**
 * Puts rows that a later pass found where they belong: beside those with the same value of the sort,
 * or, in the order of record numbers, by their number.
 */
function merge(
	{ resource }: ListSource,
	order: string | undefined,
	rows: readonly IDataObject[],
	missing: readonly IDataObject[] = [],
): IDataObject[] {
	const all = [...rows, ...missing];
	if (order === undefined) return all;
	const field = fieldOf(order);
	const sign = order.startsWith('-') ? -1 : 1;
	if (field === resource.identifiers.number) {
		// A service that does not follow this sort has an order of its own.
		return directionOf(rows, resource) === sign
			? all.sort((a, b) => sign * (Number(a[field]) - Number(b[field])))
			: all;
	}
	const groups = new Map<unknown, IDataObject[]>();
	for (const row of all) {
		const group = groups.get(valueOf(row, field));
		if (group) group.push(row);
		else groups.set(valueOf(row, field), [row]);
	}
	// A value that the first pass missed as a whole goes where the order of the others shows.
	const shown = [...new Set(rows.map((row) => valueOf(row, field)))];
	const isOrdered = shown.every(
		(value, index) => !index || sign * compare(shown[index - 1], value) < 0,
	);
	const values = [...groups.keys()];
	if (isOrdered && values.length > shown.length) values.sort((a, b) => sign * compare(a, b));
	return values.flatMap((value) => groups.get(value)!);
}

const compare = (one: unknown, other: unknown) =>
	one === other ? 0 : (one as string) < (other as string) ? -1 : 1;

function asList({ limit, resource }: ListSource, pass: Pass, rows: IDataObject[]): List {
	const { total, positions: read, ended, repeated } = pass;
	if (rows.length < limit) {
		const doubt =
			repeated && total === undefined
				? `The service sent the same page again instead of the next one, so there may be more than ${count(rows.length)} ${resource.plural.toLowerCase()}.`
				: undefined;
		return { rows, matching: rows.length, read, doubt };
	}
	const known = total !== undefined && total >= rows.length ? total : undefined;
	return { rows: rows.slice(0, limit), matching: known ?? (ended ? rows.length : undefined), read };
}

const count = (rows: number) => rows.toLocaleString('en');

const shortfall = ({ resource }: ListSource, rows: number, expected: number) =>
	expected > rows
		? `${count(rows)} of ${count(expected)} ${resource.plural.toLowerCase()} could be read`
		: `${count(rows)} ${resource.plural.toLowerCase()} could be read, and there are more,`;

const miscounted = ({ resource }: ListSource, rows: number, total = 0) =>
	`The service counts ${count(total)} ${resource.plural.toLowerCase()}, but lists ${count(rows)}; read twice, they are the same.`;

const incomplete = (words: string) =>
	fail({
		kind: 'unexpectedResponse',
		message: `The list is not complete: ${words}`,
		remedy:
			'Its order changes while it is read, or the service leaves records out. Run the node again when fewer records change, narrow the list with filters, or turn on Accept Incomplete List in the options.',
	});
