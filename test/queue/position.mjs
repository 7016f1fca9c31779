// Get Changes that remembers, on workers: n8n gives them no static data, so that one goes on from what its process
// knows, and the others stop instead of beginning anew.
import pWaitFor from 'p-wait-for';

import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { connected, ours } from '../e2e/lib/workflows.mjs';

const [HOOK, CHANGES, WORK, CONFIRM] = ['queue-position', 'Get Changes', 'Work', 'Confirm Changes'];
const LOST = 'n8n does not give this one its position';
/** Either worker may take an execution. */
const MAX_RUNS = 30;

/** @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster */
export function positionChecks(cluster) {
	const { sandbox } = cluster;
	let workflow;
	const seen = new Set();

	const begin = async () => {
		const credential = await cluster.client.saveCredential({
			...CREDENTIAL,
			name: 'Reading changes',
			data: { baseUrl: sandbox.url, authentication: 'accessToken', accessToken: sandbox.token },
		});
		const company = (operation, more) =>
			ours(operation, 'workspaceRecordsCompany', { resource: 'company', ...more }, credential);
		const hook = { httpMethod: 'POST', path: HOOK, options: {} };
		const json = connected('Remember', [
			{
				...{ name: 'Hook', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: HOOK },
				parameters: hook,
			},
			company(CHANGES, { operation: 'getChanges', returnAll: true }),
			{ name: WORK, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
			{ ...company(CONFIRM, { operation: 'confirmChanges' }), position: [480, 200] },
		]);
		const confirm = { node: CONFIRM, type: 'main', index: 0 };
		json.connections[CHANGES].main[0].push(confirm);
		delete json.connections[WORK];
		workflow = await cluster.client.importWorkflow(json, [credential]);
		await cluster.client.activate(workflow);
	};

	const fire = async () =>
		(await fetch(`${cluster.main.url}/webhook/${HOOK}`, { method: 'POST' })).ok;
	const newest = async () => {
		const all = await cluster.client.executions(workflow.id);
		return all.find(({ id }) => !seen.has(id));
	};
	const until = async (what, done) =>
		await pWaitFor(done, {
			interval: 200,
			timeout: { milliseconds: 60_000, message: `Timed out waiting for ${what}` },
		});

	/** One execution: who ran it, the names that it read, and why it stopped. */
	const run = async () => {
		await until('the webhook', fire);
		await until('an execution', async () => (await newest()) !== undefined);
		const { id } = await newest();
		seen.add(id);
		const execution = await cluster.client.waitForExecution(id);
		return {
			worker: cluster.workerOf(id),
			names: itemsOf(execution, CHANGES).map(({ json }) => json.name),
			failure: failuresOf(execution).join(' '),
		};
	};

	const create = async (name) => {
		const headers = {
			authorization: `Bearer ${sandbox.token}`,
			'content-type': 'application/json',
		};
		const body = JSON.stringify({ external_id: name, name });
		const response = await fetch(`${sandbox.url}/v1/public/companies`, {
			...{ method: 'POST', headers, body },
		});
		if (!response.ok) throw new Error(`The company was not created: ${response.status}`);
	};

	return {
		async goesOnOrStops() {
			await begin();
			const first = await run();
			await create('After the first run');
			const runs = [];
			const isRunBy = (worker) => runs.some((each) => each.worker === worker);
			const workers = [...cluster.workers.keys()];
			while (!workers.every(isRunBy) && runs.length < MAX_RUNS) runs.push(await run());
			const own = runs.filter(({ worker }) => worker === first.worker);
			const others = runs.filter(({ worker }) => worker !== first.worker);
			const read = own.flatMap(({ names }) => names);
			return {
				ok:
					[first, ...own].every(({ failure }) => failure === '') &&
					first.names.length === 0 &&
					read.join() === 'After the first run' &&
					others.length > 0 &&
					others.every(({ names, failure }) => names.length === 0 && failure.includes(LOST)),
				found: `${first.worker} read ${read.length} of 1 in ${own.length} runs${own.map(({ failure }) => failure && ` (${failure})`).join('')}; ${others.length} of other workers stopped: ${others[0]?.failure}`,
			};
		},
	};
}
