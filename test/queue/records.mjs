// The Workspace Records Trigger beside workers: the main polls, and each event starts one execution, whichever
// process restarts in between.
import { watchedRecords } from '../e2e/lib/records.mjs';

/** @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster */
export function recordChecks(cluster) {
	const records = watchedRecords(cluster.service, () => cluster.client);

	/** Checks that each object has had these events, and says where they were taken. */
	const expect = async (...wanted) => {
		const events = await records.expect(...wanted);
		const workers = new Set(events.map(({ id }) => cluster.workerOf(id)));
		const found = `${events.length} executions, each of another event`;
		return { ok: true, found: `${found}; on ${[...workers].join(', ')}` };
	};

	return {
		async begin() {
			await records.begin(await cluster.saveAccess('Watching records'));
		},

		async created() {
			await records.create();
			return await expect('created');
		},

		async updatedWhileDown() {
			await cluster.main.stop();
			await records.update();
			await cluster.startMain();
			return await expect('created', 'updated');
		},

		async archivedWithoutWorker() {
			await cluster.kill('worker 1');
			await records.archive();
			await cluster.startWorker('worker 1');
			return await expect('created', 'updated', 'archived');
		},
	};
}
