// Records that triggers watch: one of each of three objects, changed at the service itself.
import pWaitFor from 'p-wait-for';

import { itemsOf } from '../../../scripts/lib/n8n-client.mjs';
import { connected, ours } from './workflows.mjs';

const NEXT = 'Event';

/** The service sorts companies; items and meters come as whole lists. */
const OBJECTS = [
	{ resource: 'company', path: 'companies', key: 'external_id', changed: { name: 'Changed' } },
	{ resource: 'item', path: 'items', key: 'externalId', changed: { name: 'Changed' } },
	{ resource: 'meter', path: 'meters', key: 'externalId', changed: { usage: 7 } },
];

/**
 * @param {{url: string, token: string}} sandbox
 * @param {(workflow: object) => Promise<{id: string, versionId: string}>} importWorkflow
 * @param {() => {activate: Function, executions: Function, execution: Function}} client of n8n as it runs now
 * @param {() => Promise<Array<{method: string, path: string}>>} requests that the service has received
 */
export function watchedRecords(sandbox, importWorkflow, client, requests) {
	const watched = [];
	const send = async (method, path, body) => {
		const response = await fetch(`${sandbox.url}/v1/public/${path}`, {
			method,
			headers: {
				authorization: `Bearer ${sandbox.token}`,
				...(body && { 'content-type': 'application/json' }),
			},
			body: body && JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	};
	const each = async (work, prefix = 'watched') => {
		for (const object of OBJECTS) await work(object, `${prefix}-${object.resource}`);
	};
	/** Waits until each object has been read once more. */
	const nextPoll = async () => {
		const before = (await requests()).length;
		await pWaitFor(
			async () => {
				const since = (await requests()).slice(before);
				return OBJECTS.every(({ path }) =>
					since.some((each) => each.method === 'GET' && each.path.endsWith(`/${path}`)),
				);
			},
			{ interval: 1000, timeout: { milliseconds: 150_000, message: 'No poll of each object' } },
		);
	};
	return {
		objects: OBJECTS.length,
		names: OBJECTS.map(({ resource }) => resource),

		/** Activates a workflow for each object, which starts from now. */
		async begin(credential) {
			for (const { resource } of OBJECTS) {
				const parameters = {
					resource,
					events: ['created', 'updated', 'archived'],
					options: { sweepMinutes: 0 },
					pollTimes: { item: [{ mode: 'everyMinute' }] },
				};
				const workflow = await importWorkflow(
					connected(`Watch ${resource}`, [
						ours('Record Changed', 'workspaceRecordsTrigger', parameters, credential),
						{ name: NEXT, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
					]),
				);
				await client().activate(workflow);
				watched.push({ resource, workflow });
			}
			// n8n activates in the background, and what happens before the first poll is not told.
			await nextPoll();
		},
		nextPoll,
		/** Creates a record of each object; `prefix`: of its external ID, for another one than the first. */
		create: async (prefix) =>
			await each(async ({ path, key }, id) => await send('POST', path, { [key]: id }), prefix),
		update: async () =>
			await each(async ({ path, key, changed }, id) => {
				await send('POST', path, { [key]: id, ...changed });
			}),
		archive: async () =>
			await each(async ({ path }, id) => {
				await send('DELETE', `${path}/${id}?external_id=${id}`);
			}),

		/** The events that started executions, oldest first: one list for each execution. */
		async events() {
			const all = await Promise.all(
				watched.map(async ({ resource, workflow }) => {
					const executions = (await client().executions(workflow.id)).reverse();
					return await Promise.all(
						executions.map(async ({ id }) => ({
							resource,
							id,
							items: itemsOf(await client().execution(id), NEXT).map(({ json }) => json),
						})),
					);
				}),
			);
			return all.flat();
		},
	};
}
