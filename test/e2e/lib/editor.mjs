// n8n's editor in a real browser, signed in, and what a person does in it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { LOCAL } from '../../../scripts/lib/paths.mjs';

/** How long the editor may take for one step, on a busy machine. */
const PATIENCE_MS = 30_000;

/**
 * Opens a browser that is signed in to n8n.
 *
 * @param {{url: string, client: {session: {name: string, value: string}}}} n8n
 * @param {{width?: number, height?: number, scale?: number}} [size] in CSS pixels; `scale`: picture
 *   pixels per CSS pixel
 * @returns {Promise<{page: import('playwright-core').Page, close: () => Promise<void>}>}
 */
export async function openEditor(n8n, { width = 1440, height = 900, scale = 1.5 } = {}) {
	const executablePath = findBrowser();
	if (!executablePath) throw new Error('No Chromium found; install it or set CHROMIUM_PATH');
	const browser = await chromium.launch({
		executablePath,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	const context = await browser.newContext({
		baseURL: n8n.url,
		colorScheme: 'light',
		viewport: { width, height },
		deviceScaleFactor: scale,
		reducedMotion: 'reduce',
	});
	context.setDefaultTimeout(PATIENCE_MS);
	await context.addCookies([{ ...n8n.client.session, url: n8n.url }]);
	// Nothing is fetched from anywhere else.
	await context.route(
		(url) => url.origin !== n8n.url && url.protocol.startsWith('http'),
		async (route) => await route.abort(),
	);
	const page = await context.newPage();
	return { page, close: async () => await browser.close() };
}

/**
 * A test step in the browser; what it looked like when it failed is kept in `.local/`.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name of the picture
 * @param {() => Promise<void>} work
 */
export async function shown(page, name, work) {
	try {
		await work();
	} catch (error) {
		mkdirSync(LOCAL, { recursive: true });
		const path = join(LOCAL, `failed-${name}.png`);
		await page.screenshot({ path }).catch(() => {});
		error.message += `\nWhat it looked like: ${path}`;
		throw error;
	}
}

/** An element of the editor by the name that n8n gives it for tests; `inside` another of these. */
export const byTestId = (page, id, inside) =>
	page.locator(`${inside ? `[data-test-id="${inside}"] ` : ''}[data-test-id="${id}"]`);

/** Opens a workflow and brings all of it into view. */
export async function openWorkflow(page, id) {
	await page.goto(`/workflow/${id}`);
	await page.locator('.vue-flow__node').first().waitFor();
	await byTestId(page, 'zoom-to-fit').click();
	await page.waitForTimeout(600);
}

/** Adds a node behind the last one: searches it, opens it, and chooses an action, if any. */
export async function addNode(page, search, name, action) {
	await byTestId(page, 'canvas-handle-plus').last().click();
	await searchNodes(page, search);
	await byTestId(page, 'node-creator-item-name').getByText(name, { exact: true }).first().click();
	if (action) {
		await byTestId(page, 'node-creator-action-item')
			.or(byTestId(page, 'node-creator-item-name'))
			.getByText(action)
			.first()
			.click();
	}
	await byTestId(page, 'ndv').waitFor();
}

/** Types into the search of the node panel, which is open. */
export async function searchNodes(page, text) {
	const search = byTestId(page, 'node-creator-search-bar');
	await search.waitFor();
	await search.fill(text);
	await page.waitForTimeout(700);
}

/** Drags one element onto another, as a person moves the mouse. */
export async function drag(page, from, to) {
	const middle = async (element) => {
		const { x, y, width, height } = await element.boundingBox();
		return [x + width / 2, y + height / 2];
	};
	const [startX, startY] = await middle(from);
	await page.mouse.move(startX, startY);
	await page.mouse.down();
	await page.mouse.move(startX + 20, startY + 20, { steps: 4 });
	await page.mouse.move(...(await middle(to)), { steps: 8 });
	await page.waitForTimeout(200);
	await page.mouse.up();
	await page.waitForTimeout(300);
}

/** Closes the messages that n8n shows in a corner. */
export async function closeMessages(page) {
	const close = page.locator('.el-notification__closeBtn');
	while (await close.count()) {
		// One that goes by itself meanwhile is not to be waited for.
		const click = close.first().click({ timeout: 2_000 });
		await click.catch(() => {});
		await page.waitForTimeout(300);
	}
}

/** Where something is on the page, with some space around it. */
export async function areaOf(page, selector, margin = 0) {
	const boxes = await page
		.locator(selector)
		.evaluateAll((elements) => elements.map((one) => one.getBoundingClientRect().toJSON()));
	const x = Math.max(0, Math.min(...boxes.map(({ left }) => left)) - margin);
	const y = Math.max(0, Math.min(...boxes.map(({ top }) => top)) - margin);
	const width = Math.max(...boxes.map(({ right }) => right)) + margin - x;
	const height = Math.max(...boxes.map(({ bottom }) => bottom)) + margin - y;
	return { x, y, width, height };
}
