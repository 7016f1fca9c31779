// The Workspace Records Changes Trigger in active workflows, over three objects of a sandbox of its own, since what the
// other tests write would be events too.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import pWaitFor from 'p-wait-for';

import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { watchedRecords } from './lib/records.mjs';
import { controlApi } from './lib/sandbox.mjs';

/** Some polls, one a minute, on a busy machine. */
const PATIENCE_MS = 240_000;

/**
 * Two parts, to be called in this order; other tests may go on between them.
 *
 * @param {import('./lib/stand.mjs').Stand} stand
 */
export function recordTests(stand) {
	let sandbox;
	let records;

	/** Waits until each object has had these events, and checks that each started one execution. */
	const expectEvents = async (...wanted) => {
		const expected = wanted.flatMap((event) => records.names.map((name) => `${name} ${event}`));
		await pWaitFor(async () => (await records.events()).length >= expected.length, {
			interval: 2000,
			timeout: { milliseconds: PATIENCE_MS, message: `Timed out waiting for ${wanted.at(-1)}` },
		});
		const events = await records.events();
		assert.ok(
			events.every(({ items }) => items.length === 1),
			'one item per execution',
		);
		const told = events.map(({ resource, items }) => `${resource} ${items[0].event}`);
		assert.deepEqual(told.toSorted(), expected.toSorted());
		const ids = new Set(events.map(({ items }) => items[0].event_id));
		assert.equal(ids.size, events.length);
	};

	return {
		begin: () =>
			test('Records Trigger: active workflows watch three objects', async () => {
				const file = join(stand.folder, 'watched', 'sandbox.sqlite');
				sandbox = await startSandbox({ file });
				const credential = await stand.saveCredential('Watching records', {
					baseUrl: sandbox.url,
					authentication: 'accessToken',
					accessToken: sandbox.token,
				});
				records = watchedRecords(
					sandbox,
					async (workflow) => await stand.importWorkflow(workflow, [credential]),
					() => stand.n8n.client,
					controlApi(sandbox).requests,
				);
				await records.begin(credential);
				await records.create();
			}),

		checks: () =>
			describe('Records Trigger', () => {
				test('starts one execution for each record that is created', async () =>
					await expectEvents('created'));

				test('starts one for each that is updated while n8n is down', async () => {
					await stand.restartN8n(records.update);
					await expectEvents('created', 'updated');
				});

				test('starts one for each that is archived, and repeats nothing in the next poll', async () => {
					await records.archive();
					await expectEvents('created', 'updated', 'archived');
					await records.nextPoll();
					await expectEvents('created', 'updated', 'archived');
					await sandbox.stop();
				});
			}),
	};
}
