// `npm run test:queue`: n8n in queue mode with this package on every process, as in
// tools/deploy/docker-compose.yml, on a PostgreSQL and a Redis of this machine.
//
//   npm run test:queue -- --if-available   passes when the servers are not available
//   npm run test:queue -- --records        the Workspace Records Trigger too
//   npm run test:queue -- --agents         an agent alone
//   npm run test:queue -- --recipes        the recipes alone
//   npm run test:queue -- --cut            a power cut alone
//   npm run test:queue -- --workers=3      with so many workers
import Table from 'cli-table3';

import { step } from '../../scripts/lib/progress.mjs';
import { build, setUpHost } from '../../scripts/setup.mjs';
import { agentChecks } from './agents.mjs';
import { openCluster } from './cluster.mjs';
import { executionChecks } from './executions.mjs';
import { fileChecks } from './files.mjs';
import { recipeChecks } from './recipes.mjs';
import { powerCutChecks } from './powerCut.mjs';
import { recordChecks } from './records.mjs';
import { SETUP_HINT, missingServers } from './servers.mjs';
import { triggerChecks } from './trigger.mjs';

/** Two or three workers with five executions each take as many. */
const COMPANIES = 2100;
const ORDERS_IN_FILE = 600;
/** Of each of the four that a power cut meets. */
const INTERRUPTED = 120;

async function runChecks(cluster) {
	const executions = executionChecks(cluster);
	const files = fileChecks(cluster);
	const trigger = triggerChecks(cluster);
	const records = recordChecks(cluster);
	const results = [];
	const check = async (what, work, ...args) => {
		const result = await step(what, async (note) => {
			const failed = ({ message }) => ({ ok: false, found: message });
			const { ok, found } = await work(...args).catch(failed);
			note(found, ok);
			return { what, ok, found };
		});
		results.push(result);
	};

	const { overMcp } = agentChecks(cluster);
	const checkAgents = async () =>
		await check('An agent over MCP writes once, and is told what to do', overMcp);
	if (process.argv.includes('--agents')) {
		await checkAgents();
		return results;
	}
	await executions.prepare();
	await files.prepare();
	const { inTheMiddle } = powerCutChecks(cluster, files);
	const cut = async () =>
		await check('After a power cut everything can be run again', inTheMiddle, INTERRUPTED);
	if (process.argv.includes('--cut')) {
		await cut();
		return results;
	}
	await trigger.begin();
	const recipes = await recipeChecks(cluster);
	await check('Recipes that are run again bill once', recipes.recipesAgain);
	// What waits for polls, each in a workspace of its own.
	await Promise.all([
		check('Recipes that wait, ask or sync bill once', recipes.others),
		check('What was paid is not paid again after a wait', recipes.afterWait),
		check('The Transfer Trigger starts one execution per event', trigger.oncePerEvent),
	]);
	if (process.argv.includes('--recipes')) return results;
	await check('The examples run on the workers', executions.examples);
	await check(`The workers share ${COMPANIES} items`, executions.manyItems, COMPANIES);
	await check('The workers refresh rotating tokens at once', executions.refresh);
	await check('Files go in and out on a worker, in the database', files.migrated, ORDERS_IN_FILE);
	await cut();
	await checkAgents();
	await check('The Transfer Trigger does not poll on workers', trigger.mainOnly);
	await check('The Transfer Trigger resumes after the main restarts', trigger.afterRestart);
	// Some minutes more, so only where they are asked for.
	if (process.argv.includes('--records')) {
		// The companies that the checks before have written are not told of again.
		await records.begin();
		await check('The Records Trigger tells of created records once', records.created);
		await check('The Records Trigger goes on after a downtime', records.updatedWhileDown);
		await check('The Records Trigger goes on after a dead worker', records.archivedWithoutWorker);
	}
	return results;
}

function tableOf(results) {
	const table = new Table({
		head: ['', 'Check', 'Found'],
		colWidths: [null, 38, 86],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const { what, ok, found } of results) table.push([ok ? '✓' : '✗', what, found]);
	return table.toString();
}

async function main() {
	await setUpHost();
	const missing = await missingServers();
	if (missing) {
		const isSkipped = process.argv.includes('--if-available');
		console.log(`${isSkipped ? 'Skipped the queue test' : 'Cannot run'}: ${missing}.`);
		if (!isSkipped) console.log(SETUP_HINT);
		process.exitCode = isSkipped ? 0 : 1;
		return;
	}
	await build();
	const interrupted = new Promise((_, reject) => {
		for (const signal of ['SIGINT', 'SIGTERM']) {
			process.on(signal, () => reject(new Error('Interrupted')));
		}
	});
	const [, workers] =
		/^--workers=(\d+)$/.exec(process.argv.find((arg) => arg.startsWith('--workers'))) ?? [];
	const cluster = await openCluster({ workers: workers && Number(workers) });
	const work = async () => {
		await cluster.start();
		const results = await runChecks(cluster);
		console.log(`\n${tableOf(results)}`);
		process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
	};
	try {
		await Promise.race([work(), interrupted]);
	} finally {
		await cluster.end();
	}
}

try {
	await main();
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
// An interrupted run may have pending work; it must not continue.
process.exit();
