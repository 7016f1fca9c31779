import type { INodeExecutionData } from 'n8n-workflow';

import type { GatheredOrders } from './gatherOrders';

/** Shows what a run would send and what it would not: one output item per order, in input order. */
export function showOrders({ records, invalid }: GatheredOrders): INodeExecutionData[] {
	const good = records.map(({ externalId, items, record }) => ({
		items,
		json: {
			external_id: externalId,
			would_send: true,
			problem: null,
			items: [...items],
			order: record,
		},
	}));
	const bad = invalid.map(({ externalId = null, items, result }) => ({
		items,
		json: {
			external_id: externalId,
			would_send: false,
			problem: result.ok ? null : result.failure.message,
			items: [...items],
			order: null,
		},
	}));
	return [...good, ...bad]
		.sort((a, b) => a.items[0] - b.items[0])
		.map(({ json, items }) => ({ json, pairedItem: items.map((item) => ({ item })) }));
}

/** The dry run in one sentence. */
export function dryRunSummary({ records, invalid }: GatheredOrders, batchSize: number): string {
	const lines = records.reduce((sum, { record }) => sum + countLines(record.items), 0);
	const requests = Math.ceil(records.length / batchSize);
	return (
		`Dry run: nothing was sent. A real run would send ${counted(records.length, 'order')} with ` +
		`${counted(lines, 'line')} in ${counted(requests, 'request')}. ` +
		`${counted(invalid.length, 'order')} with errors would not be sent.`
	);
}

/** `1 order`, `2 orders` */
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const countLines = (lines: unknown) => (Array.isArray(lines) ? lines.length : 0);
