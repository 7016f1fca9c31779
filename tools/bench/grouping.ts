/**
 * Grouping and checking order lines: CPU time and memory beside the size of the input.
 *
 *     node --expose-gc --import tsx tools/bench/grouping.ts [lines]
 *
 * Memory is counted while the input and all that was made of it are held, and at the highest point
 * that V8 reports between two collections of garbage.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

import { gatherLines } from '../../testing/gathering';
import { readOptions } from '../../nodes/shared/schema/recordCheck';

const count = Number(process.argv[2] ?? 100_000);
const collect = () => globalThis.gc?.();
const heap = () => getHeapStatistics().used_heap_size;

/** Rows as n8n's spreadsheet nodes give them: everything is text. */
function rowOf(index: number) {
	const order = Math.floor(index / 4);
	return {
		json: {
			'Order No.': `SO-${100_000 + order}`,
			'Customer ID': `customer-${order % 997}`,
			'Order Date': `2026-0${1 + (order % 9)}-1${order % 10}`,
			'Delivery Date': `2026-0${1 + (order % 9)}-2${order % 9}T08:${10 + (order % 50)}:00Z`,
			Memo: `Imported from the ledger, page ${order}`,
			SKU: `sku-${index % 5003}`,
			'Item Name': `Article number ${index % 5003}`,
			Qty: String(1 + (index % 12)),
			'Unit Price': (10 + (index % 400) / 4).toFixed(2),
			'VAT %': '19',
			Warehouse: 'Main',
		},
	};
}

collect();
const before = heap();
const items = Array.from({ length: count }, (_, index) => rowOf(index));
// Text as it comes out of a file: flat, and no two cells share one.
for (const { json } of items) {
	for (const key of Object.keys(json) as Array<keyof typeof json>) {
		json[key] = Buffer.from(json[key]).toString();
	}
}
collect();
const input = heap() - before;

let most = heap();
const look = () => (most = Math.max(most, heap()));
const watch = new PerformanceObserver(look);
watch.observe({ entryTypes: ['gc'] });
const cpu = process.cpuUsage();
const { records: shares, invalid } = gatherLines({
	count,
	read: readOptions('Europe/Berlin'),
	at: (item) => {
		if (item % 1000 === 0) look();
		return items[item].json;
	},
});
const { user, system } = process.cpuUsage(cpu);
look();
watch.disconnect();
collect();
const held = heap() - before;

if (invalid.length > 0) throw new Error(`${invalid.length} rows were refused`);
const grouped = {
	lines: shares.reduce((sum, { record }) => sum + (record.items as unknown[]).length, 0),
	orders: shares.length,
	cpuSeconds: (user + system) / 1e6,
	inputMegabytes: input / 1e6,
	/** With the input in it. */
	heldOfInput: held / input,
	peakOfInput: (most - before) / input,
};
process.stdout.write(`${JSON.stringify(grouped)}\n`);
