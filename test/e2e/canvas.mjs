// The examples and recipes on the canvas of the editor.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { areaOf, byTestId, openEditor, openWorkflow, shown } from './lib/editor.mjs';
import { takePicture } from './lib/pictures.mjs';
import { recipes } from './lib/recipes.mjs';

/** @param {import('./lib/stand.mjs').Stand} stand */
export function canvasTests(stand) {
	let page;
	let close;

	describe('Canvas', () => {
		before(async () => ({ page, close } = await openEditor(stand.n8n)));
		after(async () => await close?.());

		test('examples open with all their nodes, and recipes are shown in the docs', async (t) => {
			await page.setViewportSize({ width: 1800, height: 900 });
			const files = new Map(recipes().map(({ file, name }) => [name, file]));
			// Weekly all of them, and the pictures of all recipes anew.
			const some = stand.workflows.filter((_, index) => stand.isWeekly || index % 4 === 0);
			for (const { id, name } of some) {
				await t.test(name, async () => {
					await shown(page, 'example', async () => {
						await openWorkflow(page, id);
						const { nodes } = await stand.n8n.client.workflow(id);
						assert.equal(await page.locator('.vue-flow__node').count(), nodes.length);
						// A person has to choose the credential of the chat model, and data tables.
						const expected = nodes.filter(({ type }) => /lmChat|dataTable/.test(type)).length;
						assert.equal(await byTestId(page, 'node-issues').count(), expected);
						if (files.has(name)) await pictureOfCanvas(page, `recipe-${files.get(name)}`);
					});
				});
			}
		});

		test('an example runs from the canvas', async () =>
			await shown(page, 'canvas', async () => {
				const example = stand.workflows.find(({ name }) => /^Enrich, score/.test(name));
				await page.setViewportSize({ width: 1600, height: 1100 });
				await openWorkflow(page, example.id);
				await byTestId(page, 'execute-workflow-button').last().click();
				await page.getByText('Workflow executed successfully').waitFor({ timeout: 90_000 });
				await pictureOfCanvas(page, 'canvas');
			}));
	});
}

/** The workflow alone, without the editor around it. */
async function pictureOfCanvas(page, name) {
	const around = ['canvas-controls', 'execute-workflow-button']
		.map((id) => `[data-test-id="${id}"]`)
		.concat('.el-notification', '[class*="executionButtons"]', '.tab-bar-container')
		.join();
	await page.addStyleTag({ content: `${around} { visibility: hidden !important }` });
	await takePicture(page, name, { clip: await areaOf(page, '.vue-flow__node', 56) });
}
