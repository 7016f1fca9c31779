// The Workspace Records Trigger in a real n8n, with both ways in which n8n stores what a trigger knows, in two workflows
// at once: another access token, another name of the node, an edited form, a kill, a restart. Takes about eight minutes.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

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

const NEXT = 'Note It';
const WAYS = { default: {}, 'durable cursors': DURABLE_CURSORS };
/** It reads, as the trigger does. */
const OTHER_TOKEN = 'sandbox-regular-token';

/** One n8n, and what its two workflows are told. */
class Stand {
	/** Of the companies of this n8n, as far as it does not change, by ID. */
	names = new Map();

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
		const parameters = {
			resource: 'company',
			events: ['created', 'updated', 'archived'],
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			options: { sweepMinutes: 0 },
		};
		this.workflows = [];
		for (const name of ['One', 'Two']) {
			const workflow = connected(name, [
				ours(name, 'workspaceRecordsTrigger', parameters, this.credential),
				{ name: NEXT, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
			]);
			this.workflows.push(await this.client.importWorkflow(workflow, [this.credential]));
			await this.client.activate(this.workflows.at(-1));
		}
	}

	async sign(accessToken) {
		const data = { baseUrl: this.sandbox.url, authentication: 'accessToken', accessToken };
		this.credential = await this.client.saveCredential({ ...CREDENTIAL, data });
	}

	/** Another name and another form of the trigger, published. */
	async edit({ id }) {
		const { nodes, versionId, ...workflow } = await this.client.workflow(id);
		const [trigger, next] = nodes;
		const name = `${trigger.name}, renamed`;
		const parameters = { ...trigger.parameters, watchedFields: ['name'] };
		const saved = await this.client.saveWorkflow(id, {
			...{ name: workflow.name, settings: workflow.settings, versionId },
			nodes: [{ ...trigger, name, parameters }, next],
			connections: { [name]: workflow.connections[trigger.name] },
		});
		await this.client.activate({ id, versionId: saved.versionId });
	}

	/** What was told of the companies of this n8n, by workflow, sorted. */
	async told() {
		const told = [];
		for (const { id } of this.workflows) {
			const items = [];
			for (const one of await this.client.executions(id)) {
				items.push(...itemsOf(await this.client.execution(one.id), NEXT));
			}
			// Archived records may come with nothing but their ID.
			const lines = items
				.filter(({ json }) => this.names.has(json.id))
				.map(
					({ json }) =>
						`${json.event} ${json.name?.slice(this.prefix.length + 1) ?? this.names.get(json.id)}`,
				);
			told.push(lines.sort());
		}
		return told;
	}

	/** Waits until both workflows were told so much, and nothing else. */
	async tells(...expected) {
		const both = [expected.sort(), expected.sort()];
		const isAll = async () => (await this.told()).every(({ length }) => length >= expected.length);
		await pWaitFor(async () => await isAll().catch(() => false), {
			interval: 1000,
			timeout: { milliseconds: 5 * 60_000, message: `${this.way}: ${JSON.stringify(expected)}` },
		}).catch(() => {});
		assert.deepEqual(await this.told(), both, this.way);
	}

	/** Creates or updates the company that the name begins with, or archives it. */
	async save(name, method = 'POST') {
		const { url, token } = this.sandbox;
		const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
		const short = name.split(' ')[0];
		const known = [...this.names].find(([, one]) => one === short);
		const path = method === 'POST' ? '' : `/${known?.[0]}`;
		const record = { external_id: `${this.prefix}-${short}`, name: `${this.prefix} ${name}` };
		const body = method === 'POST' ? JSON.stringify(record) : undefined;
		const sent = await fetch(`${url}/v1/public/companies${path}`, { method, headers, body });
		const text = await sent.text();
		assert.equal(sent.ok, true, text);
		this.names.set(JSON.parse(text).company_id, short);
	}
}

/** Declares the tests; they run one after another, on both n8n at once. */
export function changesLifecycleTests() {
	let folder;
	let stands;
	const both = async (work) => await Promise.all(stands.map(work));

	describe('Changes in a real n8n, with both ways of storing what a trigger knows', () => {
		before(async () => {
			folder = mkdtempSync(join(tmpdir(), 'workspace-records-changes-'));
			const sandbox = await startSandbox({ file: join(folder, 'sandbox.sqlite'), seed: 'example' });
			const tarball = await pack(folder);
			stands = Object.entries(WAYS).map(([way, env]) => new Stand(way, env, folder, sandbox));
			for (const stand of stands) await stand.begin(tarball);
		});
		after(async () => {
			await stopServices();
			rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
		});

		test('both workflows are told of a new record', async () => {
			await both(async (stand) => {
				await stand.save('A');
				await stand.tells('created A');
			});
		});

		test('another token, another name and an edited form lose and repeat nothing', async () => {
			await both(async (stand) => {
				await stand.save('B');
				await stand.sign(OTHER_TOKEN);
				for (const workflow of stand.workflows) await stand.edit(workflow);
				await stand.save('C');
				await stand.tells('created A', 'created B', 'created C');
			});
		});

		test('a kill loses nothing, archived records included, and a restart repeats nothing', async () => {
			await both(async (stand) => {
				await stand.n8n.kill();
				await stand.save('A changed');
				await stand.save('B', 'DELETE');
				await stand.start();
				const before = ['created A', 'created B', 'created C'];
				await stand.tells(...before, 'updated A changed', 'archived B');
				await stand.n8n.stop();
				await stand.start();
				await stand.save('D');
				await stand.tells(...before, 'updated A changed', 'archived B', 'created D');
			});
		});
	});
}
