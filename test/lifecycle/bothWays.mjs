// Triggers in two real n8n at once, one for each way in which n8n stores what a trigger knows.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';

import pWaitFor from 'p-wait-for';

import { itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { startN8n } from '../../scripts/lib/n8n.mjs';
import { installTarball, pack } from '../../scripts/lib/package.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { signInOf } from '../../scripts/lib/sign-in.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { DURABLE_CURSORS } from '../e2e/lib/stand.mjs';
import { connected, ours } from '../e2e/lib/workflows.mjs';

const WAYS = { default: {}, 'durable cursors': DURABLE_CURSORS };
/** The node that takes what a trigger tells. */
export const NEXT = 'Note It';
export const noteIt = { name: NEXT, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

/** One n8n, beside the sandbox that both use. */
export class TriggerStand {
	constructor(way, env, folder, sandbox) {
		Object.assign(this, { way, env, folder, sandbox, starts: 0 });
		this.prefix = way.split(' ')[0];
		this.userFolder = join(folder, this.prefix);
	}

	async start() {
		this.starts += 1;
		this.n8n = await startN8n({
			userFolder: this.userFolder,
			port: this.n8n && Number(new URL(this.n8n.url).port),
			env: this.env,
			logName: `n8n-${this.starts}.log`,
		});
		this.client = this.n8n.client;
		await this.client.signIn(signInOf(this.folder));
	}

	async begin(tarball) {
		mkdirSync(this.userFolder);
		await installTarball(this.userFolder, tarball);
		await this.start();
		await this.sign(this.sandbox.token);
	}

	async sign(accessToken) {
		const data = { baseUrl: this.sandbox.url, authentication: 'accessToken', accessToken };
		this.credential = await this.client.saveCredential({ ...CREDENTIAL, data });
	}

	/** An active workflow of a trigger that is polled every minute. */
	async activate(title, name, type, parameters) {
		const pollTimes = { item: [{ mode: 'everyMinute' }] };
		const trigger = ours(name, type, { ...parameters, pollTimes }, this.credential);
		const workflow = connected(title, [trigger, noteIt]);
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
		await pWaitFor(async () => await done().catch(() => false), {
			interval: 1000,
			timeout: { milliseconds: minutes * 60_000, message: `${this.way}: no ${what}` },
		});
	}
}

/**
 * Declares tests; they run one after another, on both n8n at once.
 *
 * @param tests declares them, with a function that does something on both
 * @param prepare is given the stands before they begin
 */
export function describeBothWays(subject, Stand, tests, prepare = async () => {}) {
	let folder;
	let stands;

	describe(`${subject} in a real n8n, with both ways of storing what a trigger knows`, () => {
		before(async () => {
			folder = mkdtempSync(join(tmpdir(), `workspace-records-${subject.toLowerCase()}-`));
			const sandbox = await startSandbox({ file: join(folder, 'sandbox.sqlite'), seed: 'example' });
			const tarball = await pack(folder);
			stands = Object.entries(WAYS).map(([way, env]) => new Stand(way, env, folder, sandbox));
			await prepare(stands);
			for (const stand of stands) await stand.begin(tarball);
		});
		after(async () => {
			await stopServices();
			rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
		});
		tests(async (work) => await Promise.all(stands.map(work)));
	});
}
