// The Workspace Records Changes Trigger in active workflows, over three objects of a sandbox of its own, since what the
// other tests write would be events too.
import { test } from 'node:test';

import { watchedRecords } from './lib/records.mjs';
import { openSide } from './lib/side.mjs';

/**
 * Four parts, to be called in this order, n8n being restarted before the third; other tests may go on between them.
 *
 * @param {import('./lib/stand.mjs').Stand} stand
 */
export function recordTests(stand) {
	let side;
	let records;

	return {
		begin: () =>
			test('Records Trigger: active workflows watch three objects', async () => {
				side = await openSide(stand, 'watched', 'example');
				records = watchedRecords(side, () => stand.n8n.client);
				await records.begin(side.credential);
				await records.create();
			}),

		created: () =>
			test('Records Trigger: starts one execution for each record that is created', async () =>
				await records.expect('created')),

		/** What changes while n8n is down. */
		update: async () => await records?.update(),

		afterRestart: () =>
			test('Records Trigger: starts one for each that was updated while n8n was down', async () => {
				await records.expect('created', 'updated');
				await records.archive();
			}),

		archived: () =>
			test('Records Trigger: starts one for each that is archived, and repeats nothing in the next poll', async () => {
				await records.expect('created', 'updated', 'archived');
				await records.nextPoll();
				await records.expect('created', 'updated', 'archived');
				await side.stop();
			}),
	};
}
