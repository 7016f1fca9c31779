// Takes the pictures of the canvas for the README: node test/e2e/pictures.mjs
// The example is run in the editor itself, so the picture shows how many items went where.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { exampleOf } from '../../scripts/lib/example.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { startWorkspace } from '../../scripts/lib/workspace.mjs';
import { byTestId, openEditor, openWorkflow, pictureOfWorkflow } from './editor.mjs';

const folder = mkdtempSync(join(tmpdir(), 'workspace-records-'));
const images = join(ROOT, 'docs', 'images');
mkdirSync(images, { recursive: true });

const workspace = await startWorkspace({ folder });
try {
	for (const look of ['light', 'dark']) {
		const { page, close } = await openEditor(workspace.n8n, {
			dark: look === 'dark',
			height: 1100,
			scale: 2,
		});
		await openWorkflow(page, exampleOf(workspace.workflows).id);
		await byTestId(page, 'execute-workflow-button').last().click();
		await page.getByText('Workflow executed successfully').waitFor({ timeout: 60_000 });
		await pictureOfWorkflow(page, join(images, `canvas-${look}.png`));
		await close();
	}
} finally {
	await workspace.stop();
	rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
