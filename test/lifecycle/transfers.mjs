// The Transfer Trigger and the sub-workflow *Watch a transfer* in a real n8n, with both ways in which n8n stores what a
// trigger knows: an unknown ID, many slow transfers, a kill, a restart. Takes about seven minutes, most of them polls.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import pWaitFor from 'p-wait-for';

import { itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { startN8n } from '../../scripts/lib/n8n.mjs';
import { installTarball, pack } from '../../scripts/lib/package.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { signInOf } from '../../scripts/lib/sign-in.mjs';
import { CREDENTIAL, exampleWorkflows } from '../../scripts/lib/workspace.mjs';
import { controlApi } from '../e2e/lib/sandbox.mjs';
import { DURABLE_CURSORS } from '../e2e/lib/stand.mjs';
import { connected, ours } from '../e2e/lib/workflows.mjs';

const SLOW = 300;
const SLOW_MS = 2000;
const TRIGGER = 'Transfer Ended';
const NEXT = 'Note It';
const CALL = 'Watch a Transfer';
const HOOK = 'watch-transfer';
const SUB_WORKFLOW = 'Watch a transfer';
const WAYS = { default: {}, 'durable cursors': DURABLE_CURSORS };

/** One n8n, and what it watches. */
class Stand {
	constructor(way, env, folder, sandbox) {
		Object.assign(this, { way, env, folder, sandbox, service: controlApi(sandbox), starts: 0 });
		this.prefix = way.split(' ')[0];
		this.userFolder = join(folder, this.prefix);
	}

	id = (name) => `${this.prefix}-${name}`;

	async start() {
		this.starts += 1;
		this.n8n = await startN8n({
			userFolder: this.userFolder,
			port: this.n8n && Number(new URL(this.n8n.url).port),
			env: this.env,
			logName: `n8n-${this.starts}.log`,
		});
		this.client = this.n8n.client;
		await this.client.signIn(signInOf(this.folder));
	}

	async begin(tarball) {
		mkdirSync(this.userFolder);
		await installTarball(this.userFolder, tarball);
		await this.start();
		const { url: baseUrl, token: accessToken } = this.sandbox;
		this.credential = await this.client.saveCredential({
			...CREDENTIAL,
			data: { baseUrl, authentication: 'accessToken', accessToken },
		});
	}

	run = async (name) =>
		await this.service.startTransfer({
			id: this.id(name),
			queuedSeconds: 0,
			runningSeconds: 36_000,
		});
	/** The sandbox takes a plan for a known ID as the new state of it. */
	end = async (name) =>
		await this.service.startTransfer({ id: this.id(name), queuedSeconds: 0, runningSeconds: 0 });

	async watch(names, options = {}) {
		const parameters = {
			transferIds: names.map(this.id).join('\n'),
			events: ['finished', 'failed', 'attention'],
			options,
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		};
		const workflow = await this.client.importWorkflow(
			connected(`Watch ${names.length} transfers`, [
				ours(TRIGGER, 'workspaceRecordsTransferTrigger', parameters, this.credential),
				{ name: NEXT, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
			]),
			[this.credential],
		);
		await this.client.activate(workflow);
		return workflow;
	}

	/** The sub-workflow of the examples, and one that calls it and goes on. */
	async publishSubWorkflow() {
		const example = exampleWorkflows().find(({ name }) => name === SUB_WORKFLOW);
		this.sub = await this.client.importWorkflow(example, [this.credential]);
		await this.client.activate(this.sub);
		const hook = { httpMethod: 'POST', path: HOOK, responseMode: 'onReceived', options: {} };
		const call = {
			source: 'database',
			workflowId: { __rl: true, mode: 'id', value: this.sub.id },
			workflowInputs: {
				mappingMode: 'defineBelow',
				value: { transfer_id: '={{ $json.body.transfer_id }}' },
			},
			options: {},
		};
		const base = 'n8n-nodes-base';
		this.caller = await this.client.importWorkflow(
			connected('Call it', [
				{
					name: 'Hook',
					type: `${base}.webhook`,
					typeVersion: 2,
					parameters: hook,
					webhookId: HOOK,
				},
				{ name: CALL, type: `${base}.executeWorkflow`, typeVersion: 1.2, parameters: call },
				{ name: NEXT, type: `${base}.noOp`, typeVersion: 1, parameters: {} },
			]),
		);
		await this.client.activate(this.caller);
	}

	async call(name) {
		const body = JSON.stringify({ transfer_id: this.id(name) });
		const headers = { 'content-type': 'application/json' };
		const hook = () =>
			fetch(`${this.client.url}/webhook/${HOOK}`, { method: 'POST', headers, body });
		await this.until('the webhook', async () => (await hook()).ok);
	}

	/** What was emitted, oldest first, as `name event`, or the reason of an event. */
	async told({ id }) {
		const all = (await this.client.executions(id)).reverse();
		const items = [];
		for (const one of all) items.push(...itemsOf(await this.client.execution(one.id), NEXT));
		const plain = (text) => text.replace(`${this.prefix}-`, '');
		return items.map(({ json }) => `${plain(json.transfer_id)} ${json.reason ?? json.event}`);
	}

	/** How often each transfer whose name begins so was read. */
	async reads(name) {
		const counts = new Map();
		for (const { path } of await this.service.requests()) {
			const id = path.split('/').at(-1);
			if (id.startsWith(this.id(name))) counts.set(id, (counts.get(id) ?? 0) + 1);
		}
		return counts;
	}

	async until(what, done, minutes = 4) {
		await pWaitFor(async () => await done().catch(() => false), {
			interval: 1000,
			timeout: { milliseconds: minutes * 60_000, message: `${this.way}: no ${what}` },
		});
	}
}

/** Declares the tests; they run one after another, on both n8n at once. */
export function transferLifecycleTests() {
	let folder;
	let stands;
	const both = async (work) => await Promise.all(stands.map(work));

	describe('Transfers in a real n8n, with both ways of storing what a trigger knows', () => {
		before(async () => {
			folder = mkdtempSync(join(tmpdir(), 'workspace-records-transfers-'));
			const sandbox = await startSandbox({ file: join(folder, 'sandbox.sqlite'), seed: 'example' });
			const tarball = await pack(folder);
			stands = Object.entries(WAYS).map(([way, env]) => new Stand(way, env, folder, sandbox));
			await stands[0].service.setFaults([{ kind: 'latency', ms: SLOW_MS, path: '-slow-' }]);
			for (const stand of stands) await stand.begin(tarball);
		});
		after(async () => {
			await stopServices();
			rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
		});

		test('an unknown ID is told at the activation, and the others are watched', async () => {
			await both(async (stand) => {
				for (const name of ['a', 'b', 'sub', 'old']) await stand.run(name);
				await stand.end('old');
				stand.watching = await stand.watch(['a', 'gone', 'old', 'b'], { skipEnded: true });
				await stand.until(
					'unknown ID',
					async () => (await stand.told(stand.watching)).length > 0,
					1,
				);
				await stand.end('a');
				await stand.until('end of a', async () => (await stand.told(stand.watching)).length > 1);
				assert.deepEqual(await stand.told(stand.watching), ['gone unreachable', 'a finished']);
			});
		});

		test('300 transfers of two seconds each are activated, and all read', async () => {
			await both(async (stand) => {
				const names = Array.from({ length: SLOW }, (_, index) => `slow-${index}`);
				for (const name of names) await stand.run(name);
				const before = Date.now();
				await stand.watch(names);
				await stand.until('read of all', async () => (await stand.reads('slow-')).size === SLOW, 8);
				stand.slowMs = Date.now() - before;
				const counts = [...(await stand.reads('slow-')).values()];
				assert.ok(
					Math.max(...counts) <= 4,
					`${stand.way}: read up to ${Math.max(...counts)} times`,
				);
			});
		});

		test('a kill loses no end, and the sub-workflow goes on after it', async () => {
			await both(async (stand) => {
				await stand.publishSubWorkflow();
				await stand.call('sub');
				await stand.until('waiting sub-workflow', async () => {
					const [child] = await stand.client.executions(stand.sub.id);
					return child?.status === 'waiting';
				});
				await stand.n8n.kill();
				await stand.end('b');
				await stand.end('sub');
				await stand.start();
				await stand.until('end of b', async () => (await stand.told(stand.watching)).length > 2);
				const ended = async () => (await stand.client.executions(stand.caller.id))[0];
				await stand.until('end of the caller', async () => (await ended()).status === 'success');
				const [item] = itemsOf(await stand.client.execution((await ended()).id), NEXT);
				assert.equal(item.json.transfer_id, stand.id('sub'));
				assert.equal(item.json.outcome, 'finished');
			});
		});

		test('a restart repeats nothing', async () => {
			await both(async (stand) => {
				await stand.n8n.stop();
				const polls = (await stand.reads('gone')).get(stand.id('gone'));
				await stand.start();
				await stand.until(
					'poll after the restart',
					async () => {
						return (await stand.reads('gone')).get(stand.id('gone')) > polls;
					},
					8,
				);
				assert.deepEqual(await stand.told(stand.watching), [
					'gone unreachable',
					'a finished',
					'b finished',
				]);
			});
		});
	});
}
