// What may be billed, on workers: the recipes that call Enrich and Score, each more than once, and a run that loses its
// worker twice.
import pWaitFor from 'p-wait-for';

import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL, exampleWorkflows } from '../../scripts/lib/workspace.mjs';
import { ours } from '../e2e/lib/workflows.mjs';
import { compare, idsOf, START, upsertWorkflow } from './upserts.mjs';

/** Two polls, one a minute, on a busy machine. */
const PATIENCE_MS = 240_000;
/** Runs of one recipe until each worker has had one. */
const MAX_RUNS = 6;
const RUN_AGAIN = [
	['Score and route deals', 'Every Morning'],
	['The lead form', 'Lead Form'],
];
const ON_TRIGGER = 'Enrich and score what is new';
const WEBSITE = 'https://www.microsoft.com';

const BATCH = 'paid';
/** Calls that are under way at once. */
const PARALLEL = 2;

const isPaid = ({ path }) => /^\/v1\/(enrich|score)$/.test(path);
const workflowNamed = (name) =>
	structuredClone(exampleWorkflows().find((workflow) => workflow.name === name));

/** Creates so many companies and enriches each; made so that it can be run again. */
const createAndEnrich = (total, credential) => {
	const options = { maxParallelRequests: PARALLEL };
	const enrich = {
		...{ resource: 'company', operation: 'enrich', source: 'record', options },
		recordId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		...{ onlyIf: 'missing', missingFields: 'address' },
	};
	return upsertWorkflow(BATCH, total, credential, {
		url: WEBSITE,
		save: { operation: 'findOrCreate', findBy: 'external_id', options },
		next: [ours('Enrich', 'workspaceRecordsEnrich', enrich, credential)],
	});
};

/** @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster */
export function paidChecks(cluster) {
	const { client, service, sandbox } = cluster;
	const paid = async () => (await service.requests()).filter(isPaid);
	const until = async (what, done) =>
		await pWaitFor(done, {
			interval: 500,
			timeout: { milliseconds: PATIENCE_MS, message: `Timed out waiting for ${what}` },
		});
	const credential = async () => await client.credential(CREDENTIAL);
	const counts = async () => {
		const objects = ['companies', 'contacts', 'deals'];
		const all = await Promise.all(objects.map(async (object) => await service.records(object)));
		return all.map(({ length }) => length).join(', ');
	};

	/** Runs a workflow until each worker has run it; what is billed and stored after the first run must be all. */
	const runOnAll = async (name, trigger) => {
		const own = await credential();
		const { id } = await client.importWorkflow(workflowNamed(name), [own]);
		const before = (await paid()).length;
		const workers = new Set();
		const failures = [];
		let first;
		for (let run = 0; run < MAX_RUNS && (run < 2 || workers.size < 2); run += 1) {
			const execution = await client.runWorkflow(id, trigger, { timeoutMs: PATIENCE_MS });
			failures.push(...failuresOf(execution));
			workers.add(cluster.workerOf(execution.id));
			first ??= { billed: (await paid()).length - before, stored: await counts() };
		}
		const billed = (await paid()).length - before;
		const isSame = billed === first.billed && (await counts()) === first.stored;
		return {
			ok: !failures.length && isSame && billed > 0 && workers.size === 2 && !workers.has(undefined),
			found: failures[0] ?? `${name}: ${billed} calls, ${first.billed} of them in the first run`,
		};
	};

	return {
		async recipesAgain() {
			const all = [];
			for (const [name, trigger] of RUN_AGAIN) all.push(await runOnAll(name, trigger));
			return { ok: all.every(({ ok }) => ok), found: all.map(({ found }) => found).join('; ') };
		},

		/** Two companies, in two polls; the update by Enrich is no event. */
		async newCompanies() {
			const own = await credential();
			const workflow = workflowNamed(ON_TRIGGER);
			const isTrigger = ({ type }) => type.endsWith('workspaceRecordsTrigger');
			workflow.nodes.find(isTrigger).parameters.pollTimes.item = [{ mode: 'everyMinute' }];
			const imported = await client.importWorkflow(workflow, [own]);
			const lists = async () =>
				(await service.requests()).filter(
					({ method, path }) => method === 'GET' && path.endsWith('/companies'),
				).length;
			const anotherPoll = async () => {
				const before = await lists();
				await until('a poll', async () => (await lists()) > before);
			};
			const ended = async () => {
				const all = await client.executions(imported.id);
				const over = all.filter(({ status }) => !['new', 'running'].includes(status));
				return await Promise.all(over.map(async ({ id }) => await client.execution(id)));
			};
			const deals = async () =>
				(await ended()).flatMap((execution) => itemsOf(execution, 'Open Deal')).length;
			const before = (await paid()).length;
			await client.activate(imported);
			// What happens before the first poll is not told.
			await anotherPoll();
			for (const n of [1, 2]) {
				await fetch(`${sandbox.url}/v1/public/companies`, {
					method: 'POST',
					headers: {
						authorization: `Bearer ${sandbox.token}`,
						'content-type': 'application/json',
					},
					body: JSON.stringify({ external_id: `new-${n}`, name: `New ${n}`, url: WEBSITE }),
				});
				await until(`the deal of company ${n}`, async () => (await deals()) >= n);
			}
			await anotherPoll();
			await client.deactivate(imported);
			const executions = await ended();
			const failures = executions.flatMap(failuresOf);
			const billed = (await paid()).length - before;
			const workers = executions.map(({ id }) => cluster.workerOf(id) ?? 'no worker');
			return {
				ok: !failures.length && billed === 4 && !workers.includes('no worker'),
				found:
					failures[0] ??
					`${ON_TRIGGER}: ${billed} of 4 calls for 2 companies; on ${workers.join(', ')}`,
			};
		},

		/** Loses its worker among the creates, then among the calls of Enrich; run again each time. */
		async killedTwice(total) {
			const own = await credential();
			const { id } = await client.importWorkflow(createAndEnrich(total, own), [own]);
			const companies = async () => await service.records('companies');
			const found = async () => compare(await companies(), idsOf(BATCH, total));
			const before = (await paid()).length;
			const billed = async () => (await paid()).length - before;
			const slow = ['createCompany', 'enrich'];
			await service.setFaults([{ kind: 'latency', ms: 100, operations: slow }]);
			const killed = [];
			for (const progress of [async () => (await found()).stored, billed]) {
				const run = client.runWorkflow(id, START, { timeoutMs: PATIENCE_MS });
				run.catch(() => {});
				await until('a quarter', async () => (await progress()) >= total / 4);
				const [running] = await client.executions(id);
				const worker = cluster.workerOf(running.id);
				await cluster.kill(worker);
				killed.push(`${worker} at ${await progress()}`);
				const [{ status }] = await Promise.all([run, cluster.startWorker(worker)]);
				if (status === 'success') return { ok: false, found: 'ended before it was killed' };
			}
			await service.setFaults([]);
			const last = await client.runWorkflow(id, START, { timeoutMs: PATIENCE_MS });
			const [problem] = failuresOf(last);
			const { stored, duplicated } = await found();
			const bare = (await companies()).filter(
				({ externalId, fields }) => externalId?.startsWith(`queue-${BATCH}-`) && !fields.address,
			).length;
			const twice = (await billed()) - total;
			return {
				ok: !problem && stored === total && !duplicated.length && !bare && twice <= PARALLEL,
				found:
					problem ??
					`killed: ${killed.join(', ')} of ${total}; then ${stored} companies, ${duplicated.length} twice, ${bare} not enriched; ${twice} calls twice (${PARALLEL} were under way)`,
			};
		},
	};
}
