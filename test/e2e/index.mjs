// `npm run test:e2e`: the package in a real n8n and a real browser, against one sandbox.
//
// n8n polls by the clock: what the triggers watch is started first and checked when the other tests have
// run. A part of the tests: `node --test-reporter=spec test/e2e/index.mjs recipes tasks`. With
// `--durable-cursors`, n8n stores what triggers remember in the way that it is about to change to; with `--weekly`,
// it does all that changes with n8n alone: the tasks with n8n's own nodes, every example on the canvas, more search words.
import { after, test } from 'node:test';
import { parseArgs } from 'node:util';

import { setUpBrowser } from '../../scripts/lib/browser.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { build, setUpHost } from '../../scripts/setup.mjs';
import { accessTests } from './access.mjs';
import { agentTests } from './agents.mjs';
import { agentWriteTests } from './agentWrites.mjs';
import { canvasTests } from './canvas.mjs';
import { credentialOriginTests } from './credentialOrigin.mjs';
import { editorTests } from './editor.mjs';
import { exampleTests } from './examples.mjs';
import { accessFailureTests, leakTests } from './leaks.mjs';
import { startStand } from './lib/stand.mjs';
import { migrationTests } from './migration.mjs';
import { recipeTests, waitingTests } from './recipes.mjs';
import { recordTests } from './records.mjs';
import { refusedItemTests } from './refusedItems.mjs';
import { retryTests } from './retries.mjs';
import { taskTests } from './tasks.mjs';
import { transferTests } from './transfers.mjs';
import { workspaceTests } from './workspaces.mjs';

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
const { values, positionals } = parseArgs({
	options: {
		'durable-cursors': { type: 'boolean', default: false },
		weekly: { type: 'boolean', default: false },
	},
	allowPositionals: true,
});
const stand = await startStand(values);
after(async () => await stand.end());

const transfers = transferTests(stand);
const records = recordTests(stand);
const waiting = waitingTests(stand);
/** Everything, by the names that ask for a part, in the order in which it runs. */
const parts = [
	['transfers', () => transfers.begin()],
	['records', () => records.begin()],
	['access', () => accessTests(stand)],
	['access', () => accessFailureTests(stand)],
	['access', () => credentialOriginTests(stand)],
	['workspaces', () => workspaceTests(stand)],
	['examples', () => exampleTests(stand)],
	['agents', () => agentWriteTests(stand)],
	['migration', () => migrationTests(stand)],
	['retries', () => retryTests(stand)],
	['recipes', () => waiting.begin()],
	['recipes', () => recipeTests(stand)],
	['refused', () => refusedItemTests(stand)],
	['agents', () => agentTests(stand)],
	['editor', () => editorTests(stand), 'in a browser'],
	['tasks', () => taskTests(stand), 'in a browser'],
	['recipes', () => waiting.ends()],
	['records', () => records.created()],
	['transfers', () => transfers.ends()],
	[
		'records transfers',
		() => test('n8n restarts', async () => await stand.restartN8n(records.update)),
	],
	['records', () => records.afterRestart()],
	['canvas', () => canvasTests(stand), 'in a browser'],
	['records', () => records.archived()],
	['transfers', () => transfers.afterRestart()],
	['leaks', () => leakTests(stand)],
];
const unknown = positionals.filter((name) => !parts.some(([of]) => of.split(' ').includes(name)));
if (unknown.length) throw new Error(`There is no part ${unknown.join(', ')}`);
for (const [part, begin, inBrowser] of parts) {
	if (positionals.length && !part.split(' ').some((name) => positionals.includes(name))) continue;
	if (inBrowser && !browser) {
		test(`${part} is tested in a browser`, {
			skip: 'no Chromium and no Chrome; install one or set CHROMIUM_PATH',
		});
	} else begin();
}
