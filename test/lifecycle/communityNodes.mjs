// Settings → Community nodes, as a person uses it.
import { byTestId } from '../e2e/lib/editor.mjs';

/** How long a step may take: n8n runs npm for some, and the machine may be busy. */
export const STEP_MS = 120_000;

/** @param {import('playwright-core').Page} page signed in to n8n */
export function communityNodes(page) {
	const open = async () => {
		await page.goto('/settings/community-nodes', { waitUntil: 'domcontentloaded' });
		const cards = byTestId(page, 'community-package-card').filter({ hasText: /\S/ });
		await cards.or(page.getByText('Supercharge your workflows')).first().waitFor();
	};
	const card = (name) => byTestId(page, 'community-package-card').filter({ hasText: name });
	/** What n8n says in a corner at the end: title and text. */
	const message = async () => {
		const shown = page.locator('.el-notification').last();
		await shown.waitFor({ timeout: STEP_MS });
		return await shown.innerText();
	};
	const press = async (button) => {
		await page.getByRole('button', { name: button, exact: true }).last().click();
	};

	return {
		/** @returns {Promise<string>} the message that n8n shows */
		async install(name) {
			await open();
			await page
				.getByRole('button', { name: /^Install( a community node)?$/ })
				.first()
				.click();
			await byTestId(page, 'package-name-input')
				.locator('input')
				.or(byTestId(page, 'package-name-input'))
				.last()
				.fill(name);
			await byTestId(page, 'user-agreement-checkbox').click();
			await byTestId(page, 'install-community-package-button').click();
			return await message();
		},
		/** Updates to the latest release, which the card offers. */
		async update(name) {
			await open();
			await card(name).getByRole('button', { name: 'Update' }).click({ timeout: STEP_MS });
			await press('Confirm update');
			return await message();
		},
		async uninstall(name) {
			await open();
			await card(name)
				.locator('[data-test-id="action-toggle"] button')
				.or(card(name).getByRole('button'))
				.last()
				.click();
			await page.getByText('Uninstall package', { exact: true }).last().click();
			await press('Confirm uninstall');
			return await message();
		},
		/** What the open page offers to install or update, by the words on its buttons. */
		async offers() {
			return await page.getByRole('button', { name: /install|update/i }).allInnerTexts();
		},
		/** The text of the package's card: name, nodes, version; undefined where there is none. */
		async card(name) {
			await open();
			return (await card(name).count()) ? await card(name).innerText() : undefined;
		},
	};
}
