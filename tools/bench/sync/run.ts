/**
 * One run of a node over a table, in a process of its own.
 *
 *     tsx tools/bench/sync/run.ts <url of a small service, to warm up> <url> <what> <rows>
 */
import type { INodeParameters } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { engine, loadPackage } from '../../../testing/engine';
import { NO_OP_NODE_TYPE } from '../../../testing/engine/helperNodes';
import { fromItem } from '../../../testing/parameters';
import { report } from '../streams/run';
import { watchTurns, type Turns } from '../turns';
import { rows } from './rows';

export interface SyncRun extends Turns {
	readonly items: number;
	readonly seconds: number;
	readonly cpuSeconds: number;
	readonly peakMegabytes: number;
	/** Items by outcome. */
	readonly outcomes: Readonly<Record<string, number>>;
}

const company = {
	resource: 'company',
	...fromItem,
	options: { requests: { maxParallelRequests: 10 } },
};
const sync = { ...company, operation: 'sync', matchBy: 'external_id' };

/** What is done with the rows: node type and parameters. */
const works: Record<string, [type: string, parameters: INodeParameters]> = {
	'pass through': [NO_OP_NODE_TYPE, {}],
	sync: ['workspaceRecordsCompany', { ...sync, mode: 'upsert' }],
	mirror: ['workspaceRecordsCompany', { ...sync, mode: 'mirror' }],
	'get many': ['workspaceRecordsCompany', { ...company, operation: 'getAll', returnAll: true }],
	upsert: ['workspaceRecordsCompany', { ...company, operation: 'upsert' }],
	'upsert, only if different': [
		'workspaceRecordsCompany',
		{
			...company,
			operation: 'upsert',
			options: { ...company.options, onlyIfDifferent: true },
		},
	],
};

const WARM_UP = 200;

async function main(): Promise<SyncRun> {
	const [warmUpUrl, url, what, count] = process.argv.slice(2);
	const n8n = engine(await loadPackage());
	const [type, parameters] = works[what];
	const run = async (to: string, items: ReturnType<typeof rows>) => {
		const { last, error } = await n8n.run(
			{ type, parameters },
			{ items: items.map((json) => ({ json })), credentials: accessWith(to, 'bench-token') },
		);
		if (error) throw error;
		return last.main[0];
	};
	const items = rows(Number(count));
	await run(warmUpUrl, items.slice(0, WARM_UP));
	global.gc?.();
	const turns = watchTurns();
	const cpu = process.cpuUsage();
	const startedAt = performance.now();
	const output = await run(url, items);
	const seconds = (performance.now() - startedAt) / 1000;
	const { user, system } = process.cpuUsage(cpu);
	await new Promise((resolve) => setTimeout(resolve, 50));
	const outcomes: Record<string, number> = {};
	for (const { json } of output) {
		const outcome = String(json.outcome ?? 'none');
		outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
	}
	return {
		items: output.length,
		seconds,
		cpuSeconds: (user + system) / 1e6,
		peakMegabytes: process.resourceUsage().maxRSS / 1024,
		outcomes,
		...turns.stop(),
	};
}

report(main());
