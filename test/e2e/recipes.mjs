// The recipes of docs/recipes/ in a real n8n, and what the service holds afterwards. Those that are
// examples too are tested in examples.mjs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { openSide } from './lib/side.mjs';
import { exampleNamed } from './lib/stand.mjs';
import { until } from './lib/until.mjs';
import { POLL_TIMES } from './lib/workflows.mjs';
import { twoWaySync } from './twoWaySync.mjs';

/** @param {import('./lib/stand.mjs').Stand} stand */
function helpersOf(stand) {
	const run = async (name, trigger) => {
		const execution = await stand.run(name, trigger);
		return (node, output) => itemsOf(execution, node, output).map(({ json }) => json);
	};
	const stored = async (object, externalIds) => {
		const records = await stand.service.records(object);
		return records.filter(({ externalId }) => externalIds.includes(externalId));
	};
	const saveCompany = async (company) => await stand.service.call('POST', 'companies', company);
	const count = async (object) => (await stand.service.records(object)).length;
	return { run, stored, saveCompany, count };
}

/** @param {import('./lib/stand.mjs').Stand} stand */
export function recipeTests(stand) {
	const { run, stored, saveCompany, count } = helpersOf(stand);
	describe('Recipes', () => {
		test('Companies from a sheet: saves each row once, and names the row without a number', async () => {
			const name = 'Companies from a sheet';
			const rowsOf = await run(name, 'Start');
			assert.equal(rowsOf('Saved').length, 3);
			const [wrong] = rowsOf('Rows to Correct');
			assert.deepEqual(wrong, { company: 'No number yet', reason: 'External ID is required' });
			await run(name, 'Start');
			const companies = await stored('companies', ['C-1001', 'C-1002', 'C-1003']);
			assert.deepEqual(
				companies.map(({ fields }) => [fields.name, fields.url, fields.phone_number ?? '']).sort(),
				[
					['Contoso', 'https://contoso.example', '+1 555 0102'],
					['Fabrikam', 'https://fabrikam.example', ''],
					['Northwind Traders', 'https://northwind.example', '+1 555 0101'],
				],
			);
		});

		test('Mirror a sheet: writes what differs, archives who left, stops where it would be too much, and alerts', async () => {
			const workflow = structuredClone(exampleNamed('Mirror a sheet'));
			const sheet = workflow.nodes.find(({ name }) => name === 'Example Rows').parameters;
			const { rows } = JSON.parse(sheet.jsonOutput);
			const complete = rows.filter((row) => row['E-Mail'] !== '');
			const runWith = async (given) => {
				sheet.jsonOutput = JSON.stringify({ rows: given });
				const { id } = await stand.importWorkflow({ ...workflow, name: 'Mirror a sheet, again' });
				return await stand.n8n.client.runWorkflow(id, 'Every Night');
			};
			const outcomesOf = (execution) =>
				itemsOf(execution, 'Mirror Contacts').map(({ json }) => json.outcome);
			const alertsOf = (execution) =>
				itemsOf(execution, 'Alert').map(({ json: { ok, reasons } }) => [ok, reasons[0]]);
			const people = async () =>
				(await stand.service.records('contacts'))
					.filter(({ fields }) => String(fields.email).endsWith('@tailspin.example'))
					.map(({ fields }) => `${fields.name} ${fields.last_name}`)
					.sort();
			const others = (await count('contacts')) - (await people()).length;

			const rowsOf = await run('Mirror a sheet', 'Every Night');
			const [wrong, ...more] = rowsOf('Sheet of Rows to Correct');
			assert.deepEqual([wrong['Staff No.'], wrong._row, more], ['N-6', 6, []]);
			assert.match(wrong._error, /^No Email,/);
			assert.equal(rowsOf('Alert')[0].rejected, 1);
			const all = ['Ada Hart', 'Ben Ruiz', 'Chloe Wirth', 'Dev Rao', 'Elin Berg'];
			assert.deepEqual(await people(), all);

			const [ada, ...kept] = complete.slice(0, 4);
			const left = await runWith([{ ...ada, Phone: '+1 555 0199' }, ...kept]);
			assert.deepEqual(failuresOf(left), []);
			assert.deepEqual(alertsOf(left), []);
			const expected = ['updated', 'unchanged', 'unchanged', 'unchanged', 'archived'];
			assert.deepEqual(outcomesOf(left), expected);
			assert.deepEqual(await people(), all.slice(0, 4));

			const tooMany = await runWith(complete.slice(0, 2));
			const guard = /2 of 4 contacts would be archived, and Max Archived \(%\) is 30/;
			assert.match(tooMany.data.resultData.error.message, guard);
			const [[ok, reason]] = alertsOf(tooMany);
			assert.equal(ok, false);
			assert.match(reason, guard);
			const renamed = await runWith(
				complete.map(({ 'E-Mail': email, ...row }) => ({ ...row, Mail: email })),
			);
			assert.match(itemsOf(renamed, 'Alert')[0].json.error, /^No row has the Email/);
			assert.deepEqual(await people(), all.slice(0, 4));
			assert.equal(await count('contacts'), others + 4);
		});

		test('Score and route deals: moves every new deal by its band', async () => {
			const isNew = ({ fields }) => fields.case_status === 'new';
			const before = (await stand.service.records('deals')).filter(isNew);
			assert.ok(before.length > 0);
			const rowsOf = await run('Score and route deals', 'Every Morning');
			const stages = { high: 'proposal', medium: 'qualified', low: 'nurture' };
			const deals = await stand.service.records('deals');
			assert.equal(rowsOf('Score Deal').length, before.length);
			for (const { id: scored, band } of rowsOf('Score Deal')) {
				const { fields } = deals.find(({ id }) => id === scored);
				assert.equal(fields.case_status, stages[band]);
			}
			assert.deepEqual(deals.filter(isNew), []);
		});

		test('The lead form: a submission that comes twice has one contact, one company and one deal', async () => {
			const name = 'The lead form';
			const objects = ['contacts', 'companies', 'deals'];
			const counts = async () => await Promise.all(objects.map(count));
			const aiCalls = async () => (await stand.service.calls(/^\/v1\/(enrich|score)$/)).length;
			const before = await counts();
			const calls = await aiCalls();
			const rowsOf = await run(name, 'Lead Form');
			// Two people of one company.
			assert.deepEqual(await counts(), [before[0] + 2, before[1] + 1, before[2] + 2]);
			assert.equal(await aiCalls(), calls + 3);

			const found = (await stand.service.records('companies')).at(-1);
			assert.ok(found.fields.address, 'enriched');
			const mails = exampleNamed(name).pinData['Lead Form'].map(({ json }) => json.Email);
			const keys = mails.map((mail) => `lead-${mail}`);
			const stages = { high: 'proposal', medium: 'qualified', low: 'nurture' };
			const bands = rowsOf('Score Deal').map(({ band }) => stages[band]);
			const people = (await stand.service.records('contacts')).slice(-2);
			const dealsNow = async () =>
				(await stored('deals', keys)).map(({ fields }) => [
					fields.company_id,
					fields.contact_id,
					fields.case_status,
				]);
			const deals = await dealsNow();
			const expected = people.map(({ id }, index) => [found.id, id, bands[index]]);
			assert.deepEqual(deals, expected);

			const again = await run(name, 'Lead Form');
			assert.deepEqual(
				again('Deal').map(({ created }) => created),
				[false, false],
			);
			assert.deepEqual(await counts(), [before[0] + 2, before[1] + 1, before[2] + 2]);
			assert.equal(await aiCalls(), calls + 3);
			assert.deepEqual(await dealsNow(), deals);
		});

		test('Invoices to a list: has the sent invoices, the most urgent first', async () => {
			const rowsOf = await run('Invoices to a list', 'Every Monday');
			const sent = (await stand.service.records('invoices')).filter(
				({ fields }) => fields.status !== 'draft' && fields.status !== 'paid',
			);
			const rows = rowsOf('Most Urgent First');
			const told = rows.map(({ invoice, amount }) => [invoice, amount]).sort();
			assert.deepEqual(told, sent.map(({ number, fields }) => [number, fields.total_price]).sort());
			const due = rows.map((row) => row.due);
			assert.deepEqual(due, [...due].sort());
			assert.ok(rows.every(({ days_late }) => days_late >= 0));
		});

		test('Stock after orders: books each line out once', async () => {
			const name = 'Stock after orders';
			const before = await count('inventory-transactions');
			const rowsOf = await run(name, 'Start');
			await run(name, 'Start');
			const [order] = await stored('orders', ['WEB-5001']);
			assert.equal(order.fields.lines.length, 2);
			const movements = (await stand.service.records('inventory-transactions')).slice(before);
			const moved = movements.flatMap(({ fields }) => [fields.transaction_type, fields.amount]);
			assert.deepEqual(moved, ['outgoing', 2, 'outgoing', 5]);
			// 40 at first, 10 more with the example data, 2 booked out.
			const low = rowsOf('Low').map((stock) => [stock.external_id, stock.available]);
			assert.deepEqual(low, [['acme-stock-desk', 48]]);
		});

		test('Migrate a shop: products, customers, orders, and the line that names no product', async () => {
			const name = 'Migrate a shop';
			const rowsOf = await run(name, 'Start');
			const areIn = rowsOf('Orders That Are In').map(({ order }) => order);
			assert.deepEqual(areIn, ['shop-1', 'shop-2']);
			const [wrong, ...others] = rowsOf('Orders to Correct');
			assert.equal(wrong.order, 'shop-3');
			assert.match(wrong.reason, /Item External ID is required/);
			assert.equal(others.length, 0);
			await run(name, 'Start');
			const orders = await stored('orders', ['shop-1', 'shop-2', 'shop-3']);
			const [customer] = await stored('companies', ['shop-c1']);
			assert.equal((await stored('items', ['shop-mug', 'shop-shirt'])).length, 2);
			const lines = orders.flatMap(({ externalId, fields }) => [externalId, fields.lines.length]);
			assert.deepEqual(lines, ['shop-1', 2, 'shop-2', 1]);
			assert.equal(orders[0].fields.company_id, customer.id);
		});

		test('Orders followed to their end: goes on when the job has ended', async () => {
			await followOrders(stand);
		});

		test('Nightly sync: a later run has only what changed since the one before', async () => {
			const recipe = structuredClone(exampleNamed('Nightly sync since the last run'));
			const workflow = await stand.withDataTable(recipe);
			const { id } = await stand.importWorkflow({ ...workflow, name: 'Nightly sync, by hand' });
			const told = new Set();
			/** The companies whose change comes for the first time: a cursor names only so many, and the others come again. */
			const news = async () => {
				const execution = await stand.n8n.client.runWorkflow(id, 'Every Night');
				assert.deepEqual(failuresOf(execution), []);
				const changes = itemsOf(execution, 'Changed Companies').map(({ json }) => json);
				assert.equal(itemsOf(execution, 'Your Database').length, changes.length);
				const fresh = changes.filter(({ event_id: event }) => !told.has(event));
				for (const { event_id: event } of fresh) told.add(event);
				return fresh.map(({ name }) => name);
			};
			assert.equal((await news()).length, await count('companies'));
			assert.deepEqual(await news(), []);
			await saveCompany({ external_id: 'C-1001', name: 'Northwind, renamed' });
			assert.deepEqual(await news(), ['Northwind, renamed']);
		});
	});
}

/**
 * Those that wait for clocks, in workspaces of their own. Two parts, to be called in this order; other tests may go on
 * between them.
 *
 * @param {import('./lib/stand.mjs').Stand} stand
 */
export function waitingTests(stand) {
	let enriched;
	let synced;
	const settled = async (work) => await work.then(() => ({})).catch((error) => ({ error }));
	const ends = (title, work) =>
		test(title, async () => {
			const { error } = await work();
			if (error) throw error;
		});
	return {
		begin: () =>
			test('Recipes that wait begin in workspaces of their own', async () => {
				const side = await openSide(stand, 'enriched', 'example');
				enriched = settled(enrichWhatIsNew(stand, side).finally(() => void side.stop()));
				synced = settled(twoWaySync(stand));
			}),

		ends: async () =>
			await Promise.all([
				ends('Enrich and score what is new: bills each new company once', () => enriched),
				ends(
					'Two-way sync: an edit on either side goes over once, and comes to rest',
					() => synced,
				),
			]),
	};
}

/** Watches a transfer with another workflow, and goes on at its end. @param {import('./lib/stand.mjs').Stand} stand */
export async function followOrders(stand) {
	const sub = await stand.importWorkflow(exampleNamed('Watch a transfer'));
	await stand.n8n.client.activate(sub);
	const workflow = structuredClone(exampleNamed('Orders followed to their end'));
	const call = workflow.nodes.find(({ name }) => name === 'Watch a Transfer');
	call.parameters.workflowId = { __rl: true, mode: 'id', value: sub.id };
	const { id } = await stand.importWorkflow({ ...workflow, name: 'Orders followed' });
	const execution = await stand.n8n.client.runWorkflow(id, 'Start');
	assert.deepEqual(failuresOf(execution), []);
	const told = itemsOf(execution, 'Report').map(({ json }) => [json.job, json.outcome]);
	assert.deepEqual(told, [['example-import', 'finished']]);
	return execution;
}

/**
 * Lets the recipe find a new company.
 *
 * @param {import('./lib/stand.mjs').Stand} stand
 * @param {Awaited<ReturnType<typeof openSide>>} [side] another workspace than the usual one
 */
export async function enrichWhatIsNew(stand, side) {
	const service = side ?? stand.service;
	const { credential } = side ?? stand;
	const { saveCompany, stored } = helpersOf({ service });
	const workflow = structuredClone(exampleNamed('Enrich and score what is new'));
	const [trigger] = workflow.nodes.filter(({ type }) => type.endsWith('workspaceRecordsTrigger'));
	trigger.parameters.pollTimes.item = POLL_TIMES;
	for (const { credentials = {} } of workflow.nodes) {
		if (credential.type in credentials) credentials[credential.type] = { name: credential.name };
	}
	const named = { ...workflow, name: 'Enrich what is new' };
	const imported = await stand.importWorkflow(named, [credential]);
	const { client } = stand.n8n;
	const runs = async () => {
		const all = await client.executions(imported.id);
		const ended = all.filter(({ status }) => !['new', 'running'].includes(status));
		return await Promise.all(ended.map(async ({ id }) => await client.execution(id)));
	};
	const jsonOf = async (node) =>
		(await runs()).flatMap((run) => itemsOf(run, node).map(({ json }) => json));
	const lists = async () => (await service.calls(/\/companies$/, 'GET')).length;
	const anotherPoll = async () => {
		const before = await lists();
		await until('another poll', async () => (await lists()) > before);
	};
	await client.activate(imported);
	try {
		// What happens before the first poll is not told.
		await anotherPoll();
		const website = 'https://www.microsoft.com';
		await saveCompany({ external_id: 'new-1', name: 'What Is New', url: website });
		const hasDeal = async () => (await jsonOf('Open Deal')).length > 0;
		await until('a deal', hasDeal);
		// The update by Enrich is no event.
		await anotherPoll();
	} finally {
		await client.deactivate(imported);
	}
	assert.deepEqual((await runs()).flatMap(failuresOf), []);
	assert.deepEqual(
		(await jsonOf('Company Created')).map(({ name, event }) => [name, event]),
		[['What Is New', 'created']],
	);
	assert.ok((await jsonOf('Enrich')).every(({ skipped }) => skipped !== true));
	const [company] = await stored('companies', ['new-1']);
	assert.equal(company.fields.custom.industry, 'Technology');
	assert.deepEqual(
		(await jsonOf('Scored')).map((scored) => scored.company),
		['What Is New'],
	);
	assert.deepEqual(
		(await jsonOf('Open Deal')).map(({ created }) => created),
		[true],
	);
	const deals = (await service.records('deals')).filter(
		({ fields }) => fields.name === 'What Is New',
	);
	assert.equal(deals.length, 1);
	return await runs();
}
