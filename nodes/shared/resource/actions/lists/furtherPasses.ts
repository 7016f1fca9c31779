import type { IDataObject } from 'n8n-workflow';

import { MAX_PAGE_SIZE, succeed, type Result } from '../../../http';
import { Agreement } from './agreement';
import { asList, changesPlaces, incomplete, miscounted, shortfall } from './asList';
import type { List } from './listQuery';
import { fieldOf, mayRejectSort, mayTie, merge } from './order';
import { expectedOf, furtherOrders, isFirst, isProven } from './proof';
import { keyReader, readPass, type ListSource, type Read } from './readPass';
import { readValueOrder } from './valueOrder';

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
	private readonly keys: Set<string | undefined>;
	/** Those that the first pass did not show. */
	private readonly added: IDataObject[] = [];
	private readonly keyOf: ReturnType<typeof keyReader>;

	constructor(
		private readonly source: ListSource,
		private readonly first: Read,
	) {
		this.keyOf = keyReader(source.resource);
		this.keys = new Set(first.rows.map(this.keyOf));
	}

	/** Whether every row has an identifier; others cannot be put together from several passes. */
	get canBeToldApart() {
		return !this.keys.has(undefined);
	}

	get size() {
		return this.keys.size;
	}

	/** Whether any of them is new. */
	add(rows: readonly IDataObject[]): boolean {
		const { size } = this.keys;
		for (const row of rows) {
			const key = this.keyOf(row);
			if (this.keys.has(key)) continue;
			this.keys.add(key);
			this.added.push(row);
		}
		return this.keys.size > size;
	}

	/** In the order of the first pass. */
	inOrder(shown?: readonly unknown[]): IDataObject[] {
		const { first, added } = this;
		return merge(this.source.resource, first.order, first.rows, added, shown);
	}
}

/** Reads until the wanted rows are surely the first ones of the order. */
export async function readFirstAgain(source: ListSource, first: Read): Promise<Result<List>> {
	const found = new FoundRows(source, first);
	if (!found.canBeToldApart) return succeed(asList(source, first.pass, first.rows));
	for (let passes = 1; passes < MAX_PASSES; passes += 1) {
		const read = await readPass(source, first.order, { pageSize: pageSizeOf(passes) });
		if (!read.ok) return read;
		found.add(read.value.rows);
		const rows = found.inOrder();
		if (isFirst(source, read.value, rows)) return succeed(asList(source, read.value.pass, rows));
	}
	const list = asList(source, first.pass, found.inOrder());
	return succeed({ ...list, doubt: changesPlaces(source) });
}

/** Reads until a pass is proven, or until two agree how many rows there are and all are found. */
export async function readAllAgain(wanted: ListSource, first: Read): Promise<Result<List>> {
	// A list that ended too early needs all rows of the other orders.
	const source = { ...wanted, limit: Infinity };
	const { order } = first;
	const found = new FoundRows(source, first);
	if (!found.canBeToldApart) return succeed(asList(wanted, first.pass, first.rows));
	const agreement = new Agreement(source, first, await isProven(source, first));
	let passes = 1;
	let idle = 0;
	for (; passes < MAX_PASSES && idle < MAX_IDLE_PASSES; passes += 1) {
		const orders = furtherOrders(source, order);
		const current = orders[(passes - 1) % orders.length];
		const read = await readPass(source, current, { pageSize: pageSizeOf(passes) });
		if (!read.ok) {
			if (current === order || !mayRejectSort(read.failure.status)) return read;
			source.learned.rejectedSorts.add(fieldOf(current));
			continue;
		}
		const hasNews = found.add(read.value.rows);
		const isDone = await agreement.with(read.value, found.size, hasNews);
		if (isDone) {
			const { pass } = read.value;
			const list = asList(wanted, pass, await putInOrder(source, first, found));
			return succeed(
				isDone === 'miscounted'
					? { ...list, doubt: miscounted(source, found.size, pass.total) }
					: list,
			);
		}
		// A pass with gaps may bring nothing new and the next one all that is missing.
		if (hasNews) idle = 0;
		else if (agreement.isSettled) idle += 1;
	}
	const { pass } = agreement.last;
	const words = `${shortfall(source, found.size, expectedOf(pass))} in ${passes} passes over the list`;
	if (!source.acceptIncomplete) return incomplete(words);
	const rows = await putInOrder(source, first, found);
	return succeed({ ...asList(wanted, pass, rows), doubt: `${words}.` });
}

/** A first pass that was left early does not show the order of all values. */
async function putInOrder(source: ListSource, first: Read, found: FoundRows) {
	const { order, pass } = first;
	const rows = found.inOrder();
	return pass.ended || !mayTie(source.resource, order)
		? rows
		: found.inOrder(await readValueOrder(source, order, rows));
}
