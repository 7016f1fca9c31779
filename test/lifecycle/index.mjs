// `npm run test:lifecycle`: the packed package installed, upgraded and removed in a real n8n, through
// n8n's own pages in a real browser; `npm run dev`, and `npm start`.
//
//   npm run test:lifecycle -- --if-available   leaves out what has no servers (queue mode)
//   npm run test:lifecycle -- dev              a part of it: editor, unverified, queue, dev, start, transfers, changes, sync, polls
import { after } from 'node:test';
import { parseArgs } from 'node:util';

import { setUpBrowser } from '../../scripts/lib/browser.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { build, setUpHost } from '../../scripts/setup.mjs';

const { values, positionals } = parseArgs({
	options: { 'if-available': { type: 'boolean', default: false } },
	allowPositionals: true,
});
/** What declares the tests of a part. Loaded when it is asked for: some of what they use is installed beside n8n. */
const PARTS = {
	async editor() {
		const { startStand } = await import('./stand.mjs');
		const { editorTests } = await import('./editor.mjs');
		const stand = await startStand();
		after(async () => await stand.end());
		editorTests(stand);
	},
	unverified: async () => (await import('./unverified.mjs')).unverifiedTests(),
	async queue() {
		const { queueTests } = await import('./queue.mjs');
		await queueTests({ ifAvailable: values['if-available'] });
	},
	dev: async () => (await import('./dev.mjs')).devTests(),
	start: async () => (await import('./start.mjs')).startTests(),
	transfers: async () => (await import('./transfers.mjs')).transferLifecycleTests(),
	changes: async () => (await import('./changes.mjs')).changesLifecycleTests(),
	sync: async () => (await import('./sync.mjs')).syncLifecycleTests(),
	polls: async () => (await import('./polls.mjs')).pollTests(),
};
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length) throw new Error(`There is no part ${unknown.join(', ')}`);
const isAsked = (part) => !positionals.length || positionals.includes(part);

await build();
await setUpHost();
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.on(signal, () => void stopServices().finally(() => process.exit(130)));
}
if ((isAsked('editor') || isAsked('unverified')) && !(await setUpBrowser())) {
	throw new Error('No Chromium and no Chrome found: install one, or name it in CHROMIUM_PATH');
}
for (const [part, declare] of Object.entries(PARTS)) {
	if (isAsked(part)) await declare();
}
