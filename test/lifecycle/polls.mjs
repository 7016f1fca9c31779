// Fifty workflows of a real n8n that poll every five seconds, as often as those that poll every hour do in two days: each
// reports every record once. Then n8n loads the package anew, ten times. Both say what the process keeps. Takes eight minutes.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { installPackage } from '../../scripts/lib/package.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { CREDENTIAL, credentialData } from '../../scripts/lib/workspace.mjs';
import { startSignedIn, temporaryFolder } from '../e2e/lib/stand.mjs';
import { until } from '../e2e/lib/until.mjs';
import { watching } from '../e2e/lib/workflows.mjs';

const WORKFLOWS = 50;
const POLLS = 48;
/** After these the process has loaded and compiled what it needs. */
const WARM_UP = 12;
/** A record is new with every so manieth poll. */
const EVERY = 8;
const RELOADS = 10;
const MAX_BYTES_PER_POLL = 4096;
/** With workflows that poll; without any it is less than half. n8n-core keeps every class that it has ever loaded. */
const MAX_BYTES_PER_RELOAD = 1_500_000;
/** Every five seconds; n8n takes no time that comes more than once a minute. */
const POLL_TIMES = Array.from({ length: 12 }, (_, n) => {
	return { mode: 'custom', cronExpression: `${n * 5} * * * * *` };
});

/** A list of companies that grows, the latest first, and how often each workflow has read it. */
async function startList() {
	const rows = [];
	const polls = new Map();
	const server = createServer((request, response) => {
		const { searchParams } = new URL(request.url, 'http://localhost');
		if (searchParams.get('sort') === '-updated_at') {
			const who = searchParams.get('search');
			polls.set(who, (polls.get(who) ?? 0) + 1);
		}
		const sorted = searchParams.get('sort')?.startsWith('-') ? [...rows].reverse() : rows;
		const limit = Number(searchParams.get('limit') ?? 100);
		const start = (Number(searchParams.get('page') ?? 1) - 1) * limit;
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ data: sorted.slice(start, start + limit), total: rows.length }));
	});
	await new Promise((resume) => server.listen(0, '127.0.0.1', resume));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		close: () => server.close(),
		polls: () => [...polls.values()].reduce((sum, count) => sum + count, 0),
		add(minutesAgo = 0) {
			const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
			const name = `Company ${rows.length}`;
			rows.push({ id: `company-${rows.length}`, name, created_at: at, updated_at: at });
		},
	};
}

/** Declares the tests; they run one after another. */
export function pollTests() {
	describe('Many polls of a real n8n', () => {
		const workflows = [];
		let list;
		let n8n;
		let port;

		const ask = async (what) => {
			const response = await fetch(`http://127.0.0.1:${port}/${what}`);
			const text = await response.text();
			assert.ok(response.ok, text);
			return JSON.parse(text);
		};
		const polled = async (times) =>
			await until(`${times} polls`, () => list.polls() >= times * WORKFLOWS, { seconds: 900 });

		before(async () => {
			const folder = temporaryFolder('polls');
			await installPackage(join(folder, 'n8n'));
			list = await startList();
			port = await freePort();
			const heap = fileURLToPath(new URL('heap.cjs', import.meta.url));
			n8n = await startSignedIn(folder, {
				env: { NODE_OPTIONS: `--require ${heap}`, HEAP_PORT: String(port) },
			});
			const data = credentialData({ url: list.url, token: 'any-token' });
			const credential = await n8n.client.saveCredential({ ...CREDENTIAL, data });
			// With fewer dated ones the trigger reads the whole list, in no order.
			for (const minutesAgo of [5, 4, 3, 2, 1]) list.add(minutesAgo);
			for (let index = 0; index < WORKFLOWS; index += 1) {
				const parameters = {
					resource: 'company',
					events: ['created'],
					// By which the list tells who asks; it finds all records.
					filters: { search: `workflow-${index}` },
				};
				const type = 'workspaceRecordsTrigger';
				const workflow = watching(`Watch ${index}`, type, parameters, credential, POLL_TIMES);
				workflows.push(await n8n.client.importWorkflow(workflow, [credential]));
				await n8n.client.activate(workflows.at(-1));
			}
		});
		after(async () => {
			await stopServices();
			list?.close();
		});

		test(`${WORKFLOWS} workflows poll ${POLLS} times each, and each reports each record once`, async (t) => {
			const begin = Math.ceil(list.polls() / WORKFLOWS);
			await polled(begin + WARM_UP);
			const before = await ask('memory');
			const polls = list.polls();
			let added = 0;
			for (let done = WARM_UP + EVERY; done < POLLS; done += EVERY) {
				list.add();
				added += 1;
				await polled(begin + done);
			}
			await polled(begin + POLLS);
			const bytes = ((await ask('memory')) - before) / (list.polls() - polls);
			t.diagnostic(`${list.polls()} polls, ${bytes.toFixed(0)} bytes kept for each`);
			for (const { id } of workflows) {
				const statuses = async () => (await n8n.client.executions(id)).map(({ status }) => status);
				const areDone = async () => (await statuses()).every((status) => status === 'success');
				await until('the success of each execution', areDone);
				assert.equal((await statuses()).length, added);
			}
			assert.ok(bytes < MAX_BYTES_PER_POLL, `${bytes} bytes`);
		});

		test(`the package is loaded anew ${RELOADS} times`, async (t) => {
			for (const workflow of workflows) await n8n.client.deactivate(workflow);
			for (let time = 0; time < 3; time += 1) await ask('reload');
			const before = await ask('memory');
			for (let time = 0; time < RELOADS; time += 1) await ask('reload');
			const bytes = ((await ask('memory')) - before) / RELOADS;
			t.diagnostic(`${Math.round(bytes / 1000)} KB kept for each`);
			// n8n-core keeps the classes among the children of its module, which `npm run bench life` tells apart: 29 empty nodes
			// are 60 KB, and 29 of n8n-nodes-base 1,030 KB.
			assert.ok(bytes < MAX_BYTES_PER_RELOAD, `${bytes} bytes`);
		});
	});
}
