// The Transfer Trigger beside workers: the main polls, and each event starts one execution.
import { setTimeout as sleep } from 'node:timers/promises';

import { itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { until } from '../e2e/lib/until.mjs';
import { NEXT, POLL_SECONDS, watching } from '../e2e/lib/workflows.mjs';

/** Transfers that end before the trigger is active, while it is, and while the main is down. */
const [EARLY, LATER, DOWN] = ['queue-early', 'queue-later', 'queue-down'];
/** Never ends: shows by its requests when n8n polls. */
const LONG = 'queue-long';
const ALL = [EARLY, LATER, DOWN, LONG];

/** @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster */
export function triggerChecks(cluster) {
	const { service } = cluster;
	let workflow;

	const start = async (id) =>
		await service.startTransfer({ id, queuedSeconds: 0, runningSeconds: 36_000 });
	/** The sandbox takes a plan for a known ID as the new state of it. */
	const end = async (id) =>
		await service.startTransfer({ id, queuedSeconds: 0, runningSeconds: 0 });

	const polls = async () => (await service.calls(new RegExp(`/${LONG}$`))).length;

	/** The events that started executions, and the workers that ran those. */
	const emittedEvents = async () => {
		const all = (await cluster.client.executions(workflow.id)).reverse();
		const events = [];
		for (const { id } of all) {
			const execution = await cluster.client.execution(id);
			for (const { json } of itemsOf(execution, NEXT)) {
				events.push({ id: json.id, worker: cluster.workerOf(id) });
			}
		}
		return events;
	};
	const isEmitted = async (id) => (await emittedEvents()).some((event) => event.id === id);
	const textOf = (events) => events.map(({ id, worker }) => `${id} (${worker})`).join(', ');
	const isOnce = (events, ids) =>
		JSON.stringify(events.map(({ id }) => id)) === JSON.stringify(ids) &&
		events.every(({ worker }) => worker !== undefined);

	return {
		async begin() {
			const credential = await cluster.saveAccess('Watching');
			for (const id of ALL) await start(id);
			await end(EARLY);
			const events = ['finished', 'failed'];
			const parameters = { transferIds: ALL.join(', '), events, options: {} };
			const type = 'workspaceRecordsTransferTrigger';
			workflow = await cluster.client.importWorkflow(
				watching('Watch transfers', type, parameters, credential),
				[credential],
			);
			await cluster.client.activate(workflow);
		},

		async oncePerEvent() {
			await until('a first poll', async () => (await polls()) > 0);
			await end(LATER);
			await until('both ends', async () => (await isEmitted(EARLY)) && (await isEmitted(LATER)));
			const events = await emittedEvents();
			return { ok: isOnce(events, [EARLY, LATER]), found: `executions: ${textOf(events)}` };
		},

		async mainOnly() {
			await cluster.main.stop();
			const before = await polls();
			await end(DOWN);
			await sleep((2 * POLL_SECONDS + 5) * 1000);
			const alone = (await polls()) - before;
			const working = [...cluster.workers.values()].filter((worker) => worker.running()).length;
			return {
				ok: before > 0 && alone === 0 && working === cluster.settings.workers,
				found: `${before} polls with the main, ${alone} in the time of two with ${working} workers alone`,
			};
		},

		async afterRestart() {
			const before = await polls();
			await cluster.startMain();
			await until('the event from the downtime', async () => await isEmitted(DOWN));
			await until('another poll', async () => (await polls()) > before + 1);
			const events = await emittedEvents();
			const ok = isOnce(events, [EARLY, LATER, DOWN]);
			return { ok, found: `executions: ${textOf(events)}` };
		},
	};
}
