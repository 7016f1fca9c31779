// n8n's editor in a real browser, signed in.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The browser installed on this machine.
 *
 * @returns {string | undefined} its path; `CHROMIUM_PATH` goes before the usual names
 */
export function findBrowser() {
	if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
	const folders = (process.env.PATH ?? '').split(delimiter);
	return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync);
}

/**
 * Opens a browser that is signed in to n8n.
 *
 * @param {{url: string, client: {session: {name: string, value: string}}}} n8n
 * @param {{dark?: boolean, width?: number, height?: number, scale?: number}} [look] size in CSS
 *   pixels; `scale`: picture pixels per CSS pixel
 * @returns {Promise<{page: import('playwright-core').Page, close: () => Promise<void>}>}
 */
export async function openEditor(
	n8n,
	{ dark = false, width = 1600, height = 900, scale = 1 } = {},
) {
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
		colorScheme: dark ? 'dark' : 'light',
		viewport: { width, height },
		deviceScaleFactor: scale,
	});
	await context.addCookies([{ ...n8n.client.session, url: n8n.url }]);
	// Nothing is fetched from anywhere else.
	await context.route(
		(url) => url.origin !== n8n.url && url.protocol.startsWith('http'),
		async (route) => await route.abort(),
	);
	const page = await context.newPage();
	return { page, close: async () => await browser.close() };
}

/** An element of the editor by the name that n8n gives it for tests. */
export const byTestId = (page, id) => page.locator(`[data-test-id="${id}"]`);

/** Opens a workflow and brings all of it into view. */
export async function openWorkflow(page, id) {
	await page.goto(`/workflow/${id}`);
	await page.locator('.vue-flow__node').first().waitFor();
	await byTestId(page, 'zoom-to-fit').click();
	await page.waitForTimeout(600);
}

/** A picture of the workflow alone, without the editor around it. */
export async function pictureOfWorkflow(page, path) {
	const around = ['canvas-controls', 'execute-workflow-button']
		.map((id) => `[data-test-id="${id}"]`)
		.concat('.el-notification', '[class*="executionButtons"]', '[class*="tabBar"]')
		.join();
	await page.addStyleTag({ content: `${around} { visibility: hidden !important }` });
	await page.waitForTimeout(500);
	const boxes = await page
		.locator('.vue-flow__node')
		.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON()));
	const margin = 56;
	const x = Math.min(...boxes.map(({ left }) => left)) - margin;
	const y = Math.min(...boxes.map(({ top }) => top)) - margin;
	const width = Math.max(...boxes.map(({ right }) => right)) + margin - x;
	const height = Math.max(...boxes.map(({ bottom }) => bottom)) + margin - y;
	await page.screenshot({ path, clip: { x, y, width, height }, animations: 'disabled' });
}
