// The main and two workers lose their power in the middle of creates, Enrich, Sync and a file. Each is then run again as
// docs/queue-mode.md says.
import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { until } from '../e2e/lib/until.mjs';
import { START, ours } from '../e2e/lib/workflows.mjs';
import { compare, idsOf, SAVE, upsertWorkflow } from './upserts.mjs';

const WEBSITE = 'https://www.microsoft.com';
/** Calls that are under way at once. */
const PARALLEL = 2;
const TIMEOUT_MS = 240_000;
/** What each of the four sends, slow enough to be met in the middle. */
const SLOW = ['createCompany', 'enrich', 'upsertMigrationOrders'];

/**
 * Something that is interrupted and run again.
 *
 * @typedef {object} Job
 * @property {string} name
 * @property {number} total
 * @property {() => Promise<number>} done how much of it the service has
 * @property {(worker?: string) => Promise<{id: string, ended: Promise<object>}>} run runs its workflow `id`; again, after
 *   the death of `worker`
 * @property {(execution: object) => Promise<string[]>} wrong what is not as it should be after the second run
 */

/**
 * @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster
 * @param {ReturnType<typeof import('./files.mjs').fileChecks>} files
 */
export function powerCutChecks(cluster, files) {
	const { service } = cluster;
	const billed = async () => (await service.calls(/^\/v1\/enrich$/)).length;

	/** Companies of a batch that are written by Find or Create or by Sync, and whatever follows. */
	const companies = async (batch, total, options, more = {}) => {
		const credential = await cluster.client.credential(CREDENTIAL);
		const all = async () => await service.records('companies');
		const found = async () => compare(await all(), idsOf(batch, total));
		const workflow = upsertWorkflow(batch, total, credential, options(credential));
		const { id } = await cluster.client.importWorkflow(workflow, [credential]);
		return {
			...{ name: batch, total },
			done: async () => (await found()).stored,
			run: async () => ({
				id,
				ended: cluster.client.runWorkflow(id, START, { timeoutMs: TIMEOUT_MS }),
			}),
			wrong: async (execution) => {
				const { lost, duplicated } = await found();
				const items = itemsOf(execution, SAVE).length;
				return [
					...failuresOf(execution),
					...(items === total ? [] : [`${items} items`]),
					...lost.map((one) => `${one} lost`),
					...duplicated.map((one) => `${one} twice`),
				];
			},
			...more,
		};
	};

	const save = { operation: 'findOrCreate', findBy: 'external_id' };
	const creates = async (total) =>
		await companies('creates', total, () => ({
			save: { ...save, options: { requests: { maxParallelRequests: PARALLEL } } },
		}));

	const sync = async (total) =>
		await companies('sync', total, () => ({
			save: {
				...{ operation: 'sync', mode: 'upsert', matchBy: 'external_id' },
				options: { requests: { maxParallelRequests: PARALLEL } },
			},
		}));

	/** Its companies are there before. */
	const enrich = async (total) => {
		for (const id of idsOf('enrich', total)) {
			const company = { external_id: id, name: `Company ${id}`, url: WEBSITE };
			await service.call('POST', 'companies', company);
		}
		const before = await billed();
		const done = async () => (await billed()) - before;
		const parameters = {
			...{ resource: 'company', operation: 'enrich' },
			recordId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			options: {
				...{ calls: { onlyIf: 'missing', missingFields: 'address' } },
				requests: { maxParallelRequests: PARALLEL },
			},
		};
		const next = (credential) => [ours('Enrich', 'workspaceRecordsEnrich', parameters, credential)];
		const job = await companies('enrich', total, (credential) => ({
			...{ url: WEBSITE, save, next: next(credential) },
		}));
		const wrong = async (execution) => {
			const bare = (await service.records('companies')).filter(
				({ externalId, fields }) => externalId?.startsWith('queue-enrich-') && !fields.address,
			);
			const twice = (await done()) - total;
			return [
				...(await job.wrong(execution)),
				...bare.map(({ externalId }) => `${externalId} not enriched`),
				...(twice > PARALLEL ? [`${twice} calls twice`] : []),
			];
		};
		return { ...job, done, wrong };
	};

	return {
		async inTheMiddle(total) {
			/** @type {Job[]} */
			const jobs = [await creates(total), await enrich(total), await sync(total)];
			// Ten orders a request.
			const file = await files.interrupted(5 * total);
			jobs.push(file);
			// All of them on two workers, however many there are.
			const [one, other, ...rest] = cluster.workers.keys();
			for (const name of rest) await cluster.kill(name);
			await service.setFaults([{ kind: 'latency', ms: 200, operations: SLOW }]);
			const runs = [];
			for (const job of jobs) runs.push(await job.run());
			for (const { ended } of runs) ended.catch(() => {});
			const done = async () => await Promise.all(jobs.map(async (job) => await job.done()));
			const isFifth = async () => (await done()).every((count, at) => count >= jobs[at].total / 5);
			await until('a fifth of each', isFifth, { interval: 200 });
			const executions = [];
			for (const { id } of runs) executions.push((await cluster.client.executions(id))[0]);
			const workers = executions.map(({ id }) => cluster.workerOf(id));
			for (const dying of [cluster.workers.get(one), cluster.workers.get(other), cluster.main]) {
				await dying.kill();
			}
			const cut = await done();
			await service.setFaults([]);
			await cluster.startMain();
			await Promise.all([one, other, ...rest].map(async (name) => await cluster.startWorker(name)));
			const problems = [];
			for (const [at, job] of jobs.entries()) {
				if (cut[at] >= job.total) problems.push(`${job.name} had ended`);
				const { ended } = await job.run(workers[at]);
				problems.push(...(await job.wrong(await ended)).map((text) => `${job.name}: ${text}`));
			}
			file.close();
			const states = [];
			for (const { id } of executions) states.push((await cluster.client.execution(id)).status);
			const texts = jobs.map(
				({ name }, at) => `${name} at ${cut[at]} of ${jobs[at].total} on ${workers[at]}`,
			);
			return {
				ok: !problems.length,
				found:
					problems.slice(0, 3).join('; ') ||
					`main, ${one} and ${other} killed with ${texts.join(', ')} (then shown as ${states.join(', ')}); run again: nothing lost, nothing twice but ${(await jobs[1].done()) - total} calls under way`,
			};
		},
	};
}
