// A client of the REST API that the editor uses, with one signed-in session.
import { createRequire } from 'node:module';
import { join } from 'node:path';

import pWaitFor from 'p-wait-for';

import { HOST } from './paths.mjs';

/**
 * @typedef {{email: string, password: string}} SignIn
 * @typedef {{id: string, status: string, data: {resultData: {runData: Record<string, any[]>, error?: any}}}} Execution
 */

const EXECUTIONS_PER_PAGE = 100;
const PUBLICATION_TIMEOUT_MS = 60_000;

/** One n8n, as seen by its owner. Every method throws an `Error` with n8n's own message. */
export class N8nClient {
	#cookie = '';

	/** @param {string} url without a slash at the end */
	constructor(url) {
		this.url = url;
	}

	/** Whether the database is migrated and the REST API responds. */
	async ready() {
		const health = await fetch(`${this.url}/healthz/readiness`);
		if (!health.ok) return false;
		const settings = await fetch(`${this.url}/rest/settings`);
		return settings.ok && settings.headers.get('content-type')?.includes('json') === true;
	}

	/** Creates the owner account of a new n8n, or signs in to an existing one. */
	async signIn({ email, password }) {
		const settings = await this.#request('GET', '/settings');
		if (settings.userManagement.showSetupOnFirstLoad) {
			const name = { firstName: 'Local', lastName: 'Owner' };
			await this.#request('POST', '/owner/setup', { email, password, ...name });
		} else {
			await this.#request('POST', '/login', { emailOrLdapLoginId: email, password });
		}
	}

	/** The session's cookie, for a browser that should be signed in too. */
	get session() {
		const [name, ...value] = this.#cookie.split('=');
		return { name, value: value.join('=') };
	}

	/** The names of all node types that start with `prefix`. */
	async nodeTypes(prefix) {
		const types = await this.allNodeTypes();
		return types.map(({ name }) => name).filter((name) => name.startsWith(prefix));
	}

	/** All node types, as the editor and the AI builder read them. */
	async allNodeTypes() {
		return await this.#request('GET', '/types/nodes.json', undefined, '');
	}

	/** A node type as the editor reads it again after a package was installed or updated. */
	async nodeType(name, version = 1) {
		const nodeInfos = [{ name, version }];
		const [description] = await this.#request('POST', '/node-types', { nodeInfos });
		return description;
	}

	/** Installs the latest release of a community package, as Settings → Community nodes does. */
	async installPackage(name) {
		return await this.#request('POST', '/community-packages', { name });
	}

	/**
	 * Creates a credential, or updates the one with this name and type.
	 *
	 * @param {{name: string, type: string, data: Record<string, unknown>}} credential
	 * @returns {Promise<{id: string, name: string, type: string}>}
	 */
	async saveCredential(credential) {
		const found = await this.credential(credential);
		return found
			? await this.#request('PATCH', `/credentials/${found.id}`, credential)
			: await this.#request('POST', '/credentials', credential);
	}

	/** The saved credential with this name and type, if there is one. */
	async credential({ name, type }) {
		const all = await this.#request('GET', '/credentials');
		return all.find((one) => one.name === name && one.type === type);
	}

	/** Tests a saved credential as the editor's button does: `{status: 'OK' | 'Error', message}`. */
	async testCredential(id) {
		const credentials = await this.#request('GET', `/credentials/${id}?includeData=true`);
		return await this.#request('POST', '/credentials/test', { credentials });
	}

	/** Creates a data table of text columns in the owner's own project. @returns {Promise<{id: string, name: string}>} */
	async createDataTable(name, columns) {
		const { id } = await this.#request('GET', '/projects/personal');
		const typed = columns.map((column) => ({ name: column, type: 'string' }));
		return await this.#request('POST', `/projects/${id}/data-tables`, { name, columns: typed });
	}

	/** A workflow with its nodes. */
	async workflow(id) {
		return await this.#request('GET', `/workflows/${id}`);
	}

	/** All workflows: `{id, name, active}` and more. */
	async workflows() {
		return await this.#request('GET', '/workflows');
	}

	/**
	 * Imports a workflow. Its nodes name their credentials; the IDs are filled in here. One of a
	 * type that is not among `credentials` is left for a person to choose.
	 *
	 * @param {object} workflow as exported from the editor
	 * @param {{id: string, name: string, type: string}[]} credentials the ones it may use
	 * @returns {Promise<{id: string, name: string, versionId: string}>}
	 */
	async importWorkflow(workflow, credentials = []) {
		const nodes = workflow.nodes.map((node) => {
			if (!node.credentials) return node;
			const filled = Object.entries(node.credentials).flatMap(([type, { name }]) => {
				const ofType = credentials.filter((one) => one.type === type);
				const found = ofType.find((one) => one.name === name);
				if (!found && ofType.length)
					throw new Error(`"${node.name}" needs the credential "${name}", which does not exist`);
				return found ? [[type, { id: found.id, name }]] : [];
			});
			return { ...node, credentials: Object.fromEntries(filled) };
		});
		return await this.#request('POST', '/workflows', { ...workflow, nodes });
	}

	/** Saves another version of a workflow, which is not published by that. @returns it, with its `versionId` */
	async saveWorkflow(id, workflow) {
		return await this.#request('PATCH', `/workflows/${id}`, workflow);
	}

	/** Publishes a workflow, and waits until its trigger runs it: a polling one has polled once by then. */
	async activate({ id, versionId }) {
		const activated = await this.#request('POST', `/workflows/${id}/activate`, { versionId });
		// The publication service, which durable cursors need, responds before it begins. Without it n8n shows no status.
		const status = () => this.#request('GET', `/workflows/${id}/publication-status`);
		const isThrough = async () => (await status().catch(() => ({}))).status !== 'in_progress';
		await pWaitFor(isThrough, { interval: 100, timeout: PUBLICATION_TIMEOUT_MS });
		return activated;
	}

	/** Unpublishes a workflow. */
	async deactivate({ id }) {
		return await this.#request('POST', `/workflows/${id}/deactivate`);
	}

	/**
	 * Runs a workflow from its trigger, as the editor's button does, and waits for the end.
	 *
	 * @param {string} workflowId
	 * @param {string} trigger name of the node to start from
	 * @param {{timeoutMs?: number}} [options]
	 * @returns {Promise<Execution>} also when the run failed: see `status`
	 */
	async runWorkflow(workflowId, trigger, { timeoutMs = 120_000 } = {}) {
		const started = await this.#request('POST', `/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: trigger },
		});
		return await this.waitForExecution(started.executionId, { timeoutMs });
	}

	/** Waits for the end of an execution and reads it. */
	async waitForExecution(id, { timeoutMs = 120_000 } = {}) {
		const finished = async () => {
			const execution = await this.execution(id);
			const isRunning = ['new', 'running', 'waiting'].includes(execution.status);
			return isRunning ? false : pWaitFor.resolveWith(execution);
		};
		const message = `The run did not finish within ${timeoutMs / 1000} s`;
		return await pWaitFor(finished, {
			interval: 250,
			timeout: { milliseconds: timeoutMs, message },
		});
	}

	/** Reads an execution with the data of all its nodes. */
	async execution(id) {
		const execution = await this.#request('GET', `/executions/${id}`);
		return { ...execution, data: unflatten(execution.data) };
	}

	/** All executions, newest first, without their data; of one workflow or of all. */
	async executions(workflowId) {
		const filter = JSON.stringify(workflowId ? { workflowId } : {});
		const all = [];
		for (;;) {
			const query = new URLSearchParams({ filter, limit: String(EXECUTIONS_PER_PAGE) });
			if (all.length > 0) query.set('lastId', all.at(-1).id);
			const { results } = await this.#request('GET', `/executions?${query}`);
			all.push(...results);
			if (results.length < EXECUTIONS_PER_PAGE) return all;
		}
	}

	/** The text of a file that n8n keeps, as a person downloads it from the output of a node. */
	async readFile(id) {
		const query = new URLSearchParams({ id, action: 'download' });
		const response = await fetch(`${this.url}/rest/binary-data?${query}`, {
			headers: { cookie: this.#cookie },
		});
		if (!response.ok) throw new Error(`n8n: the file ${id}: ${response.status}`);
		return await response.text();
	}

	async #request(method, path, body, base = '/rest') {
		const send = async () =>
			await fetch(`${this.url}${base}${path}`, {
				method,
				headers: {
					...(body && { 'content-type': 'application/json' }),
					...(this.#cookie && { cookie: this.#cookie }),
				},
				body: body && JSON.stringify(body),
			});
		// n8n closes a connection that was idle, perhaps just when it is used again.
		const response = await send().catch(async (error) => {
			if (method !== 'GET' || error.cause?.code !== 'UND_ERR_SOCKET') throw error;
			return await send();
		});
		const cookie = response.headers.getSetCookie().find((one) => one.startsWith('n8n-auth='));
		if (cookie) this.#cookie = cookie.split(';')[0];
		const text = await response.text();
		const parsed =
			text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
		if (!response.ok) {
			throw new Error(
				`n8n: ${method} ${path}: ${response.status} ${parsed.message ?? text.slice(0, 200)}`,
			);
		}
		return Array.isArray(parsed) ? parsed : (parsed.data ?? parsed);
	}
}

// n8n stores and sends execution data in the format of the library "flatted"; its own copy reads it.
function unflatten(data) {
	return createRequire(join(HOST, 'package.json'))('flatted').parse(data);
}

/**
 * The output items of a node in an execution.
 *
 * @param {Execution} execution
 * @param {string} node name of the node
 * @param {number} [output] index of the output
 * @returns {{json: Record<string, any>, pairedItem?: unknown}[]} the items of its last run
 */
export function itemsOf(execution, node, output = 0) {
	const runs = execution.data.resultData.runData[node] ?? [];
	return runs.at(-1)?.data?.main?.[output] ?? [];
}

/**
 * What went wrong in an execution, a line per node; empty when every node worked.
 *
 * @param {Execution} execution
 * @returns {string[]}
 */
export function failuresOf(execution) {
	const failures = [];
	const { runData, error } = execution.data.resultData;
	for (const [node, runs] of Object.entries(runData ?? {})) {
		for (const one of runs) {
			if (one.error)
				failures.push(
					`${node}: ${[one.error.message, one.error.description].filter(Boolean).join(' – ')}`,
				);
		}
	}
	if (error && !failures.length) failures.push(error.message);
	if (execution.status !== 'success' && !failures.length)
		failures.push(`The run ended as "${execution.status}"`);
	return failures;
}
