// What all tests of this folder run against: one real n8n and one sandbox, started once.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { failuresOf } from '../../../scripts/lib/n8n-client.mjs';
import { startN8n } from '../../../scripts/lib/n8n.mjs';
import { stopServices } from '../../../scripts/lib/services.mjs';
import { signInOf } from '../../../scripts/lib/sign-in.mjs';
import { CREDENTIAL, exampleWorkflows, startWorkspace } from '../../../scripts/lib/workspace.mjs';
import { controlApi } from './sandbox.mjs';

/** A folder of its own, which goes when this process ends. */
export function temporaryFolder(name) {
	const folder = mkdtempSync(join(tmpdir(), `workspace-records-${name}-`));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	return folder;
}

/**
 * Starts n8n and signs in.
 *
 * @param {string} folder keeps the account, and `n8n/`
 * @param {object} [options] of `startN8n`; `before`: the same n8n, which has ended, and whose address it takes
 */
export async function startSignedIn(folder, { before, ...options } = {}) {
	const port = before && Number(new URL(before.url).port);
	const n8n = await startN8n({ userFolder: join(folder, 'n8n'), port, ...options });
	await n8n.client.signIn(signInOf(folder));
	return n8n;
}

/** n8n logs everything it can, so that the leak test can look for secrets in it. */
const ENV = { N8N_LOG_LEVEL: 'debug' };

/** n8n then stores what a trigger remembers and the execution that it starts in one write. */
export const DURABLE_CURSORS = {
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

/**
 * @typedef {import('../../../scripts/lib/workspace.mjs').Workspace & {
 *   service: ReturnType<typeof controlApi>,
 *   isWeekly: boolean,
 *   importWorkflow: (workflow: object, credentials?: object[]) => Promise<{id: string, versionId: string}>,
 *   withDataTable: (workflow: object) => Promise<object>,
 *   saveCredential: (name: string, data: object, type?: string) => Promise<{id: string, name: string, type: string}>,
 *   run: (name: string, trigger: string) => Promise<object>,
 *   restartN8n: (whileDown?: () => Promise<void>) => Promise<void>,
 *   end: () => Promise<void>,
 * }} Stand
 */

/**
 * @param {{'durable-cursors'?: boolean, weekly?: boolean}} [options] weekly: all that changes with n8n alone is tested
 * @returns {Promise<Stand>}
 */
export async function startStand(options = {}) {
	const env = { ...ENV, ...(options['durable-cursors'] && DURABLE_CURSORS) };
	const workspace = await startWorkspace({ folder: temporaryFolder('e2e'), env });
	let starts = 1;
	const stand = withHelpers({
		...workspace,
		isWeekly: options.weekly === true,
		service: controlApi(workspace.sandbox),

		/** Runs an example or a recipe, which has to succeed. */
		async run(name, trigger) {
			const { id } = stand.workflows.find((workflow) => workflow.name === name);
			const execution = await stand.n8n.client.runWorkflow(id, trigger);
			assert.deepEqual(failuresOf(execution), []);
			return execution;
		},

		/** Ends n8n and starts it again on the same data, at the same address. */
		async restartN8n(whileDown) {
			await stand.n8n.stop();
			await whileDown?.();
			starts += 1;
			const logName = `n8n-${starts}.log`;
			stand.n8n = await startSignedIn(stand.folder, { before: stand.n8n, env, logName });
		},

		/** Ends everything; its state goes when this process ends. */
		end: stopServices,
	});
	return stand;
}

/**
 * What tests do with one n8n and one sandbox, wherever these run.
 *
 * @param stand `n8n`, `sandbox` and `credential`
 */
export function withHelpers(stand) {
	let cursors;
	return Object.assign(stand, {
		/** Imports a workflow that may use the usual credential and the given ones. */
		async importWorkflow(workflow, credentials = []) {
			return await stand.n8n.client.importWorkflow(workflow, [stand.credential, ...credentials]);
		},

		/** A recipe of which a person has chosen the data table that keeps its cursor. */
		async withDataTable(workflow) {
			cursors ??= stand.n8n.client.createDataTable('Cursors', ['workflow', 'cursor']);
			const { id } = await cursors;
			for (const { type, parameters } of workflow.nodes) {
				if (!type.endsWith('.dataTable')) continue;
				parameters.dataTableId = { __rl: true, mode: 'id', value: id };
			}
			return workflow;
		},

		/** Saves a further credential for the sandbox. */
		async saveCredential(name, data, type = CREDENTIAL.type) {
			const withUrl = { baseUrl: stand.sandbox.url, ...data };
			return await stand.n8n.client.saveCredential({ name, type, data: withUrl });
		},
	});
}

/** A workflow of examples/ as it is in its file. */
export function exampleNamed(name) {
	return exampleWorkflows().find((workflow) => workflow.name === name);
}
