// Sandbox and n8n side by side: the package installed, the credential saved, the examples imported.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { startN8n } from './n8n.mjs';
import { installPackage } from './package.mjs';
import { ROOT } from './paths.mjs';
import { step } from './progress.mjs';
import { startSandbox } from './sandbox.mjs';
import { signInOf } from './sign-in.mjs';

/** The sandbox's token with all permissions; it opens nothing else. */
export const SANDBOX_TOKEN = 'sandbox-full-access-token';

/** What the examples call the credential. */
export const CREDENTIAL = { name: 'Workspace Records (sandbox)', type: 'workspaceRecordsApi' };

/** The example workflows, as exported from the editor. */
export function exampleWorkflows() {
	const folder = join(ROOT, 'examples');
	const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return files.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/**
 * @typedef {object} Workspace
 * @property {{url: string, token: string}} sandbox
 * @property {{url: string, client: import('./n8n-client.mjs').N8nClient, log: string}} n8n
 * @property {import('./n8n-client.mjs').SignIn} signIn
 * @property {{id: string, name: string, type: string}} credential
 * @property {{id: string, name: string}[]} workflows
 * @property {() => Promise<void>} stop ends both
 */

/**
 * Starts everything; the package must have been built. Shows its steps.
 *
 * @param {{folder: string, fresh?: boolean, editorPort?: number, sandboxPort?: number}} options
 *   `folder` keeps all state; `fresh`: throw an earlier state away
 * @returns {Promise<Workspace>}
 */
export async function startWorkspace({ folder, fresh = false, editorPort, sandboxPort }) {
	const userFolder = join(folder, 'n8n');
	if (fresh) rmSync(userFolder, { recursive: true, force: true });
	if (fresh) rmSync(join(folder, 'sign-in.json'), { force: true });
	mkdirSync(userFolder, { recursive: true });

	const started = [];
	const stop = async () => {
		await Promise.all(started.splice(0).map(async (service) => await service.stop()));
	};
	const start = async (title, work) =>
		await step(title, async (note) => {
			const service = await work();
			started.push(service);
			note(service.url);
			return service;
		});

	try {
		const file = join(folder, 'sandbox.sqlite');
		const sandbox = await start(
			'Starting the sandbox',
			async () =>
				await startSandbox({
					file,
					port: sandboxPort,
					fresh,
					seed: existsSync(file) && !fresh ? undefined : 'example',
				}),
		);
		await step('Installing the package into n8n', async (note) => {
			const { name, version } = await installPackage(userFolder);
			note(`${name} ${version}`);
		});
		const n8n = await start(
			'Starting n8n',
			async () => await startN8n({ userFolder, port: editorPort }),
		);
		const signIn = signInOf(folder);
		const credential = await step('Saving the credential', async () => {
			await n8n.client.signIn(signIn);
			const data = {
				baseUrl: sandbox.url,
				authentication: 'accessToken',
				accessToken: SANDBOX_TOKEN,
			};
			return await n8n.client.saveCredential({ ...CREDENTIAL, data });
		});
		const workflows = await step('Importing the examples', async (note) => {
			const all = await importMissing(n8n.client, credential);
			note(all.map(({ name }) => name).join(', '));
			return all;
		});
		return {
			sandbox: { url: sandbox.url, token: SANDBOX_TOKEN },
			n8n,
			signIn,
			credential,
			workflows,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

// A person may have changed an example: what is there already stays as it is.
async function importMissing(client, credential) {
	const there = await client.workflows();
	const all = [];
	for (const workflow of exampleWorkflows()) {
		const same = there.find(({ name }) => name === workflow.name);
		all.push(same ?? (await client.importWorkflow(workflow, [credential])));
	}
	return all;
}
