// Two days of a real n8n in fast motion: fifty active workflows poll every hour, and each reports every record once.
// Then n8n loads the package anew, ten times. Both say what the process keeps. Takes some minutes:
// `npm run test:lifecycle -- long`, which is no part of the others.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import getPort from 'get-port';
import pWaitFor from 'p-wait-for';

import { startN8n } from '../../scripts/lib/n8n.mjs';
import { installPackage } from '../../scripts/lib/package.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { signInOf } from '../../scripts/lib/sign-in.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { connected, ours } from '../e2e/lib/workflows.mjs';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const WORKFLOWS = Number(process.env.LONG_LIFE_WORKFLOWS ?? 50);
const HOURS = Number(process.env.LONG_LIFE_HOURS ?? 48);
/** The first quarter, after which the process has loaded and compiled what it needs. */
const WARM_UP_HOURS = Math.floor(HOURS / 4);
const RELOADS = 10;
const CLOCK = fileURLToPath(new URL('fastClock.cjs', import.meta.url));

/** A list of companies that grows, sorted and paged as asked, on the clock of n8n. */
async function startList() {
	const rows = [];
	const list = { rows, now: Date.now, requests: 0, lastAt: 0, asked: new Set() };
	const server = createServer((request, response) => {
		list.requests += 1;
		list.lastAt = Date.now();
		const { searchParams } = new URL(request.url, 'http://localhost');
		list.asked.add(searchParams.get('search'));
		const sort = searchParams.get('sort') ?? '';
		const key = sort.replace('-', '');
		const sorted = rows.toSorted((one, other) => (one[key] < other[key] ? -1 : 1));
		if (sort.startsWith('-')) sorted.reverse();
		const limit = Number(searchParams.get('limit') ?? 100);
		const start = (Number(searchParams.get('page') ?? 1) - 1) * limit;
		response.setHeader('content-type', 'application/json');
		response.setHeader('date', new Date(list.now()).toUTCString());
		const data = sorted.slice(start, start + limit);
		response.end(JSON.stringify({ data, total: rows.length }));
	});
	await new Promise((resume) => server.listen(0, '127.0.0.1', resume));
	list.url = `http://127.0.0.1:${server.address().port}`;
	list.close = () => server.close();
	list.add = () => {
		const at = new Date(list.now()).toISOString();
		const id = `company-${rows.length}`;
		rows.push({ id, name: `Company ${rows.length}`, created_at: at, updated_at: at });
	};
	return list;
}

export function longLifeTests() {
	describe('A long life in a real n8n', () => {
		const folder = mkdtempSync(join(tmpdir(), 'workspace-records-life-'));
		let list;
		let n8n;
		let port;
		let credential;
		const workflows = [];

		const control = async (call) => {
			const response = await fetch(`http://127.0.0.1:${port}/${call}`, { method: 'POST' });
			const text = await response.text();
			assert.ok(response.ok, text);
			return JSON.parse(text);
		};
		const pass = async (ms) => {
			const { ahead } = await control(`advance?ms=${ms}`);
			list.now = () => Date.now() + ahead;
		};
		const allPolled = async () => {
			await pWaitFor(() => list.asked.size === WORKFLOWS && Date.now() - list.lastAt > 1000, {
				interval: 50,
				timeout: { milliseconds: 120_000, message: 'Not every workflow has polled' },
			});
			list.asked.clear();
		};
		/** To the next poll of all, which are at the full hour; none is under way when the clock moves on. */
		const passHour = async () => {
			await pass(HOUR - (list.now() % HOUR) + SECOND);
			await allPolled();
		};

		before(async () => {
			const userFolder = join(folder, 'n8n');
			mkdirSync(userFolder);
			await installPackage(userFolder);
			list = await startList();
			port = await getPort();
			n8n = await startN8n({
				userFolder,
				env: { NODE_OPTIONS: `--require ${CLOCK}`, FAST_CLOCK_PORT: String(port) },
			});
			await n8n.client.signIn(signInOf(folder));
			credential = await n8n.client.saveCredential({
				...CREDENTIAL,
				data: { baseUrl: list.url, authentication: 'accessToken', accessToken: 'any-token' },
			});
		});
		after(async () => {
			await stopServices();
			list?.close();
			rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
		});

		test(`${WORKFLOWS} workflows poll for ${HOURS} hours, and each reports each record once`, async (t) => {
			list.add();
			// A job that is due soon would wait for the real clock.
			await pass(HOUR - (Date.now() % HOUR) + HOUR / 2);
			for (let index = 0; index < WORKFLOWS; index += 1) {
				const parameters = {
					resource: 'company',
					events: ['created'],
					// By which the service tells who asks; it finds all records.
					filters: { search: `workflow-${index}` },
					pollTimes: { item: [{ mode: 'custom', cronExpression: '0 0 * * * *' }] },
				};
				const workflow = await n8n.client.importWorkflow(
					connected(`Watch ${index}`, [
						ours('Record Changed', 'workspaceRecordsTrigger', parameters, credential),
						{ name: 'Event', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
					]),
					[credential],
				);
				await n8n.client.activate(workflow);
				workflows.push(workflow);
			}
			// At the activation, in the background.
			await allPolled();
			let before;
			let polls = 0;
			for (let hour = 0; hour < HOURS; hour += 1) {
				if (hour === WARM_UP_HOURS) {
					before = await control('memory');
					polls = list.requests;
				}
				list.add();
				await passHour();
			}
			const { heapUsed, timers } = await control('memory');
			polls = list.requests - polls;
			const bytes = (heapUsed - before.heapUsed) / polls;
			t.diagnostic(
				`${list.requests} polls, ${bytes.toFixed(0)} bytes kept for each, timers ${before.timers} and ${timers}`,
			);
			for (const workflow of workflows) {
				const statuses = async () =>
					(await n8n.client.executions(workflow.id)).map(({ status }) => status);
				// The last ones may be under way.
				await pWaitFor(async () => (await statuses()).every((status) => status === 'success'), {
					interval: 500,
					timeout: { milliseconds: 60_000, message: `${await statuses()}` },
				});
				assert.equal((await statuses()).length, HOURS);
			}
			assert.ok(bytes < 1024, `${bytes} bytes kept for each poll`);
		});

		test(`${RELOADS} times, the package is loaded anew`, async (t) => {
			for (const workflow of workflows) await n8n.client.deactivate(workflow);
			for (let time = 0; time < RELOADS; time += 1) await control('reload');
			const before = await control('memory');
			for (let time = 0; time < RELOADS; time += 1) await control('reload');
			const { heapUsed } = await control('memory');
			const megabytes = (heapUsed - before.heapUsed) / RELOADS / 1e6;
			t.diagnostic(`${megabytes.toFixed(2)} MB kept for each`);
			// n8n-core keeps each class in the children of the module that loads it (docs/quality.md, "Long life").
			assert.ok(megabytes < 1.5, `${megabytes} MB`);
		});
	});
}
