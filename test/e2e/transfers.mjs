// The Transfer Trigger in an active workflow. n8n polls by the clock, so transfers are started before
// the other tests and checked after them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { until } from './lib/until.mjs';
import { NEXT, watching } from './lib/workflows.mjs';

/** Three transfers: one ends between the first polls, one a poll later, one runs on for long. */
const TRANSFERS = [
	{ id: 'e2e-early', queuedSeconds: 1, runningSeconds: 2, total: 10, failedRows: 3 },
	{ id: 'e2e-late', queuedSeconds: 1, runningSeconds: 59, outcome: 'failed' },
	{ id: 'e2e-long', queuedSeconds: 1, runningSeconds: 36_000 },
];

/**
 * Three parts, to be called in this order, n8n being restarted before the last; other tests may go on between them.
 *
 * @param {import('./lib/stand.mjs').Stand} stand
 */
export function transferTests(stand) {
	let workflow;
	let ended;
	let pollsBefore;

	const executions = async () => {
		const all = (await stand.n8n.client.executions(workflow.id)).reverse();
		return await Promise.all(all.map(async ({ id }) => await stand.n8n.client.execution(id)));
	};
	/** How often the transfer that runs on has been read: whether n8n has polled. */
	const polls = async () => (await stand.service.calls(/\/e2e-long$/)).length;

	return {
		begin: () =>
			test('Transfer Trigger: an active workflow watches three transfers', async () => {
				const transferIds = TRANSFERS.map(({ id }) => id).join(', ');
				const parameters = { transferIds, events: ['finished', 'failed'], options: {} };
				const type = 'workspaceRecordsTransferTrigger';
				for (const plan of TRANSFERS) await stand.service.startTransfer(plan);
				workflow = await stand.importWorkflow(
					watching('Watch transfers', type, parameters, stand.credential),
				);
				await stand.n8n.client.activate(workflow);
			}),

		ends: () =>
			test('Transfer Trigger: each end of a transfer starts one execution', async () => {
				await until('both ends', async () => (await executions()).length >= 2);
				ended = await executions();
				const items = ended.map((execution) => itemsOf(execution, NEXT));
				assert.deepEqual(
					items.map((each) => each.map(({ json }) => [json.event, json.id, json.failed_number])),
					[[['finished', 'e2e-early', 3]], [['failed', 'e2e-late', 0]]],
				);
				const [[early], [late]] = items;
				assert.notEqual(early.json.event_id, late.json.event_id);
				pollsBefore = await polls();
			}),

		afterRestart: () =>
			test('Transfer Trigger: emits no event twice after a restart', async () => {
				// One at the start, and one by the clock.
				await until('a poll after the restart', async () => (await polls()) > pollsBefore + 1);
				assert.deepEqual(
					(await executions()).map(({ id }) => id),
					ended.map(({ id }) => id),
				);
			}),
	};
}
