// Records that triggers watch: one of each of three objects, changed at the service itself.
import assert from 'node:assert/strict';

import { itemsOf } from '../../../scripts/lib/n8n-client.mjs';
import { until } from './until.mjs';
import { NEXT, watching } from './workflows.mjs';

/** The service sorts companies; items and meters come as whole lists. */
const OBJECTS = [
	{ resource: 'company', path: 'companies', key: 'external_id', changed: { name: 'Changed' } },
	{ resource: 'item', path: 'items', key: 'externalId', changed: { name: 'Changed' } },
	{ resource: 'meter', path: 'meters', key: 'externalId', changed: { usage: 7 } },
];

/**
 * @param {ReturnType<typeof import('./sandbox.mjs').controlApi>} service
 * @param {() => {importWorkflow: Function, activate: Function, executions: Function, execution: Function}} client of n8n as
 *   it runs now
 */
export function watchedRecords({ call, requests }, client) {
	const watched = [];
	const each = async (work, prefix = 'watched') => {
		for (const object of OBJECTS) await work(object, `${prefix}-${object.resource}`);
	};
	/** Waits until each object has been read once more. */
	const nextPoll = async () => {
		const before = (await requests()).length;
		const isRead = async () => {
			const since = (await requests()).slice(before);
			return OBJECTS.every(({ path }) =>
				since.some((one) => one.method === 'GET' && one.path.endsWith(`/${path}`)),
			);
		};
		await until('a poll of each object', isRead);
	};
	/** The events that started executions, oldest first: one list for each execution. */
	const events = async () => {
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
	};
	return {
		objects: OBJECTS.length,

		/** Activates a workflow for each object, which starts from now. */
		async begin(credential) {
			for (const { resource } of OBJECTS) {
				const options = { sweepMinutes: 0 };
				const parameters = { resource, events: ['created', 'updated', 'archived'], options };
				const workflow = await client().importWorkflow(
					watching(`Watch ${resource}`, 'workspaceRecordsTrigger', parameters, credential),
					[credential],
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
			await each(async ({ path, key }, id) => await call('POST', path, { [key]: id }), prefix),
		update: async () =>
			await each(async ({ path, key, changed }, id) => {
				await call('POST', path, { [key]: id, ...changed });
			}),
		archive: async () =>
			await each(async ({ path }, id) => {
				await call('DELETE', `${path}/${id}?external_id=${id}`);
			}),
		events,

		/** Waits until each object has had these events, and checks that each started one execution; gives these. */
		async expect(...wanted) {
			const expected = wanted.flatMap((event) =>
				OBJECTS.map(({ resource }) => `${resource} ${event}`),
			);
			const isAll = async () => (await events()).length >= expected.length;
			await until(wanted.at(-1), isAll);
			const all = await events();
			const told = all.map(
				({ resource, items }) => `${resource} ${items.map(({ event }) => event)}`,
			);
			assert.deepEqual(told.toSorted(), expected.toSorted());
			const ids = new Set(all.map(({ items }) => items[0].event_id));
			assert.equal(ids.size, all.length);
			return all;
		},
	};
}
