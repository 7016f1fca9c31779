// n8n in queue mode on this machine: a sandbox, one main, workers, the package on each.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startWorker } from '../../scripts/lib/n8n.mjs';
import { installTarball, pack } from '../../scripts/lib/package.mjs';
import { step } from '../../scripts/lib/progress.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { CREDENTIAL, credentialData } from '../../scripts/lib/workspace.mjs';
import { controlApi } from '../e2e/lib/sandbox.mjs';
import { startSignedIn, temporaryFolder } from '../e2e/lib/stand.mjs';
import { until } from '../e2e/lib/until.mjs';
import { composeSettings } from './compose.mjs';
import { openServers } from './servers.mjs';

/** n8n detects a dead worker after half a minute, which keeps the test short; below that a busy one counts as dead. */
const FAST_STALL_DETECTION = {
	QUEUE_WORKER_LOCK_DURATION: '30000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/**
 * Makes the database and the folders of a cluster, which is started by `start` and, in any case,
 * ended by `end`.
 *
 * @param {{env?: Record<string, string>, workers?: number}} [options] `env`: further settings of all processes; `workers`:
 *   as many as tools/deploy/docker-compose.yml has, if left out
 */
export async function openCluster({ env = {}, workers } = {}) {
	return new Cluster(temporaryFolder('queue'), await openServers(), env, workers);
}

/** What the checks run against. */
class Cluster {
	/** By name; a worker that was killed stays listed until it is replaced. */
	workers = new Map();
	/** Of every worker ever started: what it ran before it was killed counts too. */
	#workerLogs = [];
	#starts = 0;

	constructor(folder, servers, env, workers) {
		this.folder = folder;
		this.servers = servers;
		this.settings = composeSettings({
			...servers.env,
			...FAST_STALL_DETECTION,
			...env,
			N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
		});
		this.settings.workers = workers ?? this.settings.workers;
	}

	get client() {
		return this.main.client;
	}

	/** How many executions can run at the same time. */
	get capacity() {
		return this.settings.workers * this.settings.concurrency;
	}

	/** Starts everything; the package must have been built. Shows its steps. */
	async start() {
		await this.startSandbox();
		const names = Array.from({ length: this.settings.workers }, (_, n) => `worker ${n + 1}`);
		await step(`Installing the packed package for ${names.length + 1} processes`, async () => {
			const tarball = await pack(this.folder);
			for (const name of ['main', ...names]) await installTarball(this.#home(name), tarball);
		});
		await step('Starting the main', async () => await this.startMain());
		await step(`Starting ${names.length} workers`, async () => {
			await Promise.all(names.map(async (name) => await this.startWorker(name)));
		});
	}

	/** Starts the service that all of them use. */
	async startSandbox() {
		this.sandbox = await step('Starting the sandbox', async () => {
			const file = join(this.folder, 'sandbox.sqlite');
			return await startSandbox({ file, seed: 'example' });
		});
		this.service = controlApi(this.sandbox);
	}

	/** Starts the main, or starts it again at the same address. */
	async startMain() {
		this.main = await startSignedIn(this.folder, {
			before: this.main,
			userFolder: this.#home('main'),
			env: this.settings.main,
			logName: this.#logName(),
		});
	}

	/** Starts a worker, or a new one in the place of one that has ended. */
	async startWorker(name) {
		const worker = await startWorker({
			userFolder: this.#home(name),
			concurrency: this.settings.concurrency,
			env: this.settings.worker,
			logName: this.#logName(),
		});
		this.workers.set(name, worker);
		this.#workerLogs.push({ name, log: worker.log });
	}

	/** The worker that started an execution; undefined when none has. */
	workerOf(executionId) {
		const started = new RegExp(`Worker started execution ${executionId}\\b`);
		return this.#workerLogs.find(({ log }) => started.test(readFileSync(log, 'utf8')))?.name;
	}

	/** All that the workers of this name have logged, one after the other. */
	logsOf(name) {
		const logs = this.#workerLogs.filter((worker) => worker.name === name);
		return logs.map(({ log }) => readFileSync(log, 'utf8')).join('');
	}

	/** Waits until a worker has logged something. */
	async waitForLog(name, pattern) {
		const { log } = this.workers.get(name);
		await until(`${pattern} of ${name}`, () => pattern.test(readFileSync(log, 'utf8')));
	}

	/** Saves a credential for the sandbox. */
	async saveAccess(name) {
		const data = credentialData(this.sandbox);
		return await this.client.saveCredential({ ...CREDENTIAL, name, data });
	}

	/** Ends a worker as a power cut does. */
	async kill(name) {
		await this.workers.get(name).kill();
	}

	/** Ends everything; its files go when this process ends. */
	async end() {
		await stopServices();
		await this.servers.drop();
	}

	#home(name) {
		const home = join(this.folder, name.replace(' ', '-'));
		mkdirSync(home, { recursive: true });
		return home;
	}

	#logName() {
		this.#starts += 1;
		return `n8n-${this.#starts}.log`;
	}
}
