// The recipes on workers, each more than once: what is billed, and what is stored.
import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { openDealAssistant } from '../e2e/agents.mjs';
import { openSide } from '../e2e/lib/side.mjs';
import { exampleNamed, withHelpers } from '../e2e/lib/stand.mjs';
import { ours, rowOf, theirs } from '../e2e/lib/workflows.mjs';
import { enrichWhatIsNew, followOrders } from '../e2e/recipes.mjs';
import { twoWaySync } from '../e2e/twoWaySync.mjs';

/** A wait of a minute, on a busy machine. */
const PATIENCE_MS = 240_000;
/** Runs of one recipe until two workers have had one. */
const MAX_RUNS = 6;
/** Recipes and what starts them. */
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
const OBJECTS = 'companies contacts deals items orders inventories inventory-transactions'.split(
	' ',
);
/** What the deal assistant is asked: it is billed for the first one, and there is no second. */
const QUESTION = 'Enrich Nintendo and Sony';
/** What is billed. */
const PAID = /^\/v1\/(enrich|score)$/;
const WEBSITE = 'https://www.microsoft.com';

/** @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster */
export async function recipeChecks(cluster) {
	const { client, service, sandbox } = cluster;
	const credential = await client.credential(CREDENTIAL);
	const paid = async () => await service.calls(PAID);
	const counts = async () => {
		const all = await Promise.all(OBJECTS.map(async (object) => await service.records(object)));
		return all.map(({ length }) => length).join(', ');
	};
	/** What the tests of one n8n take. */
	const stand = withHelpers({
		...{ folder: cluster.folder, service, sandbox, credential },
		get n8n() {
			return cluster.main;
		},
	});

	/** Runs a workflow until two workers have run it; what is billed and stored after the first run must be all. */
	const runOnAll = async (name, trigger) => {
		const { id } = await stand.importWorkflow(
			await stand.withDataTable(structuredClone(exampleNamed(name))),
		);
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

		/** Those that need more than a start: what e2e does with them, on workers. */
		async others() {
			const before = (await paid()).length;
			const side = await openSide(stand, 'enriched', 'example');
			const followAndAsk = async () => {
				const followed = [await followOrders(stand), await followOrders(stand)];
				const { ask, close } = await openDealAssistant(stand);
				const asked = [await ask(QUESTION), await ask(QUESTION)];
				await close();
				return { followed, asked };
			};
			const [fresh, synced, { followed, asked }] = await Promise.all([
				enrichWhatIsNew(stand, side),
				twoWaySync(stand),
				followAndAsk(),
			]);
			const forNew = (await side.calls(PAID)).length;
			await side.stop();
			const byAssistant = (await paid()).length - before;
			const all = [fresh, followed, asked, synced];
			const places = all.map((runs) => new Set(runs.map(({ id }) => cluster.workerOf(id))));
			const [problem] = [...asked, ...followed].flatMap(failuresOf);
			const areOnWorkers = places.every((workers) => !workers.has(undefined));
			return {
				ok: !problem && forNew === 2 && byAssistant === asked.length && areOnWorkers,
				found:
					problem ??
					`${forNew} calls for a new company, ${byAssistant} by the deal assistant, asked twice; orders followed twice; two-way sync in ${synced.length} runs on ${places.at(-1).size} workers`,
			};
		},

		/** The second node goes on from what n8n has stored, on whichever worker takes it; one call is allowed to both. */
		async afterWait() {
			const side = await openSide(stand, 'waiting', 'example');
			const parameters = {
				...{ resource: 'company', operation: 'enrich' },
				recordId: { __rl: true, mode: 'website', value: WEBSITE },
				options: { calls: { maxCalls: 1 } },
			};
			const enrich = (name) => ours(name, 'workspaceRecordsEnrich', parameters, side.credential);
			const more = { typeVersion: 1.1, webhookId: 'paid-wait' };
			const wait = theirs('Wait', 'wait', { amount: 66, unit: 'seconds' }, more);
			const workflow = rowOf('Enrich, wait, enrich', [enrich('First'), wait, enrich('Second')]);
			const { id } = await stand.importWorkflow(workflow, [side.credential]);
			const execution = await client.runWorkflow(id, 'Start', { timeoutMs: PATIENCE_MS });
			const [problem] = failuresOf(execution);
			const [second] = itemsOf(execution, 'Second').map(({ json }) => json);
			const billed = (await side.calls(PAID)).length;
			await side.stop();
			return {
				ok: !problem && billed === 1 && second?.skipped === true,
				found: problem ?? `${billed} call; the second: ${second?.reason}`,
			};
		},
	};
}
