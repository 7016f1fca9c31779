// Queue mode: workers get the package when it is installed on the main, and one with an empty disk gets it
// back when it starts. Needs a PostgreSQL and a Redis, as `npm run test:queue` does.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { failuresOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { temporaryFolder } from '../e2e/lib/stand.mjs';
import { START } from '../e2e/lib/workflows.mjs';
import { openCluster } from '../queue/cluster.mjs';
import { missingServers, SETUP_HINT } from '../queue/servers.mjs';
import { upsertWorkflow } from '../queue/upserts.mjs';
import { startRegistry } from './registry.mjs';
import { release } from './releases.mjs';

const VERSION = '0.9.1';
const COMPANIES = 20;
const PATIENCE_MS = 240_000;

/** Skipped, with the reason, where there are no servers and that is allowed. */
export async function queueTests({ ifAvailable }) {
	const missing = await missingServers();
	if (missing && !ifAvailable) throw new Error(`Cannot run: ${missing}.\n${SETUP_HINT}`);
	describe('Life-cycle in queue mode', { skip: missing }, () => {
		let folder;
		let registry;
		let cluster;
		let workflow;

		before(async () => {
			folder = temporaryFolder('lifecycle');
			registry = await startRegistry(folder);
			cluster = await openCluster({
				env: { ...registry.env, N8N_REINSTALL_MISSING_PACKAGES: 'true' },
			});
			await cluster.startSandbox();
			await cluster.startMain();
			await cluster.startWorker('worker 1');
		});
		after(async () => {
			await cluster?.end();
			await registry?.stop();
		});

		/** Runs the workflow; returns the worker that ran it. */
		const run = async () => {
			const execution = await cluster.client.runWorkflow(workflow.id, START, {
				timeoutMs: PATIENCE_MS,
			});
			assert.deepEqual(failuresOf(execution), []);
			return cluster.workerOf(execution.id);
		};

		test('a package that is installed on the main reaches a running worker', async () => {
			const published = await release(folder, VERSION);
			registry.publish(published);
			const { installedVersion } = await cluster.client.installPackage(published.manifest.name);
			assert.equal(installedVersion, VERSION);
			await cluster.waitForLog('worker 1', /Community package installed/);
			const credential = await cluster.saveAccess(CREDENTIAL.name);
			const upserts = upsertWorkflow('lifecycle', COMPANIES, credential);
			workflow = await cluster.client.importWorkflow(upserts, [credential]);
			assert.equal(await run(), 'worker 1');
		});

		test('a worker with an empty disk gets the package back when it starts', async () => {
			await cluster.kill('worker 1');
			const before = registry.requests.length;
			await cluster.startWorker('worker 2');
			assert.ok(registry.requests.length > before, 'it did not ask the registry');
			assert.equal(await run(), 'worker 2');
		});
	});
}
