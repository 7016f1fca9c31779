// A person at n8n's editor, whose clicks and typed texts are counted. Dragging counts as a click.
import pWaitFor from 'p-wait-for';

import { byTestId, drag } from './editor.mjs';

/** @param {import('playwright-core').Page} page */
export function personAt(page) {
	const count = { clicks: 0, texts: 0 };
	const click = async (element, how) => {
		await element.click(how);
		count.clicks += 1;
		// What it opens is animated.
		await page.waitForTimeout(300);
	};
	/** Types where the cursor is. */
	const type = async (text) => {
		await page.keyboard.type(text);
		count.texts += 1;
		await page.waitForTimeout(500);
	};
	const parameter = (name) => byTestId(page, `parameter-input-${name}`);
	/** Chooses an entry of the open dropdown. */
	const entry = async (name) =>
		await click(
			page
				.locator('.el-select-dropdown__item:visible, [role="option"]:visible')
				.getByText(name, { exact: typeof name === 'string' })
				.first(),
		);
	return {
		count,
		click,
		type,
		entry,

		/** Begins an empty canvas with the trigger that a person starts. */
		async beginByHand() {
			await click(byTestId(page, 'canvas-add-button').first());
			await click(byTestId(page, 'node-creator-item-name').getByText('Trigger manually').first());
		},
		/** Begins an empty canvas with a node. */
		async beginWith(search, name, action) {
			await click(byTestId(page, 'canvas-add-button').first());
			await this.findNode(search, name, action);
		},
		/** A node behind the last one. */
		async add(search, name, action) {
			await click(byTestId(page, 'canvas-handle-plus').last());
			await this.findNode(search, name, action);
		},
		async findNode(search, name, action) {
			await byTestId(page, 'node-creator-search-bar').waitFor();
			await type(search);
			const item = byTestId(page, 'node-creator-item-name');
			await click(item.getByText(name, { exact: typeof name === 'string' }).first());
			if (action) {
				const actions = byTestId(page, 'node-creator-action-item').or(item);
				await click(actions.getByText(action, { exact: typeof action === 'string' }).first());
			}
			await byTestId(page, 'ndv').waitFor();
		},
		async closeNode() {
			await click(byTestId(page, 'ndv-close-button').or(byTestId(page, 'back-to-canvas')).first());
		},

		/** Types a text into a field. */
		async fill(name, text, index = 0) {
			await click(parameter(name).nth(index).locator('input, textarea').first());
			await type(text);
		},
		/** Chooses in a dropdown. */
		async choose(name, value, index = 0) {
			await click(parameter(name).nth(index).locator('input').first());
			await entry(value);
		},
		/** Turns something on or off. */
		async switch(name) {
			await click(parameter(name).locator('.el-switch, [role="switch"]').first());
		},
		/** Drags a field of the input into a field of the node. */
		async map(key, name) {
			const pill = byTestId(page, 'run-data-schema-item', 'ndv-input-panel').filter({
				has: page.getByText(key, { exact: true }),
			});
			await drag(page, pill.locator('[data-target="mappable"]').first(), parameter(name).first());
			count.clicks += 1;
			// The preview of the value covers what is below, and opens late on a busy machine.
			await page.mouse.move(0, 0);
			await page.waitForTimeout(500);
			const preview = page.locator('[data-reka-popper-content-wrapper] .cm-line').first();
			await pWaitFor(
				async () => {
					await page.evaluate(() => document.activeElement?.blur());
					return !(await preview.isVisible());
				},
				{ interval: 300, timeout: 20_000 },
			);
		},
		/** What fails goes to an output of its own. */
		async toErrorOutput() {
			await click(page.getByText('Settings', { exact: true }).locator('visible=true').first());
			await this.choose('onError', /using error output/);
		},
		/** Puts other rows in the place of those that the workflow begins with, and comes back to the last node. */
		async correct(rows) {
			await this.closeNode();
			const nodes = byTestId(page, 'canvas-node');
			await click(nodes.first(), { clickCount: 2 });
			await click(byTestId(page, 'ndv-edit-pinned-data'));
			await click(byTestId(page, 'output-panel').locator('.cm-content').first());
			await page.keyboard.press('ControlOrMeta+A');
			await page.keyboard.insertText(JSON.stringify(rows));
			count.texts += 1;
			await click(page.getByText('Save', { exact: true }).locator('visible=true').first());
			await this.closeNode();
			await click(nodes.last(), { clickCount: 2 });
		},
		/** Adds an option to a collection, by its button. */
		async addTo(button, option) {
			await this.press(button);
			await entry(option);
		},
		/** Clicks the button with this text in the open node. */
		async press(text) {
			const node = byTestId(page, 'node-parameters');
			const button = node.getByText(text, { exact: true });
			await click(button.or(node.getByPlaceholder(text, { exact: true })).first());
		},
		/** How the columns are mapped. */
		async chooseMapping(mode) {
			await click(byTestId(page, 'mapping-mode-select').locator('input').first());
			await entry(mode);
		},
		/** The column that records are matched on. */
		async matchOn(column) {
			await click(byTestId(page, 'matching-column-select').locator('input').first());
			await entry(column);
		},
		/** Picks a record in a list, the first one or the one with this name. */
		async pick(name, label) {
			await click(byTestId(page, `resource-locator-${name}`).locator('input').last());
			const items = byTestId(page, 'rlc-item');
			await items.first().waitFor();
			await click((label ? items.getByText(label, { exact: true }) : items).first());
		},
		/** Types the address or ID of a record. */
		async fillLocator(name, text) {
			await click(byTestId(page, `resource-locator-${name}`).locator('input').last());
			await type(text);
		},
	};
}
