import { fromItem } from '../../../testing/parameters';
import { PARALLEL, type Candidate } from './candidate';
import { runOwnNode } from './nodes';

/** Lines of an order, each a row of the input. */
export const LINES = 4;

/** Lines as rows of a spreadsheet give them; the rows of an order are far apart. */
const lines = (orders: number) =>
	Array.from({ length: orders * LINES }, (_, index) => ({
		order_external_id: `bench-${index % orders}`,
		order_date: '2026-11-21',
		item_external_id: `sku-${index % 503}`,
		item_name: `Article ${index % 503}`,
		quantity: String(1 + (index % 12)),
		unit_price: (10 + (index % 400) / 4).toFixed(2),
	}));

const upsertOrders =
	(batchSize: number): Candidate =>
	async (target, count) => {
		const parameters = {
			...fromItem,
			partner: 'bench',
			inputMode: 'line',
			options: { batchSize, requests: { maxParallelRequests: PARALLEL } },
		};
		const items = lines(count);
		const output = await runOwnNode(target, 'migrationUpsert', 'upsertOrders', parameters, {
			items,
		});
		return output.filter(({ json }) => json.record_id).length;
	};

/** Upserts `count` orders out of four times as many order lines. */
export const orders: Record<string, Candidate> = {
	'this package, 100 orders to a request': upsertOrders(100),
	'one request per order': upsertOrders(1),
};
