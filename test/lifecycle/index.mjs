// `npm run test:lifecycle`: the packed package installed, upgraded and removed in a real n8n, through
// n8n's own pages in a real browser.
//
//   npm run test:lifecycle -- --if-available   leaves out what has no servers (queue mode)
import { after } from 'node:test';

import { setUpBrowser } from '../../scripts/lib/browser.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { build, setUpHost } from '../../scripts/setup.mjs';
import { editorTests } from './editor.mjs';
import { queueTests } from './queue.mjs';
import { startStand } from './stand.mjs';

await build();
await setUpHost();
if (!(await setUpBrowser())) {
	throw new Error('No Chromium and no Chrome found: install one, or name it in CHROMIUM_PATH');
}
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.on(signal, () => void stopServices().finally(() => process.exit(130)));
}
const stand = await startStand();
after(async () => await stand.end());
editorTests(stand);
await queueTests({ ifAvailable: process.argv.includes('--if-available') });
