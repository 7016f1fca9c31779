import { settle, unwrap } from '../../../http';
import { asList } from './asList';
import { readAllAgain, readFirstAgain } from './furtherPasses';
import type { List } from './listQuery';
import { mayRejectSort, stableOrders, type Order } from './order';
import { isProven } from './proof';
import { readPass, type ListSource, type Read } from './readPass';

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
