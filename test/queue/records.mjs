// The Workspace Records Trigger beside workers: the main polls, and each event starts one execution, whichever
// process restarts in between.
import pWaitFor from 'p-wait-for';

import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { watchedRecords } from '../e2e/lib/records.mjs';

/** Some polls, one a minute, on a busy machine. */
const PATIENCE_MS = 240_000;

/** @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster */
export function recordChecks(cluster) {
	let credential;
	const records = watchedRecords(
		{ url: cluster.sandbox.url, token: cluster.sandbox.token },
		async (workflow) => await cluster.client.importWorkflow(workflow, [credential]),
		() => cluster.client,
		async () => await cluster.service.requests(),
	);

	/** Waits until each object has had so many events, and says which they were. */
	const expect = async (wanted) => {
		await pWaitFor(async () => (await records.events()).length >= wanted.length * records.objects, {
			interval: 2000,
			timeout: { milliseconds: PATIENCE_MS, message: `Timed out waiting for ${wanted.at(-1)}` },
		});
		const events = await records.events();
		const told = events.map(
			({ resource, items }) => `${resource} ${items.map(({ event }) => event)}`,
		);
		const isOnce = events.every(({ items }) => items.length === 1);
		const ids = new Set(events.flatMap(({ items }) => items.map((item) => item.event_id)));
		const isAll = wanted.every(
			(event) => told.filter((each) => each.endsWith(` ${event}`)).length === records.objects,
		);
		const workers = new Set(events.map(({ id }) => cluster.workerOf(id)));
		return {
			ok: isOnce && isAll && ids.size === events.length && events.length === told.length,
			found: `${events.length} executions, ${ids.size} events: ${told.join(', ')}; on ${[...workers].join(', ')}`,
		};
	};

	return {
		async begin() {
			credential = await cluster.client.saveCredential({
				name: 'Watching records',
				type: CREDENTIAL.type,
				data: {
					baseUrl: cluster.sandbox.url,
					authentication: 'accessToken',
					accessToken: cluster.sandbox.token,
				},
			});
			await records.begin(credential);
		},

		async created() {
			await records.create();
			return await expect(['created']);
		},

		async updatedWhileDown() {
			await cluster.main.stop();
			await records.update();
			await cluster.startMain();
			return await expect(['created', 'updated']);
		},

		async archivedWithoutWorker() {
			await cluster.kill('worker 1');
			await records.archive();
			await cluster.startWorker('worker 1');
			return await expect(['created', 'updated', 'archived']);
		},
	};
}
