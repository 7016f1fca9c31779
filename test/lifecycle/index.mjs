// `npm run test:lifecycle`: the packed package installed, upgraded and removed in a real n8n, through
// n8n's own pages in a real browser; and `npm run dev`.
//
//   npm run test:lifecycle -- --if-available   leaves out what has no servers (queue mode)
//   npm run test:lifecycle -- dev              a part of it: editor, unverified, queue, dev, transfers, changes, sync, polls
import { after } from 'node:test';
import { parseArgs } from 'node:util';

import { setUpBrowser } from '../../scripts/lib/browser.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { build, setUpHost } from '../../scripts/setup.mjs';

const { values, positionals } = parseArgs({
	options: { 'if-available': { type: 'boolean', default: false } },
	allowPositionals: true,
});
const unknown = positionals.filter(
	(name) =>
		!['editor', 'unverified', 'queue', 'dev', 'transfers', 'changes', 'sync', 'polls'].includes(
			name,
		),
);
if (unknown.length) throw new Error(`There is no part ${unknown.join(', ')}`);
const isAsked = (part) => !positionals.length || positionals.includes(part);

await build();
await setUpHost();
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.on(signal, () => void stopServices().finally(() => process.exit(130)));
}
// Loaded only now: some of what they use is installed beside n8n.
if ((isAsked('editor') || isAsked('unverified')) && !(await setUpBrowser())) {
	throw new Error('No Chromium and no Chrome found: install one, or name it in CHROMIUM_PATH');
}
if (isAsked('editor')) {
	const { startStand } = await import('./stand.mjs');
	const { editorTests } = await import('./editor.mjs');
	const stand = await startStand();
	after(async () => await stand.end());
	editorTests(stand);
}
if (isAsked('unverified')) {
	const { unverifiedTests } = await import('./unverified.mjs');
	unverifiedTests();
}
if (isAsked('queue')) {
	const { queueTests } = await import('./queue.mjs');
	await queueTests({ ifAvailable: values['if-available'] });
}
if (isAsked('dev')) {
	const { devTests } = await import('./dev.mjs');
	devTests();
}
if (isAsked('transfers')) {
	const { transferLifecycleTests } = await import('./transfers.mjs');
	transferLifecycleTests();
}
if (isAsked('changes')) {
	const { changesLifecycleTests } = await import('./changes.mjs');
	changesLifecycleTests();
}
if (isAsked('sync')) {
	const { syncLifecycleTests } = await import('./sync.mjs');
	syncLifecycleTests();
}
if (isAsked('polls')) {
	const { pollTests } = await import('./polls.mjs');
	pollTests();
}
