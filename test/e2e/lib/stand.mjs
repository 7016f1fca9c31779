// What all tests of this folder run against: one real n8n and one sandbox, started once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n } from '../../../scripts/lib/n8n.mjs';
import { stopServices } from '../../../scripts/lib/services.mjs';
import { CREDENTIAL, exampleWorkflows, startWorkspace } from '../../../scripts/lib/workspace.mjs';
import { controlApi } from './sandbox.mjs';

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
 *   importWorkflow: (workflow: object, credentials?: object[]) => Promise<{id: string, versionId: string}>,
 *   withDataTable: (workflow: object) => Promise<object>,
 *   saveCredential: (name: string, data: object, type?: string) => Promise<{id: string, name: string, type: string}>,
 *   restartN8n: (whileDown?: () => Promise<void>) => Promise<void>,
 *   end: () => Promise<void>,
 * }} Stand
 */

/**
 * @param {{durableCursors?: boolean}} [options]
 * @returns {Promise<Stand>}
 */
export async function startStand({ durableCursors = false } = {}) {
	const env = { ...ENV, ...(durableCursors && DURABLE_CURSORS) };
	const folder = mkdtempSync(join(tmpdir(), 'workspace-records-e2e-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	const workspace = await startWorkspace({ folder, env });
	let starts = 1;
	let cursors;
	const stand = {
		...workspace,
		service: controlApi(workspace.sandbox),

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

		/** Ends n8n and starts it again on the same data, at the same address. */
		async restartN8n(whileDown) {
			await stand.n8n.stop();
			await whileDown?.();
			starts += 1;
			stand.n8n = await startN8n({
				userFolder: join(folder, 'n8n'),
				port: Number(new URL(stand.n8n.url).port),
				env,
				logName: `n8n-${starts}.log`,
			});
			await stand.n8n.client.signIn(stand.signIn);
		},

		/** Ends everything; its state goes when this process ends. */
		end: stopServices,
	};
	return stand;
}

/** A workflow of examples/ as it is in its file. */
export function exampleNamed(name) {
	return exampleWorkflows().find((workflow) => workflow.name === name);
}
