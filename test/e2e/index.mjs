// `npm run test:e2e`: the package in a real n8n and a real browser, against one sandbox.
//
// n8n polls once a minute: the transfers are begun first, and looked at when the rest has gone on.
import { after, test } from 'node:test';

import { setUpBrowser } from '../../scripts/lib/browser.mjs';
import { build, setUpHost, setUpProject } from '../../scripts/setup.mjs';

await setUpProject();
await build();
await setUpHost();
const browser = await setUpBrowser();
if (!browser && process.env.CI) {
	throw new Error('No Chromium and no Chrome found: install one, or name it in CHROMIUM_PATH');
}

// What follows needs what has just been installed.
const { startStand } = await import('./lib/stand.mjs');
const { accessTests } = await import('./access.mjs');
const { canvasTests } = await import('./canvas.mjs');
const { credentialOriginTests } = await import('./credentialOrigin.mjs');
const { editorTests } = await import('./editor.mjs');
const { exampleTests } = await import('./examples.mjs');
const { accessFailureTests, leakTests } = await import('./leaks.mjs');
const { migrationTests } = await import('./migration.mjs');
const { transferTests } = await import('./transfers.mjs');

// Whoever interrupts it leaves nothing running.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const stand = await startStand();
after(async () => await stand.end());

const transfers = transferTests(stand);
transfers.begin();
accessTests(stand);
accessFailureTests(stand);
credentialOriginTests(stand);
exampleTests(stand);
migrationTests(stand);
if (browser) editorTests(stand);
transfers.ends();
if (browser) canvasTests(stand);
transfers.afterRestart();
leakTests(stand);
if (!browser) {
	test('Editor and canvas', {
		skip: 'no Chromium and no Chrome; install one or set CHROMIUM_PATH',
	});
}
