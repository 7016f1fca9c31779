// One n8n: install, run, upgrade, a broken release, uninstall, install again. Each test goes on from the
// one before, with the same workflows, triggers and credential.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { checkRecords } from '../../scripts/lib/example-checks.mjs';
import { exampleOf } from '../../scripts/lib/example.mjs';
import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL, credentialData, exampleWorkflows } from '../../scripts/lib/workspace.mjs';
import { openEditor, shown } from '../e2e/lib/editor.mjs';
import { watchedRecords } from '../e2e/lib/records.mjs';
import { until } from '../e2e/lib/until.mjs';
import { ours, rowOf, START } from '../e2e/lib/workflows.mjs';
import { communityNodes, STEP_MS } from './communityNodes.mjs';
import { loseFile, moveLazyPart, release } from './releases.mjs';

const [FIRST, NEXT, BROKEN] = ['0.9.1', '0.9.2', '0.9.3'];

/** Requests of three seconds, one after another: more than the time of an update. */
const MAX_REQUESTS = 100;
const oneByOne = { options: { requests: { maxParallelRequests: 1 } } };

/** Some polls, one a minute, on a busy machine. */
const PATIENCE = { seconds: 400 };

/** @param {Awaited<ReturnType<typeof import('./stand.mjs').startStand>>} stand */
export function editorTests(stand) {
	const { n8n, sandbox, service, registry, folder } = stand;
	const { client } = n8n;
	let page;
	let close;
	let pages;
	let name;
	let nodes;
	let credential;
	let example;
	let records;

	let hasFailed = false;
	/** A step on the page; a failure leaves a picture, and ends the steps that need it. */
	const step = (title, picture, work) => {
		test(title, async (t) => {
			if (hasFailed) return t.skip('a step before has failed');
			hasFailed = true;
			await shown(page, `lifecycle-${picture}`, work);
			hasFailed = false;
		});
	};
	const publish = async (version, change) => {
		const one = await release(folder, version, change);
		registry.publish(one);
		return one.manifest;
	};
	/** The example, and what it did in the service. */
	const runExample = async () => {
		const execution = await client.runWorkflow(example.id, 'Start');
		assert.deepEqual(failuresOf(execution), []);
		const report = itemsOf(execution, 'Report').map(({ json }) => json);
		assert.deepEqual(await checkRecords(report, sandbox), []);
	};

	/** Waits until each object has told of so many events of these kinds, and checks that it told of no more. */
	const expectEvents = async (wanted) => {
		const told = async () => (await records.events()).flatMap(({ items }) => items);
		const all = async () => (await told()).filter(({ event }) => event in wanted);
		const total = Object.values(wanted).reduce((sum, times) => sum + times) * records.objects;
		const isAll = async () => (await all()).length >= total;
		// What was told instead is shown below.
		await until('all events', isAll, PATIENCE).catch(() => {});
		const events = await all();
		const timesOf = (event) => events.filter((one) => one.event === event).length / records.objects;
		const seen = Object.keys(wanted).map((event) => [event, timesOf(event)]);
		assert.deepEqual(Object.fromEntries(seen), wanted);
		const ids = (await told()).map(({ event_id }) => event_id);
		assert.equal(new Set(ids).size, ids.length, 'an event came again');
		return events;
	};

	/** The triggers as the editor shows them. */
	const expectOnePollTimes = async () => {
		for (const type of ['workspaceRecordsTrigger', 'workspaceRecordsTransferTrigger']) {
			const { properties } = await client.nodeType(`${name}.${type}`);
			assert.equal(properties.filter((one) => one.name === 'pollTimes').length, 1, type);
		}
	};

	describe('Life-cycle', () => {
		before(async () => {
			({ page, close } = await openEditor(n8n));
			page.setDefaultTimeout(STEP_MS);
			page.setDefaultNavigationTimeout(STEP_MS);
			pages = communityNodes(page);
		});
		after(async () => await close?.());

		step('installs through Settings → Community nodes', 'install', async () => {
			const manifest = await publish(FIRST);
			({ name } = manifest);
			nodes = manifest.n8n.nodes.length;
			assert.match(await pages.install(name), /Package installed/);
			const card = await pages.card(name);
			assert.match(card, new RegExp(`v${FIRST}`));
			assert.match(card, new RegExp(`${nodes} nodes`));
			await expectOnePollTimes();
		});

		step('runs a workflow with a credential, and triggers tell of records', 'run', async () => {
			const data = credentialData(sandbox);
			credential = await client.saveCredential({ ...CREDENTIAL, data });
			assert.equal((await client.testCredential(credential.id)).status, 'OK');
			example = await client.importWorkflow(exampleOf(exampleWorkflows()), [credential]);
			await runExample();
			records = watchedRecords(service, () => client);
			await records.begin(credential);
			await records.create();
			const events = await expectEvents({ created: 1 });
			assert.ok(events.every((event) => !('release' in event)));
		});

		step('upgrades while triggers are active and a run is under way', 'upgrade', async () => {
			const saved = await client.workflow(example.id);
			await publish(NEXT, moveLazyPart);
			// One slow request after another, until the update is over: the run begins with the release
			// before, and its second node runs with the next one.
			const list = { resource: 'company', operation: 'getAll', limit: 1 };
			const reading = (title) =>
				ours(title, 'workspaceRecordsCompany', { ...list, ...oneByOne }, credential);
			const second = { ...reading('Read Again'), executeOnce: true };
			const items = Array.from({ length: MAX_REQUESTS }, (_, n) => ({ n }));
			const { id } = await client.importWorkflow(
				rowOf('Under way', [reading('Read'), second], items),
				[credential],
			);
			await service.setFaults([{ kind: 'latency', ms: 3_000, operations: ['listCompanies'] }]);
			const underWay = client.runWorkflow(id, START, { timeoutMs: PATIENCE.seconds * 1000 });
			underWay.catch(() => {});
			const isRunning = async () =>
				(await client.executions(id)).some(({ status }) => status === 'running');
			await until('the run', isRunning, PATIENCE);
			await sleep(3_000);
			await records.update();
			const since = Date.now();
			assert.match(await pages.update(name), /Package updated/);
			const ended = Date.now();
			await service.setFaults([]);
			assert.match(await pages.card(name), new RegExp(`v${NEXT}`));
			const ran = await underWay;
			assert.deepEqual(failuresOf(ran), []);
			const [{ startTime, executionTime }] = ran.data.resultData.runData.Read;
			assert.ok(startTime < since, 'the run began after the update');
			assert.ok(startTime + executionTime > ended, 'the run ended before the update');

			// A record that is gone before it was read again is not told as updated.
			await expectEvents({ created: 1, updated: 1 });
			await records.archive();
			const events = await expectEvents({ created: 1, updated: 1, archived: 1 });
			const byNext = events.filter((event) => event.release === NEXT).map(({ event }) => event);
			assert.deepEqual(byNext.filter((event) => event === 'archived').length, records.objects);

			const now = await client.workflow(example.id);
			assert.deepEqual(now.nodes, saved.nodes);
			assert.equal((await client.testCredential(credential.id)).status, 'OK');
			await runExample();
			await expectOnePollTimes();
		});

		step('a broken release leaves the one before working', 'broken', async () => {
			await publish(BROKEN, loseFile);
			assert.match(await pages.update(name), /Problem updating package/);
			registry.unpublish(BROKEN);
			assert.match(await pages.card(name), new RegExp(`v${NEXT}`));
			await runExample();
			await expectOnePollTimes();
		});

		step('uninstalls', 'uninstall', async () => {
			assert.match(await pages.uninstall(name), /Package uninstalled/);
			assert.equal(await pages.card(name), undefined);
			await assert.rejects(client.nodeType(`${name}.workspaceRecordsCompany`));
		});

		step('installed again, everything goes on', 'again', async () => {
			// While no trigger can be run; it is told of afterwards.
			await records.create('again');
			await pages.install(name);
			assert.match(await pages.card(name), new RegExp(`v${NEXT}`));
			assert.equal((await client.testCredential(credential.id)).status, 'OK');
			await runExample();
			// Not those of updates: the example has updated companies meanwhile.
			await expectEvents({ created: 2, archived: 1 });
		});
	});
}
