/**
 * One import of a file of order lines in a process of its own: how long it takes, how much memory it needs,
 * and for how long it keeps the event loop.
 *
 *     tsx tools/bench/streams/importRun.ts <base URL> <lines> <file | extract | helper>
 */
import { Readable } from 'node:stream';

import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { storeFile } from '../../../testing/binaryModes';
import { accessWith } from '../../../testing/credential';
import { engine, loadPackage, type NodeSpec } from '../../../testing/engine';
import { NO_OP_NODE_TYPE } from '../../../testing/engine/helperNodes';
import { EXTRACT, extractFromFile } from '../../../testing/extractFromFile';
import { PARALLEL } from '../candidates/candidate';
import { watchTurns } from '../turns';
import { HELPER_ALONE, helperAlone } from './helperAlone';
import { report } from './run';

const LINES = 4;
/** As many lines as the smallest run, so that V8's heap has its usual size before. */
const WARM_UP = 10_000;
/** Orders to a request, as many as the node sends by default. */
const BATCH = 100;
const UPSERT = '/v1/public/migrations/bench/orders/upsert';

/** A CSV file as an ERP exports it, made while it is stored. */
function* csvOf(lines: number) {
	yield Buffer.from('Order No.,Order Date,Customer No.,Memo,SKU,Item Name,Qty,Unit Price\n');
	for (let index = 0; index < lines; ) {
		let text = '';
		for (const end = Math.min(lines, index + 1000); index < end; index += 1) {
			const order = Math.floor(index / LINES);
			const price = (10 + (index % 400) / 4).toFixed(2);
			text += `SO-2026-${100_000 + order},2026-11-${10 + (order % 20)},customer-${order % 997},"Imported, page ${order}",sku-${index % 503},Article ${index % 503},${1 + (index % 12)},${price}\n`;
		}
		yield Buffer.from(text);
	}
}

const upsert = (more: INodeParameters): NodeSpec => ({
	type: 'workspaceRecordsMigrationUpsert',
	parameters: {
		resource: 'migrationUpsert',
		operation: 'upsertOrders',
		partner: 'bench',
		options: { requests: { maxParallelRequests: PARALLEL } },
		...more,
	},
});

interface Way {
	readonly types: Record<string, INodeType>;
	readonly nodes: NodeSpec[];
}

/** The nodes of each way. */
const ways: Record<string, (url: string, lines: () => number) => Way> = {
	file: () => ({ types: {}, nodes: [upsert({ inputMode: 'file' })] }),
	extract: () => ({
		types: { [EXTRACT]: extractFromFile() },
		nodes: [
			{ type: EXTRACT, parameters: { operation: 'csv', binaryPropertyName: 'data', options: {} } },
			upsert({ inputMode: 'line', fields: { mappingMode: 'autoMapInputData', value: null } }),
		],
	}),
	helper: (url, lines) => ({
		types: {
			[HELPER_ALONE]: helperAlone(() => ({
				count: lines() / LINES / BATCH,
				parallel: PARALLEL,
				request: () => ({ method: 'POST', url: url + UPSERT, body: { orders: oneBatch() } }),
			})),
		},
		nodes: [{ type: HELPER_ALONE }],
	}),
};

/** As many orders as the node sends at once, with what it sends of them. */
const oneBatch = () =>
	Array.from({ length: BATCH }, (_, order) => ({
		order_external_id: `SO-2026-${100_000 + order}`,
		order_date: '2026-11-10',
		customer_external_id: `customer-${order}`,
		memo: `Imported, page ${100_000 + order}`,
		items: Array.from({ length: LINES }, (__, line) => ({
			item_external_id: `sku-${order}`,
			item_name: `Article ${order}`,
			quantity: line + 1,
			price: 10.25,
		})),
	}));

async function main() {
	const [url, lines, way] = process.argv.slice(2);
	let count = WARM_UP;
	const { types, nodes } = ways[way](url, () => count);
	const n8n = engine((await loadPackage()).with(types));
	const itemFor = async (): Promise<INodeExecutionData> => ({
		json: {},
		binary: { data: await storeFile(Readable.from(csvOf(count)), 'orders.csv') },
	});
	const run = async (nodes: NodeSpec[], item: INodeExecutionData) => {
		const { last, error } = await n8n.run(nodes, {
			items: [item],
			credentials: accessWith(url, 'bench-token'),
		});
		if (error) throw error;
		return last.main[0];
	};
	await run(nodes, await itemFor());
	count = Number(lines);
	const item = await itemFor();
	global.gc?.();
	const passed = watchTurns();
	await run([{ type: NO_OP_NODE_TYPE }], item);
	const passedMaxMs = passed.stop().maxMs;
	const turns = watchTurns();
	const startedAt = performance.now();
	const output = await run(nodes, item);
	const seconds = (performance.now() - startedAt) / 1000;
	const orders = way === 'file' ? Number(output[0].json.created) : output.length;
	if (way !== 'helper' && orders !== count / LINES)
		throw new Error(`${orders} orders of ${lines} lines`);
	return {
		seconds,
		peakMegabytes: process.resourceUsage().maxRSS / 1024,
		passedMaxMs,
		...turns.stop(),
	};
}

report(main());
