// Triggers in two real n8n at once, one for each way in which n8n stores what a trigger knows.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';

import { itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { installTarball, pack } from '../../scripts/lib/package.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { CREDENTIAL, credentialData } from '../../scripts/lib/workspace.mjs';
import { controlApi } from '../e2e/lib/sandbox.mjs';
import { DURABLE_CURSORS, startSignedIn, temporaryFolder } from '../e2e/lib/stand.mjs';
import { until } from '../e2e/lib/until.mjs';
import { NEXT, watching } from '../e2e/lib/workflows.mjs';

const WAYS = { default: {}, 'durable cursors': DURABLE_CURSORS };

/** One n8n, beside the sandbox that both use. */
export class TriggerStand {
	constructor(way, env, folder, sandbox) {
		Object.assign(this, { way, env, folder, sandbox, starts: 0 });
		this.service = controlApi(sandbox);
		this.prefix = way.split(' ')[0];
		this.userFolder = join(folder, this.prefix);
	}

	async start() {
		this.starts += 1;
		this.n8n = await startSignedIn(this.folder, {
			before: this.n8n,
			userFolder: this.userFolder,
			env: this.env,
			logName: `n8n-${this.starts}.log`,
		});
		this.client = this.n8n.client;
	}

	async begin(tarball) {
		mkdirSync(this.userFolder);
		await installTarball(this.userFolder, tarball);
		await this.start();
		await this.sign(this.sandbox.token);
	}

	async sign(token) {
		const data = credentialData({ url: this.sandbox.url, token });
		this.credential = await this.client.saveCredential({ ...CREDENTIAL, data });
	}

	/** An active workflow of a trigger that is polled. */
	async activate(name, type, parameters) {
		const workflow = watching(name, type, parameters, this.credential);
		const imported = await this.client.importWorkflow(workflow, [this.credential]);
		await this.client.activate(imported);
		return imported;
	}

	/** What the trigger of a workflow has told, the newest execution first. */
	async itemsOf({ id }) {
		const items = [];
		for (const one of await this.client.executions(id)) {
			items.push(itemsOf(await this.client.execution(one.id), NEXT));
		}
		return items;
	}

	async until(what, done, minutes = 4) {
		const isDone = async () => await done().catch(() => false);
		await until(`${what}, ${this.way}`, isDone, { seconds: minutes * 60 });
	}
}

/**
 * Declares tests; they run one after another, on both n8n at once.
 *
 * @param tests declares them, with a function that does something on both
 * @param prepare is given the stands before they begin
 */
export function describeBothWays(subject, Stand, tests, prepare = async () => {}) {
	let stands;

	describe(`${subject} in a real n8n, with both ways of storing what a trigger knows`, () => {
		before(async () => {
			const folder = temporaryFolder(subject.toLowerCase());
			const sandbox = await startSandbox({ file: join(folder, 'sandbox.sqlite'), seed: 'example' });
			const tarball = await pack(folder);
			stands = Object.entries(WAYS).map(([way, env]) => new Stand(way, env, folder, sandbox));
			await prepare(stands);
			for (const stand of stands) await stand.begin(tarball);
		});
		after(stopServices);
		tests(async (work) => await Promise.all(stands.map(work)));
	});
}
