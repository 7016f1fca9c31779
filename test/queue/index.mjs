// `npm run test:queue`: n8n in queue mode with this package on every process, as in
// deploy/docker-compose.yml, on a PostgreSQL and a Redis of this machine.
//
//   npm run test:queue -- --if-available   passes when the servers are not there
import { step } from '../../scripts/lib/progress.mjs';
import { build, setUpHost, setUpProject } from '../../scripts/setup.mjs';

const COMPANIES = 2000;
const COMPANIES_OF_KILLED = 1000;

async function runChecks(cluster) {
	const { executionChecks } = await import('./executions.mjs');
	const { triggerChecks } = await import('./trigger.mjs');
	const executions = executionChecks(cluster);
	const trigger = triggerChecks(cluster);
	const results = [];
	const check = async (what, work) => {
		const result = await step(what, async (note) => {
			const { ok, found } = await work().catch(({ message }) => ({ ok: false, found: message }));
			note(found, ok);
			return { what, ok, found };
		});
		results.push(result);
	};

	await executions.prepare();
	await trigger.begin();
	await check('Examples through the queue', async () => await executions.examples());
	await check(`${COMPANIES} items over both workers`, async () => {
		return await executions.manyItems(COMPANIES);
	});
	await check('A worker killed in the middle, its execution run again', async () => {
		return await executions.killedWorker(COMPANIES_OF_KILLED);
	});
	await check('Token refresh with rotation, both workers at once', async () => {
		return await executions.refresh();
	});
	await check('Transfer Trigger: one execution per event', async () => trigger.oncePerEvent());
	await check('Transfer Trigger: workers alone do not poll', async () => trigger.mainOnly());
	await check('Transfer Trigger: goes on after the main restarts', async () => {
		return await trigger.afterRestart();
	});
	return results;
}

async function tableOf(results) {
	const { default: Table } = await import('cli-table3');
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
	await setUpProject();
	await setUpHost();
	const { HOW_TO_GET_THEM, missingServers } = await import('./servers.mjs');
	const missing = await missingServers();
	if (missing) {
		const isSkipped = process.argv.includes('--if-available');
		console.log(`${isSkipped ? 'Skipped the queue test' : 'Cannot run'}: ${missing}.`);
		if (!isSkipped) console.log(HOW_TO_GET_THEM);
		process.exitCode = isSkipped ? 0 : 1;
		return;
	}
	await build();
	const { openCluster } = await import('./cluster.mjs');
	const interrupted = new Promise((_, reject) => {
		for (const signal of ['SIGINT', 'SIGTERM']) {
			process.once(signal, () => reject(new Error('Interrupted')));
		}
	});
	const cluster = await openCluster();
	const work = async () => {
		await cluster.start();
		const results = await runChecks(cluster);
		console.log(`\n${await tableOf(results)}`);
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
// What was interrupted must not go on.
process.exit();
