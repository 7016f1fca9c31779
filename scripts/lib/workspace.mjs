// Sandbox and n8n side by side: the package installed, the credential saved, the examples and recipes imported.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { startN8n } from './n8n.mjs';
import { installPackage } from './package.mjs';
import { ROOT } from './paths.mjs';
import { step } from './progress.mjs';
import { startSandbox } from './sandbox.mjs';
import { signInOf } from './sign-in.mjs';

/** The credential as the examples name it. */
export const CREDENTIAL = { name: 'Workspace Records (sandbox)', type: 'workspaceRecordsApi' };

/** Where the workflows are that come with the package. */
const WORKFLOW_FOLDERS = ['examples', 'docs/recipes'];

/** The example workflows and the recipes, as exported from the editor. */
export function exampleWorkflows() {
	return workflowFiles().map((file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
}

/** Their files, as paths in the project. */
const workflowFiles = () =>
	WORKFLOW_FOLDERS.flatMap((folder) =>
		readdirSync(join(ROOT, folder))
			.filter((name) => name.endsWith('.json'))
			.sort()
			.map((name) => `${folder}/${name}`),
	);

/**
 * @typedef {object} Workspace
 * @property {string} folder keeps all state: `sandbox.sqlite`, and `n8n/` for n8n
 * @property {{url: string, token: string, tokens: string}} sandbox
 * @property {string} packageFolder where n8n loads the package from
 * @property {{url: string, client: import('./n8n-client.mjs').N8nClient, log: string}} n8n
 * @property {import('./n8n-client.mjs').SignIn} signIn
 * @property {{id: string, name: string, type: string}} credential
 * @property {{id: string, name: string}[]} workflows
 * @property {Promise<string>} ended resolves with a message when one of the two has ended by itself
 * @property {() => Promise<void>} stop ends both
 */

/**
 * Starts everything; the package must have been built. Shows its steps.
 *
 * @param {{folder: string, fresh?: boolean, editorPort?: number, sandboxPort?: number,
 *   env?: Record<string, string>}} options `folder` keeps all state; `fresh`: throw an earlier state
 *   away; `env`: further settings for n8n
 * @returns {Promise<Workspace>}
 */
export async function startWorkspace({ folder, fresh = false, editorPort, sandboxPort, env = {} }) {
	const userFolder = join(folder, 'n8n');
	mkdirSync(folder, { recursive: true });
	if (fresh) clear(folder);
	mkdirSync(userFolder, { recursive: true });

	const sandbox = await step('Starting the sandbox', async (note) => {
		const service = await startSandboxIn(folder, sandboxPort);
		note(service.url);
		return service;
	});
	const packageFolder = await step('Installing the package into n8n', async (note) => {
		const { name, version, folder: installed } = await installPackage(userFolder);
		note(`${name} ${version}`);
		return installed;
	});
	copyFiles(join(userFolder, 'files'));
	const n8n = await step('Starting n8n', async (note) => {
		const service = await startN8n({ userFolder, port: editorPort, env });
		note(service.url);
		return service;
	});
	const signIn = signInOf(folder);
	const credential = await step('Saving the credential', async () => {
		await n8n.client.signIn(signIn);
		return await n8n.client.saveCredential({ ...CREDENTIAL, data: credentialData(sandbox) });
	});
	const workflows = await step('Importing the examples', async (note) => {
		const all = await importMissing(n8n.client, credential);
		note(all.map(({ name }) => name).join(', '));
		return all;
	});
	const ended = Promise.race([
		n8n.closed.then(() => `n8n has ended; see the end of its log, ${n8n.log}`),
		sandbox.closed.then(() => `The sandbox has ended:\n${sandbox.tail()}`),
	]);
	const stop = async () => await Promise.all([n8n.stop(), sandbox.stop()]);
	return { folder, sandbox, packageFolder, n8n, signIn, credential, workflows, ended, stop };
}

/** Starts the sandbox of a workspace, with the records and tokens that it had there before. */
export const startSandboxIn = async (folder, port) =>
	await startSandbox({ file: join(folder, 'sandbox.sqlite'), port, seed: 'example' });

/** The spreadsheets that the examples read, in the folder that n8n lets workflows read. */
function copyFiles(folder) {
	const data = join(ROOT, 'examples', 'data');
	mkdirSync(folder, { recursive: true });
	for (const name of readdirSync(data).filter((one) => one.endsWith('.csv'))) {
		copyFileSync(join(data, name), join(folder, name));
	}
}

function clear(folder) {
	for (const name of readdirSync(folder).filter((one) => /^(n8n|sandbox\.|sign-in)/.test(one))) {
		rmSync(join(folder, name), { recursive: true, force: true });
	}
}

/** What a credential holds that may do everything in a sandbox. */
export const credentialData = ({ url, token }) => ({
	baseUrl: url,
	authentication: 'accessToken',
	accessToken: token,
});

// A user may have changed an example: existing workflows stay as they are.
async function importMissing(client, credential) {
	const there = await client.workflows();
	const all = [];
	for (const workflow of exampleWorkflows()) {
		const same = there.find(({ name }) => name === workflow.name);
		all.push(same ?? (await client.importWorkflow(workflow, [credential])));
	}
	return all;
}
