/**
 * One import of a file of order lines in a process of its own: how long it takes, how much memory it needs,
 * and for how long it keeps the event loop.
 *
 *     tsx bench/streams/importRun.ts <base URL> <lines> <file | extract>
 */
import { Readable } from 'node:stream';

import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { storeFile } from '../../testing/binaryModes';
import { accessWith } from '../../testing/credential';
import { engine, loadPackage, type NodeSpec } from '../../testing/engine';
import { NO_OP_NODE_TYPE } from '../../testing/engine/helperNodes';
import { EXTRACT, extractFromFile } from '../../testing/extractFromFile';
import { PARALLEL } from '../candidates/candidate';
import { watchTurns } from '../turns';
import { report } from './run';

const LINES = 4;
const WARM_UP = 2000;

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
		options: { maxParallelRequests: PARALLEL },
		...more,
	},
});

/** The nodes of each way. */
const ways: Record<string, () => NodeSpec[]> = {
	file: () => [upsert({ inputMode: 'file' })],
	extract: () => [
		{ type: EXTRACT, parameters: { operation: 'csv', binaryPropertyName: 'data', options: {} } },
		upsert({ inputMode: 'line', fields: { mappingMode: 'autoMapInputData', value: null } }),
	],
};

async function main() {
	const [url, lines, way] = process.argv.slice(2);
	const types: Record<string, INodeType> =
		way === 'extract' ? { [EXTRACT]: extractFromFile() } : {};
	const n8n = engine((await loadPackage()).with(types));
	const itemFor = async (count: number): Promise<INodeExecutionData> => ({
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
	await run(ways[way](), await itemFor(WARM_UP));
	const item = await itemFor(Number(lines));
	global.gc?.();
	const passed = watchTurns();
	await run([{ type: NO_OP_NODE_TYPE }], item);
	const passedMaxCpuMs = passed.stop().maxCpuMs;
	const turns = watchTurns();
	const startedAt = performance.now();
	const output = await run(ways[way](), item);
	const seconds = (performance.now() - startedAt) / 1000;
	const orders = way === 'file' ? Number(output[0].json.created) : output.length;
	if (orders !== Number(lines) / LINES) throw new Error(`${orders} orders of ${lines} lines`);
	return {
		seconds,
		peakMegabytes: process.resourceUsage().maxRSS / 1024,
		passedMaxCpuMs,
		...turns.stop(),
	};
}

report(main());
