// The Transfer Trigger and the sub-workflow *Watch a transfer* in a real n8n, with both ways in which n8n stores what a
// trigger knows: an unknown ID, many slow transfers, a kill, a restart. Takes about seven minutes, most of them polls.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { exampleNamed } from '../e2e/lib/stand.mjs';
import { connected, NEXT, next, theirs } from '../e2e/lib/workflows.mjs';
import { describeBothWays, TriggerStand } from './bothWays.mjs';

const SLOW = 300;
const SLOW_MS = 2000;
const CALL = 'Watch a Transfer';
const HOOK = 'watch-transfer';
const SUB_WORKFLOW = 'Watch a transfer';

/** One n8n, and what it watches. */
class Stand extends TriggerStand {
	id = (name) => `${this.prefix}-${name}`;

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
		const events = ['finished', 'failed', 'attention'];
		const parameters = { transferIds: names.map(this.id).join('\n'), events, options };
		const title = `Watch ${names.length} transfers`;
		return await this.activate(title, 'workspaceRecordsTransferTrigger', parameters);
	}

	/** The sub-workflow of the examples, and one that calls it and goes on. */
	async publishSubWorkflow() {
		const example = exampleNamed(SUB_WORKFLOW);
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
		this.caller = await this.client.importWorkflow(
			connected('Call it', [
				theirs('Hook', 'webhook', hook, { typeVersion: 2, webhookId: HOOK }),
				theirs(CALL, 'executeWorkflow', call, { typeVersion: 1.2 }),
				next,
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
	async told(workflow) {
		const items = (await this.itemsOf(workflow)).reverse().flat();
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
}

/** Declares the tests; they run one after another, on both n8n at once. */
export function transferLifecycleTests() {
	describeBothWays(
		'Transfers',
		Stand,
		(both) => {
			test('an unknown ID is told at the activation, and the others are watched', async () => {
				await both(async (stand) => {
					for (const name of ['a', 'b', 'sub', 'old']) await stand.run(name);
					await stand.end('old');
					stand.watching = await stand.watch(['a', 'gone', 'old', 'b'], { skipEnded: true });
					const isTold = async () => (await stand.told(stand.watching)).length > 0;
					await stand.until('unknown ID', isTold, 1);
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
					const areRead = async () => (await stand.reads('slow-')).size === SLOW;
					await stand.until('read of all', areRead, 8);
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
					const expected = ['gone unreachable', 'a finished', 'b finished'];
					assert.deepEqual(await stand.told(stand.watching), expected);
				});
			});
		},
		async ([{ service }]) => {
			await service.setFaults([{ kind: 'latency', ms: SLOW_MS, path: '-slow-' }]);
		},
	);
}
