// What n8n 3 makes the default, packages off that n8n has not verified, met by one that is installed already:
// what goes on, and what a person is told.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { exampleOf } from '../../scripts/lib/example.mjs';
import { failuresOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL, credentialData, exampleWorkflows } from '../../scripts/lib/workspace.mjs';
import { openEditor, shown } from '../e2e/lib/editor.mjs';
import { startSignedIn } from '../e2e/lib/stand.mjs';
import { communityNodes, STEP_MS } from './communityNodes.mjs';
import { release } from './releases.mjs';
import { startStand } from './stand.mjs';

const [INSTALLED, NEXT] = ['0.9.1', '0.9.2'];
const REFUSED = /unverified community packages is forbidden/;
const UNVERIFIED = 'N8N_UNVERIFIED_PACKAGES_ENABLED';

export function unverifiedTests() {
	let stand;
	let n8n;
	let editor;
	let name;
	let example;

	/** n8n again, on the same data, with other settings. */
	const restart = async (settings, logName) => {
		await editor?.close();
		await n8n.stop();
		const env = { ...stand.registry.env, ...settings };
		n8n = await startSignedIn(stand.folder, { env, logName });
		await open();
	};
	const open = async () => {
		editor = await openEditor(n8n);
		editor.page.setDefaultTimeout(STEP_MS);
		editor.page.setDefaultNavigationTimeout(STEP_MS);
	};
	const pages = () => communityNodes(editor.page);
	const publish = async (version) => {
		const one = await release(stand.folder, version);
		stand.registry.publish(one);
		return one.manifest.name;
	};
	const runs = async () => {
		assert.deepEqual(failuresOf(await n8n.client.runWorkflow(example.id, 'Start')), []);
	};
	const step = (title, work) => {
		void test(
			title,
			async () => await shown(editor.page, `unverified-${title.split(' ')[0]}`, work),
		);
	};

	describe('Unverified packages off, as n8n 3 has it', () => {
		before(async () => {
			stand = await startStand();
			({ n8n } = stand);
			await open();
			name = await publish(INSTALLED);
			assert.match(await pages().install(name), /Package installed/);
			assert.match(String(await pages().offers()), /Install/);
			const data = credentialData(stand.sandbox);
			const credential = await n8n.client.saveCredential({ ...CREDENTIAL, data });
			example = await n8n.client.importWorkflow(exampleOf(exampleWorkflows()), [credential]);
			await restart({ [UNVERIFIED]: 'false' }, 'off.log');
		});
		after(async () => {
			await editor?.close();
			await stand?.end();
		});

		step('installed before, it goes on', runs);

		// n8n marks the old version as up to date.
		step('updating is not offered', async () => {
			await publish(NEXT);
			assert.match(await pages().card(name), new RegExp(`v${INSTALLED}`));
			assert.deepEqual(await pages().offers(), []);
		});

		step('lost from the disk, it is not installed again', async () => {
			rmSync(join(stand.folder, 'n8n', '.n8n', 'nodes'), { recursive: true });
			await restart({ [UNVERIFIED]: 'false', N8N_REINSTALL_MISSING_PACKAGES: 'true' }, 'lost.log');
			await assert.rejects(n8n.client.nodeType(`${name}.workspaceRecordsCompany`));
		});

		step('allowed, it is installed again, and everything goes on', async () => {
			await restart({ [UNVERIFIED]: 'true', N8N_REINSTALL_MISSING_PACKAGES: 'true' }, 'on.log');
			await runs();
		});

		step('uninstalling is allowed, installing neither offered nor done', async () => {
			await restart({ [UNVERIFIED]: 'false' }, 'again.log');
			assert.match(await pages().uninstall(name), /Package uninstalled/);
			assert.equal(await pages().card(name), undefined);
			assert.deepEqual(await pages().offers(), []);
			await assert.rejects(n8n.client.installPackage(name), REFUSED);
		});
	});
}
