/**
 * `npm run check saved` writes the saved workflows that the version in package.json lacks. Others stay as they are: they
 * are what users have.
 */
import { version } from '../../package.json';
import { startSandbox } from '../../sandbox';
import { engine, loadPackage, type Engine } from '../../testing/engine';
import { triggers, workflows } from './build';
import { isSaved, write } from './fixture';
import { pollSaved, prepareTriggers, runSaved, triggerPoller, TRIGGER_PORT } from './run';

async function main() {
	const n8n = engine(await loadPackage());
	const sandbox = await startSandbox();
	try {
		for (const [name, unsaved] of Object.entries(await workflows(n8n, sandbox))) {
			if (isSaved(version, name)) continue;
			sandbox.reset();
			write(version, name, { ...unsaved, output: await runSaved(n8n, sandbox, unsaved) });
		}
	} finally {
		await sandbox.close();
	}
	await writeTriggers(n8n);
}

async function writeTriggers(n8n: Engine) {
	const sandbox = await startSandbox({ port: TRIGGER_PORT });
	try {
		for (const [name, trigger] of Object.entries(triggers)) {
			if (isSaved(version, name)) continue;
			sandbox.reset();
			prepareTriggers(sandbox);
			const poll = await triggerPoller(n8n.pkg, sandbox);
			const { saved: state } = await poll(trigger, {}, 'activate');
			sandbox.reset();
			const { after } = await pollSaved(n8n, sandbox, name, { trigger, state });
			const [event] = after.main?.[0] ?? [];
			if (!event) throw new Error(`${name} tells of nothing: ${after.error?.message}`);
			write(version, name, { trigger, state, keys: Object.keys(event.json).sort() });
		}
	} finally {
		await sandbox.close();
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exit(1);
});
