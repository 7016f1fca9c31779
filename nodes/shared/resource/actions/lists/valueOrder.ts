import type { IDataObject } from 'n8n-workflow';

import { MAX_PAGE_SIZE, settle, windowOver } from '../../../http';
import { fieldOf, valueOf, type Order } from './order';
import { pagesOf, type ListSource } from './readPass';

/**
 * The values of a sort in the order in which the service has them, which only the service knows: upper
 * and lower case, accents, empty ones. Rows of one value lie together, so that with their number known,
 * one page at the end of the values that were seen shows the next.
 *
 * @param rows all rows of the list
 * @returns the values as far as the service shows them
 */
export async function readValueOrder(
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
