import type { IDataObject } from 'n8n-workflow';

import { Failure, MAX_PAGE_SIZE, settle, unwrap, windowOver, type Pass } from '../../../http';
import { keyReader, pagesOf, readPass, type List, type ListSource, type Read } from './readPass';
import { fieldOf, mayRejectSort, mayTie, merge, stableOrders, valueOf, type Order } from './order';
import type { RowKeys } from './passRows';
import { Agreement, expectedOf, furtherOrders, isFirst, isProven } from './proof';

/**
 * Reads a paged list to its end or to the wanted number of rows, so that none is missing and none
 * comes twice. What proves that, and what is done where nothing does: docs/decisions.md, Lists.
 */
export async function readComplete(source: ListSource): Promise<List> {
	const first = await readInOwnOrder(source);
	const { pass, rows } = first;
	const isLimited = rows.count >= source.limit;
	const isEnough = isLimited || (pass.total ?? 0) <= rows.count;
	if (isEnough && (await isProven(source, first))) {
		return asList(source, pass, rows.kept, rows.count);
	}
	return await (isLimited ? readFirstAgain : readAllAgain)(source, first);
}

/** The first pass, in the order in which the rows are given: the chosen one, else a stable one. */
async function readInOwnOrder(source: ListSource): Promise<Read> {
	const { learned, limit, query, resource } = source;
	const usable = stableOrders(resource).filter((order) => !learned.rejectedSorts.has(order));
	const sorts = resource.list.sort === true;
	const isChosen = query.sort !== undefined;
	const orders: Order[] = isChosen ? [query.sort as string] : [...(sorts ? usable : []), undefined];
	// A stable order is read then, and the chosen one made of it.
	const stopsWhenMoved =
		limit === Infinity && isChosen && sorts && usable.length > 0 && learned.followedSort !== false;
	for (;;) {
		const order = orders.shift();
		const read = await settle(readPass(source, order, { stopsWhenMoved }));
		if (read.ok || orders.length === 0 || !mayRejectSort(read.failure.status)) return unwrap(read);
		learned.rejectedSorts.add(order!);
	}
}

/**
 * Further passes over a list of which the first may have missed rows: with pages of other sizes and,
 * where all rows are wanted, in other orders.
 */

/** Passes over a list before it counts as one that cannot be read completely. */
const MAX_PASSES = 16;

/** Passes without a new row after which further ones will not bring any either. */
const MAX_IDLE_PASSES = 3;

/** Pages of every pass begin elsewhere, so that what lies between two of one pass lies within one of another. */
const pageSizeOf = (passes: number) => Math.max(MAX_PAGE_SIZE - 3 * passes, MAX_PAGE_SIZE / 2);

/** The rows that the passes have shown so far. */
class FoundRows {
	private readonly keys: RowKeys;
	/** Those that the first pass did not show. */
	private readonly added: IDataObject[] = [];
	private readonly keyOf: ReturnType<typeof keyReader>;

	constructor(
		private readonly source: ListSource,
		private readonly first: Read,
	) {
		this.keyOf = keyReader(source.resource);
		this.keys = source.sink?.given ?? first.rows.keys;
	}

	/** Whether every row has an identifier; others cannot be put together from several passes. */
	get canBeToldApart() {
		return this.first.pass.allHaveKeys;
	}

	get size() {
		return this.keys.size;
	}

	/** Adds those that are new. */
	add(rows: readonly IDataObject[]): void {
		for (const row of rows) {
			const key = this.keyOf(row);
			if (key === undefined || this.keys.has(key)) continue;
			this.keys.add(key);
			this.added.push(row);
		}
	}

	/** In the order of the first pass. */
	inOrder(shown?: readonly unknown[]): IDataObject[] {
		const { first, added } = this;
		return merge(this.source.resource, first.order, first.rows.kept, added, shown);
	}

	/** The list as far as it was wanted. */
	async asList(wanted: ListSource, pass: Pass): Promise<List> {
		const { size, first, source } = this;
		if (source.sink) return { ...asList(wanted, pass, [], size), late: size - first.rows.count };
		return asList(wanted, pass, await this.putInOrder());
	}

	/** A first pass that was left early does not show the order of all values. */
	private async putInOrder() {
		const { order, pass } = this.first;
		const rows = this.inOrder();
		return pass.ended || !mayTie(this.source.resource, order)
			? rows
			: this.inOrder(await readValueOrder(this.source, order, rows));
	}
}

/** Reads until the wanted rows are surely the first ones of the order. */
async function readFirstAgain(source: ListSource, first: Read): Promise<List> {
	const found = new FoundRows(source, first);
	const { kept, count } = first.rows;
	if (!found.canBeToldApart) return asList(source, first.pass, kept, count);
	if (source.sink) {
		// What was given cannot be taken back.
		return { ...asList(source, first.pass, kept, count), doubt: changesPlaces(source) };
	}
	for (let passes = 1; passes < MAX_PASSES; passes += 1) {
		const read = await readPass(source, first.order, { pageSize: pageSizeOf(passes) });
		found.add(read.rows.kept);
		const rows = found.inOrder();
		if (isFirst(source, read, rows)) return asList(source, read.pass, rows);
	}
	const list = asList(source, first.pass, found.inOrder());
	return { ...list, doubt: changesPlaces(source) };
}

/** Reads until a pass is proven, or until two agree how many rows there are and all are found. */
async function readAllAgain(wanted: ListSource, first: Read): Promise<List> {
	// A list that ended too early needs all rows of the other orders.
	const source = { ...wanted, limit: Infinity };
	const { order } = first;
	const found = new FoundRows(source, first);
	const { kept, count } = first.rows;
	if (!found.canBeToldApart) return asList(wanted, first.pass, kept, count);
	const agreement = new Agreement(source, first, await isProven(source, first));
	let passes = 1;
	let idle = 0;
	for (; passes < MAX_PASSES && idle < MAX_IDLE_PASSES; passes += 1) {
		const orders = furtherOrders(source, order);
		const current = orders[(passes - 1) % orders.length];
		const { size } = found;
		const read = await settle(readPass(source, current, { pageSize: pageSizeOf(passes) }));
		if (!read.ok) {
			if (current === order || !mayRejectSort(read.failure.status)) throw read.failure;
			source.learned.rejectedSorts.add(fieldOf(current));
			continue;
		}
		found.add(read.value.rows.kept);
		const hasNews = found.size > size;
		const isDone = await agreement.with(read.value, found.size, hasNews);
		if (isDone) {
			const { pass } = read.value;
			const list = await found.asList(wanted, pass);
			return isDone === 'miscounted'
				? { ...list, doubt: miscounted(source, found.size, pass.total) }
				: list;
		}
		// A pass with gaps may bring nothing new and the next one all that is missing.
		if (hasNews) idle = 0;
		else if (agreement.isSettled) idle += 1;
	}
	const { pass } = agreement.last;
	const words = `${shortfall(source, found.size, expectedOf(pass))} in ${passes} passes over the list`;
	if (!source.acceptIncomplete) throw incomplete(words);
	return { ...(await found.asList(wanted, pass)), doubt: `${words}.` };
}

/**
 * A list as far as it was wanted, and what is said of one that may not be complete.
 *
 * @param found how many rows there are, where they are not kept
 */
function asList(
	{ limit, resource }: ListSource,
	pass: Pass,
	rows: IDataObject[],
	found = rows.length,
): List {
	const { total, positions: read, ended, repeated } = pass;
	if (found < limit) {
		const doubt =
			repeated && total === undefined
				? `The service sent the same page again instead of the next one, so there may be more than ${count(found)} ${resource.plural.toLowerCase()}.`
				: undefined;
		return { rows, count: found, matching: found, read, doubt };
	}
	const known = total !== undefined && total >= found ? total : undefined;
	const matching = known ?? (ended ? found : undefined);
	return { rows: rows.slice(0, limit), count: limit, matching, read };
}

const count = (rows: number) => rows.toLocaleString('en');

const shortfall = ({ resource }: ListSource, rows: number, expected: number) =>
	expected > rows
		? `${count(rows)} of ${count(expected)} ${resource.plural.toLowerCase()} could be read`
		: `${count(rows)} ${resource.plural.toLowerCase()} could be read, and there are more,`;

const miscounted = ({ resource }: ListSource, rows: number, total = 0) =>
	`The service counts ${count(total)} ${resource.plural.toLowerCase()}, but lists ${count(rows)}; read twice, they are the same.`;

const changesPlaces = ({ resource, limit }: ListSource) =>
	`The order of the list changed while it was read, so that other ${resource.plural.toLowerCase()} may be among the first ${count(limit)}.`;

const incomplete = (words: string) =>
	new Failure({
		kind: 'unexpectedResponse',
		message: `The list is not complete: ${words}`,
		remedy:
			'Its order changes while it is read, or the service leaves records out. Run the node again when fewer records change, narrow the list with filters, or turn on Accept Incomplete List in the options.',
	});

/**
 * The values of a sort in the order in which the service has them, which only the service knows: upper
 * and lower case, accents, empty ones. Rows of one value lie together, so that with their number known,
 * one page at the end of the values that were seen shows the next.
 *
 * @param rows all rows of the list
 * @returns the values as far as the service shows them
 */
async function readValueOrder(
	source: ListSource,
	order: Order,
	rows: readonly IDataObject[],
): Promise<unknown[]> {
	const field = fieldOf(order);
	const counts = new Map<unknown, number>();
	for (const row of rows) {
		const value = valueOf(row, field);
		counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	const { fetch } = pagesOf(source, order, MAX_PAGE_SIZE);
	const size = Math.min(MAX_PAGE_SIZE, source.learned.largestPage);
	const shown = new Set<unknown>();
	let position = 0;
	for (let before = -1; position > before && position < rows.length; ) {
		before = position;
		const { page, limit } = windowOver(position, size);
		const response = await settle(fetch(page, limit));
		if (!response.ok) break;
		for (const row of response.value.rows) {
			const value = valueOf(row, field);
			if (shown.has(value)) continue;
			shown.add(value);
			position += counts.get(value) ?? 0;
		}
	}
	return [...shown];
}
