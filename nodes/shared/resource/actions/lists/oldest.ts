import type { IDataObject } from 'n8n-workflow';

import { BEGINNING } from '../../../changes/state';
import { MAX_PAGE_SIZE, windowOver } from '../../../http';
import { UPDATED_AT } from '../../definition/resource';
import { keyReader, pagesOf, type ListSource } from './pages';
import { isOldestFirst, timeOf } from './updatedAfter';

/** The first records from a time on, by the time of their last update. */
export interface Oldest {
	readonly rows: IDataObject[];
	/** All that were updated before this time are among the rows. */
	readonly until: number;
}

/**
 * Reads the records that were updated first at or after a time, in a list of which the latest ones alone are very many.
 * Rows that are updated meanwhile move to its end; where that hides others, the read ends before them.
 *
 * @param total how many records the list has
 * @param count how many rows are enough
 * @returns undefined where what was read proves nothing
 */
export async function readOldest(
	source: ListSource,
	from: number,
	total: number,
	count: number,
): Promise<Oldest | undefined> {
	const { fetch } = pagesOf({ ...source, limit: Infinity }, UPDATED_AT, MAX_PAGE_SIZE);
	const keyOf = keyReader(source.resource);
	const size = MAX_PAGE_SIZE;
	const pages = from === BEGINNING ? 1 : Math.ceil(total / size);
	let number = await firstPage(pages, async (page) => {
		const last = (await fetch(page, size)).rows.at(-1);
		return last === undefined || timeOf(last) >= from;
	});
	const rows: IDataObject[] = [];
	const known = new Set<string | undefined>();
	let window = { page: number, limit: size, start: (number - 1) * size };
	for (;;) {
		const page = (await fetch(window.page, window.limit)).rows;
		const fresh = page.filter((row) => !known.has(keyOf(row)));
		if (page.length === 0 || !isOldestFirst([...rows.slice(-1), ...fresh])) return undefined;
		if (rows.length === 0 && number > 1 && timeOf(page[0]) >= from) {
			number -= 1;
			window = { page: number, limit: size, start: window.start - size };
			continue;
		}
		if (rows.length > 0 && fresh.length === page.length) break;
		rows.push(...fresh);
		for (const row of fresh) known.add(keyOf(row));
		if (page.length < window.limit || enough(rows, from, count)) break;
		window = windowOver(window.start + page.length - 1, size);
	}
	const until = timeOf(rows[rows.length - 1]);
	const wanted = rows.filter((row) => timeOf(row) >= from && timeOf(row) < until);
	return wanted.length > 0 ? { rows: wanted, until } : undefined;
}

/** More may have the time of the last row. */
const enough = (rows: readonly IDataObject[], from: number, count: number) => {
	const at = rows.length - 1 - count;
	return at >= 0 && timeOf(rows[at]) >= from && timeOf(rows[at]) < timeOf(rows[rows.length - 1]);
};

/** The first page that reaches a place, by halving. */
async function firstPage(pages: number, reaches: (page: number) => Promise<boolean>) {
	let [low, high] = [1, pages];
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		if (await reaches(middle)) high = middle;
		else low = middle + 1;
	}
	return low;
}
