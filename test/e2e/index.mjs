// `npm run test:e2e`: the package in a real n8n and a real browser, against one sandbox.
//
// n8n polls once a minute: transfers are started first and checked when the other tests have run.
import { after, test } from 'node:test';

import { setUpBrowser } from '../../scripts/lib/browser.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { build, setUpHost } from '../../scripts/setup.mjs';
import { accessTests } from './access.mjs';
import { canvasTests } from './canvas.mjs';
import { credentialOriginTests } from './credentialOrigin.mjs';
import { editorTests } from './editor.mjs';
import { exampleTests } from './examples.mjs';
import { accessFailureTests, leakTests } from './leaks.mjs';
import { startStand } from './lib/stand.mjs';
import { migrationTests } from './migration.mjs';
import { recipeTests } from './recipes.mjs';
import { transferTests } from './transfers.mjs';

await build();
await setUpHost();
const browser = await setUpBrowser();
if (!browser && process.env.CI) {
	throw new Error('No Chromium and no Chrome found: install one, or name it in CHROMIUM_PATH');
}

// Whoever interrupts it leaves nothing running.
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.on(signal, () => void stopServices().finally(() => process.exit(130)));
}
const stand = await startStand();
after(async () => await stand.end());

const transfers = transferTests(stand);
transfers.begin();
accessTests(stand);
accessFailureTests(stand);
credentialOriginTests(stand);
exampleTests(stand);
migrationTests(stand);
recipeTests(stand);
if (browser) editorTests(stand);
transfers.ends();
if (browser) canvasTests(stand);
transfers.afterRestart();
leakTests(stand);
if (!browser) {
	test('Editor and canvas are tested in a browser', {
		skip: 'no Chromium and no Chrome; install one or set CHROMIUM_PATH',
	});
}
