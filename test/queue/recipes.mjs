// The recipes on workers, each more than once: what is billed, and what is stored.
import pWaitFor from 'p-wait-for';

import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL, exampleWorkflows } from '../../scripts/lib/workspace.mjs';

/** Two polls, one a minute, on a busy machine. */
const PATIENCE_MS = 240_000;
/** Runs of one recipe until each worker has had one. */
const MAX_RUNS = 6;
/** Recipes and what starts them. Two-way sync needs two workspaces, the deal assistant a model: test/e2e. */
const RUN_AGAIN = [
	['Score and route deals', 'Every Morning'],
	['The lead form', 'Lead Form'],
	['Companies from a sheet', 'Start'],
	['Mirror a sheet', 'Every Night'],
	['Migrate a shop', 'Start'],
	['Stock after orders', 'Start'],
	['Invoices to a list', 'Every Monday'],
	['Nightly sync since the last run', 'Every Night'],
];
/** What the recipes write. */
const OBJECTS = [
	'companies',
	'contacts',
	'deals',
	'items',
	'orders',
	'inventories',
	'inventory-transactions',
];
const ON_TRIGGER = 'Enrich and score what is new';
const WEBSITE = 'https://www.microsoft.com';

const isPaid = ({ path }) => /^\/v1\/(enrich|score)$/.test(path);
const workflowNamed = (name) =>
	structuredClone(exampleWorkflows().find((workflow) => workflow.name === name));

/** @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster */
export function recipeChecks(cluster) {
	const { client, service, sandbox } = cluster;
	const paid = async () => (await service.requests()).filter(isPaid);
	const until = async (what, done) =>
		await pWaitFor(done, {
			interval: 500,
			timeout: { milliseconds: PATIENCE_MS, message: `Timed out waiting for ${what}` },
		});
	const credential = async () => await client.credential(CREDENTIAL);
	const counts = async () => {
		const all = await Promise.all(OBJECTS.map(async (object) => await service.records(object)));
		return all.map(({ length }) => length).join(', ');
	};
	let cursors;
	/** A recipe of which a person has chosen the data table that keeps its cursor. */
	const recipeNamed = async (name) => {
		const workflow = workflowNamed(name);
		for (const { type, parameters } of workflow.nodes) {
			if (!type.endsWith('.dataTable')) continue;
			cursors ??= client.createDataTable('Cursors', ['workflow', 'cursor']);
			const { id } = await cursors;
			parameters.dataTableId = { __rl: true, mode: 'id', value: id };
		}
		return workflow;
	};

	/** Runs a workflow until each worker has run it; what is billed and stored after the first run must be all. */
	const runOnAll = async (name, trigger) => {
		const own = await credential();
		const { id } = await client.importWorkflow(await recipeNamed(name), [own]);
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
			billed,
			ok: !failures.length && isSame && workers.size > 1 && !workers.has(undefined),
			found:
				failures[0] ??
				`${name}: ${billed} calls, ${first.billed} of them in the first run, ${isSame ? 'nothing' : 'more'} stored by the others`,
		};
	};

	return {
		async recipesAgain() {
			const all = [];
			for (const [name, trigger] of RUN_AGAIN) all.push(await runOnAll(name, trigger));
			// Those that enrich and score.
			const isPaidFor = all[0].billed > 0 && all[1].billed > 0;
			return {
				ok: isPaidFor && all.every(({ ok }) => ok),
				found: all.map(({ found }) => found).join('; '),
			};
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
	};
}
