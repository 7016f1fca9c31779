/**
 * One bulk run in a process of its own: how long it takes, how much memory it needs, and for how long
 * it keeps the event loop from anything else.
 *
 *     tsx tools/bench/eventLoop.ts <work> <input items> <target as JSON>
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PARALLEL, type Target } from './candidates/candidate';
import { accessWith } from '../../testing/credential';
import { engine, loadPackage } from '../../testing/engine';
import { NO_OP_NODE_TYPE } from '../../testing/engine/helperNodes';
import { watchTurns } from './turns';

const LINES = 4;

const options = { requests: { maxParallelRequests: PARALLEL } };
const migration = {
	resource: 'migrationUpsert',
	operation: 'upsertOrders',
	partner: 'bench',
	inputMode: 'line',
	options,
};
const columns = [
	'order_external_id',
	'order_date',
	'company_external_id',
	'memo',
	'item_external_id',
	'item_name',
	'quantity',
	'unit_price',
];

/** What is done with the items: node type and parameters. */
const works: Record<string, [type: string, parameters: INodeParameters]> = {
	'pass through': [NO_OP_NODE_TYPE, {}],
	'lines, automatic': [
		'workspaceRecordsMigrationUpsert',
		{ ...migration, fields: { mappingMode: 'autoMapInputData', value: null } },
	],
	'lines, mapped by hand': [
		'workspaceRecordsMigrationUpsert',
		{
			...migration,
			fields: {
				mappingMode: 'defineBelow',
				value: Object.fromEntries(columns.map((name) => [name, `={{ $json.${name} }}`])),
			},
		},
	],
	'create many orders': [
		'workspaceRecordsOrder',
		{
			resource: 'order',
			operation: 'createMany',
			fields: { mappingMode: 'autoMapInputData', value: null },
			itemsSource: 'json',
			itemsJson: '={{ $json.lines }}',
			options,
		},
	],
};

const line = (index: number, count: number) => ({
	order_external_id: `bench-${index % Math.ceil(count / LINES)}`,
	order_date: '2026-11-21',
	company_external_id: `customer-${(index % Math.ceil(count / LINES)) % 997}`,
	memo: `Imported, page ${index % Math.ceil(count / LINES)}`,
	item_external_id: `sku-${index % 503}`,
	item_name: `Article ${index % 503}`,
	quantity: String(1 + (index % 12)),
	unit_price: (10 + (index % 400) / 4).toFixed(2),
});
const order = (index: number) => ({
	externalId: `bench-${index}`,
	orderAt: '2026-11-21T10:00:00Z',
	lines: [{ itemExternalId: `sku-${index % 503}`, quantity: 2, price: 25 }],
});

const itemsFor = (work: string, count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({
		json: work === 'create many orders' ? order(index) : line(index, count),
	}));

async function runOnce(work: string, items: INodeExecutionData[], { url, token }: Target) {
	const [type, parameters] = works[work];
	const n8n = engine(await loadPackage());
	const { last, error } = await n8n.run(
		{ type, parameters },
		{ items, credentials: accessWith(url, token) },
	);
	if (error) throw error;
	return last.main[0];
}

async function main() {
	const [work, count, target] = process.argv.slice(2);
	const to = JSON.parse(target) as Target;
	// n8n runs for days: what it loads and compiles at first use is not what is measured.
	await runOnce(work, itemsFor(work, 2000), to);
	const items = itemsFor(work, Number(count));
	global.gc?.();
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	const turns = watchTurns();
	await new Promise((resolve) => setTimeout(resolve, 50));
	const cpu = process.cpuUsage();
	const startedAt = performance.now();
	const output = await runOnce(work, items, to);
	const seconds = (performance.now() - startedAt) / 1000;
	const { user, system } = process.cpuUsage(cpu);
	// A block at the end shows when the timer of the monitor runs again.
	await new Promise((resolve) => setTimeout(resolve, 50));
	delay.disable();
	const measured = {
		work,
		items: items.length,
		out: output.length,
		seconds,
		cpuSeconds: (user + system) / 1e6,
		peakMegabytes: process.resourceUsage().maxRSS / 1024,
		p999DelayMs: delay.percentile(99.9) / 1e6,
		maxDelayMs: delay.max / 1e6,
		...turns.stop(),
	};
	process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit(0));
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
