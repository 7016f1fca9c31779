// Tasks of a new user at an empty canvas, and the same with n8n's own nodes: clicks and typed texts are
// counted, and ours may never need more. Ours are run, and the service is looked up; of n8n's own the form is filled, with
// lists that stand in for those of an account. They change with n8n alone, so that they are filled with `--weekly` only.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { credentialData } from '../../scripts/lib/workspace.mjs';
import { byTestId, openEditor, shown } from './lib/editor.mjs';
import { offerLists } from './lib/lists.mjs';
import { personAt } from './lib/person.mjs';
import { until } from './lib/until.mjs';
import { rowOf } from './lib/workflows.mjs';

const COMPANIES = [
	{
		'External ID': 'task-c1',
		Name: 'Northwind',
		Website: 'https://northwind.example',
		'Phone Number': '+1 555 0101',
	},
	{
		'External ID': 'task-c2',
		Name: 'Contoso',
		Website: 'https://contoso.example',
		'Phone Number': '+1 555 0102',
	},
];
const LINES = [
	{ 'Order No': 'task-o1', SKU: 'acme-item', Qty: 2, Price: 10 },
	{ 'Order No': 'task-o1', SKU: 'acme-desk', Qty: 1, Price: 80 },
	{ 'Order No': 'task-o2', SKU: 'acme-item', Qty: 5, Price: 10 },
];

const PEOPLE = [
	{ Name: 'Grace', Email: 'task-grace@contoso.example' },
	{ Name: 'Alan', Email: 'task-alan@contoso.example' },
];

/** @param {import('./lib/stand.mjs').Stand} stand */
export function taskTests(stand) {
	let page;
	let close;
	let workflowId;
	const stored = async (object, externalId) =>
		(await stand.service.records(object)).find((record) => record.externalId === externalId);

	/** The task on a canvas of its own; what it took. */
	const perform = async (given, work) => {
		const rows = typeof given === 'function' ? await given() : given;
		const nodes = rows ? rowOf('Task', [], rows) : { name: 'Task', nodes: [], connections: {} };
		const workflow = { ...nodes, settings: { executionOrder: 'v1' } };
		({ id: workflowId } = await stand.importWorkflow(workflow));
		await page.goto(`/workflow/${workflowId}`, { timeout: 120_000 });
		await byTestId(page, rows ? 'canvas-handle-plus' : 'canvas-add-button')
			.first()
			.waitFor();
		const person = personAt(page);
		await work(person);
		assert.equal(await byTestId(page, 'parameter-issues').count(), 0, 'the form is complete');
		return { ...person.count };
	};
	const succeeded = async () =>
		(await stand.n8n.client.executions(workflowId)).filter(({ status }) => status === 'success');
	/** Runs the open node, until n8n has kept the execution: what the editor shows may be of the one before. */
	const runNode = async () => {
		const { length } = await succeeded();
		await byTestId(page, 'node-execute-button').click();
		await until('the execution', async () => (await succeeded()).length > length);
	};
	/** @param task with `most`, what the other needs, or ours may, where there is nothing to compare with */
	const task = (name, { rows, ours, check, other = 'at most', theirs, most }) => {
		test(
			name,
			async (t) =>
				await shown(page, 'task', async () => {
					const own = await perform(rows, ours);
					await runNode();
					await check();
					const told = ({ clicks, texts }) => `${clicks} clicks, ${texts} texts`;
					t.diagnostic(`Workspace Records: ${told(own)}; ${other}: ${told(most)}`);
					assert.ok(own.clicks <= most.clicks, `clicks: ${own.clicks}, ${most.clicks}`);
					assert.ok(own.texts <= most.texts, `texts: ${own.texts}, ${most.texts}`);
					if (stand.isWeekly && theirs) assert.deepEqual(await perform(rows, theirs), most, other);
				}),
		);
	};

	describe('Tasks of a new user', () => {
		before(async () => {
			// The editor chooses the newest credential.
			await stand.saveCredential('Tasks', credentialData(stand.sandbox));
			await stand.saveCredential('HubSpot', { apiKey: 'none' }, 'hubspotApi');
			await stand.saveCredential('Clearbit', { apiKey: 'none' }, 'clearbitApi');
			await stand.saveCredential('Airtable', { accessToken: 'none' }, 'airtableTokenApi');
			const shop = { url: 'http://127.0.0.1:9', consumerKey: 'none', consumerSecret: 'none' };
			await stand.saveCredential('WooCommerce', shop, 'wooCommerceApi');
			({ page, close } = await openEditor(stand.n8n));
			await page.route(/\/rest\/dynamic-node-parameters\//, offerLists);
		});
		after(async () => await close?.());

		task('companies from rows', {
			rows: COMPANIES,
			async ours(person) {
				await person.add('records company', 'Workspace Records Company', /^Create or update/);
				await person.chooseMapping('Map Automatically');
			},
			async check() {
				for (const row of COMPANIES) {
					const { fields } = await stored('companies', row['External ID']);
					assert.deepEqual(
						[fields.name, fields.url, fields.phone_number],
						[row.Name, row.Website, row['Phone Number']],
					);
				}
			},
			other: 'HubSpot, without the external ID',
			most: { clicks: 10, texts: 1 },
			async theirs(person) {
				await person.add('hubspot', 'HubSpot', 'Create a company');
				await person.map('Name', 'name');
				await person.addTo('Add Property', 'Website URL');
				await person.map('Website', 'websiteUrl');
				await person.addTo('Add Property', 'Phone Number');
				await person.map('Phone Number', 'phoneNumber');
			},
		});

		task('companies of a sheet with a column "ID", synced: a dry run, then the write', {
			rows: [{ ID: 'task-s1', Company: 'Fabrikam', Region: 'North' }],
			async ours(person) {
				await person.add('records company', 'Workspace Records Company', /^Sync/);
				await person.switch('dryRun');
				await runNode();
				person.count.clicks += 1;
				assert.equal(await stored('companies', 'task-s1'), undefined);
				await person.switch('dryRun');
			},
			async check() {
				assert.equal((await stored('companies', 'task-s1')).fields.name, 'Fabrikam');
			},
			most: { clicks: 7, texts: 1 },
		});

		for (const [node, action] of [
			['Enrich', 'Enrich company'],
			['Score', 'Score company'],
		]) {
			task(`a company of a row that is given to ${node}`, {
				rows: async () => [{ id: (await stand.service.records('companies'))[0].id }],
				async ours(person) {
					await person.add(node.toLowerCase(), `Workspace Records ${node}`, action);
				},
				check: async () => {},
				most: { clicks: 8, texts: 1 },
			});
		}

		task('a deal for a picked company, in a stage', {
			async ours(person) {
				await person.beginByHand();
				await person.add('records deal', 'Workspace Records Deal', /^Create deal/);
				await person.pick('company');
				await person.fill('name', 'Task: annual plan');
				await person.choose('caseStatus', /Qualified/);
			},
			async check() {
				const deals = await stand.service.records('deals');
				const { fields } = deals.find((deal) => deal.fields.name === 'Task: annual plan');
				assert.ok(fields.company_id);
				assert.equal(fields.case_status, 'qualified');
			},
			other: 'HubSpot',
			most: { clicks: 14, texts: 2 },
			async theirs(person) {
				await person.beginByHand();
				await addHubSpotDeal(person, 'Annual plan');
			},
		});

		task('an order of a company with two lines', {
			async ours(person) {
				await person.beginByHand();
				await person.add('records order', 'Workspace Records Order', /^Create order \(per/);
				await person.pick('company');
				await person.fill('externalId', 'task-order');
				for (const [index, quantity] of ['2', '5'].entries()) {
					await person.press('Add row');
					await person.fill('itemExternalId', 'acme-item-desk', index);
					await person.fill('quantity', quantity, index);
					await person.fill('price', '10', index);
				}
			},
			async check() {
				const { fields } = await stored('orders', 'task-order');
				assert.ok(fields.company_id);
				const lines = fields.lines.flatMap(({ quantity, price }) => [quantity, price]);
				assert.deepEqual(lines, [2, 10, 5, 10]);
			},
			other: 'WooCommerce, customer and products by their numbers',
			most: { clicks: 16, texts: 8 },
			async theirs(person) {
				await person.beginByHand();
				await person.add('woocommerce', 'WooCommerce', 'Create an order');
				await person.addTo('Add Field', 'Customer ID');
				await person.fill('customerId', '1');
				for (const [index, quantity] of ['2', '5'].entries()) {
					await person.press('Add Line Item');
					await person.fill('productId', '7', index);
					await person.fill('quantity', quantity, index);
					await person.fill('total', '10', index);
				}
			},
		});

		task('a sheet of order lines', {
			rows: LINES,
			async ours(person) {
				await addMigration(person);
			},
			async check() {
				const lineCount = async (id) => (await stored('orders', id)).fields.lines.length;
				const lines = await Promise.all(['task-o1', 'task-o2'].map(lineCount));
				assert.deepEqual(lines, [2, 1]);
			},
			other: 'Airtable, orders and lines in two tables',
			most: { clicks: 23, texts: 2 },
			async theirs(person) {
				await toTwoTables(person);
			},
		});

		task('a contact that is linked to a picked company', {
			async ours(person) {
				await person.beginByHand();
				await person.add('records contact', 'Workspace Records Contact', /^Create contact/);
				await person.pick('company');
				await person.fill('name', 'Task: Ada');
			},
			async check() {
				const contacts = await stand.service.records('contacts');
				const { fields } = contacts.find((contact) => contact.fields.name === 'Task: Ada');
				assert.ok(fields.company);
			},
			other: 'HubSpot',
			most: { clicks: 10, texts: 2 },
			async theirs(person) {
				await person.beginByHand();
				await person.add('hubspot', 'HubSpot', /^Create or update a contact/);
				await person.fill('email', 'ada@task.example');
				await person.addTo('Add Property', 'Associated Company Name or ID');
				await person.choose('associatedCompanyId', 'Northwind');
			},
		});

		task('a sheet that the contacts are to mirror', {
			rows: PEOPLE,
			async ours(person) {
				await person.add('records contact', 'Workspace Records Contact', /^Sync/);
				await person.choose('mode', 'Mirror');
				await person.choose('matchBy', 'Email');
				await person.addTo('Add option', 'Guards');
				await person.addTo('Add to guards', 'Only Records With');
				await person.fill('onlyRecordsWith', 'task-');
			},
			async check() {
				const contacts = await stand.service.records('contacts');
				const emails = contacts.map(({ fields }) => fields.email);
				for (const { Email } of PEOPLE) assert.ok(emails.includes(Email), Email);
			},
			other: 'Airtable, up to what is to be deleted',
			most: { clicks: 19, texts: 2 },
			async theirs(person) {
				await person.add('airtable', 'Airtable', 'Create or update a record');
				await person.pick('base', 'Shop');
				await person.pick('table', 'Orders');
				await person.chooseMapping('Map Automatically');
				await person.matchOn('Order No');
				await person.closeNode();
				await person.add('airtable', 'Airtable', 'Search records');
				await person.pick('base', 'Shop');
				await person.pick('table', 'Orders');
			},
		});

		task('a rejected row that is corrected and sent again', {
			rows: [LINES[0], { ...LINES[1], 'Order No': 'task-o3', Qty: 'a dozen' }],
			async ours(person) {
				await addMigration(person);
				await person.toErrorOutput();
				await person.click(byTestId(page, 'node-execute-button'));
				const output = byTestId(page, 'output-panel');
				await person.click(output.getByText(/^Error Branch/));
				await output
					.getByText(/Quantity/)
					.first()
					.waitFor();
				await person.correct([{ ...LINES[1], 'Order No': 'task-o3', Qty: 12 }]);
			},
			async check() {
				// What the first run gave is shown until the second has ended.
				await until('the order', async () => !!(await stored('orders', 'task-o3')));
				const { fields } = await stored('orders', 'task-o3');
				const quantities = fields.lines.map(({ quantity }) => quantity);
				assert.deepEqual(quantities, [12]);
			},
			other: 'Airtable, orders and lines in two tables',
			most: { clicks: 34, texts: 3 },
			async theirs(person) {
				await toTwoTables(person);
				await person.toErrorOutput();
				await person.click(byTestId(page, 'node-execute-button'));
				await person.correct([LINES[1]]);
			},
		});

		task('what is new, enriched and scored, with a deal for each', {
			async ours(person) {
				await person.beginWith('watch records', 'Workspace Records Changes', /created/i);
				await person.choose('resource', 'Company');
				// A record to map from; what follows has previews.
				await person.click(byTestId(page, 'node-execute-button'));
				await byTestId(page, 'node-run-status-success', 'output-panel').waitFor();
				await person.closeNode();
				await person.add('enrich', 'Workspace Records Enrich', 'Enrich company');
				await person.closeNode();
				await person.add('score', 'Workspace Records Score', 'Score company');
				await person.closeNode();
				await person.add('records deal', 'Workspace Records Deal', /^Create deal/);
				await person.map('id', 'company');
				await person.fill('name', 'Task: what is new');
			},
			async check() {
				const deals = await stand.service.records('deals');
				const made = deals.filter(({ fields }) => fields.name === 'Task: what is new');
				assert.ok(made.length > 0);
				for (const { fields } of made) assert.ok(fields.company_id);
			},
			other: 'HubSpot and Clearbit, without a score',
			most: { clicks: 23, texts: 5 },
			async theirs(person) {
				await person.beginByHand();
				await person.add('hubspot', 'HubSpot', /recently created/);
				await person.closeNode();
				await person.add('clearbit', 'Clearbit', 'Enrich a company');
				await person.fill('domain', '{{ $json.properties.domain.value }}');
				await person.closeNode();
				await addHubSpotDeal(person, 'What is new');
			},
		});

		task('a scheduled sync: every hour, companies that were updated', {
			async ours(person) {
				await person.beginWith('watch records', 'Workspace Records Changes', /updated/i);
				await person.choose('resource', 'Company');
				await person.choose('mode', 'Every Hour');
			},
			async check() {
				const shown = byTestId(page, 'output-panel').getByText('event_id').first();
				await shown.waitFor();
			},
			other: 'Airtable Trigger, by the addresses of base and table',
			most: { clicks: 8, texts: 4 },
			async theirs(person) {
				await person.beginWith('airtable', 'Airtable', /Airtable event/i);
				await person.fillLocator(
					'baseId',
					'https://airtable.com/app12345678901234/tbl12345678901234/viw12345678901234',
				);
				await person.fillLocator(
					'tableId',
					'https://airtable.com/app12345678901234/tbl12345678901234/viw12345678901234',
				);
				await person.fill('triggerField', 'Updated');
				await person.choose('mode', 'Every Hour');
			},
		});
	});
}

/** A deal of a company in HubSpot, behind the last node. */
async function addHubSpotDeal(person, name) {
	await person.add('hubspot', 'HubSpot', 'Create a deal');
	await person.choose('stage', 'Contract Sent');
	await person.addTo('Add Field', 'Deal Name');
	await person.fill('dealName', name);
	await person.addTo('Add Field', 'Associated Company Names or IDs');
	await person.choose('associatedCompany', 'Northwind');
}

/** Migration Upsert behind the last node; it stays open. */
async function addMigration(person) {
	await person.add(
		'migration upsert',
		'Workspace Records Migration Upsert',
		'Create or update orders in bulk',
	);
	await person.fill('partner', 'my-erp');
}

/** Orders and their lines in Airtable, which keeps them in two tables; the last node stays open. */
async function toTwoTables(person) {
	for (const [table, key] of [
		['Orders', 'Order No'],
		['Order Lines', 'SKU'],
	]) {
		if (table !== 'Orders') await person.closeNode();
		await person.add('airtable', 'Airtable', 'Create or update a record');
		await person.pick('base', 'Shop');
		await person.pick('table', table);
		await person.chooseMapping('Map Automatically');
		await person.matchOn(key);
	}
}
