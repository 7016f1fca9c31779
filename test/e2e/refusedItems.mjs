// Each workflow of docs/recipes/ and examples/ with one record that the service refuses, run several times in a row:
// the others go on, and the refused one comes again or is listed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import pWaitFor from 'p-wait-for';

import { failuresOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { openSide } from './lib/side.mjs';
import { exampleNamed } from './lib/stand.mjs';
import { until } from './lib/until.mjs';

const SCORE = '/v1/score';
const ENRICH = '/v1/enrich';

/** The service refuses the next request of this kind. */
const refuse = (path, ...methods) => ({
	...{ kind: 'error', status: 422, path, count: 1 },
	...(methods.length > 0 && { methods }),
});

/** @param {import('./lib/stand.mjs').Stand} stand */
export function refusedItemTests(stand) {
	describe('With a record that is refused', () => {
		test('Score and route deals: the others are moved, only one that could not be is scored again', async () => {
			const side = await openSide(stand, 'score', 'example');
			const run = await onDemand(stand, side, 'Score and route deals', 'Every Morning');
			const isNew = ({ fields }) => fields.case_status === 'new';
			const left = async () => (await side.records('deals')).filter(isNew).length;
			const all = await left();
			assert.ok(all > 3);

			const first = await run([refuse(SCORE), refuse('/v1/public/deals', 'PUT', 'PATCH')]);
			assert.equal(first('Score Deal').length, all - 1);
			assert.equal(first('Deals to Look At').length, 2);
			// The one that was scored shows its band.
			assert.equal(first('Deals to Look At').filter(({ band }) => band).length, 1);
			assert.equal(await left(), 2);
			await run([]);
			assert.equal(await left(), 0);
			assert.deepEqual(await outcomesOf(side, /^\/v1\/score/), [all + 1, 1]);
			await side.stop();
		});

		test('The lead form: the others go on, and the refused one does when it is sent again', async () => {
			const side = await openSide(stand, 'form', 'example');
			const run = await byHand(stand, side, 'The lead form', 'Lead Form');
			const first = await run([refuse(ENRICH), refuse(SCORE)]);
			assert.equal(first('Score Deal').length, 1);
			assert.equal(first('Leads to Look At').length, 1);
			const second = await run([]);
			assert.equal(second('Score Deal').length, 1);
			await run([]);
			assert.deepEqual(await outcomesOf(side, /^\/v1\/enrich/), [1, 1]);
			assert.deepEqual(await outcomesOf(side, /^\/v1\/score/), [2, 1]);
			const leads = (await side.records('deals')).filter(({ externalId }) =>
				externalId?.startsWith('lead-'),
			);
			assert.equal(leads.length, 2);
			assert.ok(leads.every(({ fields }) => fields.case_status !== 'new'));
			await side.stop();
		});

		test('The lead form: a contact that is refused is listed, and saved when it is sent again', async () => {
			const side = await openSide(stand, 'contact', 'example');
			const run = await byHand(stand, side, 'The lead form', 'Lead Form');
			const before = (await side.records('contacts')).length;
			const first = await run([refuse('/v1/public/contacts', 'POST')]);
			assert.match(first('Leads to Look At')[0].email, /@/);
			assert.equal(first('Score Deal').length, 1);
			await run([]);
			assert.equal((await side.records('contacts')).length, before + 2);
			assert.equal((await outcomesOf(side, /^\/v1\/score/))[0], 2);
			assert.equal((await outcomesOf(side, /^\/v1\/enrich/))[0], 1);
			await side.stop();
		});

		test('Companies from a sheet: the other rows are saved', async () => {
			const side = await openSide(stand, 'sheet');
			const run = await byHand(stand, side, 'Companies from a sheet', 'Start');
			const first = await run([refuse('/v1/public/companies', 'POST')]);
			assert.deepEqual([first('Saved').length, first('Rows to Correct', 0).length], [2, 2]);
			await run([]);
			assert.equal((await side.records('companies')).length, 3);
			await side.stop();
		});

		test('Migrate a shop: the orders are sent all the same', async () => {
			const side = await openSide(stand, 'shop');
			const run = await byHand(stand, side, 'Migrate a shop', 'Start');
			const first = await run([refuse('/v1/public/companies', 'POST')]);
			assert.equal(first('Records to Correct').length, 1);
			assert.ok(first('Orders That Are In').length > 0);
			await run([]);
			assert.equal((await side.records('companies')).length, 2);
			assert.equal((await side.records('orders')).length, 2);
			await side.stop();
		});

		test('Stock after orders: the other lines are booked once, the refused one is listed', async () => {
			const side = await openSide(stand, 'stock', 'example');
			const run = await byHand(stand, side, 'Stock after orders', 'Start');
			const before = (await side.records('inventory-transactions')).length;
			const first = await run([refuse('inventory-transactions', 'POST')]);
			const toLookAt = first('To Look At').map(({ order, item }) => [order, item]);
			assert.deepEqual(toLookAt, [['WEB-5001', 'desk']]);
			await run([]);
			const movements = (await side.records('inventory-transactions')).slice(before);
			const amounts = movements.map(({ fields }) => fields.amount);
			assert.deepEqual(amounts, [5]);
			await side.stop();
		});

		test('Nightly sync: the others are written, and the next run begins with the refused one', async () => {
			const side = await openSide(stand, 'nightly');
			const names = ['One', 'Two', 'Three', 'Four'];
			for (const name of names) {
				await side.call('POST', 'companies', { external_id: name, name });
				// In the order in which they change, to the second.
				await new Promise((later) => setTimeout(later, 1_100));
			}
			const run = await onDemand(
				stand,
				side,
				'Nightly sync since the last run',
				'Every Night',
				(node) => {
					Object.assign(node('Your Database'), {
						...{ type: 'n8n-nodes-base.code', typeVersion: 2 },
						parameters: {
							mode: 'runOnceForEachItem',
							jsCode: [
								'const memory = $getWorkflowStaticData("node");',
								'if ($json.name === "Three" && (memory.refused ?? 0) < 2) {',
								'  memory.refused = (memory.refused ?? 0) + 1;',
								'  throw new Error("Refused");',
								'}',
								'return { json: { name: $json.name } };',
							].join('\n'),
						},
					});
				},
			);
			const written = (result) =>
				result('Your Database')
					.map(({ name }) => name)
					.sort();
			const stops = { stops: true };
			// The cursor is not kept, so that the next run reads the others again, too.
			assert.deepEqual(written(await run([], stops)), ['Four', 'One', 'Two']);
			assert.deepEqual(written(await run([], stops)), ['Four', 'One', 'Two']);
			assert.deepEqual(written(await run([])), ['Four', 'One', 'Three', 'Two']);
			assert.deepEqual(written(await run([])), []);
			await side.stop();
		});

		test('Two-way sync: the others go over once, and the refused one when it is taken', async () => {
			const here = await openSide(stand, 'here');
			const there = await openSide(stand, 'there');
			for (const name of ['one', 'two', 'three', 'four']) {
				const company = { external_id: name, name, url: `https://${name}.example` };
				await here.call('POST', 'companies', company);
			}
			const run = await onDemand(
				stand,
				there,
				'Two-way sync',
				'Every Five Minutes',
				(node) => {
					node('Changed Here').credentials = namedIn(here);
				},
				[here.credential],
			);
			const names = async () => (await there.records('companies')).map(({ fields }) => fields.name);
			for (const [attempt, count] of [3, 3, 4, 4].entries()) {
				const stops = attempt < 2;
				await run(stops ? [refuse('/v1/public/companies', 'POST')] : [], { stops });
				assert.equal((await names()).length, count);
			}
			const calls = [/^\/v1\/public\/companies/, 'POST', 'PUT', 'PATCH'];
			assert.deepEqual(await outcomesOf(there, ...calls), [4, 2]);
			await Promise.all([here.stop(), there.stop()]);
		});

		test('New contact to deal: the others get their deal, the refused one when it comes again', async () => {
			const side = await openSide(stand, 'deal');
			const run = await byHand(stand, side, 'New contact to deal', 'New Contact');
			const first = await run([refuse('/v1/public/contacts', 'POST')]);
			assert.equal(first('Create Deal').length, 1);
			assert.equal(first('To Look At').length, 1);
			await run([]);
			assert.equal((await side.records('deals')).length, 2);
			await side.stop();
		});

		test('Enrich, score and route deals: the others are reported, the refused one is listed', async () => {
			const side = await openSide(stand, 'route', 'example');
			const run = await byHand(stand, side, 'Enrich, score and route deals', 'Start');
			const all = exampleNamed('Enrich, score and route deals').nodes.find(
				({ name }) => name === 'Example Companies',
			);
			const count = JSON.parse(all.parameters.jsonOutput).companies.length;
			const first = await run([refuse(ENRICH)]);
			assert.deepEqual([first('Report').length, first('Not Done').length], [count - 1, 1]);
			const second = await run([]);
			assert.deepEqual([second('Report').length, second('Not Done').length], [count, 0]);
			await side.stop();
		});
	});
}

/** How many calls of a path were carried out, and how many refused. */
async function outcomesOf(side, ...calls) {
	const statuses = (await side.calls(...calls)).map(({ status }) => status);
	return [
		statuses.filter((status) => status < 300).length,
		statuses.filter((status) => status === 422).length,
	];
}

const namedIn = ({ credential: { type, name } }) => ({ [type]: { name } });

/** The recipe as it is in its file, with the credential of a side. */
async function importFor(stand, side, name, change, credentials) {
	const workflow = await stand.withDataTable(structuredClone(exampleNamed(name)));
	for (const node of workflow.nodes) {
		if (node.credentials?.[CREDENTIAL.type]) node.credentials = namedIn(side);
	}
	change((wanted) => workflow.nodes.find((node) => node.name === wanted));
	return await stand.importWorkflow({ ...workflow, name: `${name}: ${side.credential.name}` }, [
		side.credential,
		...credentials,
	]);
}

/** What a node gave, in all its runs; nothing where it did not run. */
const resultsOf =
	(execution) =>
	(node, output = 0) => {
		const runs = execution.data.resultData.runData[node] ?? [];
		return runs.flatMap((run) => (run.data?.main?.[output] ?? []).map(({ json }) => json));
	};

/** Runs the recipe as a person does, who starts it in the editor. */
async function byHand(stand, side, name, trigger) {
	const { id } = await importFor(stand, side, name, () => {}, []);
	return async (faults) => {
		await side.setFaults(faults);
		const execution = await stand.n8n.client.runWorkflow(id, trigger);
		assert.deepEqual(failuresOf(execution), []);
		return resultsOf(execution);
	};
}

/** Runs the published recipe: a webhook stands for its schedule. */
async function onDemand(stand, side, name, trigger, change = () => {}, credentials = []) {
	const path = `refused-${side.credential.name.replace(/\W/g, '-')}`;
	const imported = await importFor(
		stand,
		side,
		name,
		(node) => {
			Object.assign(node(trigger), {
				...{ type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path },
				parameters: { path, httpMethod: 'POST', options: {} },
			});
			change(node);
		},
		credentials,
	);
	const { client, url } = stand.n8n;
	await client.activate(imported);
	let runs = 0;
	return async (faults, { stops = false } = {}) => {
		await side.setFaults(faults);
		// It responds some time after it was published.
		const started = async () => (await fetch(`${url}/webhook/${path}`, { method: 'POST' })).ok;
		await until('the webhook', started);
		runs += 1;
		const last = async () => {
			const all = await client.executions(imported.id);
			return all.length >= runs && pWaitFor.resolveWith(all[0].id);
		};
		const id = await until('the execution', last);
		const execution = await client.waitForExecution(id);
		const failures = failuresOf(execution);
		assert.equal(failures.length > 0, stops, failures.join());
		return resultsOf(execution);
	};
}
