// The editor as a person sees it: credential, node panel, pick list, mapping, output, errors.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import pWaitFor from 'p-wait-for';

import { ROOT } from '../../scripts/lib/paths.mjs';
import {
	addNode,
	areaOf,
	byTestId,
	closeMessages,
	drag,
	openEditor,
	openWorkflow,
	searchNodes,
	shown,
} from './lib/editor.mjs';
import { takePicture } from './lib/pictures.mjs';
import { ours, rowOf } from './lib/workflows.mjs';

/** What people type, and the node that they look for. test/unit/package/search.test.ts ranks all of them. */
const PHRASES = Object.entries(
	JSON.parse(readFileSync(join(ROOT, 'test/data/search/phrases.json'), 'utf8')),
);

/** What people type for n8n's own nodes. */
const CONTROLS = JSON.parse(readFileSync(join(ROOT, 'test/data/search/controls.json'), 'utf8'));

const OURS = /^Workspace Records ?/;

/** The panel leaves the word Trigger out of the name of the Changes Trigger. */
const shortName = (name) => name.replace(OURS, '').replaceAll(' ', '');

const titleOf = (node) =>
	node === 'trigger' ? 'Changes' : node.charAt(0).toUpperCase() + node.slice(1);

const ROWS = [
	{ ref: 'erp-1', firm: 'Northwind Traders' },
	{ ref: 'erp-2', firm: 'Contoso' },
	{ ref: 'erp-3', firm: 'Fabrikam' },
];

/** Rows with a column that is ignored, and numbers and dates of another country. */
const INVOICES = [
	{ 'Total Price': '1.250', Date: '01/02/2026', Region: 'N' },
	{ 'Total Price': '12,50', Date: '31/01/2026', Region: 'S' },
];

/** @param {import('./lib/stand.mjs').Stand} stand */
export function editorTests(stand) {
	let page;
	let close;
	/** A test on the page; a failure leaves a picture. */
	const onPage = (name, picture, work) => {
		test(name, async () => await shown(page, picture, work));
	};
	const openNew = async (name, input, nodes = [], credentials) => {
		const { id } = await stand.importWorkflow(rowOf(name, nodes, input), credentials);
		await openWorkflow(page, id);
	};
	/** The node in a workflow of its own, open. */
	const openNode = async (name, node, input, credentials) => {
		await openNew(name, input, [node], credentials);
		await page.locator('.vue-flow__node').last().dblclick();
	};
	const inPanel = (id, panel) => byTestId(page, id, panel);

	describe('Editor', () => {
		before(async () => ({ page, close } = await openEditor(stand.n8n)));
		after(async () => await close?.());

		onPage(
			'a credential is tested on saving; a wrong token is explained',
			'credential',
			async () => {
				await page.goto('/home/credentials');
				await byTestId(page, 'add-resource-credential').first().click();
				await inPanel('new-credential-type-select', 'selectCredential-modal')
					.locator('input')
					.fill('workspace records');
				await page.getByText('Workspace Records API', { exact: true }).last().click();
				await byTestId(page, 'new-credential-type-button').click();
				const field = (name) => byTestId(page, `parameter-input-${name}`).locator('input');
				await field('baseUrl').fill(stand.sandbox.url);
				await field('accessToken').fill('sandbox-deleted-token');
				await byTestId(page, 'credential-save-button').click();
				await page.getByText('More details').click();
				await page.getByText('The service does not accept the token').waitFor();

				await field('accessToken').fill(stand.sandbox.token);
				await byTestId(page, 'credential-save-button').click();
				await byTestId(page, 'credentials-config-container-test-success').waitFor();
			},
		);

		onPage('the nodes are found by the words that people type', 'words', async () => {
			await openNew('Search');
			await byTestId(page, 'canvas-handle-plus').last().click();
			const some = (of, every) => of.filter((_, index) => index % every === 0);
			const found = async (phrase) => {
				await searchNodes(page, phrase);
				const names = await byTestId(page, 'node-creator-item-name').allInnerTexts();
				return names.map((name) => name.trim());
			};
			const phrases = some(PHRASES, stand.isWeekly ? 4 : 16);
			let first = 0;
			for (const [phrase, node] of phrases) {
				const names = (await found(phrase)).filter((name) => OURS.test(name));
				const place = names.findIndex((name) => shortName(name) === titleOf(node));
				assert.ok(place >= 0 && place < 3, `"${phrase}" finds ${names.slice(0, 5).join(', ')}`);
				if (place === 0) first += 1;
			}
			assert.ok(first >= phrases.length * 0.9, `${first} of ${phrases.length} are first`);
			for (const phrase of some(CONTROLS, stand.isWeekly ? 1 : 4)) {
				const [best] = await found(phrase);
				assert.ok(best && !OURS.test(best), `"${phrase}" finds ${best} first`);
			}
			await searchNodes(page, 'workspace records');
			const { x, y, width } = await areaOf(page, '[data-test-id="nodes-list-header"]');
			await takePicture(page, 'node-panel', { clip: { x, y, width, height: 508 } });
		});

		onPage('a record is picked by typing, and the next node knows its fields', 'pick', async () => {
			await openNew('Pick');
			await addNode(page, 'records company', 'Workspace Records Company', /^Get company/);
			await byTestId(page, 'rlc-input-container').click();
			await byTestId(page, 'rlc-item').first().waitFor();
			await byTestId(page, 'rlc-search').fill('group');
			const offered = async () => await byTestId(page, 'rlc-item').allInnerTexts();
			await pWaitFor(async () => {
				const names = await offered();
				return names.length > 0 && names.every((one) => /group/i.test(one));
			});
			assert.equal((await offered()).length, 2);
			const parameters = await areaOf(page, '[data-test-id="node-parameters"]');
			await takePicture(page, 'pick', { clip: { ...parameters, height: 510 } });
			await byTestId(page, 'rlc-item')
				.getByText(/LEGO Group/)
				.click();
			await byTestId(page, 'ndv-close-button').click();

			await addNode(page, 'edit fields', 'Edit Fields (Set)');
			await inPanel('schema-preview-warning', 'ndv-input-panel').waitFor();
			const fields = await inPanel('run-data-schema-item', 'ndv-input-panel').allInnerTexts();
			for (const name of ['company_id', 'name', 'url', 'updated_at']) {
				const isShown = fields.some((field) => field.trim() === name);
				assert.ok(isShown, `${name} is not in ${fields}`);
			}
		});

		onPage('fields are mapped by dragging, and the output is paired', 'output', async () => {
			await openNew('Map', ROWS);
			const action = /^Create or update company/;
			await addNode(page, 'records company', 'Workspace Records Company', action);
			for (const [key, field] of [
				['ref', 'external_id'],
				['firm', 'name'],
			]) {
				const pill = inPanel('run-data-schema-item', 'ndv-input-panel').filter({ hasText: key });
				const target = byTestId(page, `parameter-input-${field}`);
				await drag(page, pill.locator('[data-target="mappable"]').first(), target);
			}
			await byTestId(page, 'node-execute-button').click();
			await inPanel('node-run-status-success', 'output-panel').waitFor();
			await inPanel('radio-button-table', 'ndv-input-panel').click();

			const rows = byTestId(page, 'output-panel').locator('tbody tr');
			const second = async () => {
				await page.mouse.move(0, 0);
				await rows.nth(1).hover();
				await page.waitForTimeout(400);
			};
			assert.equal(await rows.count(), ROWS.length);
			await second();
			const [input, output] = await byTestId(page, 'hovering-item').allInnerTexts();
			assert.match(input, /erp-2\s+Contoso/);
			assert.match(output, /erp-2/);
			const kept = (await stand.service.records('companies')).filter(({ externalId }) =>
				ROWS.some(({ ref }) => ref === externalId),
			);
			const shown = kept.map(({ externalId, fields }) => ({ ref: externalId, firm: fields.name }));
			assert.deepEqual(shown, ROWS);
			await closeMessages(page);
			const area = await areaOf(page, '[data-test-id="ndv"]');
			await takePicture(page, 'output', { clip: { ...area, height: 620 }, settle: second });
		});

		onPage('what is mapped stays when the operation changes', 'operation', async () => {
			const parameters = { resource: 'report', operation: 'create' };
			const node = ours('Write', 'workspaceRecordsReport', parameters, stand.credential);
			await openNode('Change the operation', node);
			const name = byTestId(page, 'parameter-input-name').locator('input').first();
			await name.fill('Invoices by status');
			const choose = async (parameter, value) => {
				await byTestId(page, `parameter-input-${parameter}`).locator('input').first().click();
				const offered = page.locator('.el-select-dropdown__item:visible');
				await offered.getByText(value, { exact: true }).first().click();
			};
			await choose('type', 'Invoices');
			await choose('operation', 'Update');
			await byTestId(page, 'resource-locator-recordId').waitFor();
			await page.waitForTimeout(1000);
			assert.equal(await name.inputValue(), 'Invoices by status');
			const type = byTestId(page, 'parameter-input-type').locator('input').first();
			assert.equal(await type.inputValue(), 'Invoices');
			const issues = byTestId(page, 'parameter-issues');
			assert.equal(await issues.count(), 1, 'only the report to update is missing');
		});

		onPage('a run says three lines at first, and the others on a click', 'hint', async () => {
			const column = [{ name: 'Absent', field: 'Notes' }];
			const nobody = { __rl: true, mode: 'id', value: '={{ $json.none }}' };
			const parameters = {
				resource: 'invoice',
				operation: 'create',
				related: { company: nobody, contact: nobody },
				fields: { mappingMode: 'autoMapInputData', value: null },
				options: { reading: { columnNames: { column } } },
			};
			const node = ours('Write', 'workspaceRecordsInvoice', parameters, stand.credential);
			await openNode('Hint', node, INVOICES);
			await byTestId(page, 'node-execute-button').click();
			const hints = byTestId(page, 'node-hint');
			await hints.getByText('Region → ignored').waitFor();
			const more = hints.getByText('Contact was left empty');
			assert.deepEqual([await hints.count(), await more.count()], [2, 0]);
			await byTestId(page, 'node-hint-toggle').click();
			await more.waitFor();
		});

		onPage('a wrong token is explained where the step has failed', 'error', async () => {
			const credential = await stand.saveCredential('Old token', {
				authentication: 'accessToken',
				accessToken: 'sandbox-deleted-token',
			});
			const parameters = { resource: 'company', operation: 'getAll', returnAll: true };
			const node = ours('Read', 'workspaceRecordsCompany', parameters, credential);
			await openNode('Old token', node, undefined, [credential]);
			await byTestId(page, 'node-execute-button').click();
			const message = byTestId(page, 'node-error-message');
			assert.match(await message.innerText(), /The service does not accept the access token/);
			const remedy = byTestId(page, 'node-error-description');
			assert.match(await remedy.innerText(), /create a new one in the developers API area/);
			await closeMessages(page);
			const { x, y, width } = await areaOf(page, '[data-test-id="output-panel"]');
			await takePicture(page, 'error', { clip: { x, y, width, height: 420 } });
		});
	});
}
