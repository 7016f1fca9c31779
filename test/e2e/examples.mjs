// Every workflow of examples/ in a real n8n, and what the service holds afterwards.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { checkRecords, exampleCompanies } from '../../scripts/lib/example-checks.mjs';
import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { compareWithPreviews } from './lib/previews.mjs';
import { exampleNamed } from './lib/stand.mjs';
import { openChatModel } from './lib/scripted-model.mjs';

/** @param {import('./lib/stand.mjs').Stand} stand */
export function exampleTests(stand) {
	const { run } = stand;

	describe('Examples', () => {
		test('Enrich, score and route deals: every record is as reported', async () => {
			const execution = await run('Enrich, score and route deals', 'Start');
			const report = itemsOf(execution, 'Report').map(({ json }) => json);
			assert.equal(report.length, exampleCompanies().length);
			assert.deepEqual(await checkRecords(report, stand.sandbox), []);
			const { compared, faults } = compareWithPreviews(stand.packageFolder, execution);
			assert.deepEqual(faults, []);
			assert.ok(compared > 5 * report.length, `${compared} items were compared`);
		});

		test('New contact to deal: a second run creates no duplicates', async () => {
			const name = 'New contact to deal';
			const first = await run(name, 'New Contact');
			const [submission] = exampleNamed(name).pinData['New Contact'].map(({ json }) => json);
			assert.equal(itemsOf(first, 'Create Deal').length, 2);
			const second = await run(name, 'New Contact');
			assert.equal(itemsOf(second, 'Create Deal').length, 0);
			assert.equal(itemsOf(second, 'Find Deal').length, 2);

			const [company] = await stored('companies', 'northwind.example');
			const [contact] = await stored('contacts', submission.Email);
			const deals = await stored('deals', `deal-${submission.Email}`);
			assert.equal(deals.length, 1);
			assert.deepEqual(
				[company.fields.name, contact.fields.email, contact.fields.last_name],
				[submission.Company, submission.Email, submission['Last name']],
			);
			const [{ fields }] = deals;
			assert.equal(fields.name, `${submission.Company}: ${submission['What is it about?']}`);
			assert.deepEqual([fields.company_id, fields.contact_id], [company.id, contact.id]);
		});

		test('Transfer alert: attaches the rows that failed', async () => {
			const plan = { id: 'example-import', name: 'Items', files: 'other', failedRows: 3 };
			await stand.service.startTransfer({ ...plan, queuedSeconds: 0, runningSeconds: 0 });
			const execution = await run('Transfer alert', 'Transfer Ended');
			const [{ json, binary }] = itemsOf(execution, 'Alert');
			assert.equal(json.subject, 'Items: Finished with 3 failed rows of 100');
			assert.match(json.text, /The rows that failed are attached\.$/);
			assert.equal(binary.data.fileName, 'errors-example-import.csv');
		});

		test('Transfer alert: reports a transfer that failed as a whole, without a file', async () => {
			const plan = {
				id: 'example-import',
				name: 'Items',
				outcome: 'failed',
				errorMessage: 'No disk',
			};
			await stand.service.startTransfer({ ...plan, queuedSeconds: 0, runningSeconds: 0 });
			const execution = await run('Transfer alert', 'Transfer Ended');
			const [{ json, binary }] = itemsOf(execution, 'Alert');
			assert.deepEqual([json.subject, json.text], ['Items: Failed: No disk', 'Failed: No disk.']);
			assert.equal(binary, undefined);
			assert.equal(itemsOf(execution, 'Download Error File').length, 0);
		});

		test('Transfer alert: reports nothing about a successful transfer', async () => {
			const plan = { id: 'example-import', name: 'Items', queuedSeconds: 0, runningSeconds: 0 };
			await stand.service.startTransfer(plan);
			const execution = await run('Transfer alert', 'Transfer Ended');
			assert.equal(itemsOf(execution, 'Alert').length, 0);
		});

		/** The example with a short wait between its looks, and so many looks at most. */
		const waitFor = async (plan, looks) => {
			const id = `e2e-wait-${looks}`;
			await stand.service.startTransfer({ id, queuedSeconds: 0, ...plan });
			const workflow = structuredClone(exampleNamed('Wait for a long transfer'));
			const { parameters: named } = workflow.nodes.find(({ name }) => name === 'Which Transfer');
			named.assignments.assignments[0].value = id;
			const { parameters: wait } = workflow.nodes.find(({ name }) => name === 'Wait');
			Object.assign(wait, { amount: 1, unit: 'seconds' });
			const { parameters: limit } = workflow.nodes.find(({ name }) => name === 'Waited a Day?');
			const [condition] = limit.conditions.conditions;
			condition.leftValue = condition.leftValue.replace('288', looks);
			const imported = await stand.importWorkflow({ ...workflow, name: `Wait, ${looks} looks` });
			return await stand.n8n.client.runWorkflow(imported.id, 'Start');
		};
		const looksOf = (execution) => execution.data.resultData.runData['Get Transfer'].length;

		test('Wait for a long transfer: goes on when the transfer has ended', async () => {
			const execution = await waitFor({ runningSeconds: 3, failedRows: 2 }, 60);
			assert.deepEqual(failuresOf(execution), []);
			assert.ok(looksOf(execution) > 1);
			const [{ json }] = itemsOf(execution, 'Go On');
			assert.deepEqual([json.status, json.failed_number], ['finished', 2]);
		});

		test('Wait for a long transfer: gives up on one that does not end', async () => {
			const execution = await waitFor({ runningSeconds: 36_000 }, 2);
			assert.match(failuresOf(execution)[0], /did not end within a day/);
			assert.equal(looksOf(execution), 3);
		});

		test('Ask about invoices: a scripted model uses the Invoice node as its tool', async (t) => {
			const model = await openChatModel(stand, openInvoices);
			t.after(model.close);
			const chatInput = 'Which invoices are sent but not paid?';
			const question = { sessionId: 'e2e', action: 'sendMessage', chatInput };
			const pinData = { Question: [{ json: question }] };
			const workflow = { ...exampleNamed('Ask about invoices'), pinData };
			const { id } = await stand.importWorkflow(workflow, [model.credential]);
			const execution = await stand.n8n.client.runWorkflow(id, 'Question');
			assert.deepEqual(failuresOf(execution), []);

			// The tool says what it does and what it needs.
			const tools = Object.fromEntries(model.requests[0].tools.map((tool) => [tool.name, tool]));
			assert.deepEqual(Object.keys(tools).sort(), ['Find_Invoices', 'Read_Invoice']);
			assert.match(tools.Find_Invoices.description, /^Lists invoices, each with its id_inv/);
			assert.deepEqual(tools.Read_Invoice.parameters.required, ['invoice_number']);

			const [sent] = (await stored('invoices')).filter(({ fields }) => fields.status === 'sent');
			const { number, fields } = sent;
			const company = (await stored('companies')).find(({ id }) => id === fields.company_id);
			const [{ json }] = itemsOf(execution, 'Invoice Agent');
			assert.equal(
				json.output,
				`Invoice ${number} to ${company.fields.name}: ${fields.total_price} ${fields.currency}`,
			);
		});
	});

	const stored = async (object, externalId) => {
		const records = await stand.service.records(object);
		return externalId ? records.filter((record) => record.externalId === externalId) : records;
	};
}

/** Lists the invoices (with the limit as text, as models do), reads each sent one, and says what it read. */
function openInvoices(messages) {
	const [list, ...read] = messages
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => JSON.parse(content));
	if (!list) return { call: 'Find_Invoices', args: { limit: '20' } };
	const sent = list[0].records.filter(({ status }) => status === 'sent');
	const next = sent[read.length];
	if (next) return { call: 'Read_Invoice', args: { invoice_number: String(next.id_inv) } };
	const lines = read
		.flat()
		.map(
			({ id_inv, company_name, total_price, currency }) =>
				`Invoice ${id_inv} to ${company_name}: ${total_price} ${currency}`,
		);
	return { say: lines.join('\n') };
}
