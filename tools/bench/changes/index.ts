/**
 * `npm run bench changes`: what a poll of the Workspace Records Trigger costs that finds nothing, by the number of
 * records, and one of Start From All that tells 1,000 of them. Numbers of records may be given. The service is a server in this process that gives lists which were made before, so that the time
 * is n8n's and the node's.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { engine, loadPackage } from '../../../testing/engine';

const POLLS = 5;
const BEGIN = Date.UTC(2025, 0, 1);
const STEP_MS = 60_000;
/** Longer lists that are read as a whole are not measured. */
const MAX_WHOLE = 50_000;

const rowOf = (index: number) => {
	const at = new Date(BEGIN + index * STEP_MS).toISOString();
	const id = `0b9c7a52-6a0f-4f3e-9b1d-${String(index).padStart(12, '0')}`;
	const text = {
		name: `Record ${index}`,
		status: 'active',
		description: 'A record of some length',
	};
	return { id, company_id: index, item_id: index, ...text, created_at: at, updated_at: at };
};

/** A service with so many companies, which it pages and sorts, and items, which come in one array. */
async function startLists(count: number) {
	const rows = Array.from({ length: count }, (_, index) => rowOf(index));
	const whole = count <= MAX_WHOLE ? JSON.stringify(rows) : '[]';
	const latestFirst = [...rows].reverse();
	let requests = 0;
	const server = createServer(({ url = '' }, response) => {
		requests += 1;
		const { pathname, searchParams } = new URL(url, 'http://localhost');
		response.setHeader('content-type', 'application/json');
		if (pathname.endsWith('/items')) return response.end(whole);
		const limit = Number(searchParams.get('limit'));
		const start = (Number(searchParams.get('page')) - 1) * limit;
		const list = searchParams.get('sort')?.startsWith('-') ? latestFirst : rows;
		const data = list.slice(start, start + limit);
		return response.end(JSON.stringify({ data, total: count }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		takeRequests() {
			const made = requests;
			requests = 0;
			return made;
		},
		close: () => server.close(),
	};
}

type Watched = readonly [what: string, parameters: IDataObject];

const WATCHED: readonly Watched[] = [
	['companies: created, updated', { resource: 'company' }],
	[
		'companies: archived too, a poll without a sweep',
		{ resource: 'company', events: ['created', 'updated', 'archived'] },
	],
	['companies: Start From All, each poll of 1,000', { resource: 'company', startFrom: 'all' }],
	['items: created, updated', { resource: 'item' }],
	['items: archived too', { resource: 'item', events: ['created', 'updated', 'archived'] }],
];

async function main() {
	const n8n = engine(await loadPackage());
	const table = new Table({
		head: ['records', 'watched', 'requests', 'seconds', 'MB more', 'bytes of static data'],
		style: { head: [], border: [] },
	});
	const asked = process.argv.slice(2).map(Number);
	for (const count of asked.length > 0 ? asked : [1000, 50_000, 500_000]) {
		const service = await startLists(count);
		const access = accessWith(service.url, 'a-token').workspaceRecordsApi;
		for (const [what, parameters] of WATCHED) {
			const isWhole = parameters.resource === 'item' || parameters.startFrom === 'all';
			if (count > MAX_WHOLE && isWhole) continue;
			const own = await n8n.store.add('workspaceRecordsApi', access as never);
			const spec = { type: 'workspaceRecordsTrigger', parameters: parameters as never };
			let staticData: IDataObject = {};
			const poll = async (mode: 'activate' | 'scheduled') => {
				const options = { credentials: { workspaceRecordsApi: own }, staticData, mode };
				const polled = await n8n.poll(spec, options);
				if (polled.error) throw polled.error;
				({ staticData } = polled);
			};
			await poll('activate');
			await poll('scheduled');
			service.takeRequests();
			const times: number[] = [];
			const before = process.memoryUsage().heapUsed;
			let peak = before;
			const sampling = setInterval(() => {
				peak = Math.max(peak, process.memoryUsage().heapUsed);
			}, 5);
			for (let index = 0; index < POLLS; index += 1) {
				const begin = performance.now();
				await poll('scheduled');
				times.push((performance.now() - begin) / 1000);
			}
			clearInterval(sampling);
			const [seconds] = times.sort((a, b) => a - b).slice(Math.floor(POLLS / 2));
			const bytes = Buffer.byteLength(JSON.stringify(staticData));
			const requests = service.takeRequests() / POLLS;
			table.push([
				count.toLocaleString('en'),
				what,
				requests,
				seconds.toFixed(3),
				Math.round((peak - before) / 1_000_000),
				bytes.toLocaleString('en'),
			]);
		}
		service.close();
	}
	console.log(table.toString());
}

void main().then(() => process.exit());
