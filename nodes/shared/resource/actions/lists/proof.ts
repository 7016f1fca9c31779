import type { IDataObject } from 'n8n-workflow';

import { settle, type Pass } from '../../../http';
import { CompactKeys } from './compactKeys';
import { fieldOf, isStrictlyIn, mayTie, stableOrders, valueOf, type Order } from './order';
import { FullKeys, type PassRows, type RowKeys } from './passRows';
import { keyReader, pagesOf, type ListSource, type Read } from './readPass';

/** What proves that a list is complete, and what cannot be proven: docs/decisions.md, Lists. */

/** How many rows there are, by the end that was reached or by the total, whichever is more. */
export const expectedOf = ({ ended, positions, total = 0 }: Pass) =>
	Math.max(ended ? positions : 0, total);

/**
 * Whether a pass surely gave every row that was there throughout it: its pages overlapped in an
 * order that no change disturbs; or nothing moved, and there are as many rows as places in the list.
 */
export async function isProven(source: ListSource, read: Read): Promise<boolean> {
	const { pass, rows, order } = read;
	if (!pass.ended && rows.count < source.limit) return false;
	if (pass.steady && rows.count >= pass.positions && isCounted(source, read)) return true;
	if (isFirst(source, read, rows.kept)) return true;
	return pass.overlapping && !pass.repeated && (await followsSort(source, order, rows));
}

/**
 * Whether the number of rows says something. In an order in which rows tie, one that went and one
 * that was missed can make up for each other, unless the total says that none went.
 */
function isCounted({ resource, learned, limit }: ListSource, { order, pass, rows }: Read): boolean {
	const isOnePage = rows.count <= learned.largestPage;
	return !mayTie(resource, order) || isOnePage || rows.count >= limit || pass.total === rows.count;
}

/**
 * Whether the wanted rows are the first ones: as many rows come before those of the last value as
 * there are places. Which rows of that value are wanted is open.
 */
export function isFirst(
	{ limit }: ListSource,
	{ order, begins }: Read,
	rows: readonly IDataObject[],
): boolean {
	if (order === undefined || rows.length < limit) return false;
	const value = valueOf(rows[limit - 1], fieldOf(order));
	const before = rows.findIndex((row) => valueOf(row, fieldOf(order)) === value);
	return before >= (begins.get(value) ?? Infinity);
}

/** Rows of the other end of a list that show whether the service sorts. */
const PROBE_SIZE = 5;

/**
 * Whether the service follows a stable order, and does not only happen to list its rows like that: then
 * the other direction begins with the last row, or with one beyond it.
 */
async function followsSort(source: ListSource, order: Order, rows: PassRows): Promise<boolean> {
	const { learned } = source;
	if (order === undefined || !rows.first || !rows.isStrictlyIn(order)) return false;
	learned.followedSort ??= await reverses(source, order, rows.first);
	return learned.followedSort;
}

async function reverses(source: ListSource, order: string, first: IDataObject) {
	const field = fieldOf(order);
	const reverse = order === field ? `-${field}` : field;
	const other = await settle(pagesOf(source, reverse, PROBE_SIZE).fetch(1, PROBE_SIZE));
	const end = other.ok ? other.value.rows : [];
	const keyOf = keyReader(source.resource);
	const isElsewhere = end.every((row) => keyOf(row) !== keyOf(first));
	return isElsewhere && isStrictlyIn(source.resource, reverse, [...end, first]);
}

/** Orders that may show rows which the first one missed; the other end of the list first. */
export function furtherOrders({ resource, learned }: ListSource, order: Order): Order[] {
	if (!resource.list.sort) return [undefined];
	const orders = stableOrders(resource).flatMap((name) =>
		learned.rejectedSorts.has(name) ? [] : [`-${name}`, name],
	);
	return orders.length > 0 ? orders : [order];
}

/** What several passes over a list say together: whether all rows are found. */
export class Agreement {
	/** What the passes showed since the number of rows last changed. */
	private readonly present: RowKeys;
	private lastProven?: Read;
	private isProven = false;

	constructor(
		private readonly source: ListSource,
		private readonly first: Read,
		isProvenFirst: boolean,
	) {
		this.present = source.sink ? new CompactKeys() : new FullKeys();
		this.present.addAll(first.rows.keys);
		this.last = first;
		if (isProvenFirst) this.lastProven = first;
	}

	/** The pass before. */
	last: Read;

	/** The last pass had no gap that another one may fill. */
	get isSettled() {
		const { pass } = this.last;
		return this.isProven || pass.repeated || !pass.ended;
	}

	/**
	 * Whether this pass, with those before it, shows that all rows are found.
	 *
	 * @param found rows that all passes have shown
	 * @param hasNews this pass has shown rows for the first time
	 * @returns `miscounted` when they are all, and the total is wrong
	 */
	async with(read: Read, found: number, hasNews: boolean): Promise<boolean | 'miscounted'> {
		const { first, last, lastProven } = this;
		const { pass, rows } = read;
		const expected = expectedOf(pass);
		const agree = pass.ended && last.pass.ended && expected === expectedOf(last.pass);
		if (!agree) this.present.clear();
		this.present.addAll(rows.keys);
		this.last = read;
		this.isProven = await isProven(this.source, read);
		if (this.isProven ? found >= expected : agree && this.present.size >= expected) return true;
		if (this.isProven && lastProven && !hasNews && this.areSame(read, lastProven))
			return 'miscounted';
		if (this.isProven) this.lastProven = read;
		// A service that sends one page whatever is asked for may have no other.
		return pass.repeated && first.pass.repeated && found === first.rows.count && found >= expected;
	}

	/** Read from both ends, or on one page, the rows are the same ones: it is the total that is wrong. */
	private areSame({ rows }: Read, { rows: others }: Read): boolean {
		const isOnePage = rows.count <= this.source.learned.largestPage;
		return isOnePage || rows.isReverseOf(others);
	}
}
